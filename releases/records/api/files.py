"""The files of a published release: one at a time, or all in a zip archive.

The files contain correct answers, so annotators cannot read them: they may still be
asked to validate.
"""

from mimetypes import guess_type

from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import OrganizerView
from projects.roles import MAINTAINERS
from projects.security_record.services import record_export
from releases.records.api.serializers import ReleaseFileSerializer
from releases.records.models import Release
from releases.records.selectors.files import (
    folder_name,
    open_release_file,
    release_files,
    release_zip,
    require_given_out,
)
from releases.records.selectors.releases import answers_json, get_built_release


class _FilesView(OrganizerView):
    def release(self, version: str) -> Release:
        return get_built_release(self.project, version)

    def record(self, name: str, **data: str) -> None:
        record_export(self.project, self.actor, name, **data)


class ReleaseFileListView(_FilesView):
    """List the files of a release with their hashes and sizes."""

    @extend_schema(
        operation_id="release_file_list", responses=ReleaseFileSerializer(many=True)
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        files = [file._asdict() for file in release_files(self.release(version))]
        return Response(ReleaseFileSerializer(files, many=True).data)


class ReleaseFileView(_FilesView):
    """Download one file as it was published."""

    @extend_schema(
        operation_id="release_file",
        parameters=[OpenApiParameter("path", str, OpenApiParameter.PATH)],
        responses={(200, "*/*"): OpenApiTypes.ANY},
    )
    def get(
        self, request: Request, slug: str, version: str, path: str
    ) -> HttpResponseBase:
        opened = open_release_file(self.release(version), path)
        self.record("release", version=version, file=path)
        media_type = guess_type(path)[0] or "application/octet-stream"
        return FileResponse(
            opened,
            as_attachment=True,
            filename=path.rpartition("/")[2],
            content_type=media_type,
        )


class ReleaseDownloadView(_FilesView):
    """Download the whole folder as a zip archive, which is created while it is sent."""

    @extend_schema(
        operation_id="release_download",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, version: str) -> HttpResponseBase:
        release = self.release(version)
        require_given_out(release)
        self.record("release", version=version)
        response = StreamingHttpResponse(
            release_zip(release), content_type="application/zip"
        )
        name = f"{folder_name(release)}.zip"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class ReleaseAnswersView(_FilesView):
    """Download the private correct answers with their salts, for publication."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_answers",
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, slug: str, version: str) -> HttpResponse:
        release = self.release(version)
        content = answers_json(release)
        self.record("answers", version=version)
        response = HttpResponse(content, content_type="application/json")
        name = f"{folder_name(release)}-answers.json"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
