"""Serializers of the leaderboard."""

from typing import Any

from rest_framework import serializers

from evaluation.runs.api.serializers import (
    SliceFieldSerializer,
    TallySerializer,
    TitledSerializer,
)
from evaluation.runs.models.model_cards import Access
from evaluation.runs.models.runs import Backend, Origin
from evaluation.scores.selectors.caption_scores import CaptionRow
from projects.access.api.shapes import serializer_of


class CellSerializer(serializers.Serializer[Any]):
    """Scores of one model in one setting."""

    run = serializers.IntegerField()
    stale = serializers.BooleanField()
    overall = TallySerializer(allow_null=True)
    published = TallySerializer(allow_null=True)
    slices = serializers.DictField(child=serializers.DictField(child=TallySerializer()))
    formats = serializers.DictField(
        child=TallySerializer(),
        help_text="By kind of question; empty where there is one kind only.",
    )
    rule = serializers.CharField()
    incomplete = serializers.BooleanField(
        help_text="Whether there are more errors than the protocol allows."
    )


class LeaderboardRowSerializer(serializers.Serializer[Any]):
    model = serializers.CharField()
    backend = serializers.ChoiceField(choices=Backend.choices)
    revision = serializers.CharField()
    parameters = serializers.CharField(
        help_text="Request parameters that differ from the protocol; empty: none."
    )
    origin = serializers.ChoiceField(choices=Origin.choices)
    access = serializers.ChoiceField(
        choices=Access.choices, allow_blank=True, help_text="From the model card."
    )
    cells = serializers.DictField(child=CellSerializer())


class HumanTallySerializer(serializers.Serializer[Any]):
    """Accuracy of validators, who answered without the correct answer."""

    mean = serializers.FloatField(allow_null=True)
    best = serializers.FloatField(allow_null=True)
    people = serializers.IntegerField()
    answers = serializers.IntegerField()
    questions = serializers.IntegerField(help_text="Questions with an answer.")


class HumanSerializer(HumanTallySerializer):
    complete = serializers.BooleanField(
        help_text="Whether each person counted answered every question."
    )
    slices = serializers.DictField(
        child=serializers.DictField(child=HumanTallySerializer())
    )


CaptionRowSerializer = serializer_of(
    CaptionRow, origin=serializers.ChoiceField(choices=Origin.choices)
)


class OpenTaskScoresSerializer(TitledSerializer):
    metrics = serializers.ListField(child=serializers.CharField())
    rows = CaptionRowSerializer(many=True)


class ScoredSplitsSerializer(serializers.Serializer[Any]):
    """Splits that were scored together, and their number of questions."""

    splits = serializers.ListField(child=serializers.CharField())
    questions = serializers.IntegerField()


class LeaderboardSerializer(ScoredSplitsSerializer):
    version = serializers.CharField(source="release.version")
    manifest_sha256 = serializers.CharField(source="release.manifest_sha256")
    scored_splits = ScoredSplitsSerializer(many=True)
    settings = TitledSerializer(many=True)
    rows = LeaderboardRowSerializer(many=True)
    people = LeaderboardRowSerializer(
        many=True, help_text="People whose answers were imported."
    )
    human = HumanSerializer()
    slices = SliceFieldSerializer(many=True)
    open_tasks = OpenTaskScoresSerializer(many=True)
    to_answer = TitledSerializer(
        many=True, help_text="All that somebody outside may have answered."
    )
