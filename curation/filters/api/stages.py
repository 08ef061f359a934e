"""Endpoints of the stages: descriptions, histograms, previews and thresholds."""

import math
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.filters.api.serializers import (
    FilterRunSerializer,
    StageDescriptionSerializer,
    StageHistogramSerializer,
    StagePreviewInputSerializer,
    ThresholdEffectsSerializer,
    ThresholdInputSerializer,
)
from curation.filters.models import FilterRun
from curation.filters.selectors.runs import get_preview, get_threshold_stage
from curation.filters.selectors.stage_descriptions import stage_descriptions
from curation.filters.selectors.thresholds import (
    measurements_of_stage,
    stage_histogram,
    threshold_effects,
)
from curation.filters.services.previews import (
    apply_stage_preview,
    begin_stage_preview,
    drop_stage_preview,
)
from curation.filters.services.thresholds import apply_threshold
from curation.stages.base import ImageMeasure, ImageStage
from projects.access.api.base import OrganizerView, query_number, validate_input
from projects.history.api.serializers import JobSerializer

_PREVIEW = OpenApiParameter(
    "preview", int, description="id of the preview whose measurements are used"
)
_MEASURE = OpenApiParameter(
    "measure", str, description="id of the measure; by default the stage's first"
)


class StageListView(OrganizerView):
    """List the installed stages of curation in order, those that are off included."""

    @extend_schema(
        operation_id="stage_list", responses=StageDescriptionSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        stages = stage_descriptions(self.project)
        return Response(StageDescriptionSerializer(stages, many=True).data)


class StageView(ViewSetMixin, OrganizerView):
    """The values that a stage measured, in a named preview or currently."""

    @extend_schema(
        operation_id="stage_histogram",
        parameters=[_MEASURE, _PREVIEW],
        responses=StageHistogramSerializer,
    )
    def read_histogram(self, request: Request, slug: str, stage_id: str) -> Response:
        """Read the distribution of a measure over the images."""
        stage = get_threshold_stage(self.project, stage_id)
        measure = _measure(stage, request.query_params.get("measure", ""))
        preview = self._preview(request, stage)
        histogram = stage_histogram(self.project, stage, measure, preview)
        return Response(StageHistogramSerializer(histogram).data)

    @extend_schema(
        operation_id="stage_effects",
        parameters=[
            _MEASURE,
            OpenApiParameter("threshold", float, required=True),
            _PREVIEW,
        ],
        responses=ThresholdEffectsSerializer,
    )
    def read_threshold_effects(
        self, request: Request, slug: str, stage_id: str
    ) -> Response:
        """Read the effects of another threshold."""
        stage = get_threshold_stage(self.project, stage_id)
        measure = _measure(stage, request.query_params.get("measure", ""))
        threshold = _number(request.query_params.get("threshold", ""))
        preview = self._preview(request, stage)
        effects = threshold_effects(self.project, stage, measure, threshold, preview)
        listed = [*effects.passing, *effects.excluded]
        context = {
            **self.context,
            "measurements": measurements_of_stage(stage, listed, preview),
        }
        return Response(ThresholdEffectsSerializer(effects, context=context).data)

    @extend_schema(
        operation_id="stage_apply",
        request=ThresholdInputSerializer,
        responses=FilterRunSerializer,
    )
    def apply_threshold(self, request: Request, slug: str, stage_id: str) -> Response:
        """Apply another threshold; nothing is measured again."""
        stage = get_threshold_stage(self.project, stage_id)
        run = apply_threshold(
            project=self.project,
            stage=stage,
            actor=self.actor,
            **_threshold_asked(request, stage),
        )
        return Response(FilterRunSerializer(run).data)

    @extend_schema(
        operation_id="stage_preview_begin",
        request=StagePreviewInputSerializer,
        responses={202: JobSerializer},
    )
    def begin_preview(self, request: Request, slug: str, stage_id: str) -> Response:
        """Queue a preview that measures every image with other parameters."""
        stage = get_threshold_stage(self.project, stage_id)
        data = validate_input(StagePreviewInputSerializer, request.data)
        job = begin_stage_preview(
            project=self.project, stage=stage, actor=self.actor, **data
        )
        return Response(JobSerializer(job).data, status=202)

    @extend_schema(operation_id="stage_preview_drop", responses={204: None})
    def drop_preview(
        self, request: Request, slug: str, stage_id: str, run_id: int
    ) -> Response:
        """Delete a preview."""
        stage = get_threshold_stage(self.project, stage_id)
        run = get_preview(self.project, stage.id, run_id)
        drop_stage_preview(run=run, actor=self.actor)
        return Response(status=204)

    @extend_schema(
        operation_id="stage_preview_apply",
        request=ThresholdInputSerializer,
        responses=FilterRunSerializer,
    )
    def apply_preview(
        self, request: Request, slug: str, stage_id: str, run_id: int
    ) -> Response:
        """Apply a preview's parameters with a threshold."""
        stage = get_threshold_stage(self.project, stage_id)
        threshold = _threshold_asked(request, stage)
        run = get_preview(self.project, stage.id, run_id)
        applied = apply_stage_preview(
            run=run, stage=stage, actor=self.actor, **threshold
        )
        return Response(FilterRunSerializer(applied).data)

    def _preview(self, request: Request, stage: ImageStage[Any]) -> FilterRun | None:
        preview = query_number(request, "preview")
        return get_preview(self.project, stage.id, preview) if preview else None


def _threshold_asked(request: Request, stage: ImageStage[Any]) -> dict[str, Any]:
    data = validate_input(ThresholdInputSerializer, request.data)
    return {**data, "measure": _measure(stage, data["measure"])}


def _measure(stage: ImageStage[Any], measure_id: str) -> ImageMeasure:
    measure = stage.get_measure(measure_id)
    if measure is None:
        known = ", ".join(measure.id for measure in stage.measures)
        problem = FieldProblem("measure", _("Must be one of {names}.", names=known))
        raise InvalidInputError(_("This stage has no such measure."), [problem])
    return measure


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        problem = FieldProblem("threshold", _("Must be a number."))
        raise InvalidInputError(_("The threshold is not valid."), [problem])
    return number
