"""Serializers that error analyses and ratings share."""

from typing import Any

from rest_framework import serializers

from evaluation.marking.selectors.blind_marks import own_mark


class BlindAgreementSerializer(serializers.Serializer[Any]):
    """Agreement of the markers, over the samples that all of them marked."""

    percent = serializers.FloatField(allow_null=True)
    alpha = serializers.FloatField(
        allow_null=True, help_text="Krippendorff's alpha for the scale."
    )
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    used = serializers.IntegerField()


class MarkNoteSerializer(serializers.Serializer[Any]):
    """Mark with an optional comment."""

    note = serializers.CharField(allow_blank=True, default="", max_length=4000)


class BlindSampleSerializer(serializers.Serializer[Any]):
    """Sample that a fixed number of people mark; ``marks`` are prefetched.

    The context has ``person`` and ``places``, the number of markers of each sample.
    """

    id = serializers.IntegerField()
    waiting = serializers.SerializerMethodField(
        help_text="Whether this person has not marked it and may still mark it."
    )

    def get_waiting(self, sample: Any) -> bool:
        is_open = len(sample.marks.all()) < self.context["places"]
        return is_open and own_mark(sample, self.context["person"]) is None
