"""Import of published benchmarks in the browser."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from curation.imports.api.serializers import (
    ImportSerializer,
    PublishedImportInputSerializer,
)
from curation.imports.selectors import get_upload
from projects.access.api.base import OrganizerView, validate_input
from published.imports.services.requests import begin_published_import_from_upload


class UploadImportPublishedView(OrganizerView):
    """Import an uploaded published benchmark with its records."""

    @extend_schema(
        operation_id="upload_import_published",
        request=PublishedImportInputSerializer,
        responses={202: ImportSerializer},
    )
    def post(self, request: Request, slug: str, upload_id: int) -> Response:
        upload = get_upload(self.project, upload_id, self.actor)
        data = validate_input(PublishedImportInputSerializer, request.data)
        job = begin_published_import_from_upload(
            upload=upload, actor=self.actor, **data
        )
        return Response(ImportSerializer(job).data, status=202)
