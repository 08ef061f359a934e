"""Serializers of tallies, labels and single answers."""

from typing import Any

from rest_framework import serializers

from evaluation.runs.selectors.released_questions import SliceField
from projects.access.api.shapes import serializer_of
from reporting.statistics.significance import SMALL
from subtext_runner.metrics.registry import METRICS

OUTCOMES = ["correct", "incorrect", "miss", "error"]


SIDES = ["both", "only_one", "only_other", "neither"]


class IntervalField(serializers.ListField):
    """Lower and upper end of a 95 % interval."""

    child = serializers.FloatField()

    def __init__(self, **options: Any) -> None:
        super().__init__(min_length=2, max_length=2, **options)


class TallySerializer(serializers.Serializer[Any]):
    """Outcomes of n questions: correct + incorrect + miss + error = n."""

    n = serializers.IntegerField()
    correct = serializers.IntegerField()
    incorrect = serializers.IntegerField()
    miss = serializers.IntegerField()
    error = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True)
    interval = IntervalField(allow_null=True)
    small = serializers.SerializerMethodField(
        help_text="Too few questions for a reliable result."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return also a field for each metric.

        It is null for runs that were scored before there was the metric.
        """
        metrics = {
            metric.id: serializers.FloatField(allow_null=True, required=False)
            for metric in METRICS
        }
        return {**metrics, **super().get_fields()}

    def get_small(self, tally: Any) -> bool:
        return bool(tally["n"] < SMALL)


class TitledSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())


class HelpedSerializer(TitledSerializer):
    help = serializers.DictField(child=serializers.CharField(), allow_null=True)


SliceFieldSerializer = serializer_of(SliceField, choices=TitledSerializer(many=True))


class SampleFilterSerializer(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=OUTCOMES, required=False)
    field = serializers.CharField(required=False)
    choice = serializers.CharField(required=False)
    key = serializers.RegexField("^[A-Z]+$", required=False)
    letter = serializers.RegexField("^[A-Z]+$", required=False)
    against = serializers.IntegerField(required=False)
    side = serializers.ChoiceField(choices=SIDES, required=False)


class SampleSerializer(serializers.Serializer[Any]):
    """One question with its prompt, its response and how it was read."""

    id = serializers.IntegerField()
    question_id = serializers.CharField()
    item_id = serializers.CharField(help_text="The item's key in releases.")
    item_number = serializers.IntegerField()
    images = serializers.ListField(child=serializers.CharField())
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    answer = serializers.CharField(help_text="The key in a word: of choices, letters.")
    key = serializers.CharField(help_text="The key in full.")
    labels = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField())
    )
    prompt = serializers.CharField()
    order = serializers.CharField(
        help_text="Letters of the options in the order shown; empty: as they are."
    )
    text = serializers.CharField(allow_null=True)
    error = serializers.CharField(help_text="What the server said instead.")
    outcome = serializers.ChoiceField(
        choices=OUTCOMES, allow_blank=True, help_text="Empty before it is scored."
    )
    letter = serializers.CharField(help_text="What was read, as ``answer`` is written.")
    reason = serializers.CharField()
    rule = serializers.CharField()
    seconds = serializers.FloatField()
