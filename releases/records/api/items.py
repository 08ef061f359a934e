"""The items of a release as pages show them."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import OrganizerView, page_schema
from releases.records.api.serializers import ItemPictureSerializer
from releases.records.models import FrozenRow
from releases.records.selectors.releases import (
    first_image_by_item,
    get_built_release,
    item_number_by_image,
)
from subtext_protocol.fields import SlotField


class FrozenQuestionSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    format = serializers.CharField()
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    answer = serializers.JSONField()


class ReleasedItemSerializer(serializers.ModelSerializer[FrozenRow]):
    """An item as released.

    The context needs ``pictures``, the first image by item, ``item_numbers`` and the
    ``protocol`` of the release.
    """

    picture = serializers.SerializerMethodField()
    texts = serializers.DictField(child=serializers.CharField(), source="payload.texts")
    labels = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        source="payload.labels",
    )
    sentences = serializers.SerializerMethodField()
    questions = FrozenQuestionSerializer(many=True, source="payload.questions")

    class Meta:
        model = FrozenRow
        fields = [
            "key",
            "split",
            "picture",
            "labels",
            "texts",
            "sentences",
            "questions",
        ]

    @extend_schema_field(ItemPictureSerializer)
    def get_picture(self, row: FrozenRow) -> dict[str, Any]:
        image = self.context["pictures"][row.item_id]
        return dict(ItemPictureSerializer(image, context=self.context).data)

    @extend_schema_field(serializers.DictField(child=serializers.CharField()))
    def get_sentences(self, row: FrozenRow) -> dict[str, str]:
        """Return the sentences by field, with their slots filled in."""
        slots = row.payload["sentences"]
        return {
            field.id: field.fill_sentence(slots[field.id])
            for field in self.context["protocol"].fields
            if isinstance(field, SlotField) and slots.get(field.id)
        }


def _images_of(rows: Sequence[FrozenRow]) -> dict[str, Any]:
    pictures = first_image_by_item(row.item_id for row in rows)
    numbers = item_number_by_image(pictures.values())
    return {"pictures": pictures, "item_numbers": numbers}


class ReleaseItemListView(OrganizerView):
    """List the items of a release or a preview with questions, sorted by key."""

    @extend_schema(
        operation_id="release_item_list", responses=page_schema(ReleasedItemSerializer)
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        release = get_built_release(self.project, version)
        return self.paginate(
            release.rows.all(),
            ReleasedItemSerializer,
            ordering="key",
            context=lambda page: {
                **_images_of(page),
                "protocol": release.protocol,
            },
        )
