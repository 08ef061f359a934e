"""Serializers of near-duplicates."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.models import JobStatus
from curation.filters.models import Change, FilterChange, FilterRun
from curation.filters.selectors.runs import is_preview_outdated
from curation.images.api.serializers import ImageSerializer
from curation.images.models import Image
from curation.near_duplicates.domain.clustering import KeepReason
from curation.near_duplicates.domain.match import Alteration
from curation.near_duplicates.models import (
    NearDuplicatePair,
    PairAnswer,
    PairDecision,
    ReleasedCopy,
    ReleasedDecision,
)
from curation.near_duplicates.selectors.clusters import (
    list_keep_reasons,
    minimum_certainty_of_run,
)
from curation.ports import ReleasedIn

_BECAUSE = [(reason.value, reason.value) for reason in KeepReason]


class PossiblePairSerializer(serializers.ModelSerializer[NearDuplicatePair]):
    """Two images that may be near-duplicates, and in words what may differ."""

    left = ImageSerializer()
    right = ImageSerializer()
    differences = serializers.ListField(
        child=serializers.ChoiceField(
            choices=[(kind.value, kind.value) for kind in Alteration]
        ),
        source="confirmation.kinds",
    )

    class Meta:
        model = NearDuplicatePair
        fields = ["id", "left", "right", "certainty", "differences"]


class PairAnswerInputSerializer(serializers.Serializer[Any]):
    answer = serializers.ChoiceField(choices=PairAnswer.choices)


class PairDecisionSerializer(serializers.ModelSerializer[PairDecision]):
    """An organizer's decision on a pair."""

    answer = serializers.ChoiceField(choices=PairAnswer.choices)

    class Meta:
        model = PairDecision
        fields = ["left_id", "right_id", "answer", "decided_at"]


class ReleasedInSerializer(serializers.Serializer[Any]):
    """The newest published release that contains an image."""

    project = serializers.CharField()
    name = serializers.CharField()
    version = serializers.CharField()


class MemberSerializer(ImageSerializer):
    """An image of a cluster; ``released`` is set if a release contains it."""

    released = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [*ImageSerializer.Meta.fields, "released"]

    @extend_schema_field(ReleasedInSerializer(allow_null=True))
    def get_released(self, image: Image) -> dict[str, str] | None:
        return _where(self.context["released"].get(image.pk))


def _where(where: ReleasedIn | None) -> dict[str, str] | None:
    return where._asdict() if where else None


class CopySerializer(MemberSerializer):
    """An excluded near-duplicate, its distance to the kept image and differences."""

    distance = serializers.SerializerMethodField()
    certainty = serializers.SerializerMethodField()
    differences = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [
            *MemberSerializer.Meta.fields,
            "distance",
            "certainty",
            "differences",
        ]

    def get_distance(self, image: Image) -> int | None:
        distance: int | None = self._measured_detail(image, "distance")
        return distance

    def get_certainty(self, image: Image) -> float | None:
        measurement = self.context["exclusions"].get(image.pk)
        # In version 0.1.0 the value was a distance in bits.
        if measurement is None or measurement.details.get("rule") in ("hash", "window"):
            return None
        certainty: float | None = measurement.value
        return certainty

    def get_differences(self, image: Image) -> list[str]:
        return self._measured_detail(image, "differences") or []

    def _measured_detail(self, image: Image, name: str) -> Any:
        measurement = self.context["exclusions"].get(image.pk)
        return measurement.details.get(name) if measurement else None


class ClusterSerializer(MemberSerializer):
    """A kept image with its excluded near-duplicates and the reasons for keeping it."""

    copies = CopySerializer(many=True, source="duplicates")
    kept_because = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = [*MemberSerializer.Meta.fields, "copies", "kept_because"]

    @extend_schema_field(
        serializers.ListField(child=serializers.ChoiceField(choices=_BECAUSE))
    )
    def get_kept_because(self, image: Image) -> list[str]:
        return list_keep_reasons(image.duplicates.all(), self.context["exclusions"])


class DuplicateParametersSerializer(serializers.Serializer[Any]):
    """Parameters of the filter: the minimum certainty of a near-duplicate."""

    certainty = serializers.FloatField(min_value=0, max_value=1)


class PreviewSerializer(serializers.ModelSerializer[FilterRun]):
    """A preview of other parameters; ``counts`` is filled when it is finished.

    ``overtaken``: the filter has run since, so the preview cannot be applied any more.
    """

    certainty = serializers.SerializerMethodField()
    job_id = serializers.IntegerField()
    status = serializers.ChoiceField(choices=JobStatus.choices, source="job.status")
    counts = serializers.DictField(child=serializers.IntegerField())
    overtaken = serializers.SerializerMethodField()

    class Meta:
        model = FilterRun
        fields = [
            "id",
            "certainty",
            "job_id",
            "status",
            "counts",
            "overtaken",
            "tools",
            "seconds",
            "created_at",
        ]

    def get_certainty(self, run: FilterRun) -> float:
        return minimum_certainty_of_run(run)

    def get_overtaken(self, run: FilterRun) -> bool:
        return is_preview_outdated(run)


class FilterChangeSerializer(serializers.ModelSerializer[FilterChange]):
    """One image that would change, with the kept and the previously kept image."""

    change = serializers.ChoiceField(choices=Change.choices)
    image = ImageSerializer()
    kept = ImageSerializer(allow_null=True)
    before = ImageSerializer(allow_null=True)

    class Meta:
        model = FilterChange
        fields = [
            "id",
            "change",
            "image",
            "kept",
            "before",
            "distance",
            "certainty",
        ]


class ApplyInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()


class ReleasedCopySerializer(serializers.ModelSerializer[ReleasedCopy]):
    """An image and its near-duplicate in a release.

    ``thumbnail_url`` belongs to the released image, which may be in a project that the
    reader is not a member of.
    """

    image = ImageSerializer()
    released = serializers.SerializerMethodField()
    thumbnail_url = serializers.SerializerMethodField()
    width = serializers.IntegerField(source="released.width")
    height = serializers.IntegerField(source="released.height")
    certainty = serializers.FloatField(source="confirmation.certainty")
    differences = serializers.ListField(
        child=serializers.CharField(), source="confirmation.kinds"
    )
    decision = serializers.ChoiceField(choices=ReleasedDecision.choices)

    class Meta:
        model = ReleasedCopy
        fields = [
            "id",
            "image",
            "released",
            "thumbnail_url",
            "width",
            "height",
            "distance",
            "certainty",
            "differences",
            "decision",
            "reason",
            "decided_at",
        ]

    @extend_schema_field(ReleasedInSerializer(allow_null=True))
    def get_released(self, copy: ReleasedCopy) -> dict[str, str] | None:
        return _where(self.context["released"].get(copy.released_id))

    def get_thumbnail_url(self, copy: ReleasedCopy) -> str:
        slug = self.context["access"].project.slug
        return f"/api/projects/{slug}/duplicates/released/{copy.pk}/thumbnail/"


class ReleasedDecisionInputSerializer(serializers.Serializer[Any]):
    decision = serializers.ChoiceField(
        choices=[ReleasedDecision.EXCLUDED.value, ReleasedDecision.KEPT.value]
    )
    reason = serializers.CharField()
