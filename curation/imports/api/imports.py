"""Endpoints of uploads and imports."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from curation.imports.api.serializers import (
    BucketImportInputSerializer,
    BucketsSerializer,
    ImportRejectionSerializer,
    ImportSerializer,
    UploadImportInputSerializer,
    UploadInputSerializer,
    UploadPartInputSerializer,
    UploadPartSerializer,
    UploadSerializer,
)
from curation.imports.selectors import (
    get_source,
    get_upload,
    import_rejections,
    list_import_jobs_of_person,
)
from curation.imports.services.requests import (
    begin_import_from_bucket,
    begin_import_from_upload,
)
from curation.imports.services.uploads import add_upload_part, begin_upload
from curation.material.domain.manifests.options import ManifestOptions, UnlistedFiles
from projects.access.api.base import OrganizerView, page_schema, validate_input


class UploadView(ViewSetMixin, OrganizerView):
    """Uploads from the browser."""

    @extend_schema(
        operation_id="upload_begin",
        request=UploadInputSerializer,
        responses={201: UploadSerializer},
    )
    def begin_upload(self, request: Request, slug: str) -> Response:
        """Begin an upload of files of one source."""
        data = validate_input(UploadInputSerializer, request.data)
        source = get_source(self.project, data["source_id"])
        upload = begin_upload(project=self.project, source=source, actor=self.actor)
        return Response(UploadSerializer(upload).data, status=201)

    @extend_schema(operation_id="upload_get", responses=UploadSerializer)
    def upload_file_part(self, request: Request, slug: str, upload_id: int) -> Response:
        """Read an upload and its stored parts."""
        upload = get_upload(self.project, upload_id, self.actor)
        return Response(UploadSerializer(upload).data)

    @extend_schema(
        operation_id="upload_import",
        request=UploadImportInputSerializer,
        responses={202: ImportSerializer},
    )
    def start_import(self, request: Request, slug: str, upload_id: int) -> Response:
        """Import the uploaded files."""
        data = validate_input(UploadImportInputSerializer, request.data)
        upload = get_upload(self.project, upload_id, self.actor)
        job = begin_import_from_upload(
            upload=upload,
            actor=self.actor,
            filters=data["filters"],
            names=data["names"],
            manifests=_manifest_options(data),
        )
        return Response(ImportSerializer(job).data, status=202)


class UploadPartView(OrganizerView):
    """Upload a part of a file; repeating it changes nothing."""

    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="upload_add_part",
        request=UploadPartInputSerializer,
        responses={201: UploadPartSerializer},
    )
    def post(self, request: Request, slug: str, upload_id: int) -> Response:
        upload = get_upload(self.project, upload_id, self.actor)
        data = validate_input(UploadPartInputSerializer, request.data)
        part = add_upload_part(upload=upload, **data)
        return Response(UploadPartSerializer(part).data, status=201)


class ImportView(ViewSetMixin, OrganizerView):
    """Imports, and buckets to import from."""

    @extend_schema(operation_id="import_list", responses=page_schema(ImportSerializer))
    def list_imports(self, request: Request, slug: str) -> Response:
        """List all imports, newest first."""
        imports = list_import_jobs_of_person(self.project, self.actor)
        return self.paginate(imports, ImportSerializer)

    @extend_schema(operation_id="import_buckets", responses=BucketsSerializer)
    def list_buckets(self, request: Request, slug: str) -> Response:
        """List the S3 buckets that this installation allows for imports."""
        return Response({"buckets": settings.IMPORT_S3_BUCKETS})

    @extend_schema(
        operation_id="import_from_bucket",
        request=BucketImportInputSerializer,
        responses={202: ImportSerializer},
    )
    def import_from_bucket(self, request: Request, slug: str) -> Response:
        """Import the objects below a prefix of a bucket."""
        data = validate_input(BucketImportInputSerializer, request.data)
        job = begin_import_from_bucket(
            project=self.project,
            source=get_source(self.project, data["source_id"]),
            bucket=data["bucket"],
            prefix=data["prefix"],
            filters=data["filters"],
            manifests=_manifest_options(data),
            actor=self.actor,
        )
        return Response(ImportSerializer(job).data, status=202)

    @extend_schema(
        operation_id="import_rejection_list",
        responses=page_schema(ImportRejectionSerializer),
    )
    def list_rejections(self, request: Request, slug: str, job_id: int) -> Response:
        """List the files that one import rejected, with the reasons."""
        return self.paginate(
            import_rejections(self.project, job_id),
            ImportRejectionSerializer,
            ordering="id",
        )


def _manifest_options(data: Mapping[str, Any]) -> ManifestOptions:
    return ManifestOptions(data["encoding"], UnlistedFiles(data["unlisted"]))
