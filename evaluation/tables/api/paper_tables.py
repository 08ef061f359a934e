"""API of result tables for a paper."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiParameter,
    extend_schema,
    extend_schema_field,
)
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.errors import InvalidInputError, NotFoundError, unknown_choice
from evaluation.marking.selectors.error_analyses import (
    findings_table,
    get_error_analysis,
)
from evaluation.scores.api.leaderboard import COMPLETE_ONLY, complete_only_in
from evaluation.tables.selectors.paper_tables import (
    paper_tables,
    render_table,
    render_tables,
    table_language,
)
from projects.access.api.base import OrganizerView
from releases.records.models import Release
from releases.records.selectors.releases import get_release
from reporting.export_rows import encode_for_people
from reporting.tables import FILE_ENDINGS, Table
from subtext_protocol.text import LANGUAGES, Language

_TYPES = {
    "markdown": "text/markdown; charset=utf-8",
    "latex": "application/x-tex; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}
_FILES = dict.fromkeys(
    [(200, kind.partition(";")[0]) for kind in _TYPES.values()], OpenApiTypes.STR
)


class TableRowSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(
        read_only=True,
        help_text="The label, with the mark of its note below the table.",
    )
    values = serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        read_only=True,
        help_text="Numbers in the table's unit; null for texts and missing values.",
    )
    runs = serializers.ListField(
        child=serializers.IntegerField(), help_text="Runs that the values are from."
    )
    figures = serializers.ListField(
        child=serializers.CharField(),
        read_only=True,
        help_text="The values as they are printed, with spreads and marks of footnotes.",
    )


class TableGroupSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    rows = TableRowSerializer(many=True)


class PaperTableSerializer(serializers.Serializer[Any]):
    """Table as values, and as file text in each format."""

    id = serializers.CharField()
    title = serializers.CharField()
    head = serializers.CharField()
    note = serializers.CharField(
        source="notes", help_text="Abbreviations and footnotes; empty without any."
    )
    columns = serializers.ListField(child=serializers.CharField())
    text_columns = serializers.ListField(
        child=serializers.BooleanField(),
        help_text="For each column whether it has words, which are aligned left.",
    )
    groups = serializers.SerializerMethodField()
    unit = serializers.ChoiceField(
        choices=["share", "mean"], help_text="Of the values: shares are 0 to 1."
    )
    texts = serializers.SerializerMethodField()

    @extend_schema_field(TableGroupSerializer(many=True))
    def get_groups(self, table: Table) -> Any:
        return [
            {
                "title": group.title,
                "rows": [
                    {
                        "name": table.marked_label(row),
                        "values": [
                            None if isinstance(value, str) else value
                            for value in row.values
                        ],
                        "runs": row.runs,
                        "figures": table.marked_figures(row),
                    }
                    for row in group.rows
                ],
            }
            for group in table.groups
        ]

    def get_texts(self, table: Table) -> dict[str, str]:
        language = self.context["language"]
        return {kind: render_table(table, kind, language) for kind in FILE_ENDINGS}


IN_LANGUAGE = OpenApiParameter(
    "language",
    str,
    enum=LANGUAGES,
    description="Language of the texts; without one, that of the benchmark.",
)


def language_in(request: Request, release: Release) -> Language:
    """Return the language asked for, else the benchmark's. Raises InvalidInputError."""
    name = request.query_params.get("language")
    known = next((language for language in LANGUAGES if language == name), None)
    if name and known is None:
        raise InvalidInputError(
            _("There is no language {name}.", name=name),
            [unknown_choice("language", LANGUAGES)],
        )
    return table_language(release, known)


def _table_file(
    tables: Sequence[Table], file_format: str, language: Language, name: str
) -> HttpResponse:
    """Return tables as a file to download. Raises NotFoundError for the format."""
    kind = next((known for known in FILE_ENDINGS if known == file_format), None)
    if kind is None:
        raise NotFoundError(
            _("The format must be one of {formats}.", formats=", ".join(FILE_ENDINGS))
        )
    text = render_tables(tables, kind, language)
    response = HttpResponse(
        b"".join(encode_for_people([text], kind)), content_type=_TYPES[kind]
    )
    response["Content-Disposition"] = (
        f'attachment; filename="{name}.{FILE_ENDINGS[kind]}"'
    )
    return response


class TableView(ViewSetMixin, OrganizerView):
    """Tables of a paper's results section."""

    @extend_schema(
        operation_id="table_list",
        parameters=[IN_LANGUAGE, COMPLETE_ONLY],
        responses={200: PaperTableSerializer(many=True)},
    )
    def tables(self, request: Request, slug: str, version: str) -> Response:
        """List the tables for the settings and labels that have scores."""
        release = get_release(self.project, version)
        language = language_in(request, release)
        tables = paper_tables(
            release, language, complete_only=complete_only_in(request)
        )
        context = {"language": language}
        return Response(PaperTableSerializer(tables, many=True, context=context).data)

    @extend_schema(
        operation_id="table_file",
        parameters=[IN_LANGUAGE, COMPLETE_ONLY],
        responses=_FILES,
    )
    def file(
        self, request: Request, slug: str, version: str, file_format: str
    ) -> HttpResponse:
        """Return all tables in one file."""
        release = get_release(self.project, version)
        language = language_in(request, release)
        tables = paper_tables(
            release, language, complete_only=complete_only_in(request)
        )
        return _table_file(tables, file_format, language, f"{slug}-{version}-tables")

    @extend_schema(
        operation_id="analysis_file", parameters=[IN_LANGUAGE], responses=_FILES
    )
    def errors(
        self, request: Request, slug: str, analysis_id: int, file_format: str
    ) -> HttpResponse:
        """Return the shares of the kinds of errors as a table."""
        analysis = get_error_analysis(self.project, analysis_id)
        language = language_in(request, analysis.run.release)
        table = findings_table(analysis, language)
        name = f"{slug}-{analysis.run.release.version}-errors-{analysis.pk}"
        return _table_file([table], file_format, language, name)
