"""What goes over the wire about runs and scores."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.models import Backend, Run


class RunInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    model = serializers.CharField(max_length=200)
    backend = serializers.ChoiceField(choices=Backend.choices)
    base_url = serializers.URLField(allow_blank=True, default="")
    revision = serializers.CharField(allow_blank=True, default="", max_length=200)
    settings = serializers.ListField(child=serializers.CharField(), min_length=1)
    seed = serializers.IntegerField(min_value=0, default=0)


class IntervalSerializer(serializers.Serializer[Any]):
    low = serializers.FloatField()
    high = serializers.FloatField()


class TallySerializer(serializers.Serializer[Any]):
    """Outcomes of n questions: correct + incorrect + miss + error = n."""

    n = serializers.IntegerField()
    correct = serializers.IntegerField()
    incorrect = serializers.IntegerField()
    miss = serializers.IntegerField()
    error = serializers.IntegerField()
    accuracy = serializers.FloatField(allow_null=True)
    interval = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, min_length=2, max_length=2
    )
    miss_rate = serializers.FloatField(allow_null=True)
    error_rate = serializers.FloatField(allow_null=True)
    standard_error = serializers.FloatField(allow_null=True)


class RunSerializer(serializers.ModelSerializer[Run]):
    version = serializers.CharField(source="release.version")
    overall = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields = [
            "id",
            "version",
            "model",
            "revision",
            "backend",
            "setting",
            "splits",
            "seed",
            "status",
            "total",
            "answered",
            "overall",
            "created_at",
            "started_at",
            "finished_at",
        ]

    @extend_schema_field(TallySerializer(allow_null=True))
    def get_overall(self, run: Run) -> Any:
        scores = run.result.get("scores") or {}
        overall = scores.get("overall")
        return TallySerializer(overall).data if overall else None


class RunDetailSerializer(RunSerializer):
    result = serializers.JSONField()
    reason = serializers.SerializerMethodField()

    class Meta(RunSerializer.Meta):
        fields = [*RunSerializer.Meta.fields, "base_url", "result", "reason"]

    def get_reason(self, run: Run) -> str:
        """Why it failed, if it did."""
        return str(self.context.get("reason", ""))


class TitledSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())


class SliceFieldSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())
    choices = TitledSerializer(many=True)


class CellSerializer(serializers.Serializer[Any]):
    """One model in one setting."""

    run = serializers.IntegerField()
    stale = serializers.BooleanField()
    overall = TallySerializer(allow_null=True)
    published = TallySerializer(allow_null=True)
    slices = serializers.DictField(child=serializers.DictField(child=TallySerializer()))
    rule = serializers.CharField()


class LeaderboardRowSerializer(serializers.Serializer[Any]):
    model = serializers.CharField()
    backend = serializers.ChoiceField(choices=Backend.choices)
    revision = serializers.CharField()
    cells = serializers.DictField(child=CellSerializer())


class HumanSerializer(serializers.Serializer[Any]):
    """What people who answered without the key got right."""

    mean = serializers.FloatField(allow_null=True)
    best = serializers.FloatField(allow_null=True)
    people = serializers.IntegerField()
    answers = serializers.IntegerField()


class LeaderboardSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(source="release.version")
    manifest_sha256 = serializers.CharField(source="release.manifest_sha256")
    settings = TitledSerializer(many=True)
    rows = LeaderboardRowSerializer(many=True)
    human = HumanSerializer()
    slices = SliceFieldSerializer(many=True)


class SampleSerializer(serializers.Serializer[Any]):
    """One question, what was sent, what came back and how it was read."""

    id = serializers.IntegerField()
    question_id = serializers.CharField()
    item_id = serializers.CharField()
    images = serializers.ListField(child=serializers.CharField())
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    answer = serializers.CharField()
    labels = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField())
    )
    prompt = serializers.CharField()
    text = serializers.CharField(allow_null=True)
    outcome = serializers.CharField()
    letter = serializers.CharField()
    reason = serializers.CharField()
    rule = serializers.CharField()
    seconds = serializers.FloatField()
