"""Projects, their jobs and their protocol."""

import yaml
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from projects.api.base import ProjectView, validated
from projects.api.serializers import (
    JobSerializer,
    JobsSerializer,
    MyMembershipSerializer,
    ProjectSerializer,
    ProtocolDocumentSerializer,
    ProtocolInputSerializer,
    ProtocolVersionSerializer,
)
from projects.domain.protocol.document import ProtocolError, protocol_from_yaml
from projects.models import ProtocolVersion, User
from projects.selectors import EVERYONE, MAINTAINERS, ORGANIZERS, memberships_of
from projects.services import protocol_change
from workflow.errors import FieldProblem, Invalid, Missing
from workflow.jobs import job_cancel, workers_seen
from workflow.models import Job
from workflow.selectors import job_list


class ProjectListApi(APIView):
    """Where I take part."""

    @extend_schema(
        operation_id="project_list", responses=MyMembershipSerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        assert isinstance(request.user, User)  # noqa: S101 - authenticated
        return Response(
            MyMembershipSerializer(memberships_of(request.user), many=True).data
        )


class ProjectGetApi(ProjectView):
    """A project with its protocol and my role in it."""

    roles = EVERYONE

    @extend_schema(operation_id="project_get", responses=ProjectSerializer)
    def get(self, request: Request, slug: str) -> Response:
        context = {"role": self.actor.role}
        return Response(ProjectSerializer(self.project, context=context).data)


class JobListApi(ProjectView):
    """The latest jobs and the workers that are there to do them."""

    roles = ORGANIZERS

    @extend_schema(operation_id="job_list", responses=JobsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        body = {"workers": workers_seen(), "jobs": job_list(self.project.pk)[:20]}
        return Response(JobsSerializer(body).data)


class JobCancelApi(ProjectView):
    """Stop a job; what it has done stays done."""

    roles = ORGANIZERS

    @extend_schema(operation_id="job_cancel", request=None, responses=JobSerializer)
    def post(self, request: Request, slug: str, job_id: int) -> Response:
        job = Job.objects.filter(pk=job_id, scope_id=self.project.pk).first()
        if job is None:
            raise Missing("There is no such job.")
        return Response(JobSerializer(job_cancel(job=job, actor=self.actor)).data)


class ProtocolApi(ProjectView):
    """The protocol in force, as the file that it came from."""

    roles = ORGANIZERS

    @extend_schema(operation_id="protocol_get", responses=ProtocolDocumentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return _document(self.project.current_protocol)


class ProtocolChangeApi(ProjectView):
    """Put another protocol in force; what is wrong with it is named by its path."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="protocol_change",
        request=ProtocolInputSerializer,
        responses=ProtocolDocumentSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(ProtocolInputSerializer, request.data)
        try:
            protocol = protocol_from_yaml(data["yaml"], origin="protocol")
        except ProtocolError as error:
            problems = [FieldProblem(p.path, p.reason) for p in error.problems]
            raise Invalid("This is no usable protocol.", problems) from error
        version = protocol_change(
            project=self.project,
            protocol=protocol,
            actor=self.actor,
            note=data["note"],
        )
        return _document(version)


class ProtocolVersionListApi(ProjectView):
    """All protocols that were ever in force, the latest first."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="protocol_version_list",
        responses=ProtocolVersionSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        versions = self.project.protocol_versions.order_by("-number")
        return Response(ProtocolVersionSerializer(versions, many=True).data)


def _document(version: ProtocolVersion | None) -> Response:
    if version is None:
        raise Missing("This project has no protocol.")
    text = yaml.safe_dump(
        version.document, allow_unicode=True, sort_keys=False, width=88
    )
    return Response(ProtocolDocumentSerializer(version, context={"yaml": text}).data)
