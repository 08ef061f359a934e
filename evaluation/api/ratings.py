"""What people mark by a standard: drawn, marked blind, and what comes of it."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.models import ItemImage
from evaluation.api.analyses import ErrorAgreementSerializer
from evaluation.api.serializers import SliceFieldSerializer, TitledSerializer
from evaluation.domain.states import FINISHED, STALE
from evaluation.models import RatingSample, RatingTask, Run
from evaluation.selectors.questions import label_fields, released_items
from evaluation.selectors.ratings import (
    rating_findings,
    rating_get,
    rating_list,
    rating_of,
    rating_samples,
    sample_get,
)
from evaluation.selectors.runs import replies_of, run_get
from evaluation.services.ratings import rating_draw, rating_mark
from projects.api.base import ProjectView, page_of, validated
from projects.domain.protocol.rating import Rating
from projects.selectors import ORGANIZERS
from releases.models import Release
from releases.selectors.records import release_get


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
    agreement = ErrorAgreementSerializer(allow_null=True)


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


class RatingFindingsSerializer(serializers.Serializer[Any]):
    marked = serializers.IntegerField(help_text="With all their marks.")
    scales = ScaleFindingsSerializer(many=True)
    judges = JudgeFindingsSerializer(many=True)


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


class MarkSerializer(serializers.Serializer[Any]):
    marks = serializers.DictField(
        child=serializers.IntegerField(), help_text="By scale."
    )
    note = serializers.CharField(allow_blank=True, default="", max_length=4000)


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
        person = self.context["person"]
        own = [one for one in sample.marks.all() if one.person_id == person]
        return MarkSerializer(own[0]).data if own else None


class RatingListApi(ProjectView):
    """What is marked on a release, and drawing more."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="rating_list",
        parameters=[OpenApiParameter("version", OpenApiTypes.STR, required=True)],
        responses=RatingsSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        release = release_get(self.project, request.query_params.get("version", ""))
        known = release.protocol_version.protocol.evaluation.ratings
        data = {"ratings": known, "tasks": rating_list(release)}
        return Response(RatingsSerializer(data, context={"release": release}).data)

    @extend_schema(
        operation_id="rating_draw",
        request=RatingInputSerializer,
        responses={201: RatingTaskSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(RatingInputSerializer, request.data)
        drawn = rating_draw(
            release=release_get(self.project, data["version"]),
            rating_id=data["rating"],
            run=run_get(self.project, data["run"]) if data["run"] else None,
            seed=data["seed"],
            actor=self.actor,
        )
        shown = rating_get(self.project, drawn.pk)
        return Response(RatingTaskSerializer(shown).data, status=201)


class RatingGetApi(ProjectView):
    """One task: how far it is, and what comes of it."""

    roles = ORGANIZERS

    @extend_schema(operation_id="rating_get", responses=RatingDetailSerializer)
    def get(self, request: Request, slug: str, task_id: int) -> Response:
        task = rating_get(self.project, task_id)
        waiting = rating_samples(task, waiting_for=self.person).count()
        context = {
            "waiting": waiting,
            "findings": None if waiting else rating_findings(task),
        }
        return Response(RatingDetailSerializer(task, context=context).data)


class RatingSampleListApi(ProjectView):
    """What is to be marked, in the order drawn."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="rating_sample_list",
        parameters=[OpenApiParameter("cursor", OpenApiTypes.STR)],
        responses=page_of(RatingSampleSerializer),
    )
    def get(self, request: Request, slug: str, task_id: int) -> Response:
        task = rating_get(self.project, task_id)
        return self.paginate(
            rating_samples(task),
            RatingSampleSerializer,
            ordering="id",
            context=_context(task, slug) | {"person": self.person.pk},
        )


class RatingMarkApi(ProjectView):
    """Mark one, or mark it again."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="rating_mark", request=MarkSerializer, responses=MarkSerializer
    )
    def put(
        self, request: Request, slug: str, task_id: int, sample_id: int
    ) -> Response:
        data = validated(MarkSerializer, request.data)
        mark = rating_mark(
            sample=sample_get(self.project, task_id, sample_id),
            marks=data["marks"],
            note=data["note"],
            actor=self.actor,
        )
        return Response(MarkSerializer(mark).data)


def _context(task: RatingTask, slug: str) -> dict[str, Any]:
    items = {item.key: item for item in released_items(task.release)}
    return {
        "slug": slug,
        "items": items,
        "images": _images(task.release),
        "replies": replies_of(task.run) if task.run else {},
        "shown": _shown(task),
    }


def _shown(task: RatingTask) -> list[Any]:
    wanted = rating_of(task).shown
    fields = {one.id: one for one in task.release.protocol_version.protocol.fields}
    return [fields[name] for name in wanted]


def _images(release: Release) -> dict[int, list[int]]:
    images: dict[int, list[int]] = {}
    places = ItemImage.objects.filter(item__in=release.rows.values("item"))
    for place in places.order_by("item", "position"):
        images.setdefault(place.item_id, []).append(place.image_id)
    return images
