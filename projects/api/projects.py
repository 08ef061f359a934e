"""Projects and their jobs."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from projects.api.base import IsStaff, OrganizerView, ProjectView, validate_input
from projects.api.protocols import protocol_of
from projects.api.serializers import (
    JobSerializer,
    JobsSerializer,
    MyMembershipSerializer,
    ProjectInputSerializer,
    ProjectNameSerializer,
    ProjectSerializer,
)
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.reading import ProtocolError
from projects.domain.shipped import shipped_protocol
from projects.models import User
from projects.project_settings import create_project
from projects.selectors import MEMBERS, memberships_of
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError
from workflow.jobs import cancel_job, dismiss_job, retry_job
from workflow.models import Job
from workflow.selectors import get_or_missing, list_jobs_for
from workflow.workers import live_workers


class ProjectListView(APIView):
    """List the projects of the person, or create one."""

    def get_permissions(self) -> Sequence[Any]:
        creates = self.request.method == "POST"
        return [IsStaff()] if creates else super().get_permissions()

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
        """Create a project and become its maintainer."""
        assert isinstance(request.user, User)  # noqa: S101 - authenticated
        data = validate_input(ProjectInputSerializer, request.data)
        protocol = (
            protocol_of(data["yaml"])
            if data["yaml"]
            else _load_shipped_protocol(data["protocol"])
        )
        project = create_project(
            slug=data["slug"],
            name=data["name"],
            protocol=protocol,
            maintainer=request.user,
        )
        return Response(ProjectNameSerializer(project).data, status=201)


def _load_shipped_protocol(protocol_id: str) -> Protocol:
    try:
        return shipped_protocol(protocol_id)
    except ProtocolError as error:
        problem = FieldProblem("protocol", error.problems[0].reason)
        raise InvalidInputError(
            _("There is no protocol with this id."), [problem]
        ) from error


class ProjectGetView(ProjectView):
    """Return a project with its protocol and the person's role."""

    roles = MEMBERS

    @extend_schema(operation_id="project_get", responses=ProjectSerializer)
    def get(self, request: Request, slug: str) -> Response:
        context = {"role": self.actor.role}
        return Response(ProjectSerializer(self.project, context=context).data)


class JobView(ViewSetMixin, OrganizerView):
    """Background jobs of a project, of the kinds that the person may request."""

    @extend_schema(operation_id="job_list", responses=JobsSerializer)
    def jobs(self, request: Request, slug: str) -> Response:
        """Return the latest jobs and the live workers."""
        body = {"workers": live_workers(), "jobs": self._jobs()[:20]}
        return Response(JobsSerializer(body).data)

    @extend_schema(operation_id="job_cancel", request=None, responses=JobSerializer)
    def cancel(self, request: Request, slug: str, job_id: int) -> Response:
        """Cancel a job; its results so far stay."""
        job = cancel_job(job=self._job(job_id), actor=self.actor)
        return Response(JobSerializer(job).data)

    @extend_schema(
        operation_id="job_retry", request=None, responses={201: JobSerializer}
    )
    def retry(self, request: Request, slug: str, job_id: int) -> Response:
        """Start a failed job again; it continues where it stopped."""
        job = retry_job(job=self._job(job_id), actor=self.actor)
        return Response(JobSerializer(job).data, status=201)

    @extend_schema(operation_id="job_dismiss", request=None, responses=JobSerializer)
    def dismiss(self, request: Request, slug: str, job_id: int) -> Response:
        """Hide a failed job."""
        return Response(JobSerializer(dismiss_job(job=self._job(job_id))).data)

    def _job(self, job_id: int) -> Job:
        jobs = self._jobs().filter(pk=job_id)
        return get_or_missing(jobs, _("This project has no such job."))

    def _jobs(self) -> QuerySet[Job]:
        return list_jobs_for(self.project.pk, self.actor.role)
