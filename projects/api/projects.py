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
    ProjectInputSerializer,
    ProjectNameSerializer,
    ProjectSerializer,
    ProtocolCheckSerializer,
    ProtocolDocumentSerializer,
    ProtocolInputSerializer,
    ProtocolTextSerializer,
    ProtocolVersionSerializer,
    ShippedProtocolSerializer,
)
from projects.domain.protocol.document import (
    Protocol,
    ProtocolError,
    protocol_from_yaml,
)
from projects.domain.shipped import shipped_ids, shipped_protocol
from projects.models import ProtocolVersion, User
from projects.ports import check_protocol
from projects.selectors import EVERYONE, MAINTAINERS, ORGANIZERS, memberships_of
from projects.services import project_create, protocol_change
from workflow.errors import FieldProblem, Invalid, Missing, NotAllowed
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

    @extend_schema(
        operation_id="project_create",
        request=ProjectInputSerializer,
        responses={201: ProjectNameSerializer},
    )
    def post(self, request: Request) -> Response:
        """Make a project and be its maintainer: for staff of the installation."""
        user = _staff(request)
        data = validated(ProjectInputSerializer, request.data)
        try:
            protocol = shipped_protocol(data["protocol"])
        except ProtocolError as error:
            problem = FieldProblem("protocol", error.problems[0].reason)
            raise Invalid("There is no such protocol.", [problem]) from error
        project = project_create(
            slug=data["slug"], name=data["name"], protocol=protocol, maintainer=user
        )
        return Response(ProjectNameSerializer(project).data, status=201)


class ShippedProtocolListApi(APIView):
    """The protocols that a new project can begin with."""

    @extend_schema(
        operation_id="shipped_protocol_list",
        responses=ShippedProtocolSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        _staff(request)
        rows = []
        for protocol in map(shipped_protocol, shipped_ids()):
            missing: list[str] = []
            try:
                check_protocol(protocol)
            except Invalid as error:
                missing = [problem.message for problem in error.fields]
            rows.append(
                {
                    "id": protocol.id,
                    "name": protocol.name,
                    "language": protocol.language,
                    "summary": protocol.summary,
                    "missing": missing,
                }
            )
        return Response(ShippedProtocolSerializer(rows, many=True).data)


def _staff(request: Request) -> User:
    if not isinstance(request.user, User) or not request.user.is_staff:
        raise NotAllowed("Only staff of this installation make projects.")
    return request.user


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
        version = protocol_change(
            project=self.project,
            protocol=_protocol(data["yaml"]),
            actor=self.actor,
            note=data["note"],
            after=data["after"],
        )
        return _document(version)


class ProtocolCheckApi(ProjectView):
    """Whether a protocol is usable, and what it says; nothing is kept."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="protocol_check",
        request=ProtocolTextSerializer,
        responses=ProtocolCheckSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        protocol = _protocol(validated(ProtocolTextSerializer, request.data)["yaml"])
        body = {
            "yaml": _yaml(protocol),
            "changed": protocol.sha256 != self.project.protocol.sha256,
        }
        return Response(ProtocolCheckSerializer(body).data)


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


class ProtocolVersionGetApi(ProjectView):
    """A protocol as it stood at one time."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="protocol_version_get", responses=ProtocolDocumentSerializer
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        return _document(self.project.protocol_versions.filter(number=number).first())


def _protocol(text: str) -> Protocol:
    try:
        return protocol_from_yaml(text, origin="protocol")
    except ProtocolError as error:
        problems = [FieldProblem(p.path, p.reason) for p in error.problems]
        raise Invalid("This is no usable protocol.", problems) from error


def _document(version: ProtocolVersion | None) -> Response:
    if version is None:
        raise Missing("There is no such protocol.")
    context = {"yaml": _yaml(version.protocol)}
    return Response(ProtocolDocumentSerializer(version, context=context).data)


def _yaml(protocol: Protocol) -> str:
    # Not the stored document: PostgreSQL does not keep the order of its keys.
    document = protocol.model_dump(mode="json")
    return yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=88)
