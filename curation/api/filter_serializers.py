"""What goes over the wire about duplicates and text area."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from curation.api.serializers import ImageSerializer
from curation.models import Image
from curation.selectors.filters import STAGES


class FilterInputSerializer(serializers.Serializer[Any]):
    """Which filters to run; what is absent is as the project has it."""

    stages = serializers.ListField(
        child=serializers.ChoiceField(choices=[(s, s) for s in STAGES]), min_length=1
    )
    radius = serializers.IntegerField(
        min_value=0, max_value=32, allow_null=True, default=None
    )
    threshold = serializers.FloatField(
        min_value=0, max_value=1, allow_null=True, default=None
    )


class CopySerializer(ImageSerializer):
    """An excluded copy, how far it is from the kept one, and what differs."""

    distance = serializers.SerializerMethodField()
    similarity = serializers.SerializerMethodField()
    differences = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [
            *ImageSerializer.Meta.fields,
            "distance",
            "similarity",
            "differences",
        ]

    def get_distance(self, image: Image) -> float | None:
        measurement = self.context["exclusions"].get(image.pk)
        return measurement.value if measurement else None

    def get_similarity(self, image: Image) -> float | None:
        similarity: float | None = self._detail(image, "similarity")
        return similarity

    def get_differences(self, image: Image) -> list[str]:
        return self._detail(image, "differences") or []

    def _detail(self, image: Image, name: str) -> Any:
        measurement = self.context["exclusions"].get(image.pk)
        return measurement.details.get(name) if measurement else None


class ClusterSerializer(ImageSerializer):
    """A kept image with the copies of it that were excluded."""

    copies = CopySerializer(many=True, source="duplicates")

    class Meta:
        model = Image
        fields = [*ImageSerializer.Meta.fields, "copies"]


class TextHistogramSerializer(serializers.Serializer[Any]):
    """Images by share of text: ``counts`` of equal bins from 0 to 1."""

    threshold = serializers.FloatField()
    counts = serializers.ListField(child=serializers.IntegerField())
    measured = serializers.IntegerField()
    unmeasured = serializers.IntegerField()


class TextRegionSerializer(serializers.Serializer[Any]):
    """One piece of text; the outline in shares of width and height."""

    polygon = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField())
    )
    text = serializers.CharField()
    confidence = serializers.FloatField()


class TextImageSerializer(ImageSerializer):
    """An image with the text that was recognised in it."""

    regions = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [*ImageSerializer.Meta.fields, "regions"]

    @extend_schema_field(TextRegionSerializer(many=True))
    def get_regions(self, image: Image) -> list[dict[str, Any]]:
        measurement = self.context["texts"].get(image.pk)
        return list(measurement.details.get("confirmed", [])) if measurement else []


class TextPreviewSerializer(serializers.Serializer[Any]):
    """What a threshold would change; the images nearest to it on both sides."""

    threshold = serializers.FloatField()
    back = serializers.IntegerField()
    go = serializers.IntegerField()
    untouchable = serializers.IntegerField()
    below = TextImageSerializer(many=True)
    above = TextImageSerializer(many=True)


class TextApplyInputSerializer(serializers.Serializer[Any]):
    threshold = serializers.FloatField(min_value=0, max_value=1)
    reason = serializers.CharField()
