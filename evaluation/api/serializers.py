"""Serializers of runs, scores and the leaderboard."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import Access, Backend, Origin, Run
from evaluation.runner.metrics.registry import METRICS
from evaluation.selectors.caption_tables import CaptionRow
from evaluation.selectors.questions import slice_fields
from projects.api.shapes import serializer_of
from projects.domain.statistics.significance import SMALL
from workflow.translation import translate

RUN_STATES = [(state, state) for state in Run.machine.states]
OUTCOMES = ["correct", "incorrect", "miss", "error"]
SIDES = ["both", "only_one", "only_other", "neither"]


class EndpointSerializer(serializers.Serializer[Any]):
    """Model endpoint of the operator; its address and key are not shown."""

    name = serializers.CharField()
    key_variable = serializers.CharField(
        help_text="Environment variable of evaluation workers that holds the key."
    )


class RunInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    model = serializers.CharField(max_length=200)
    backend = serializers.ChoiceField(choices=Backend.choices)
    endpoint = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=64,
        help_text="Empty: the server that the evaluation worker knows.",
    )
    revision = serializers.CharField(allow_blank=True, default="", max_length=200)
    prompt_price = serializers.FloatField(
        min_value=0,
        allow_null=True,
        default=None,
        help_text="US dollars per million tokens.",
    )
    completion_price = serializers.FloatField(
        min_value=0, allow_null=True, default=None
    )
    settings = serializers.ListField(child=serializers.CharField(), min_length=1)
    splits = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text="Default: the main split.",
    )
    judges = serializers.IntegerField(
        allow_null=True,
        default=None,
        help_text="Run whose responses a judge model rates.",
    )
    seed = serializers.IntegerField(min_value=0, default=0)


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


class RunSerializer(serializers.ModelSerializer[Run]):
    """Run with its failure reason from ``reasons`` (by run id) in the context."""

    version = serializers.CharField(source="release.version")
    status = serializers.ChoiceField(choices=RUN_STATES)
    splits = serializers.ListField(child=serializers.CharField())
    overall = TallySerializer(allow_null=True, read_only=True)
    reason = serializers.SerializerMethodField()
    setting_title = serializers.DictField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Run
        fields = [
            "id",
            "version",
            "model",
            "revision",
            "backend",
            "origin",
            "setting",
            "setting_title",
            "splits",
            "seed",
            "chosen",
            "footnote",
            "status",
            "total",
            "answered",
            "overall",
            "reason",
            "created_at",
            "started_at",
            "finished_at",
        ]

    def get_reason(self, run: Run) -> str:
        """Return the reason of a failed run; empty for others."""
        return translate(self.context["reasons"].get(run.pk, ""))


class FootnoteSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(allow_blank=True, max_length=300)


class TitledSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())


class HelpedSerializer(TitledSerializer):
    help = serializers.DictField(child=serializers.CharField(), allow_null=True)


class SliceFieldSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())
    choices = TitledSerializer(many=True)


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


class RunResultSerializer(serializers.Serializer[Any]):
    """Scores of a run with everything that they depend on."""

    release = ScoredReleaseSerializer()
    setting = ScoredSettingSerializer()
    temperature = serializers.FloatField(allow_null=True)
    top_p = serializers.FloatField(required=False, allow_null=True)
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
            "endpoint",
            "base_url",
            "result",
            "metrics",
            "slices",
        ]

    @extend_schema_field(RunResultSerializer(allow_null=True))
    def get_result(self, run: Run) -> Any:
        """Return None before scoring, and for runs without questions."""
        scored = run.result and run.asks_questions
        return RunResultSerializer(run.result).data if scored else None

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


class LeaderboardRowSerializer(serializers.Serializer[Any]):
    model = serializers.CharField()
    backend = serializers.ChoiceField(choices=Backend.choices)
    revision = serializers.CharField()
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
