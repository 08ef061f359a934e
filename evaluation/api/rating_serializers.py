"""What is marked by a standard, as the pages read it."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from evaluation.api.marking import (
    BlindAgreementSerializer,
    NotedSerializer,
    own_mark,
)
from evaluation.api.serializers import SliceFieldSerializer, TitledSerializer
from evaluation.domain.states import FINISHED, STALE
from evaluation.models import RatingSample, RatingTask, Run
from evaluation.selectors.questions import label_fields
from evaluation.selectors.ratings import rating_of
from projects.domain.protocol.rating import Rating


class PointSerializer(serializers.Serializer[Any]):
    value = serializers.IntegerField()
    title = serializers.DictField(child=serializers.CharField())
    help = serializers.DictField(child=serializers.CharField(), allow_null=True)


class ScaleSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())
    help = serializers.DictField(child=serializers.CharField(), allow_null=True)
    points = PointSerializer(many=True)


class RatingRunSerializer(serializers.ModelSerializer[Run]):
    """Whose replies are marked, or who marked them."""

    class Meta:
        model = Run
        fields = ["id", "model", "revision", "backend"]


class RatingSerializer(serializers.Serializer[Any]):
    """Something that the protocol has marked; ``runs`` are those whose replies may be."""

    id = serializers.CharField()
    title = serializers.DictField(child=serializers.CharField())
    replies_of = serializers.CharField(allow_null=True)
    task_title = serializers.SerializerMethodField()
    judged = serializers.SerializerMethodField()
    people = serializers.IntegerField()
    share = serializers.FloatField()
    runs = serializers.SerializerMethodField()

    @extend_schema_field(
        serializers.DictField(child=serializers.CharField(), allow_null=True)
    )
    def get_task_title(self, rating: Rating) -> Any:
        """Of the open task whose replies are marked."""
        protocol = self.context["release"].protocol_version.protocol
        task = protocol.evaluation.open_task(rating.replies_of or "")
        return task.title if task else None

    def get_judged(self, rating: Rating) -> bool:
        return rating.judge is not None

    @extend_schema_field(RatingRunSerializer(many=True))
    def get_runs(self, rating: Rating) -> Any:
        runs = Run.objects.filter(
            release=self.context["release"],
            setting=rating.replies_of or "",
            status__in=[FINISHED, STALE],
        )
        return RatingRunSerializer(runs.order_by("pk"), many=True).data


class RatingTaskSerializer(serializers.ModelSerializer[RatingTask]):
    version = serializers.CharField(source="release.version")
    title = serializers.SerializerMethodField()
    run = RatingRunSerializer(allow_null=True)
    size = serializers.IntegerField(help_text="How many are marked.")

    class Meta:
        model = RatingTask
        fields = [
            "id",
            "version",
            "rating",
            "title",
            "run",
            "seed",
            "people",
            "size",
            "created_at",
        ]

    @extend_schema_field(serializers.DictField(child=serializers.CharField()))
    def get_title(self, task: RatingTask) -> Any:
        return rating_of(task).title


class RatingsSerializer(serializers.Serializer[Any]):
    """What may be drawn on a release, and what was."""

    ratings = RatingSerializer(many=True)
    tasks = RatingTaskSerializer(many=True)


class RatingInputSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    rating = serializers.CharField()
    run = serializers.IntegerField(allow_null=True, default=None)
    seed = serializers.IntegerField(min_value=0, default=0)


class MeanMarkSerializer(serializers.Serializer[Any]):
    n = serializers.IntegerField()
    mean = serializers.FloatField(allow_null=True)


class ScaleFindingsSerializer(serializers.Serializer[Any]):
    scale = serializers.CharField(source="scale.id")
    overall = MeanMarkSerializer()
    slices = serializers.DictField(
        child=serializers.DictField(child=MeanMarkSerializer())
    )
    counts = serializers.DictField(
        child=serializers.IntegerField(), help_text="Marks given, by value."
    )
    agreement = BlindAgreementSerializer(allow_null=True)


class ConsistencySerializer(serializers.Serializer[Any]):
    """A judge beside people on what all of them marked."""

    items = serializers.IntegerField()
    equal = serializers.FloatField(
        allow_null=True, help_text="Share of pairs of judge and person that are equal."
    )
    within_one = serializers.FloatField(
        allow_null=True, help_text="Share of pairs at most one point apart."
    )
    rank_correlation = serializers.FloatField(
        allow_null=True, help_text="Spearman's, with the mean of people."
    )


class JudgeFindingsSerializer(serializers.Serializer[Any]):
    run = RatingRunSerializer()
    scale = serializers.CharField()
    overall = MeanMarkSerializer()
    consistency = ConsistencySerializer()


class CoefficientSerializer(serializers.Serializer[Any]):
    value = serializers.FloatField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class CorrelationSerializer(serializers.Serializer[Any]):
    """A metric of captions beside the mean mark of people on one scale."""

    scale = serializers.CharField()
    metric = serializers.CharField()
    n = serializers.IntegerField(source="correlation.n")
    pearson = CoefficientSerializer(source="correlation.pearson", allow_null=True)
    spearman = CoefficientSerializer(source="correlation.spearman", allow_null=True)
    kendall = CoefficientSerializer(source="correlation.kendall", allow_null=True)


class RatingFindingsSerializer(serializers.Serializer[Any]):
    marked = serializers.IntegerField(help_text="With all their marks.")
    scales = ScaleFindingsSerializer(many=True)
    judges = JudgeFindingsSerializer(many=True)
    correlations = CorrelationSerializer(
        many=True, help_text="Empty where no metric was measured caption by caption."
    )


class RatingDetailSerializer(RatingTaskSerializer):
    """``waiting`` and ``findings`` in the context."""

    help = serializers.SerializerMethodField()
    scales = serializers.SerializerMethodField()
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

    @extend_schema_field(
        serializers.DictField(child=serializers.CharField(), allow_null=True)
    )
    def get_help(self, task: RatingTask) -> Any:
        return rating_of(task).help

    @extend_schema_field(ScaleSerializer(many=True))
    def get_scales(self, task: RatingTask) -> Any:
        return ScaleSerializer(rating_of(task).scales, many=True).data

    @extend_schema_field(SliceFieldSerializer(many=True))
    def get_labels(self, task: RatingTask) -> Any:
        fields = rating_of(task).slices
        return SliceFieldSerializer(label_fields(task.release, fields), many=True).data

    def get_waiting(self, task: RatingTask) -> int:
        """How many wait for this person's marks."""
        return int(self.context["waiting"])

    @extend_schema_field(RatingFindingsSerializer(allow_null=True))
    def get_findings(self, task: RatingTask) -> Any:
        """None for who has still to mark: nobody is led by what others gave."""
        found = self.context["findings"]
        return RatingFindingsSerializer(found).data if found else None


