"""Serializers of screening: votes, progress and agreement."""

from typing import Any

from rest_framework import serializers

from curation.images.api.serializers import IMAGE_STATES, PictureSerializer
from curation.images.models import Image
from curation.screening.models import ScreeningVote, VoteDecision
from curation.screening.selectors import ScreeningAgreement, ScreeningProgress
from projects.access.api.shapes import serializer_of


class ScreenedPictureSerializer(PictureSerializer):
    """An image to vote on; ``id`` is the person's own number of it."""

    def get_id(self, image: Image) -> int:
        number: int = self.context["numbers"][image.pk]
        return number


class DecisionInputSerializer(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(choices=VoteDecision.choices)
    reason = serializers.CharField(max_length=64, allow_blank=True, default="")
    note = serializers.CharField(max_length=500, allow_blank=True, default="")


class VoteInputSerializer(DecisionInputSerializer):
    seconds = serializers.FloatField(min_value=0, allow_null=True, default=None)


class MyVoteSerializer(serializers.ModelSerializer[ScreeningVote]):
    """The current person's vote and the state of the image."""

    image = ScreenedPictureSerializer()
    status = serializers.ChoiceField(choices=IMAGE_STATES, source="image.status")

    class Meta:
        model = ScreeningVote
        fields = ["image", "decision", "reason", "note", "status", "created_at"]


ScreeningProgressSerializer = serializer_of(ScreeningProgress)


ScreeningAgreementSerializer = serializer_of(ScreeningAgreement)


class VoteSerializer(serializers.ModelSerializer[ScreeningVote]):
    """A vote without its person."""

    class Meta:
        model = ScreeningVote
        fields = ["decision", "reason", "note"]


class UndecidedSerializer(PictureSerializer):
    original_path = serializers.CharField()
    votes = VoteSerializer(many=True)
