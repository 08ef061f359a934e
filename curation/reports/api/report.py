"""Endpoint of the funnel report."""

from dataclasses import asdict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.reports.api.report_serializers import FunnelReportSerializer
from curation.reports.domain.report_text import LANGUAGES, report_texts
from curation.reports.selectors.report import funnel_report
from projects.access.api.base import OrganizerView


class FunnelReportView(OrganizerView):
    """Read the funnel report: counts of every stage, and texts for a paper."""

    @extend_schema(
        operation_id="funnel_report",
        parameters=[OpenApiParameter("language", str, enum=LANGUAGES)],
        responses=FunnelReportSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        language = request.query_params.get("language", LANGUAGES[0])
        if language not in LANGUAGES:
            problem = FieldProblem(
                "language",
                _("Must be one of {names}.", names=", ".join(LANGUAGES)),
            )
            raise InvalidInputError(
                _("The report is not available in this language."), [problem]
            )
        report = funnel_report(self.project)
        texts = report_texts(report, language)
        serializer = FunnelReportSerializer({**asdict(report), "texts": texts})
        return Response(serializer.data)
