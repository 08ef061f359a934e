"""What the pages share on which people mark a sample blind to each other."""

from typing import Any

from rest_framework import serializers

from evaluation.models import BlindMark


class BlindAgreementSerializer(serializers.Serializer[Any]):
    """Of the people who mark, over what all of them marked."""

    percent = serializers.FloatField(allow_null=True)
    alpha = serializers.FloatField(
        allow_null=True, help_text="Krippendorff's alpha for the scale."
    )
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)
    used = serializers.IntegerField()


class NotedSerializer(serializers.Serializer[Any]):
    """A mark comes with what whoever gives it wants to say."""

    note = serializers.CharField(allow_blank=True, default="", max_length=4000)


def own_mark(row: Any, person_id: int) -> BlindMark | None:
    """What a person gave one of a sample; ``row.marks`` are read already."""
    return next((one for one in row.marks.all() if one.person_id == person_id), None)
