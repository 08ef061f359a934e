"""API of comparisons: runs, people, settings and releases."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.runs.api.run_serializers import RunSerializer
from evaluation.runs.api.serializers import IntervalField, SliceFieldSerializer
from evaluation.runs.models.runs import Backend, Run
from evaluation.runs.selectors.released_questions import slice_fields
from evaluation.runs.selectors.runs import get_run
from evaluation.scores.selectors.comparison import (
    ChangedScore,
    Confusion,
    Effect,
    ReleaseComparison,
    RunComparison,
    compare_releases,
    compare_run_with_people,
    compare_runs,
    run_confusion_matrices,
    setting_effects,
)
from projects.access.api.base import OrganizerView
from projects.access.api.shapes import serializer_of
from releases.records.selectors.releases import get_release
from reporting.statistics.significance import PairedDifference

DifferenceSerializer = serializer_of(
    PairedDifference,
    interval=IntervalField(allow_null=True),
    small=serializers.BooleanField(
        help_text="Too few questions for a reliable result."
    ),
)


class ScoredRunSerializer(RunSerializer):
    """Run with its score on its own release."""

    stale = serializers.BooleanField(read_only=True)

    class Meta(RunSerializer.Meta):
        fields = [
            "id",
            "version",
            "model",
            "revision",
            "parameters_label",
            "backend",
            "setting",
            "setting_title",
            "stale",
            "overall",
            "incomplete",
        ]


class ComparisonSerializer(serializers.Serializer[Any]):
    one = ScoredRunSerializer()
    other = ScoredRunSerializer(allow_null=True, help_text="Null: people.")
    overall = DifferenceSerializer()
    slices = serializers.DictField(
        child=serializers.DictField(child=DifferenceSerializer())
    )
    labels = SliceFieldSerializer(many=True)


EffectSerializer = serializer_of(
    Effect,
    backend=serializers.ChoiceField(choices=Backend.choices),
    difference=DifferenceSerializer(),
)
ReleasesComparedSerializer = serializer_of(
    ReleaseComparison,
    rows=serializer_of(
        ChangedScore,
        before=ScoredRunSerializer(),
        after=ScoredRunSerializer(),
        unchanged=DifferenceSerializer(),
    )(many=True),
    only_before=ScoredRunSerializer(many=True),
    only_after=ScoredRunSerializer(many=True),
)
ConfusionSerializer = serializer_of(Confusion)


class ComparisonView(ViewSetMixin, OrganizerView):
    """Comparisons of runs with runs, people, settings and releases."""

    @extend_schema(operation_id="runs_compare", responses=ComparisonSerializer)
    def compare_two_runs(
        self, request: Request, slug: str, run_id: int, other_id: int
    ) -> Response:
        """Compare two runs on the questions that both were asked in equal wording."""
        run, other_run = get_run(self.project, run_id), get_run(self.project, other_id)
        return _comparison_response(run, other_run, compare_runs(run, other_run))

    @extend_schema(operation_id="run_compare_people", responses=ComparisonSerializer)
    def compare_run_with_people(
        self, request: Request, slug: str, run_id: int
    ) -> Response:
        """Compare a run with people who answered the same questions without the key."""
        run = get_run(self.project, run_id)
        return _comparison_response(run, None, compare_run_with_people(run))

    @extend_schema(
        operation_id="effect_list", responses={200: EffectSerializer(many=True)}
    )
    def list_setting_effects(
        self, request: Request, slug: str, version: str
    ) -> Response:
        """Compare each setting of each model with the protocol's first setting."""
        release = get_release(self.project, version)
        return Response(EffectSerializer(setting_effects(release), many=True).data)

    @extend_schema(
        operation_id="releases_compare", responses=ReleasesComparedSerializer
    )
    def compare_two_releases(
        self, request: Request, slug: str, before: str, after: str
    ) -> Response:
        """Compare the scores on two releases."""
        compared = compare_releases(
            get_release(self.project, before), get_release(self.project, after)
        )
        return Response(ReleasesComparedSerializer(compared).data)

    @extend_schema(operation_id="confusion_get", responses=ConfusionSerializer)
    def read_confusion_matrix(
        self, request: Request, slug: str, run_id: int
    ) -> Response:
        """Return the confusion matrices of a run's options."""
        matrices = run_confusion_matrices(get_run(self.project, run_id))
        return Response(ConfusionSerializer(matrices).data)


def _comparison_response(
    run: Run, other_run: Run | None, comparison: RunComparison
) -> Response:
    body = {
        "one": run,
        "other": other_run,
        "overall": comparison.overall,
        "slices": comparison.slices,
        "labels": slice_fields(run.release),
    }
    return Response(ComparisonSerializer(body).data)
