"""Which pictures belong together in one item."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.services.joining import images_join, images_part
from curation.api.serializers import ImageSerializer
from projects.api.base import ProjectView, validated
from projects.selectors import ORGANIZERS


class ImagesInputSerializer(serializers.Serializer[Any]):
    images = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=100
    )


class ImagesJoinApi(ProjectView):
    """Let pictures become one item, in this order."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="images_join",
        request=ImagesInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def post(self, request: Request, slug: str) -> Response:
        images = validated(ImagesInputSerializer, request.data)["images"]
        found = images_join(project=self.project, images=images)
        return Response(ImageSerializer(found, many=True, context=self.context).data)


class ImagesPartApi(ProjectView):
    """Let pictures stand alone again."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="images_part",
        request=ImagesInputSerializer,
        responses=ImageSerializer(many=True),
    )
    def post(self, request: Request, slug: str) -> Response:
        images = validated(ImagesInputSerializer, request.data)["images"]
        found = images_part(project=self.project, images=images)
        return Response(ImageSerializer(found, many=True, context=self.context).data)
