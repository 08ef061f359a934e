"""Answerers beside each other: runs, people, settings and releases."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.api.serializers import RunSerializer, SliceFieldSerializer
from evaluation.models import Backend, Run
from evaluation.selectors.comparison import (
    Compared,
    confusion,
    releases_compared,
    run_against_people,
    runs_compared,
    setting_effects,
)
from evaluation.selectors.questions import slice_fields
from evaluation.selectors.runs import run_get
from projects.api.base import OrganizerView
from releases.selectors.records import release_get


class CountsSerializer(serializers.Serializer[Any]):
    """Questions by who got them right."""

    both = serializers.IntegerField()
    only_one = serializers.IntegerField()
    only_other = serializers.IntegerField()
    neither = serializers.IntegerField()


class DifferenceSerializer(serializers.Serializer[Any]):
    """How far one is ahead of the other on the n questions that both answered."""

    n = serializers.IntegerField()
    clusters = serializers.IntegerField()
    one = serializers.FloatField(allow_null=True)
    other = serializers.FloatField(allow_null=True)
    difference = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, min_length=2, max_length=2
    )
    counts = CountsSerializer(allow_null=True)
    p = serializers.FloatField(allow_null=True, help_text="Exact McNemar, two-sided.")
    p_adjusted = serializers.FloatField(
        allow_null=True, help_text="After Holm's correction over what is shown with it."
    )
    small = serializers.BooleanField(help_text="Too few questions to say much.")


class ScoredRunSerializer(RunSerializer):
    """A run and its score on its own release."""

    stale = serializers.BooleanField(read_only=True)

    class Meta(RunSerializer.Meta):
        fields = [
            "id",
            "version",
            "model",
            "revision",
            "backend",
            "setting",
            "setting_title",
            "stale",
            "overall",
        ]


class ComparisonSerializer(serializers.Serializer[Any]):
    one = ScoredRunSerializer()
    other = ScoredRunSerializer(allow_null=True, help_text="Null: people.")
    overall = DifferenceSerializer()
    slices = serializers.DictField(
        child=serializers.DictField(child=DifferenceSerializer())
    )
    labels = SliceFieldSerializer(many=True)


class EffectSerializer(serializers.Serializer[Any]):
    """What a setting does to a model."""

    model = serializers.CharField()
    backend = serializers.ChoiceField(choices=Backend.choices)
    revision = serializers.CharField()
    setting = serializers.CharField()
    run = serializers.IntegerField()
    plain_run = serializers.IntegerField()
    difference = DifferenceSerializer()


class MovedSerializer(serializers.Serializer[Any]):
    before = ScoredRunSerializer()
    after = ScoredRunSerializer()
    unchanged = DifferenceSerializer(
        help_text="After less before, on the questions that both ask alike."
    )


class ReleasesComparedSerializer(serializers.Serializer[Any]):
    """Questions by what became of them, and the scores on both sides."""

    unchanged = serializers.IntegerField()
    changed = serializers.IntegerField()
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    rows = MovedSerializer(many=True)
    only_before = ScoredRunSerializer(many=True)
    only_after = ScoredRunSerializer(many=True)


class MatrixSerializer(serializers.Serializer[Any]):
    """counts[row][column]: how often a key (row) was answered so (column)."""

    rows = serializers.ListField(child=serializers.CharField())
    columns = serializers.ListField(child=serializers.CharField())
    counts = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField())
    )


class ConfusionSerializer(serializers.Serializer[Any]):
    letters = MatrixSerializer()
    lengths = MatrixSerializer(help_text="Row and column 1: the longest option.")


class RunsComparedApi(OrganizerView):
    """Two runs on the questions that both were asked alike."""

    @extend_schema(operation_id="runs_compare", responses=ComparisonSerializer)
    def get(self, request: Request, slug: str, run_id: int, other_id: int) -> Response:
        one, other = run_get(self.project, run_id), run_get(self.project, other_id)
        return _compared(one, other, runs_compared(one, other))


class RunAgainstPeopleApi(OrganizerView):
    """A run against the people who answered the same questions without the key."""

    @extend_schema(operation_id="run_compare_people", responses=ComparisonSerializer)
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        run = run_get(self.project, run_id)
        return _compared(run, None, run_against_people(run))


def _compared(one: Run, other: Run | None, compared: Compared) -> Response:
    shown = {
        "one": one,
        "other": other,
        "overall": compared.overall,
        "slices": compared.slices,
        "labels": slice_fields(one.release),
    }
    return Response(ComparisonSerializer(shown).data)


class EffectListApi(OrganizerView):
    """Every setting of every model against the protocol's first setting."""

    @extend_schema(
        operation_id="effect_list", responses={200: EffectSerializer(many=True)}
    )
    def get(self, request: Request, slug: str, version: str) -> Response:
        release = release_get(self.project, version)
        return Response(EffectSerializer(setting_effects(release), many=True).data)


class ReleasesComparedApi(OrganizerView):
    """What a new version did to the scores."""

    @extend_schema(
        operation_id="releases_compare", responses=ReleasesComparedSerializer
    )
    def get(self, request: Request, slug: str, before: str, after: str) -> Response:
        compared = releases_compared(
            release_get(self.project, before), release_get(self.project, after)
        )
        return Response(ReleasesComparedSerializer(compared).data)


class ConfusionApi(OrganizerView):
    """Which options a run chose in place of which."""

    @extend_schema(operation_id="confusion_get", responses=ConfusionSerializer)
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        found = confusion(run_get(self.project, run_id))
        return Response(ConfusionSerializer(found).data)
