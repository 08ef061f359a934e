"""Duplicates and text area: run, look, overrule."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from curation.api.filter_serializers import (
    FilterInputSerializer,
    TextApplyInputSerializer,
    TextHistogramSerializer,
    TextPreviewSerializer,
)
from curation.api.serializers import (
    FilterRunSerializer,
)
from curation.selectors.filters import (
    filter_runs,
    text_histogram,
    text_preview,
    texts_of,
)
from curation.services.filtering import filters_begin
from curation.services.text_area import text_apply
from projects.api.base import ProjectView, page_of, validated
from projects.api.serializers import JobSerializer
from projects.selectors import ORGANIZERS
from workflow.errors import FieldProblem, Invalid


class FilterRunListApi(ProjectView):
    """Every run of a filter, latest first; and running them."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="filter_run_list", responses=page_of(FilterRunSerializer)
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(filter_runs(self.project), FilterRunSerializer)

    @extend_schema(
        operation_id="filters_begin",
        request=FilterInputSerializer,
        responses={202: JobSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(FilterInputSerializer, request.data)
        job = filters_begin(project=self.project, actor=self.actor, **data)
        return Response(JobSerializer(job).data, status=202)


class TextHistogramApi(ProjectView):
    """How the images spread over the share of text."""

    roles = ORGANIZERS

    @extend_schema(operation_id="text_histogram", responses=TextHistogramSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(TextHistogramSerializer(text_histogram(self.project)).data)


class TextPreviewApi(ProjectView):
    """What another threshold would change."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="text_preview",
        parameters=[OpenApiParameter("threshold", float, required=True)],
        responses=TextPreviewSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        threshold = _share(request.query_params.get("threshold", ""))
        preview = text_preview(self.project, threshold)
        texts = texts_of([*preview.below, *preview.above])
        context = {"slug": slug, "texts": texts}
        return Response(TextPreviewSerializer(preview, context=context).data)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        problem = FieldProblem("threshold", "A number from 0 to 1.")
        raise Invalid("This is no threshold.", [problem])
    return share


class TextApplyApi(ProjectView):
    """Put another threshold in force; nothing is read again."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="text_apply",
        request=TextApplyInputSerializer,
        responses=FilterRunSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(TextApplyInputSerializer, request.data)
        run = text_apply(project=self.project, actor=self.actor, **data)
        return Response(FilterRunSerializer(run).data)
