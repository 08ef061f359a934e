"""Serializers of items with all people's work, for organizers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.items.domain.slot_states import SLOT
from annotation.items.models.items import Item
from annotation.items.models.questions import Question, QuestionRevision
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.records.api import AnswerField, RecordField
from core.api.fields import TranslatedField
from curation.images.api.serializers import PictureSerializer
from projects.person_names.api import PersonNameField


class ItemBriefSerializer(serializers.Serializer[Any]):
    """An item with what is needed to choose or recognise it."""

    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    images = PictureSerializer(many=True, read_only=True)


class ItemSlotSerializer(serializers.ModelSerializer[Slot]):
    """A slot of an item; ``code`` is the item's code as the slot's person sees it."""

    status = serializers.ChoiceField(choices=[(state, state) for state in SLOT.states])
    person = PersonNameField(allow_null=True)

    class Meta:
        model = Slot
        fields = [
            "id",
            "code",
            "purpose",
            "work_pass",
            "number",
            "status",
            "person",
            "lease_until",
            "moved_at",
        ]


class ItemSerializer(serializers.ModelSerializer[Item]):
    images = PictureSerializer(many=True, read_only=True)
    slots = ItemSlotSerializer(many=True)

    class Meta:
        model = Item
        fields = ["id", "number", "images", "slots", "created_at"]


class RawAnnotationSerializer(serializers.ModelSerializer[Annotation]):
    """An annotation as it was submitted, with its author, for organizers only."""

    person = PersonNameField()
    purpose = serializers.CharField(source="slot.purpose")
    slot_number = serializers.IntegerField(source="slot.number")
    protocol_version = serializers.IntegerField(source="protocol_version.number")
    content = RecordField()

    class Meta:
        model = Annotation
        fields = [
            "id",
            "slot",
            "purpose",
            "slot_number",
            "person",
            "protocol_version",
            "revision",
            "content",
            "seconds",
            "submitted_at",
        ]


class ItemDetailSerializer(ItemSerializer):
    protocol_version = serializers.IntegerField(source="protocol_version.number")
    annotations = serializers.SerializerMethodField()

    class Meta(ItemSerializer.Meta):
        fields = [*ItemSerializer.Meta.fields, "protocol_version", "annotations"]

    @extend_schema_field(RawAnnotationSerializer(many=True))
    def get_annotations(self, item: Item) -> Any:
        return RawAnnotationSerializer(
            self.context["annotations"], many=True, context=self.context
        ).data


class QuestionRevisionSerializer(serializers.ModelSerializer[QuestionRevision]):
    author = PersonNameField()
    options = serializers.ListField(child=serializers.CharField())
    answer = AnswerField(allow_null=True)
    reason = TranslatedField(read_only=True)

    class Meta:
        model = QuestionRevision
        fields = [
            "number",
            "stem",
            "options",
            "answer",
            "author",
            "reason",
            "created_at",
        ]


class QuestionHistorySerializer(serializers.ModelSerializer[Question]):
    """A question with all its revisions."""

    revisions = QuestionRevisionSerializer(many=True)
    dropped_by = PersonNameField(allow_null=True)
    dropped_reason = TranslatedField(read_only=True)

    class Meta:
        model = Question
        fields = [
            "uid",
            "position",
            "format",
            "fixed",
            "live",
            "current_number",
            "dropped_by",
            "dropped_reason",
            "revisions",
        ]
