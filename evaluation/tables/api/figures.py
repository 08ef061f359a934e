"""API of figures for a paper, as SVG, PDF and the data behind them."""

from typing import Any, get_args

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.errors import InvalidInputError, NotFoundError
from evaluation.marking.selectors.error_analyses import get_error_analysis
from evaluation.scores.api.leaderboard import COMPLETE_ONLY, complete_only_in
from evaluation.tables.api.paper_tables import IN_LANGUAGE, language_in
from evaluation.tables.selectors.figures import (
    PaperFigure,
    error_chart,
    get_paper_figure,
    paper_figures,
)
from projects.access.api.base import OrganizerView
from releases.records.selectors.releases import get_release
from reporting.charts import Chart
from reporting.drawing import DrawingUnavailableError, FigureForm, can_draw, draw_chart
from reporting.export_rows import encode_for_people

_TYPES = {
    "svg": "image/svg+xml",
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
}
_FILES: dict[Any, Any] = {
    (200, kind.partition(";")[0]): OpenApiTypes.BINARY for kind in _TYPES.values()
}


class PaperFigureSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    drawable = serializers.SerializerMethodField(
        help_text="Whether this installation can draw; the numbers are always there."
    )

    def get_drawable(self, figure: PaperFigure) -> bool:
        return can_draw()


class FigureView(ViewSetMixin, OrganizerView):
    """Figures of a paper."""

    @extend_schema(
        operation_id="figure_list",
        parameters=[IN_LANGUAGE, COMPLETE_ONLY],
        responses=PaperFigureSerializer(many=True),
    )
    def figures(self, request: Request, slug: str, version: str) -> Response:
        """List the charts of a release that have numbers."""
        release = get_release(self.project, version)
        figures = paper_figures(
            release,
            language_in(request, release),
            complete_only=complete_only_in(request),
        )
        return Response(PaperFigureSerializer(figures, many=True).data)

    @extend_schema(
        operation_id="figure_file",
        parameters=[IN_LANGUAGE, COMPLETE_ONLY],
        responses=_FILES,
    )
    def file(
        self, request: Request, slug: str, version: str, figure_id: str, form: str
    ) -> HttpResponse:
        """Return a chart as SVG or PDF, or its numbers as CSV."""
        release = get_release(self.project, version)
        figure = get_paper_figure(
            release,
            figure_id,
            language_in(request, release),
            complete_only=complete_only_in(request),
        )
        return _file(figure.chart, form, f"{slug}-{version}-{figure.id}")

    @extend_schema(
        operation_id="error_figure_file", parameters=[IN_LANGUAGE], responses=_FILES
    )
    def errors(
        self, request: Request, slug: str, analysis_id: int, form: str
    ) -> HttpResponse:
        """Return the distribution of the kinds of errors as a chart."""
        analysis = get_error_analysis(self.project, analysis_id)
        language = language_in(request, analysis.run.release)
        name = f"{slug}-{analysis.run.release.version}-errors-{analysis.pk}"
        return _file(error_chart(analysis, language), form, name)


def _file(chart: Chart, form: str, name: str) -> HttpResponse:
    if form not in _TYPES:
        raise NotFoundError(
            _("The format must be one of {formats}.", formats=", ".join(_TYPES))
        )
    drawn = next((known for known in get_args(FigureForm) if known == form), None)
    try:
        content = (
            draw_chart(chart, drawn)
            if drawn
            else b"".join(encode_for_people([chart.csv()], form))
        )
    except DrawingUnavailableError as error:
        raise InvalidInputError(error.args[0]) from error
    response = HttpResponse(content, content_type=_TYPES[form])
    response["Content-Disposition"] = f'inline; filename="{name}.{form}"'
    return response
