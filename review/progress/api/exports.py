"""Export of agreement, annotations and hours, at any time, for organizers."""

from collections.abc import Iterable

from django.http import HttpResponseBase, JsonResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from core.domain.texts import _
from core.errors import NotFoundError
from projects.access.api.base import OrganizerView
from projects.security_record.services import record_export
from reporting.export_rows import (
    SHEET_FORMATS,
    SheetFormat,
    encode_for_people,
    sheet_lines,
)
from review.progress.selectors.exports import (
    AGREEMENT_COLUMNS,
    ANNOTATION_COLUMNS,
    HOURS_COLUMNS,
    agreement_document,
    agreement_rows,
    annotation_rows,
    hours_rows,
)

_TYPES = {"jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
_FILE = {(200, kind.partition(";")[0]): OpenApiTypes.STR for kind in _TYPES.values()}


class _ExportView(OrganizerView):
    def sheet(
        self, name: str, kind: SheetFormat, lines: Iterable[str]
    ) -> HttpResponseBase:
        """Return the lines as a download, streamed while they are read."""
        response = StreamingHttpResponse(
            encode_for_people(lines, kind), content_type=_TYPES[kind]
        )
        return self.named(response, name, kind)

    def named(
        self, response: HttpResponseBase, name: str, kind: str
    ) -> HttpResponseBase:
        """Record the export and return the response as a download."""
        record_export(self.project, self.actor, name, format=kind)
        filename = f"{self.project.slug}-{name}.{kind}"
        response["Content-Disposition"] = f'attachment; filename="{filename}"'
        return response


def _sheet_format(requested: str) -> SheetFormat:
    """Return the format of that name. Raises NotFoundError."""
    for kind in SHEET_FORMATS:
        if kind == requested:
            return kind
    raise NotFoundError(
        _(
            "The format must be {sheet_formats}.",
            sheet_formats=" or ".join(SHEET_FORMATS),
        )
    )


class AgreementExportView(_ExportView):
    """Every measured value: ``json`` with the method of measurement, or ``csv``."""

    @extend_schema(
        operation_id="agreement_export",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **_FILE},
    )
    def get(self, request: Request, slug: str, file_format: str) -> HttpResponseBase:
        if file_format == "json":
            document = agreement_document(self.project)
            return self.named(
                JsonResponse(document, json_dumps_params={"indent": 1}),
                "agreement",
                "json",
            )
        if file_format != "csv":
            raise NotFoundError(_("The format must be json or csv."))
        lines = sheet_lines(agreement_rows(self.project), AGREEMENT_COLUMNS, "csv")
        return self.sheet("agreement", "csv", lines)


class AnnotationExportView(_ExportView):
    """Every revision of every submission: ``jsonl`` or ``csv``."""

    @extend_schema(operation_id="annotations_export", responses=_FILE)
    def get(self, request: Request, slug: str, file_format: str) -> HttpResponseBase:
        kind = _sheet_format(file_format)
        lines = sheet_lines(annotation_rows(self.project), ANNOTATION_COLUMNS, kind)
        return self.sheet("annotations", kind, lines)


class HoursExportView(_ExportView):
    """All days of work, by name, for pay: ``csv`` or ``jsonl``."""

    @extend_schema(operation_id="hours_export", responses=_FILE)
    def get(self, request: Request, slug: str, file_format: str) -> HttpResponseBase:
        kind = _sheet_format(file_format)
        lines = sheet_lines(hours_rows(self.project), HOURS_COLUMNS, kind)
        return self.sheet("hours", kind, lines)
