"""Serializers of rubric ratings."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.marking.api.blind_marks import (
    BlindAgreementSerializer,
    BlindSampleSerializer,
    MarkNoteSerializer,
)
from evaluation.marking.models.ratings import RatingSample, RatingTask
from evaluation.marking.selectors.blind_marks import own_mark
from evaluation.marking.selectors.correlations import MetricCorrelation
from evaluation.marking.selectors.generated_images import CandidateSet
from evaluation.marking.selectors.rating_material import Reply, VisibleFindings
from evaluation.marking.selectors.ratings import (
    JudgeFindings,
    ScaleFindings,
    rateable_runs,
    rated_sets,
)
from evaluation.runs.api.serializers import (
    HelpedSerializer,
    SliceFieldSerializer,
    TitledSerializer,
)
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import label_fields
from projects.access.api.shapes import serializer_of
from subtext_protocol.rating import Rating


class PointSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    title = serializers.DictField(child=serializers.CharField())
    help = serializers.DictField(child=serializers.CharField(), allow_null=True)


class ScaleSerializer(HelpedSerializer):
    points = PointSerializer(many=True)


class RatingRunSerializer(serializers.ModelSerializer[Run]):
    """Run whose responses are rated, or run of the judge model that rated them."""

    class Meta:
        model = Run
        fields = ["id", "model", "revision", "backend", "seed"]


class RatingSerializer(TitledSerializer):
    """Rating that the protocol defines; ``runs`` have the responses it may rate."""

    replies_of = serializers.CharField(allow_null=True)
    task_title = serializers.SerializerMethodField()
    judged = serializers.SerializerMethodField()
    scales = serializers.SerializerMethodField(
        help_text="Ids; responses on the same scales can be rated in the same entries."
    )
    people = serializers.IntegerField()
    share = serializers.FloatField()
    number = serializers.IntegerField(
        allow_null=True, help_text="The most that is sampled, if the share is more."
    )
    runs = serializers.SerializerMethodField()

    @extend_schema_field(
        serializers.DictField(child=serializers.CharField(), allow_null=True)
    )
    def get_task_title(self, rating: Rating) -> Any:
        """Return the title of the open task whose responses are rated."""
        task = self.context["protocol"].evaluation.open_task(rating.replies_of or "")
        return task.title if task else None

    def get_scales(self, rating: Rating) -> list[str]:
        return [scale.id for scale in rating.scales]

    def get_judged(self, rating: Rating) -> bool:
        return rating.judge is not None

    @extend_schema_field(RatingRunSerializer(many=True))
    def get_runs(self, rating: Rating) -> Any:
        runs = rateable_runs(self.context["release"], rating)
        return RatingRunSerializer(runs, many=True).data


class RatingTaskSerializer(serializers.ModelSerializer[RatingTask]):
    version = serializers.SerializerMethodField(
        help_text="Of the release; empty where candidates are marked."
    )
    title = serializers.DictField(
        child=serializers.CharField(), source="rubric.title", read_only=True
    )
    run = serializers.SerializerMethodField()
    beside = serializers.SerializerMethodField(
        help_text="Other runs whose responses are rated in the same entries."
    )
    sets = serializers.SerializerMethodField(
        help_text="Where candidates are marked: those they were drawn from."
    )
    size = serializers.IntegerField(help_text="How many are marked.")

    class Meta:
        model = RatingTask
        fields = [
            "id",
            "version",
            "rating",
            "title",
            "run",
            "beside",
            "sets",
            "seed",
            "people",
            "size",
            "created_at",
        ]

    def get_version(self, task: RatingTask) -> str:
        return task.release.version if task.release else ""

    @extend_schema_field(RatingRunSerializer(allow_null=True))
    def get_run(self, task: RatingTask) -> Any:
        return RatingRunSerializer(task.run).data if task.run else None

    @extend_schema_field(RatingRunSerializer(many=True))
    def get_beside(self, task: RatingTask) -> Any:
        followers = task.followers.all()
        runs = [task.run for task in followers if task.run is not None]
        return RatingRunSerializer(runs, many=True).data

    def get_sets(self, task: RatingTask) -> list[str]:
        return rated_sets(task)


class RatingsSerializer(serializers.Serializer[Any]):
    """Ratings that may be drawn on a release or of candidates, and those drawn."""

    sets = serializer_of(CandidateSet)(
        many=True, help_text="Candidates by source; empty where it is on a release."
    )

    ratings = RatingSerializer(many=True)
    tasks = RatingTaskSerializer(many=True)


class RatingInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField(
        allow_blank=True, default="", help_text="Empty: candidates are drawn."
    )
    sets = serializers.ListField(
        child=serializers.CharField(),
        default=list,
        help_text="Of candidates: whose share is drawn, then those set beside it.",
    )
    rating = serializers.CharField()
    run = serializers.IntegerField(allow_null=True, default=None)
    beside = serializers.ListField(
        child=serializers.IntegerField(),
        default=list,
        help_text="Other runs whose responses are rated in the same entries.",
    )
    seed = serializers.IntegerField(min_value=0, default=0)


ScaleFindingsSerializer = serializer_of(
    ScaleFindings,
    scale=serializers.CharField(source="scale.id"),
    agreement=BlindAgreementSerializer(allow_null=True),
)
JudgeFindingsSerializer = serializer_of(JudgeFindings, run=RatingRunSerializer())
RatingFindingsSerializer = serializer_of(
    VisibleFindings,
    schema_name="RatingFindings",
    names=("sets", "marked", "scales", "judges", "correlations"),
    marked=serializers.IntegerField(help_text="With all their marks."),
    scales=ScaleFindingsSerializer(many=True),
    judges=JudgeFindingsSerializer(many=True),
    correlations=serializer_of(
        MetricCorrelation,
        schema_name="Correlation",
        names=("scale", "metric", "n", "pearson", "spearman", "kendall"),
    )(many=True, help_text="Empty where neither metrics nor judges measured captions."),
)


class RatingDetailSerializer(RatingTaskSerializer):
    """Rating task with ``waiting`` and ``findings`` from the context."""

    help = serializers.DictField(
        child=serializers.CharField(),
        source="rubric.help",
        allow_null=True,
        read_only=True,
    )
    scales = ScaleSerializer(many=True, source="rubric.scales", read_only=True)
    labels = serializers.SerializerMethodField()
    waiting = serializers.SerializerMethodField()
    findings = serializers.SerializerMethodField()

    class Meta(RatingTaskSerializer.Meta):
        fields = [
            *RatingTaskSerializer.Meta.fields,
            "help",
            "scales",
            "labels",
            "waiting",
            "findings",
        ]

    @extend_schema_field(RatingRunSerializer(allow_null=True))
    def get_run(self, task: RatingTask) -> Any:
        """Return the run once this person has rated everything, to avoid bias."""
        return None if self.context["waiting"] else super().get_run(task)

    @extend_schema_field(RatingRunSerializer(many=True))
    def get_beside(self, task: RatingTask) -> Any:
        """Return the other runs once this person has rated everything."""
        return [] if self.context["waiting"] else super().get_beside(task)

    @extend_schema_field(SliceFieldSerializer(many=True))
    def get_labels(self, task: RatingTask) -> Any:
        fields = task.rubric.slices
        known = label_fields(task.release, fields) if task.release else []
        return SliceFieldSerializer(known, many=True).data

    def get_waiting(self, task: RatingTask) -> int:
        """Return how many entries this person may still rate."""
        return int(self.context["waiting"])

    @extend_schema_field(RatingFindingsSerializer(allow_null=True))
    def get_findings(self, task: RatingTask) -> Any:
        """Return None until this person has rated everything, to avoid bias."""
        findings = self.context["findings"]
        return RatingFindingsSerializer(findings).data if findings else None


class MarkSerializer(MarkNoteSerializer):
    marks = serializers.DictField(
        child=serializers.IntegerField(), default=dict, help_text="By scale."
    )
    replies = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()),
        default=list,
        help_text="In place of marks: those of each response, in the order shown.",
    )


ReplySerializer = serializer_of(Reply)


class WrittenSerializer(TitledSerializer):
    text = serializers.CharField()


class RatingSampleSerializer(BlindSampleSerializer):
    """Entry to rate, without its model and without other people's ratings.

    The context also has ``material`` by sample key, and ``images``, the URLs of images by
    id.
    """

    item_id = serializers.CharField(source="item_key")
    images = serializers.SerializerMethodField()
    reply = serializers.SerializerMethodField()
    replies = serializers.SerializerMethodField(
        help_text="Responses of several runs in random order, in place of reply."
    )
    written = serializers.SerializerMethodField()
    mine = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_images(self, sample: RatingSample) -> Any:
        addresses = self.context["images"]
        return [
            addresses[image]
            for image in self.context["material"][sample.item_key].images
            if image in addresses
        ]

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_reply(self, sample: RatingSample) -> Any:
        return self.context["material"][sample.item_key].reply

    @extend_schema_field(ReplySerializer(many=True))
    def get_replies(self, sample: RatingSample) -> Any:
        replies = self.context["material"][sample.item_key].replies
        return ReplySerializer(replies, many=True).data

    @extend_schema_field(WrittenSerializer(many=True))
    def get_written(self, sample: RatingSample) -> Any:
        return self.context["material"][sample.item_key].written

    @extend_schema_field(MarkSerializer(allow_null=True))
    def get_mine(self, sample: RatingSample) -> Any:
        mark = own_mark(sample, self.context["person"])
        return MarkSerializer(mark).data if mark else None
