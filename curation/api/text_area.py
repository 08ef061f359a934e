"""Endpoints of the text area: distribution, previews, applying a threshold."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from curation.api.filter_serializers import (
    TextApplyInputSerializer,
    TextHistogramSerializer,
    TextPreviewInputSerializer,
    TextPreviewSerializer,
)
from curation.api.serializers import FilterRunSerializer
from curation.models.filters import FilterRun
from curation.selectors.filters import TEXT, get_preview
from curation.selectors.text_area import (
    text_histogram,
    text_preview,
    texts_of,
)
from curation.services.text_area import apply_text_threshold
from curation.services.text_previews import (
    apply_text_preview,
    begin_text_preview,
    drop_text_preview,
)
from projects.api.base import OrganizerView, number_asked, validated
from projects.api.serializers import JobSerializer
from workflow.errors import FieldProblem, InvalidInputError

_PREVIEW = OpenApiParameter(
    "preview", int, description="id of the preview whose measurements are used"
)


class TextAreaView(ViewSetMixin, OrganizerView):
    """Text area as a named preview measured it, or as currently measured."""

    def preview(self, request: Request) -> FilterRun | None:
        preview = number_asked(request, "preview")
        return get_preview(self.project, TEXT, preview) if preview else None

    @extend_schema(
        operation_id="text_histogram",
        parameters=[_PREVIEW],
        responses=TextHistogramSerializer,
    )
    def histogram(self, request: Request, slug: str) -> Response:
        """Read the distribution of the text area over the images."""
        histogram = text_histogram(self.project, self.preview(request))
        return Response(TextHistogramSerializer(histogram).data)

    @extend_schema(
        operation_id="text_preview",
        parameters=[OpenApiParameter("threshold", float, required=True), _PREVIEW],
        responses=TextPreviewSerializer,
    )
    def threshold_effects(self, request: Request, slug: str) -> Response:
        """Read the effects of another threshold."""
        threshold = _share(request.query_params.get("threshold", ""))
        run = self.preview(request)
        preview = text_preview(self.project, threshold, run)
        texts = texts_of([*preview.below, *preview.above], run)
        context = {**self.context, "texts": texts}
        return Response(TextPreviewSerializer(preview, context=context).data)

    @extend_schema(
        operation_id="text_apply",
        request=TextApplyInputSerializer,
        responses=FilterRunSerializer,
    )
    def apply(self, request: Request, slug: str) -> Response:
        """Apply another threshold; no text is recognised again."""
        data = validated(TextApplyInputSerializer, request.data)
        run = apply_text_threshold(project=self.project, actor=self.actor, **data)
        return Response(FilterRunSerializer(run).data)

    @extend_schema(
        operation_id="text_preview_begin",
        request=TextPreviewInputSerializer,
        responses={202: JobSerializer},
    )
    def begin_preview(self, request: Request, slug: str) -> Response:
        """Queue a preview that judges the text of every image by other parameters."""
        data = validated(TextPreviewInputSerializer, request.data)
        job = begin_text_preview(project=self.project, actor=self.actor, **data)
        return Response(JobSerializer(job).data, status=202)

    @extend_schema(operation_id="text_preview_drop", responses={204: None})
    def drop_preview(self, request: Request, slug: str, run_id: int) -> Response:
        """Delete a preview."""
        run = get_preview(self.project, TEXT, run_id)
        drop_text_preview(run=run, actor=self.actor)
        return Response(status=204)

    @extend_schema(
        operation_id="text_preview_apply",
        request=TextApplyInputSerializer,
        responses=FilterRunSerializer,
    )
    def apply_preview(self, request: Request, slug: str, run_id: int) -> Response:
        """Apply a preview's parameters with a threshold."""
        data = validated(TextApplyInputSerializer, request.data)
        run = get_preview(self.project, TEXT, run_id)
        applied = apply_text_preview(run=run, actor=self.actor, **data)
        return Response(FilterRunSerializer(applied).data)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        problem = FieldProblem("threshold", "Must be a number from 0 to 1.")
        raise InvalidInputError("The threshold is not valid.", [problem])
    return share
