"""API of the table of an error analysis, as a file."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from evaluation.marking.selectors.error_analyses import (
    findings_table,
    get_error_analysis,
)
from evaluation.tables.api.paper_tables import (
    FILES,
    IN_LANGUAGE,
    language_in,
    table_file,
)
from projects.access.api.base import OrganizerView


class ErrorTableView(OrganizerView):
    """The shares of the kinds of errors in an analysis."""

    @extend_schema(
        operation_id="analysis_file",
        parameters=[IN_LANGUAGE],
        responses=dict.fromkeys(FILES, OpenApiTypes.STR),
    )
    def get(
        self, request: Request, slug: str, analysis_id: int, file_format: str
    ) -> HttpResponse:
        """Return the shares of the kinds of errors as a table."""
        analysis = get_error_analysis(self.project, analysis_id)
        language = language_in(request, analysis.run.release)
        table = findings_table(analysis, language)
        name = f"{slug}-{analysis.run.release.version}-errors-{analysis.pk}"
        return table_file([table], file_format, language, name)
