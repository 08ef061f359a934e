"""Serializers of runs and their scores."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.translation import translate
from evaluation.runs.api.parameters import RequestParametersSerializer
from evaluation.runs.api.serializers import (
    SliceFieldSerializer,
    TallySerializer,
    TitledSerializer,
)
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.completeness import errors_of
from evaluation.runs.selectors.released_questions import slice_fields
from subtext_runner.metrics.registry import METRICS

RUN_STATES = [(state, state) for state in Run.machine.states]


class RunSerializer(serializers.ModelSerializer[Run]):
    """Run with its ``reasons`` of failure and ``responses``, by run id, in the context."""

    version = serializers.CharField(source="release.version")
    status = serializers.ChoiceField(choices=RUN_STATES)
    splits = serializers.ListField(child=serializers.CharField())
    overall = TallySerializer(allow_null=True, read_only=True)
    reason = serializers.SerializerMethodField()
    response_count = serializers.SerializerMethodField(
        help_text="Questions with a response that is no error."
    )
    error_count = serializers.SerializerMethodField(
        help_text="Responses of the scored run that are errors."
    )
    incomplete = serializers.SerializerMethodField(
        help_text="Whether there are more errors than the protocol allows."
    )
    setting_title = serializers.DictField(child=serializers.CharField(), read_only=True)
    parameters = RequestParametersSerializer()
    parameters_label = serializers.CharField(read_only=True)

    class Meta:
        model = Run
        fields = [
            "id",
            "version",
            "model",
            "revision",
            "backend",
            "endpoint",
            "origin",
            "setting",
            "setting_title",
            "splits",
            "seed",
            "judges",
            "parameters",
            "parameters_label",
            "chosen",
            "footnote",
            "status",
            "total",
            "answered",
            "response_count",
            "overall",
            "error_count",
            "incomplete",
            "reason",
            "needs_new_run",
            "knew_answers",
            "created_at",
            "started_at",
            "finished_at",
        ]

    def get_reason(self, run: Run) -> str:
        """Return the reason of a failed run; empty for others."""
        return translate(self.context["reasons"].get(run.pk, ""))

    def get_response_count(self, run: Run) -> int:
        count: int = self.context["responses"].get(run.pk, 0)
        return count

    def get_error_count(self, run: Run) -> int:
        return errors_of(run).errors

    def get_incomplete(self, run: Run) -> bool:
        return errors_of(run).is_incomplete


class ScoredReleaseSerializer(serializers.Serializer[Any]):
    project = serializers.CharField()
    version = serializers.CharField()
    sha256 = serializers.CharField()


class ScoredSettingSerializer(serializers.Serializer[Any]):
    """Setting with the exact wording of its prompt."""

    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())
    instruction = serializers.CharField()
    prompt = serializers.CharField()
    keywords = serializers.CharField(allow_null=True)
    shots = serializers.IntegerField()
    images = serializers.BooleanField()
    shuffled = serializers.BooleanField()
    maximum_tokens = serializers.IntegerField()


class MetricSerializer(TitledSerializer):
    """Metric of a run besides its accuracy, over all its questions."""

    value = serializers.FloatField()


class ScoresSerializer(serializers.Serializer[Any]):
    published = TallySerializer()
    slices = serializers.DictField(child=serializers.DictField(child=TallySerializer()))
    reasons = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How often each miss reason and error kind came up.",
    )


class UsageSerializer(serializers.Serializer[Any]):
    """Tokens, calls and cost of a run."""

    prompt_tokens = serializers.IntegerField()
    completion_tokens = serializers.IntegerField()
    reused = serializers.IntegerField(
        help_text="Answers that an earlier run had got to the same prompts."
    )
    repeated = serializers.IntegerField(
        help_text="Calls beyond the first for a question."
    )
    cost = serializers.FloatField(allow_null=True, help_text="US dollars.")


class SentParametersSerializer(serializers.Serializer[Any]):
    """Request parameters as the run sent them; null: not sent."""

    maximum_tokens = serializers.IntegerField()
    tokens_field = serializers.CharField(allow_null=True)
    temperature = serializers.FloatField(allow_null=True)
    top_p = serializers.FloatField(allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    reasoning_effort = serializers.CharField(allow_null=True)
    extra_body = serializers.DictField(allow_null=True)
    stream = serializers.BooleanField()
    seconds = serializers.FloatField(allow_null=True)
    image_pixels = serializers.IntegerField(required=False, allow_null=True)
    image_bytes = serializers.IntegerField(required=False, allow_null=True)


class RunResultSerializer(serializers.Serializer[Any]):
    """Scores of a run with everything that they depend on."""

    release = ScoredReleaseSerializer()
    setting = ScoredSettingSerializer()
    temperature = serializers.FloatField(allow_null=True)
    top_p = serializers.FloatField(required=False, allow_null=True)
    parameters = SentParametersSerializer(required=False)
    rule = serializers.CharField()
    packages = serializers.DictField(child=serializers.CharField())
    published_rule = serializers.CharField()
    model = serializers.DictField(
        child=serializers.JSONField(),
        help_text="Name, revision, backend, and how it was run where Subtext ran it.",
    )
    usage = UsageSerializer()
    seconds = serializers.FloatField()
    scores = ScoresSerializer(allow_null=True)
    outside = serializers.DictField(
        child=serializers.CharField(allow_blank=True),
        required=False,
        help_text="Where others computed the answers: the file that they came in.",
    )


class RunDetailSerializer(RunSerializer):
    result = serializers.SerializerMethodField()
    metrics = serializers.SerializerMethodField()
    slices = serializers.SerializerMethodField()

    class Meta(RunSerializer.Meta):
        fields = [
            *RunSerializer.Meta.fields,
            "base_url",
            "result",
            "metrics",
            "slices",
        ]

    @extend_schema_field(RunResultSerializer(allow_null=True))
    def get_result(self, run: Run) -> Any:
        """Return None before scoring, and for runs without questions."""
        scored = run.result and run.asks_questions
        result = {**run.result, "scores": run.scores or None}
        return RunResultSerializer(result).data if scored else None

    @extend_schema_field(MetricSerializer(many=True))
    def get_metrics(self, run: Run) -> Any:
        """Return the metrics that its tallies have, without the accuracy."""
        overall = run.overall or {}
        return [
            {"id": metric.id, "title": metric.title, "value": overall[metric.id]}
            for metric in METRICS
            if metric.id != "accuracy" and overall.get(metric.id) is not None
        ]

    @extend_schema_field(SliceFieldSerializer(many=True))
    def get_slices(self, run: Run) -> Any:
        return SliceFieldSerializer(slice_fields(run.release), many=True).data
