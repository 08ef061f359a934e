"""Serializers and helpers that error analyses and ratings share."""

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


def may_still_mark(row: Any, person_id: int, places: int) -> bool:
    """Return whether a sample waits for a person; ``row.marks`` is prefetched.

    It does not once ``places`` people have marked it.
    """
    return own_mark(row, person_id) is None and len(row.marks.all()) < places
