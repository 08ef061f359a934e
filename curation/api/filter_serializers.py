"""Serializers of the filters."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from curation.api.serializers import FilterRunSerializer, ImageSerializer
from curation.models.images import Image
from curation.selectors.filters import STAGES
from curation.selectors.text_area import TextHistogram, TextPreview
from projects.api.shapes import serializer_of


class FilterInputSerializer(serializers.Serializer[Any]):
    """The filters to run, and the maximum text area (default: the current one)."""

    stages = serializers.ListField(
        child=serializers.ChoiceField(choices=[(s, s) for s in STAGES]), min_length=1
    )
    threshold = serializers.FloatField(
        min_value=0, max_value=1, allow_null=True, default=None
    )


TextHistogramSerializer = serializer_of(
    TextHistogram, preview=FilterRunSerializer(allow_null=True)
)


class TextRegionSerializer(serializers.Serializer[Any]):
    """One region of text; the outline is in shares of width and height."""

    polygon = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField())
    )
    text = serializers.CharField()
    confidence = serializers.FloatField()


class TextImageSerializer(ImageSerializer):
    """An image with its recognised text; ``share`` is its text area, 0 to 1.

    In a preview, both are as the preview measured them.
    """

    share = serializers.FloatField()
    regions = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [*ImageSerializer.Meta.fields, "share", "regions"]

    @extend_schema_field(TextRegionSerializer(many=True))
    def get_regions(self, image: Image) -> list[dict[str, Any]]:
        measurement = self.context["texts"].get(image.pk)
        return list(measurement.details.get("confirmed", [])) if measurement else []


TextPreviewSerializer = serializer_of(
    TextPreview,
    below=TextImageSerializer(many=True),
    above=TextImageSerializer(many=True),
)


class TextPreviewInputSerializer(serializers.Serializer[Any]):
    """Minimum confidence and length of recognised text."""

    confidence = serializers.FloatField(min_value=0, max_value=1)
    minimum_characters = serializers.IntegerField(min_value=1, max_value=100)


class TextApplyInputSerializer(serializers.Serializer[Any]):
    threshold = serializers.FloatField(min_value=0, max_value=1)
    reason = serializers.CharField()
