"""Audits of published benchmarks, for those who may create projects."""

import json
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.errors import ConflictError, NotFoundError
from core.job_kinds import OUTSIDE
from core.jobs import cancel_job
from core.services import Actor
from core.translation import translate
from curation.imports.api.serializers import (
    UploadPartInputSerializer,
    UploadPartSerializer,
)
from curation.imports.services.sources import find_or_create_source
from projects.access.api.base import IsStaff, validate_input
from projects.access.selectors import access_project
from projects.history.api.serializers import JobSerializer
from projects.models import User
from projects.roles import ORGANIZERS
from published.audit.api.serializers import (
    AuditImportInputSerializer,
    AuditInputSerializer,
    AuditPlacesSerializer,
    AuditSerializer,
    AuditStartSerializer,
    AuditSummarySerializer,
)
from published.audit.selectors.audits import (
    get_audit,
    get_audit_report,
    list_audits,
    list_import_places,
    open_thumbnail,
    thumbnail_addresses,
)
from published.audit.services.audits import (
    add_audit_part,
    create_audit,
    delete_audit,
    start_audit,
)
from published.audit.services.repair_requests import import_audited_benchmark
from published.models import Audit
from published.reading.readers.columns import ColumnMapping
from subtext_protocol.text import Language

MOST_LISTED = 100
"""Audits in the list; older ones are reached by their address."""
_MEDIA_TYPES = {
    "html": "text/html",
    "json": "application/json",
    "md": "text/markdown",
    "yaml": "application/yaml",
}


class _StaffView(APIView):
    """An operation for those who may create projects; others get 403."""

    permission_classes = [IsStaff]

    @property
    def person(self) -> User:
        assert isinstance(self.request.user, User)  # noqa: S101 - authenticated
        return self.request.user

    def serialized(self, audit: Audit) -> dict[str, Any]:
        context = {"language": reader_language()}
        return dict(AuditSerializer(audit, context=context).data)


def reader_language() -> Language:
    """Return the reader's language, in which LocaleMiddleware answers."""
    return "zh" if (get_language() or "en").startswith("zh") else "en"


