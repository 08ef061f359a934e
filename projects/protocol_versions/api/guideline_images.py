"""Images of the annotation guidelines: maintainers upload them, all members see them."""

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import ProjectView, validate_input
from projects.protocol_versions.services.guideline_images import (
    open_guideline_image,
    store_guideline_image,
)
from projects.roles import MAINTAINERS, MEMBERS


class GuidelineImageInputSerializer(serializers.Serializer[object]):
    file = serializers.FileField(help_text="PNG, JPEG or WebP, at most 2 MB.")


class GuidelineImageSerializer(serializers.Serializer[object]):
    name = serializers.CharField(help_text="Used in Markdown: ![What it shows](name)")


class GuidelineImageUploadView(ProjectView):
    """Store an image to be named in guidelines or examples of the protocol."""

    roles = MAINTAINERS
    parser_classes = [MultiPartParser]

    @extend_schema(
        operation_id="guideline_image_add",
        request={"multipart/form-data": GuidelineImageInputSerializer},
        responses={201: GuidelineImageSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validate_input(GuidelineImageInputSerializer, request.data)
        name = store_guideline_image(project=self.project, content=data["file"].read())
        return Response(GuidelineImageSerializer({"name": name}).data, status=201)


class GuidelineImageView(ProjectView):
    """Return an image of the guidelines; under its name it never changes."""

    roles = MEMBERS

    @extend_schema(
        operation_id="guideline_image_get",
        responses={(200, "image/*"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, name: str) -> FileResponse:
        response = FileResponse(open_guideline_image(self.project, name), filename=name)
        response["Cache-Control"] = "private, max-age=31536000, immutable"
        return response
