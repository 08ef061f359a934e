"""Serializers of slots, drafts and annotations."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.assignment.selectors.next_assignment import Waiting
from annotation.drafts.selectors.unsubmitted_drafts import REASONS
from annotation.items.domain.slot_states import SLOT, SUBMITTED
from annotation.items.models.slots import FINAL_ONCE_SUBMITTED, Slot
from annotation.items.models.submissions import Annotation, Draft, DraftVersion
from annotation.records.api import RecordField
from core.api.fields import TranslatedField
from curation.images.api.serializers import PictureSerializer

SLOT_STATES = [(state, state) for state in SLOT.states]


class DraftSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    content = RecordField()
    saved_at = serializers.DateTimeField()


class FeedbackSerializer(serializers.Serializer[Any]):
    """Why work was returned for rework."""

    reason = TranslatedField()
    at = serializers.DateTimeField()


class MyAnnotationSerializer(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    submitted_at = serializers.DateTimeField()


SLOT_KINDS = [(kind, kind) for kind in ("work", "practice", "calibration")]


def shown_slot_kind(slot: Slot) -> str:
    """Return the kind that the slot's person is told: gold and others are "work"."""
    return slot.purpose if (slot.purpose, slot.purpose) in SLOT_KINDS else "work"


class MySlotSerializer(serializers.Serializer[Any]):
    """One of the annotator's slots. ``mine`` is false after the lease expired.

    ``asked``: the draft's questions are another annotator's, to be answered only.
    """

    id = serializers.IntegerField(source="slot.pk")
    kind = serializers.SerializerMethodField()
    status = serializers.CharField(source="slot.status")
    mine = serializers.BooleanField()
    asked = serializers.BooleanField()
    lease_until = serializers.SerializerMethodField()
    item_code = serializers.CharField(source="slot.code")
    protocol_version = serializers.IntegerField(
        source="slot.project.current_protocol.number"
    )
    images = PictureSerializer(many=True)
    draft = DraftSerializer(allow_null=True)
    annotation = MyAnnotationSerializer(allow_null=True)
    feedback = FeedbackSerializer(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(choices=SLOT_KINDS))
    def get_kind(self, view: Any) -> str:
        return shown_slot_kind(view.slot)

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_lease_until(self, view: Any) -> Any:
        return view.slot.lease_until if view.mine else None


class NextSlotSerializer(serializers.Serializer[Any]):
    """``slot`` is null when the annotator has no work now; ``waiting`` says why.

    ``nothing``: no work is left. ``held_back``: calibration is not passed. ``day`` and
    ``all``: a cap is reached. ``lacking``: a required skill or language is missing.
    ``upcoming``: images that will probably be next, to be loaded ahead.
    """

    slot = MySlotSerializer(allow_null=True)
    waiting = serializers.ChoiceField(choices=get_args(Waiting), allow_null=True)
    upcoming = PictureSerializer(many=True)


class LeaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    lease_until = serializers.DateTimeField()


class DraftInputSerializer(serializers.Serializer[Any]):
    """``version``: the version of the draft that the content was made from.

    ``protocol_version``: the number of the protocol that it was written under. With it,
    a protocol change is told apart from another tab.
    """

    version = serializers.IntegerField(min_value=1)
    content = RecordField()
    protocol_version = serializers.IntegerField(
        min_value=1, allow_null=True, default=None
    )


class DraftSavedSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    saved_at = serializers.DateTimeField()


class ProtocolChangeSerializer(serializers.Serializer[Any]):
    """``content``: the sent record in the labels of the current protocol."""

    protocol_version = serializers.IntegerField()
    content = RecordField()


class DraftConflictSerializer(serializers.Serializer[Any]):
    """A problem document with the draft that another tab or device has saved.

    With ``protocol_change`` the protocol changed since the record was written.
    """

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    cause = serializers.ChoiceField(choices=["state", "changed", "protocol"])
    draft = DraftSerializer(required=False)
    protocol_change = ProtocolChangeSerializer(required=False)


class DraftVersionSerializer(serializers.ModelSerializer[DraftVersion]):
    class Meta:
        model = DraftVersion
        fields = ["number", "saved_at"]


class DraftVersionDetailSerializer(DraftVersionSerializer):
    content = RecordField()

    class Meta(DraftVersionSerializer.Meta):
        fields = [*DraftVersionSerializer.Meta.fields, "content"]


class RecordInputSerializer(serializers.Serializer[Any]):
    content = RecordField()


class BilingualSerializer(serializers.Serializer[Any]):
    en = serializers.CharField()
    zh = serializers.CharField()


