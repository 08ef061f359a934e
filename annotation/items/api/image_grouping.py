"""Grouping images into items."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.items.services.image_grouping import group_images, ungroup_images
from curation.images.api.serializers import ImageSerializer
from curation.images.models import Image
from projects.access.api.base import OrganizerView, validate_input


class ImagesInputSerializer(serializers.Serializer[Any]):
    images = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=100
    )


class ImageGroupingView(ViewSetMixin, OrganizerView):
    """Images of one item."""

    @extend_schema(
        operation_id="images_join",
        request=ImagesInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def group_images(self, request: Request, slug: str) -> Response:
        """Group images into one item, in this order."""
        return self._change(request, group_images)

    @extend_schema(
        operation_id="images_part",
        request=ImagesInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def ungroup_images(self, request: Request, slug: str) -> Response:
        """Separate grouped images."""
        return self._change(request, ungroup_images)

    def _change(self, request: Request, change: Callable[..., list[Image]]) -> Response:
        data = validate_input(ImagesInputSerializer, request.data)
        images = change(project=self.project, **data)
        return Response(ImageSerializer(images, many=True, context=self.context).data)
