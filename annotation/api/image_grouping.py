"""Grouping images into items."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.services.image_grouping import group_images, ungroup_images
from curation.api.serializers import ImageSerializer
from projects.api.base import ProjectView, validate_input
from projects.selectors import ORGANIZERS


class ImagesInputSerializer(serializers.Serializer[Any]):
    images = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=100
    )


class ImageGroupView(ProjectView):
    """Group images into one item, in this order."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="images_join",
        request=ImagesInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def post(self, request: Request, slug: str) -> Response:
        images = validate_input(ImagesInputSerializer, request.data)["images"]
        grouped = group_images(project=self.project, images=images)
        return Response(ImageSerializer(grouped, many=True, context=self.context).data)


class ImageUngroupView(ProjectView):
    """Separate grouped images."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="images_part",
        request=ImagesInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def post(self, request: Request, slug: str) -> Response:
        images = validate_input(ImagesInputSerializer, request.data)["images"]
        ungrouped = ungroup_images(project=self.project, images=images)
        return Response(
            ImageSerializer(ungrouped, many=True, context=self.context).data
        )
