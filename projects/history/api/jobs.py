"""The background jobs of a project."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.jobs import cancel_job, dismiss_job, retry_job
from core.models import Job
from core.selectors import get_or_missing, list_jobs_of_role
from core.workers import live_workers
from projects.access.api.base import OrganizerView
from projects.history.api.serializers import JobSerializer, JobsSerializer


class JobView(ViewSetMixin, OrganizerView):
    """Background jobs of a project, of the kinds that the person may request."""

    @extend_schema(operation_id="job_list", responses=JobsSerializer)
    def list_jobs(self, request: Request, slug: str) -> Response:
        """Return the latest jobs and the live workers."""
        body = {"workers": live_workers(), "jobs": self._jobs()[:20]}
        return Response(JobsSerializer(body).data)

    @extend_schema(operation_id="job_cancel", request=None, responses=JobSerializer)
    def cancel_job(self, request: Request, slug: str, job_id: int) -> Response:
        """Cancel a job; its results so far stay."""
        job = cancel_job(job=self._job(job_id), actor=self.actor)
        return Response(JobSerializer(job).data)

    @extend_schema(
        operation_id="job_retry", request=None, responses={201: JobSerializer}
    )
    def retry_job(self, request: Request, slug: str, job_id: int) -> Response:
        """Start a failed job again; it continues where it stopped."""
        job = retry_job(job=self._job(job_id), actor=self.actor)
        return Response(JobSerializer(job).data, status=201)

    @extend_schema(operation_id="job_dismiss", request=None, responses=JobSerializer)
    def dismiss_job(self, request: Request, slug: str, job_id: int) -> Response:
        """Hide a failed job."""
        return Response(JobSerializer(dismiss_job(job=self._job(job_id))).data)

    def _job(self, job_id: int) -> Job:
        jobs = self._jobs().filter(pk=job_id)
        return get_or_missing(jobs, _("This project has no such job."))

    def _jobs(self) -> QuerySet[Job]:
        return list_jobs_of_role(self.project.pk, self.actor.role)
