"""Endpoints of images: funnel, list and files."""

from pathlib import PurePosixPath
from typing import IO, Any

from django.core.files.storage import default_storage
from django.http import FileResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from core.domain.texts import _
from core.errors import NotFoundError
from curation.image_files.domain.media_types import MEDIA_TYPES
from curation.images.api.addresses import FILES, FULL, image_of_key
from curation.images.api.serializers import FunnelSerializer, ImageSerializer
from curation.images.domain.states import IMAGE
from curation.images.models import Image
from curation.images.selectors.images import (
    count_images_by_state,
    get_image,
    list_images,
)
from projects.access.api.base import ProjectView, page_schema, query_number
from projects.roles import MEMBERS, ORGANIZERS


class FunnelView(ProjectView):
    """Number of images in each state."""

    roles = ORGANIZERS

    @extend_schema(operation_id="funnel_get", responses=FunnelSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(FunnelSerializer(count_images_by_state(self.project)).data)


class ImageListView(ProjectView):
    """List the project's images, newest first."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="image_list",
        parameters=[
            OpenApiParameter("status", str, enum=IMAGE.states),
            OpenApiParameter("search", str, description="Part of a path"),
            OpenApiParameter("source", int, description="Id of a source"),
            OpenApiParameter("job", int, description="Id of an import"),
            OpenApiParameter("cursor", str),
            OpenApiParameter("page_size", int),
        ],
        responses=page_schema(ImageSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        images = list_images(
            self.project,
            status=request.query_params.get("status", ""),
            search=request.query_params.get("search", ""),
            source_id=query_number(request, "source"),
            job_id=query_number(request, "job"),
        )
        return self.paginate(images, ImageSerializer)


class AnyAccept(BaseContentNegotiation):
    """Content negotiation that ignores the Accept header, as images have one format."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(
        self, request: Any, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


_FILE = OpenApiParameter("file", str, OpenApiParameter.PATH, enum=FILES)
_BYTES = {(200, "image/*"): OpenApiTypes.BINARY}


class ImageFileView(ProjectView):
    """Download an image file by id, for organizers.

    The original with its metadata is never served. For other people the image does not
    exist.
    """

    content_negotiation_class = AnyAccept

    @extend_schema(operation_id="image_file", parameters=[_FILE], responses=_BYTES)
    def get(
        self, request: Request, slug: str, image_id: int, file: str
    ) -> HttpResponseBase:
        if self.actor.role not in ORGANIZERS:
            raise NotFoundError(_("There is no such image."))
        return image_response(request, get_image(self.project, image_id), file)


class ShownImageFileView(ProjectView):
    """Download an image file by the key that was signed for the current person."""

    roles = MEMBERS
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="shown_image_file", parameters=[_FILE], responses=_BYTES
    )
    def get(self, request: Request, slug: str, key: str, file: str) -> HttpResponseBase:
        return image_response(request, image_of_key(self.access, key), file)


def image_response(request: Request, image: Image, file: str) -> HttpResponseBase:
    """Return one file of an image; browsers must revalidate it, so access can end.

    Raises NotFoundError for a file name that images do not have.
    """
    if file not in FILES:
        raise NotFoundError(_("There is no such file."))
    # The content of a file's name never changes.
    name = image.sha256 if file == FULL else PurePosixPath(getattr(image, file)).stem
    etag = f'"{name[:32]}-{file}"'
    response: HttpResponseBase
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        response = HttpResponseNotModified()
    else:
        content, media_type = _open(image, file)
        response = FileResponse(content, content_type=media_type)
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    return response


def _open(image: Image, file: str) -> tuple[IO[bytes], str]:
    """Return one file of an image, opened, and its media type."""
    if file == FULL:
        # Its packages are imported only where a file may have to be made.
        from curation.images.services.full_size import (  # noqa: PLC0415
            open_full_size,
        )

        return open_full_size(image)
    name: str = getattr(image, file)
    return default_storage.open(name), MEDIA_TYPES[PurePosixPath(name).suffix]
