"""Serializers of the stages of curation, their values and thresholds."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from curation.filters.models import FilterRun, Measurement
from curation.filters.selectors.stage_descriptions import StageDescription
from curation.filters.selectors.thresholds import StageHistogram, ThresholdEffects
from curation.images.api.serializers import ImageSerializer
from curation.images.models import Image
from projects.access.api.shapes import serializer_of


class FilterRunSerializer(serializers.ModelSerializer[FilterRun]):
    class Meta:
        model = FilterRun
        fields = [
            "id",
            "stage",
            "parameters",
            "tools",
            "counts",
            "reason",
            "seconds",
            "created_at",
        ]


class MeasurementSerializer(serializers.ModelSerializer[Measurement]):
    run = FilterRunSerializer()

    class Meta:
        model = Measurement
        fields = ["run", "measure", "value", "threshold", "excluded", "details"]


class FilterInputSerializer(serializers.Serializer[Any]):
    """The stages to run, by default all that the protocol uses, and other parameters."""

    stages = serializers.ListField(child=serializers.CharField(), default=list)
    parameters = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()), default=dict
    )


StageDescriptionSerializer = serializer_of(
    StageDescription,
    texts=serializers.DictField(
        child=serializers.DictField(child=serializers.CharField(allow_blank=True))
    ),
    parameters=serializers.DictField(),
)
StageHistogramSerializer = serializer_of(
    StageHistogram,
    parameters=serializers.DictField(),
    preview=FilterRunSerializer(allow_null=True),
)


class MarkedRegionSerializer(serializers.Serializer[Any]):
    """A marked region of an image; the outline is in shares of width and height."""

    polygon = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField())
    )
    text = serializers.CharField()
    confidence = serializers.FloatField()


class MeasuredImageSerializer(ImageSerializer):
    """An image with the value of a measure and the regions that it counts.

    In a preview, both are as the preview measured them.
    """

    value = serializers.FloatField(source="measured")
    regions = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [*ImageSerializer.Meta.fields, "value", "regions"]

    @extend_schema_field(MarkedRegionSerializer(many=True))
    def get_regions(self, image: Image) -> list[dict[str, Any]]:
        measurement = self.context["measurements"].get(image.pk)
        return list(measurement.details.get("confirmed", [])) if measurement else []


ThresholdEffectsSerializer = serializer_of(
    ThresholdEffects,
    passing=MeasuredImageSerializer(many=True),
    excluded=MeasuredImageSerializer(many=True),
)


class StagePreviewInputSerializer(serializers.Serializer[Any]):
    """Other parameters of a stage, by name."""

    parameters = serializers.DictField(child=serializers.FloatField())


class ThresholdInputSerializer(serializers.Serializer[Any]):
    """A threshold; ``measure`` defaults to the first of the stage."""

    measure = serializers.CharField(allow_blank=True, default="")
    threshold = serializers.FloatField()
    reason = serializers.CharField()
