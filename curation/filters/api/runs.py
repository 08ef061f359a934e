"""Endpoint that lists and queues filter runs."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from curation.filters.api.serializers import FilterInputSerializer, FilterRunSerializer
from curation.filters.selectors.runs import filter_runs
from curation.filters.services.requests import begin_filters
from projects.access.api.base import OrganizerView, page_schema, validate_input
from projects.history.api.serializers import JobSerializer


class FilterRunListView(OrganizerView):
    """List all runs of stages, newest first, or queue stages."""

    @extend_schema(
        operation_id="filter_run_list", responses=page_schema(FilterRunSerializer)
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(filter_runs(self.project), FilterRunSerializer)

    @extend_schema(
        operation_id="filters_begin",
        request=FilterInputSerializer,
        responses={202: JobSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validate_input(FilterInputSerializer, request.data)
        job = begin_filters(project=self.project, actor=self.actor, **data)
        return Response(JobSerializer(job).data, status=202)
