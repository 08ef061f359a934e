"""Serializers of images."""

from typing import Any

from rest_framework import serializers

from curation.images.api.addresses import (
    image_address,
    image_address_for_organizers,
    image_number,
    image_number_for_annotators,
)
from curation.images.domain.states import IMAGE
from curation.images.models import Image, ImageAlias

IMAGE_STATES = [(state, state) for state in IMAGE.states]


class PictureSerializer(serializers.Serializer[Any]):
    """An image with its size and the URLs of its files.

    An annotator's URLs work only for this person, and the id does not reveal when the
    image was imported. The URLs are null for a withdrawn image.
    """

    id = serializers.SerializerMethodField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()
    preview_url = serializers.SerializerMethodField()
    thumbnail_url = serializers.SerializerMethodField()
    published_url = serializers.SerializerMethodField()

    def get_id(self, image: Image) -> int:
        return image_number(self.context["access"], image)

    def get_preview_url(self, image: Image) -> str | None:
        return self._url(image, "preview")

    def get_thumbnail_url(self, image: Image) -> str | None:
        return self._url(image, "thumbnail")

    def get_published_url(self, image: Image) -> str | None:
        return self._url(image, "published")

    def _url(self, image: Image, file: str) -> str | None:
        return image_address(self.context["access"], image, file)


class ImageThumbnailSerializer(serializers.Serializer[Any]):
    """An image id with its thumbnail, for organizers."""

    id = serializers.IntegerField(source="*")
    thumbnail_url = serializers.SerializerMethodField()

    def get_thumbnail_url(self, image_id: int) -> str:
        slug = self.context["access"].project.slug
        return image_address_for_organizers(slug, image_id, "thumbnail")


class ImageSerializer(PictureSerializer, serializers.ModelSerializer[Image]):
    """An image for organizers; ``annotators_id`` is its id for other people."""

    annotators_id = serializers.SerializerMethodField()
    status = serializers.ChoiceField(choices=IMAGE_STATES)
    source_name = serializers.CharField(source="source.name")
    duplicate_of = serializers.IntegerField(source="duplicate_of_id", allow_null=True)

    class Meta:
        model = Image
        fields = [
            "id",
            "width",
            "height",
            "preview_url",
            "thumbnail_url",
            "published_url",
            "annotators_id",
            "original_path",
            "status",
            "format",
            "size",
            "source_id",
            "source_name",
            "phash",
            "duplicate_of",
            "overridden_stages",
            "together",
            "created_at",
        ]

    def get_annotators_id(self, image: Image) -> int:
        return image_number_for_annotators(image)


class ImageAliasSerializer(serializers.ModelSerializer[ImageAlias]):
    source_name = serializers.CharField(source="source.name")

    class Meta:
        model = ImageAlias
        fields = ["path", "source_name", "details", "created_at"]


class FunnelSerializer(serializers.Serializer[Any]):
    """Number of images in each state; ``raw`` also counts exact duplicates."""

    raw = serializers.IntegerField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        states = {state: serializers.IntegerField() for state in IMAGE.states}
        return {**super().get_fields(), **states}


class ImageReasonInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