class AuditListView(_StaffView):
    @extend_schema(
        operation_id="audit_list", responses=AuditSummarySerializer(many=True)
    )
    def get(self, request: Request) -> Response:
        """List the person's latest audits."""
        audits = list_audits(self.person)[:MOST_LISTED]
        return Response(AuditSummarySerializer(audits, many=True).data)

    @extend_schema(
        operation_id="audit_create",
        request=AuditInputSerializer,
        responses={201: AuditSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create an audit of a place in the import folder, or of files to upload."""
        data = validate_input(AuditInputSerializer, request.data)
        earlier_id = data["earlier_id"]
        earlier = get_audit(self.person, earlier_id) if earlier_id else None
        audit = create_audit(user=self.person, path=data["path"], earlier=earlier)
        return Response(self.serialized(audit), status=201)


class AuditPlacesView(_StaffView):
    """List the places of the import folder that can be audited."""

    @extend_schema(operation_id="audit_places", responses=AuditPlacesSerializer)
    def get(self, request: Request) -> Response:
        return Response(
            {
                "available": settings.IMPORT_FOLDER is not None,
                "places": list_import_places(),
            }
        )


class AuditView(ViewSetMixin, _StaffView):
    """One audit."""

    @extend_schema(operation_id="audit_get", responses=AuditSerializer)
    def read_audit(self, request: Request, audit_id: int) -> Response:
        """Read an audit with its findings."""
        return Response(self.serialized(get_audit(self.person, audit_id)))

    @extend_schema(
        operation_id="audit_start",
        request=AuditStartSerializer,
        responses={202: AuditSerializer},
    )
    def start_audit(self, request: Request, audit_id: int) -> Response:
        """Start an audit, also again with another mapping of columns."""
        data = validate_input(AuditStartSerializer, request.data)
        audit = get_audit(self.person, audit_id)
        start_audit(audit=audit, columns=data["columns"], names=data["names"])
        return Response(self.serialized(audit), status=202)

    @extend_schema(operation_id="audit_cancel", request=None, responses=JobSerializer)
    def cancel_audit(self, request: Request, audit_id: int) -> Response:
        """Cancel a running audit."""
        audit = get_audit(self.person, audit_id)
        if audit.job is None:
            raise ConflictError(_("This audit has not begun."))
        job = cancel_job(job=audit.job, actor=Actor(self.person, OUTSIDE))
        return Response(JobSerializer(job).data)

    @extend_schema(
        operation_id="audit_import",
        request=AuditImportInputSerializer,
        responses={202: AuditSerializer},
    )
    def import_into_project(self, request: Request, audit_id: int) -> Response:
        """Import the benchmark into a project; findings become rework."""
        data = validate_input(AuditImportInputSerializer, request.data)
        audit = get_audit(self.person, audit_id)
        access = access_project(self.person, data["project"], ORGANIZERS)
        source = find_or_create_source(
            project=access.project,
            name=data["source_name"],
            licence=data["licence"],
            rights=data["rights"],
            actor=access.actor,
        )
        import_audited_benchmark(
            audit=audit,
            project=access.project,
            source=source,
            actor=access.actor,
            skip_missing=data["skip_missing"],
        )
        return Response(self.serialized(audit), status=202)

    @extend_schema(operation_id="audit_delete", responses={204: None})
    def delete_audit(self, request: Request, audit_id: int) -> Response:
        """Delete an audit with its files."""
        delete_audit(audit=get_audit(self.person, audit_id))
        return Response(status=204)


class AuditPartView(_StaffView):
    """Upload a part of a file; repeating it changes nothing."""

    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="audit_add_part",
        request=UploadPartInputSerializer,
        responses={201: UploadPartSerializer},
    )
    def post(self, request: Request, audit_id: int) -> Response:
        audit = get_audit(self.person, audit_id)
        data = validate_input(UploadPartInputSerializer, request.data)
        part = add_audit_part(audit=audit, **data)
        return Response(UploadPartSerializer(part).data, status=201)


class AuditImageView(_StaffView):
    """A small image of a case."""

    @extend_schema(
        operation_id="audit_image",
        responses={(200, "image/webp"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, audit_id: int, number: int) -> HttpResponseBase:
        file = open_thumbnail(get_audit(self.person, audit_id), number)
        response = FileResponse(file, content_type="image/webp")
        response["Cache-Control"] = "private, max-age=86400"
        return response


class AuditFileView(_StaffView):
    """Download a report as HTML, JSON or Markdown, or the mapping as YAML."""

    @extend_schema(
        operation_id="audit_file",
        parameters=[
            OpenApiParameter(
                "kind", str, OpenApiParameter.PATH, enum=sorted(_MEDIA_TYPES)
            )
        ],
        responses={(200, "*/*"): OpenApiTypes.ANY},
    )
    def get(self, request: Request, audit_id: int, kind: str) -> HttpResponse:
        audit = get_audit(self.person, audit_id)
        if kind not in _MEDIA_TYPES:
            raise NotFoundError(_("There is no such file."))
        content = _mapping(audit) if kind == "yaml" else _report(audit, kind)
        response = HttpResponse(
            content, content_type=f"{_MEDIA_TYPES[kind]}; charset=utf-8"
        )
        name = (
            f"mapping-{audit.pk}.yaml" if kind == "yaml" else f"audit-{audit.pk}.{kind}"
        )
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


def _mapping(audit: Audit) -> str:
    columns = (audit.proposal or {}).get("columns")
    if columns is None:
        raise NotFoundError(_("This audit used no mapping."))
    return ColumnMapping(**columns).to_yaml()


def _report(audit: Audit, kind: str) -> str:
    report = get_audit_report(audit)
    if kind == "json":
        return json.dumps(report.data(), ensure_ascii=False, indent=2) + "\n"
    if kind == "md":
        return report.markdown(reader_language())
    return report.html(
        reader_language(),
        thumbnails=thumbnail_addresses(audit),
        translate=translate,
    )