class MarkSerializer(NotedSerializer):
    marks = serializers.DictField(
        child=serializers.IntegerField(), help_text="By scale."
    )


class WrittenSerializer(TitledSerializer):
    text = serializers.CharField()


class RatingSampleSerializer(serializers.Serializer[Any]):
    """What is marked, without who said it or what anybody else gave.

    In the context: ``person``, ``items``, ``images``, ``replies``, ``shown``, ``slug``.
    """

    id = serializers.IntegerField()
    item_id = serializers.CharField(source="item_key")
    images = serializers.SerializerMethodField()
    reply = serializers.SerializerMethodField()
    written = serializers.SerializerMethodField()
    mine = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_images(self, sample: RatingSample) -> Any:
        item = self.context["items"][sample.item_key]
        slug = self.context["slug"]
        return [
            f"/api/projects/{slug}/images/{image}/file/preview/"
            for image in self.context["images"].get(item.item_id, [])
        ]

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_reply(self, sample: RatingSample) -> Any:
        return self.context["replies"].get(sample.item_key)

    @extend_schema_field(WrittenSerializer(many=True))
    def get_written(self, sample: RatingSample) -> Any:
        written = self.context["items"][sample.item_key].written
        return [
            {"id": field.id, "title": field.title, "text": written[field.id]}
            for field in self.context["shown"]
            if field.id in written
        ]

    @extend_schema_field(MarkSerializer(allow_null=True))
    def get_mine(self, sample: RatingSample) -> Any:
        own = own_mark(sample, self.context["person"])
        return MarkSerializer(own).data if own else None
