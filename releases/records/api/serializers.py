"""Serializers of releases."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.translation import translate
from curation.images.api.serializers import ImageThumbnailSerializer
from projects.access.api.shapes import serializer_of
from projects.history.api.serializers import JobSerializer
from releases.records.models import (
    GateOverride,
    Release,
    ReleaseNotice,
    ReleaseNoticeKind,
)
from releases.records.selectors.differences import DifferenceCounts
from releases.records.selectors.releases import override_message
from subtext_protocol.text import LANGUAGES, in_language

RELEASE_STATES = [(state, state) for state in Release.machine.states]


class GateMessageSerializer(serializers.Serializer[Any]):
    en = serializers.CharField()
    zh = serializers.CharField()


class ItemPictureSerializer(ImageThumbnailSerializer):
    """An image with the number of its item, null for an image without one.

    The context needs ``item_numbers``, the number by image id.
    """

    item_number = serializers.SerializerMethodField()

    def get_item_number(self, image_id: int) -> int | None:
        number: int | None = self.context["item_numbers"].get(image_id)
        return number


class GateOverrideSerializer(serializers.ModelSerializer[GateOverride]):
    message = serializers.SerializerMethodField()

    class Meta:
        model = GateOverride
        fields = ["line", "message", "reason"]

    @extend_schema_field(GateMessageSerializer)
    def get_message(self, override: GateOverride) -> dict[str, str]:
        """Return the message in both languages."""
        message = override_message(override.release, override)
        return {language: in_language(message, language) for language in LANGUAGES}


class BlockedLineSerializer(serializers.Serializer[Any]):
    """A release check that blocked a release."""

    id = serializers.CharField()
    message = GateMessageSerializer()
    overridable = serializers.BooleanField()


class ReleaseChangesSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()
    removed = serializers.IntegerField()
    changed = serializers.IntegerField()


class ReleaseSplitSerializer(serializers.Serializer[Any]):
    split = serializers.CharField()
    items = serializers.IntegerField()
    images = serializers.IntegerField()
    questions = serializers.IntegerField()


class ReleaseLicenceSerializer(serializers.Serializer[Any]):
    licence = serializers.CharField()
    images = serializers.IntegerField()


class ReleaseSummarySerializer(serializers.Serializer[Any]):
    bytes = serializers.IntegerField()
    files = serializers.IntegerField()
    items = serializers.IntegerField()
    images = serializers.IntegerField()
    questions = serializers.IntegerField()
    splits = ReleaseSplitSerializer(many=True)
    licences = ReleaseLicenceSerializer(many=True)
    withheld = serializers.IntegerField()


class ReleaseNoticeSerializer(serializers.ModelSerializer[ReleaseNotice]):
    kind = serializers.ChoiceField(choices=ReleaseNoticeKind.choices)

    class Meta:
        model = ReleaseNotice
        fields = ["id", "kind", "key", "question", "text", "role", "created_at"]


class ReleaseSerializer(serializers.ModelSerializer[Release]):
    """A release.

    The context needs ``reasons``, why releases failed or were yanked, by release id,
    and ``notices``, whether to include errata and takedowns.
    """

    status = serializers.ChoiceField(choices=RELEASE_STATES)
    protocol_version = serializers.IntegerField(source="protocol_version.number")
    previous = serializers.CharField(
        source="previous.version", default=None, allow_null=True
    )
    changes = serializers.SerializerMethodField()
    summary = serializers.SerializerMethodField()
    blocked = BlockedLineSerializer(many=True)
    reasons_given = serializers.SerializerMethodField()
    overrides = GateOverrideSerializer(many=True)
    private = serializers.ListField(child=serializers.CharField())
    notices = serializers.SerializerMethodField()
    given_out = serializers.SerializerMethodField()
    simulated_items = serializers.SerializerMethodField()
    is_takedown = serializers.SerializerMethodField()
    job = JobSerializer(allow_null=True)
    reason = serializers.SerializerMethodField()

    class Meta:
        model = Release
        fields = [
            "version",
            "name",
            "status",
            "protocol_version",
            "previous",
            "seed",
            "note",
            "changes",
            "summary",
            "overrides",
            "blocked",
            "reasons_given",
            "private",
            "notices",
            "given_out",
            "simulated_items",
            "is_takedown",
            "manifest_sha256",
            "job",
            "reason",
            "created_at",
            "published_at",
        ]

    @extend_schema_field(ReleaseChangesSerializer(allow_null=True))
    def get_changes(self, release: Release) -> dict[str, Any] | None:
        """Return the numbers of changes; None until the release is frozen."""
        return release.changes or None

    @extend_schema_field(serializers.DictField(child=serializers.CharField()))
    def get_reasons_given(self, release: Release) -> dict[str, str]:
        """Return the maintainer's reasons for overriding checks, by check."""
        return dict(release.asked.get("overrides", {}))

    @extend_schema_field(ReleaseSummarySerializer(allow_null=True))
    def get_summary(self, release: Release) -> dict[str, Any] | None:
        return release.summary or None

    @extend_schema_field(ReleaseNoticeSerializer(many=True))
    def get_notices(self, release: Release) -> list[dict[str, Any]]:
        notices = list(release.notices.all()) if self.context["notices"] else []
        return list(ReleaseNoticeSerializer(notices, many=True).data)

    def get_given_out(self, release: Release) -> bool:
        """Return whether the files can be downloaded; false after a takedown."""
        return all(
            notice.kind != ReleaseNoticeKind.TAKEDOWN
            for notice in release.notices.all()
        )

    def get_simulated_items(self, release: Release) -> int:
        """Return the number of items with work by simulated people."""
        return int(release.facts.get("simulated_items", 0))

    def get_is_takedown(self, release: Release) -> bool:
        """Return whether it is the last release without what was taken down."""
        return "without" in release.asked

    def get_reason(self, release: Release) -> str:
        return translate(self.context["reasons"].get(release.pk, ""))


class ReleaseErratumInputSerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    question = serializers.CharField(allow_blank=True, default="")


class ReleaseYankInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()


class StatisticsLengthSerializer(serializers.Serializer[Any]):
    what = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.ChoiceField(choices=["words", "characters"])
    mean = serializers.FloatField(allow_null=True)


class StatisticsChoiceSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    items = serializers.IntegerField()
    questions = serializers.IntegerField()
    share = serializers.FloatField()


class StatisticsFieldSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    multiple = serializers.BooleanField()
    ordered = serializers.BooleanField()
    choices = StatisticsChoiceSerializer(many=True)


class StatisticsRowSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    items = serializers.IntegerField()
    counts = serializers.ListField(child=serializers.IntegerField())
    shares = serializers.ListField(child=serializers.FloatField())


class StatisticsCrossingSerializer(serializers.Serializer[Any]):
    rows_field = serializers.CharField()
    columns_field = serializers.CharField()
    rows_title = serializers.CharField()
    columns_title = serializers.CharField()
    columns = serializers.ListField(child=serializers.CharField())
    rows = StatisticsRowSerializer(many=True)


class ReleaseStatisticsSerializer(serializers.Serializer[Any]):
    """Statistics of one release (II-Bench, Table 1 and Figure 5)."""

    items = serializers.IntegerField()
    images = serializers.IntegerField()
    questions = serializers.IntegerField()
    splits = ReleaseSplitSerializer(many=True)
    lengths = StatisticsLengthSerializer(many=True)
    fields = StatisticsFieldSerializer(many=True)  # type: ignore[assignment]  # a name of the data, not DRF's
    crossings = StatisticsCrossingSerializer(many=True)


class ReleaseChangeSerializer(serializers.Serializer[Any]):
    what = serializers.ChoiceField(
        choices=[
            "split",
            "image",
            "label",
            "text",
            "sentence",
            "stem",
            "options",
            "key",
            "question_added",
            "question_removed",
        ]
    )
    where = serializers.CharField(allow_blank=True)
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class ReleaseChangedItemSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    changes = ReleaseChangeSerializer(many=True)


class ReleaseReasonSerializer(serializers.Serializer[Any]):
    """Why an item changed: the role of the person, the action and the reason."""

    key = serializers.CharField()
    role = serializers.CharField()
    action = serializers.CharField()
    reason = serializers.CharField()


class ReleaseDiffSerializer(serializers.Serializer[Any]):
    """Differences between a release and its predecessor.

    ``counts`` are of all items, the lists hold the first ones. ``pictures``: the first
    image of each item listed, by item key.
    """

    version = serializers.CharField()
    previous = serializers.CharField(allow_null=True)
    counts = serializer_of(DifferenceCounts)()
    added = serializers.ListField(child=serializers.CharField())
    removed = serializers.ListField(child=serializers.CharField())
    changed = ReleaseChangedItemSerializer(many=True)
    pictures = serializers.DictField(child=ItemPictureSerializer())
    reasons = ReleaseReasonSerializer(many=True)


class ReleaseFileSerializer(serializers.Serializer[Any]):
    path = serializers.CharField()
    sha256 = serializers.CharField(allow_blank=True)
    bytes = serializers.IntegerField()