class RecordProblemSerializer(serializers.Serializer[Any]):
    """A problem that prevents submission."""

    field = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    message = BilingualSerializer()


class FindingSerializer(serializers.Serializer[Any]):
    """A finding of a question check; level ``block`` prevents submission."""

    check = serializers.CharField()
    level = serializers.ChoiceField(choices=["block", "advise"])
    field = serializers.CharField()
    message = BilingualSerializer()


class RecordCheckSerializer(serializers.Serializer[Any]):
    """``ready``: the record could be submitted as it is."""

    ready = serializers.BooleanField()
    problems = RecordProblemSerializer(many=True)
    findings = FindingSerializer(many=True)


class SubmitInputSerializer(serializers.Serializer[Any]):
    """``next``: also assign and return the slot to work on afterwards.

    ``protocol_version``: the number of the protocol that the record was written under.
    """

    content = RecordField()
    protocol_version = serializers.IntegerField(
        min_value=1, allow_null=True, default=None
    )
    seconds = serializers.FloatField(min_value=0, allow_null=True, default=None)
    next = serializers.BooleanField(default=False)


class SubmittedSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField(source="slot_id")
    revision = serializers.IntegerField()
    submitted_at = serializers.DateTimeField()


class SubmittedWithNextSerializer(SubmittedSerializer):
    """``next`` is null unless it was asked for, or when ``slot_next`` would fail."""

    next = NextSlotSerializer(allow_null=True)


class DeclineInputSerializer(serializers.Serializer[Any]):
    """``reason`` is an id of the protocol's decline reasons."""

    reason = serializers.CharField()
    note = serializers.CharField(allow_blank=True, default="", max_length=2000)


class MyWorkSerializer(serializers.ModelSerializer[Slot]):
    """One of the annotator's slots, done or in progress."""

    kind = serializers.SerializerMethodField()
    status = serializers.ChoiceField(choices=SLOT_STATES, read_only=True)
    item_code = serializers.CharField(source="code")
    images = PictureSerializer(many=True, source="item.images", read_only=True)
    submitted_at = serializers.SerializerMethodField()
    revision = serializers.SerializerMethodField()
    seconds = serializers.SerializerMethodField()
    feedback = serializers.CharField(allow_null=True)
    feedback_at = serializers.DateTimeField(allow_null=True)
    decline_reason = serializers.CharField(allow_null=True)
    decline_note = serializers.CharField(allow_null=True)
    may_take_back = serializers.SerializerMethodField()

    class Meta:
        model = Slot
        fields = [
            "id",
            "kind",
            "status",
            "may_take_back",
            "item_code",
            "images",
            "moved_at",
            "submitted_at",
            "revision",
            "seconds",
            "feedback",
            "feedback_at",
            "decline_reason",
            "decline_note",
        ]

    @extend_schema_field(serializers.ChoiceField(choices=SLOT_KINDS))
    def get_kind(self, slot: Slot) -> str:
        return shown_slot_kind(slot)

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_submitted_at(self, slot: Slot) -> Any:
        latest = self._latest(slot)
        return latest.submitted_at if latest else None

    def get_revision(self, slot: Slot) -> int | None:
        latest = self._latest(slot)
        return latest.revision if latest else None

    def get_seconds(self, slot: Slot) -> float | None:
        latest = self._latest(slot)
        return latest.seconds if latest else None

    def get_may_take_back(self, slot: Slot) -> bool:
        """Whether it is submitted, and nobody has decided on the item yet."""
        return (
            slot.status == SUBMITTED
            and slot.purpose not in FINAL_ONCE_SUBMITTED
            and slot.pk not in self.context["settled"]
        )

    def _latest(self, slot: Any) -> Annotation | None:
        return next(iter(slot.own_annotations), None)


class MyDraftSerializer(serializers.ModelSerializer[Draft]):
    """An unsubmitted draft of the annotator, with ``why`` it is not in progress.

    ``skipped``: the annotator put it off; it comes after their other work. ``lapsed``:
    the lease expired and the item will be assigned again. ``taken``: other
    people have it; a submission is kept as an extra one. ``closed``: the item was
    closed. ``declined``: the annotator declined it. ``voided``: their submission was
    voided.
    """

    item_code = serializers.CharField(source="slot.code")
    images = PictureSerializer(many=True, source="slot.item.images", read_only=True)
    why = serializers.ChoiceField(choices=REASONS)
    content = RecordField()

    class Meta:
        model = Draft
        fields = ["slot", "item_code", "images", "saved_at", "why", "content"]
