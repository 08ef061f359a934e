"""API of result tables for a paper."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.selectors.tables import FORMATS, paper_tables, rendered
from projects.api.base import OrganizerView
from projects.domain.tables import Row, Table
from releases.selectors.records import get_release
from workflow.errors import NotFoundError

_TYPES = {
    "md": "text/markdown; charset=utf-8",
    "tex": "application/x-tex; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}
_FILES = [(200, kind.partition(";")[0]) for kind in _TYPES.values()]


class TableRowSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(source="label")
    values = serializers.ListField(child=serializers.FloatField(allow_null=True))
    figures = serializers.SerializerMethodField(
        help_text="The values as they are printed, with the spread over several runs."
    )

    def get_figures(self, row: Row) -> list[str]:
        table: Table = self.context["table"]
        return table.figures(row)


class TableGroupSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    rows = TableRowSerializer(many=True)


class PaperTableSerializer(serializers.Serializer[Any]):
    """Table as values, and as file text in each format."""

    id = serializers.CharField()
    title = serializers.CharField()
    head = serializers.CharField()
    columns = serializers.ListField(child=serializers.CharField())
    groups = serializers.SerializerMethodField()
    unit = serializers.ChoiceField(
        choices=["share", "mean"], help_text="Of the values: shares are 0 to 1."
    )
    texts = serializers.SerializerMethodField()

    @extend_schema_field(TableGroupSerializer(many=True))
    def get_groups(self, table: Table) -> Any:
        context = {"table": table}
        return TableGroupSerializer(table.groups, many=True, context=context).data

    def get_texts(self, table: Table) -> dict[str, str]:
        return {kind: rendered(table, kind) for kind in FORMATS}


class TableView(ViewSetMixin, OrganizerView):
    """Tables of a paper's results section."""

    @extend_schema(
        operation_id="table_list", responses={200: PaperTableSerializer(many=True)}
    )
    def tables(self, request: Request, slug: str, version: str) -> Response:
        """List the tables for the settings and labels that have scores."""
        tables = paper_tables(get_release(self.project, version))
        return Response(PaperTableSerializer(tables, many=True).data)

    @extend_schema(
        operation_id="table_file", responses=dict.fromkeys(_FILES, OpenApiTypes.STR)
    )
    def file(
        self, request: Request, slug: str, version: str, file_format: str
    ) -> HttpResponse:
        """Return all tables in one file."""
        release = get_release(self.project, version)
        kind = next((one for one in FORMATS if one == file_format), None)
        if kind is None:
            raise NotFoundError(f"The format must be one of {', '.join(FORMATS)}.")
        texts = [rendered(table, kind) for table in paper_tables(release)]
        response = HttpResponse("\n".join(texts), content_type=_TYPES[kind])
        name = f"{slug}-{version}-tables.{kind}"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
