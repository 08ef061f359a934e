"""Endpoints of one image with its measurements and history."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.selectors import list_entries_about
from curation.filters.api.serializers import MeasurementSerializer
from curation.filters.services.promotion import restore_image
from curation.images.api.serializers import (
    ImageAliasSerializer,
    ImageReasonInputSerializer,
    ImageSerializer,
)
from curation.images.domain.states import IMAGE
from curation.images.models import Image, Rights
from curation.images.selectors.images import get_image
from curation.images.services.withdrawal import withdraw_image
from curation.reports.selectors.image_measurements import list_image_measurements
from projects.access.api.base import ProjectView, validate_input
from projects.history.api.serializers import LedgerEntrySerializer
from projects.roles import ORGANIZERS


class ImageDetailSerializer(ImageSerializer):
    """One image with its full history."""

    licence = serializers.CharField(source="source.licence")
    rights = serializers.ChoiceField(choices=Rights.choices, source="source.rights")
    aliases = ImageAliasSerializer(many=True)
    measurements = serializers.SerializerMethodField()
    life = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [
            *ImageSerializer.Meta.fields,
            "licence",
            "rights",
            "sha256",
            "published_sha256",
            "reencoded",
            "details",
            "aliases",
            "measurements",
            "life",
        ]

    @extend_schema_field(MeasurementSerializer(many=True))
    def get_measurements(self, image: Image) -> list[dict[str, Any]]:
        return list(MeasurementSerializer(self.context["measurements"], many=True).data)

    @extend_schema_field(LedgerEntrySerializer(many=True))
    def get_life(self, image: Image) -> list[dict[str, Any]]:
        return list(LedgerEntrySerializer(self.context["life"], many=True).data)


class _ImageView(ProjectView):
    roles = ORGANIZERS

    def detail(self, image: Image) -> Response:
        context = {
            **self.context,
            "measurements": list_image_measurements(image),
            "life": list_entries_about(
                self.project.pk, {IMAGE.name: [image.pk]}
            ).order_by("pk"),
        }
        return Response(ImageDetailSerializer(image, context=context).data)


class ImageView(_ImageView):
    """Read one image with its aliases, measurements and history."""

    @extend_schema(operation_id="image_get", responses=ImageDetailSerializer)
    def get(self, request: Request, slug: str, image_id: int) -> Response:
        return self.detail(get_image(self.project, image_id))


class ImageRestoreView(_ImageView):
    """Restore an excluded image."""

    @extend_schema(
        operation_id="image_restore",
        request=ImageReasonInputSerializer,
        responses=ImageDetailSerializer,
    )
    def post(self, request: Request, slug: str, image_id: int) -> Response:
        data = validate_input(ImageReasonInputSerializer, request.data)
        image = get_image(self.project, image_id)
        return self.detail(restore_image(image=image, actor=self.actor, **data))


class ImageWithdrawView(_ImageView):
    """Withdraw an image for good."""

    @extend_schema(
        operation_id="image_withdraw",
        request=ImageReasonInputSerializer,
        responses=ImageDetailSerializer,
    )
    def post(self, request: Request, slug: str, image_id: int) -> Response:
        data = validate_input(ImageReasonInputSerializer, request.data)
        image = get_image(self.project, image_id)
        return self.detail(withdraw_image(image=image, actor=self.actor, **data))
