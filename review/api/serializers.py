"""What goes over the wire about cases: comparing and deciding."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.api.serializers import AnswerField, QuestionContentSerializer
from annotation.models import QuestionRevision
from curation.api.serializers import PictureSerializer
from review.domain.states import CASE
from review.models import Case

CASE_STATES = [(state, state) for state in CASE.states]


class CaseSummarySerializer(serializers.ModelSerializer[Case]):
    """A case in a list; ``disputed`` counts the fields that somebody has to decide."""

    item_id = serializers.IntegerField()
    item_number = serializers.IntegerField(source="item.number")
    status = serializers.ChoiceField(choices=CASE_STATES)
    images = PictureSerializer(many=True, source="item.pictures", read_only=True)

    class Meta:
        model = Case
        fields = [
            "id",
            "item_id",
            "item_number",
            "status",
            "disputed",
            "images",
            "created_at",
        ]


class LabelsField(serializers.DictField):
    child = serializers.ListField(child=serializers.CharField())


class SentencesField(serializers.DictField):
    child = serializers.DictField(child=serializers.CharField(allow_blank=True))


class ComparedRecordSerializer(serializers.Serializer[Any]):
    """What one person handed in; people are letters here, in a fixed order.

    ``slot_id`` is where to send it back; labels are those of the protocol in force,
    whatever ``protocol_version`` they were given under. ``answers``, by a question's uid,
    are to somebody else's questions, given without the key.
    """

    letter = serializers.CharField()
    mine = serializers.BooleanField()
    slot_id = serializers.IntegerField()
    protocol_version = serializers.IntegerField()
    labels = LabelsField()
    texts = serializers.DictField(child=serializers.CharField())
    sentences = SentencesField()
    questions = QuestionContentSerializer(many=True)
    answers = serializers.DictField(child=AnswerField(allow_null=True))


class ComparedFieldSerializer(serializers.Serializer[Any]):
    """``value`` is the agreed or proposed one of a label; ``rule`` says how it came."""

    field = serializers.CharField()
    kind = serializers.ChoiceField(choices=["label", "text", "sentence"])
    outcome = serializers.ChoiceField(
        choices=["agreed", "proposed", "disputed", "to_choose"]
    )
    rule = serializers.ChoiceField(
        choices=["", "same", "majority", "first", "most", "all"], allow_blank=True
    )
    values = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField())
    )
    value = serializers.ListField(child=serializers.CharField(), allow_null=True)


class FinalQuestionSerializer(serializers.ModelSerializer[QuestionRevision]):
    uid = serializers.CharField(source="question.uid")
    position = serializers.IntegerField(source="question.position")
    format = serializers.CharField(source="question.format")
    fixed = serializers.CharField(source="question.fixed")
    revision = serializers.IntegerField(source="number")
    options = serializers.ListField(child=serializers.CharField())
    answer = AnswerField(allow_null=True)

    class Meta:
        model = QuestionRevision
        fields = [
            "uid",
            "position",
            "format",
            "fixed",
            "revision",
            "stem",
            "options",
            "answer",
        ]


class FinalRecordSerializer(serializers.Serializer[Any]):
    labels = LabelsField()
    texts = serializers.DictField(child=serializers.CharField())
    sentences = SentencesField()
    questions = FinalQuestionSerializer(many=True)


class ProposedRecordSerializer(serializers.Serializer[Any]):
    labels = LabelsField()
    texts = serializers.DictField(child=serializers.CharField())
    sentences = SentencesField()
    questions = QuestionContentSerializer(many=True)


class ProposalSerializer(serializers.Serializer[Any]):
    """What one of those who decide together proposed; people are letters."""

    by = serializers.CharField()
    agreed = serializers.ListField(child=serializers.CharField())
    discard = serializers.CharField(
        allow_blank=True, help_text="Why the item is to be left out; else empty."
    )
    record = ProposedRecordSerializer(allow_null=True)


class CaseDetailSerializer(CaseSummarySerializer):
    """Both sides of a case. ``version`` goes back with a decision."""

    version = serializers.IntegerField(source="state_version")
    may_decide = serializers.SerializerMethodField()
    may_waive = serializers.SerializerMethodField()
    together = serializers.SerializerMethodField()
    may_undo = serializers.SerializerMethodField()
    may_edit = serializers.SerializerMethodField()
    fields_compared = serializers.SerializerMethodField()
    records = serializers.SerializerMethodField()
    proposal = serializers.SerializerMethodField()
    final = serializers.SerializerMethodField()

    class Meta:
        model = Case
        fields = [
            *CaseSummarySerializer.Meta.fields,
            "version",
            "may_decide",
            "may_waive",
            "together",
            "may_undo",
            "may_edit",
            "fields_compared",
            "records",
            "proposal",
            "final",
        ]

    def get_may_decide(self, case: Case) -> bool:
        """False for who annotated the item, or for who did not where they decide
        together."""
        may: bool = self.context["page"].may_decide
        return may

    def get_may_waive(self, case: Case) -> bool:
        """Whether an organizer may decide alone with a written reason."""
        may: bool = self.context["page"].may_waive
        return may

    def get_together(self, case: Case) -> bool:
        """Whether those who annotated the item decide on it together."""
        together: bool = self.context["page"].together
        return together

    def get_may_edit(self, case: Case) -> bool:
        """False for who annotated the item, and while nothing is decided."""
        may: bool = self.context["page"].may_edit
        return may

    def get_may_undo(self, case: Case) -> bool:
        may: bool = self.context["page"].may_undo
        return may

    @extend_schema_field(ComparedFieldSerializer(many=True))
    def get_fields_compared(self, case: Case) -> Any:
        fields = [
            {"field": field, **compared}
            for field, compared in case.comparison.get("fields", {}).items()
        ]
        return ComparedFieldSerializer(fields, many=True).data

    @extend_schema_field(ComparedRecordSerializer(many=True))
    def get_records(self, case: Case) -> Any:
        return ComparedRecordSerializer(self.context["page"].records, many=True).data

    @extend_schema_field(ProposalSerializer(allow_null=True))
    def get_proposal(self, case: Case) -> Any:
        proposal = self.context["page"].proposal
        return ProposalSerializer(proposal).data if proposal else None

    @extend_schema_field(FinalRecordSerializer(allow_null=True))
    def get_final(self, case: Case) -> Any:
        final = self.context["page"].final
        return FinalRecordSerializer(final).data if final else None


class QueueSerializer(serializers.Serializer[Any]):
    """How much waits for a decision; ``own`` waits for somebody else than me."""

    to_adjudicate = serializers.IntegerField()
    to_merge = serializers.IntegerField()
    own = serializers.IntegerField()


class SourceSerializer(serializers.Serializer[Any]):
    """A question of a compared record, both counted from 0."""

    annotation = serializers.IntegerField(min_value=0)
    question = serializers.IntegerField(min_value=0)


class CaseQuestionContentSerializer(serializers.Serializer[Any]):
    format = serializers.CharField()
    fixed = serializers.CharField(allow_null=True, default=None)
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    answer = AnswerField()


class QuestionChoiceSerializer(serializers.Serializer[Any]):
    """One source and no content takes a question as it stands; content is merged from
    the sources, or written anew without any."""

    sources = SourceSerializer(many=True, default=list)
    content = CaseQuestionContentSerializer(allow_null=True, default=None)


class FinalRecordInputSerializer(serializers.Serializer[Any]):
    labels = LabelsField()
    texts = serializers.DictField(
        child=serializers.CharField(allow_blank=True, trim_whitespace=False)
    )
    sentences = SentencesField(default=dict)


class CaseFinalizeSerializer(serializers.Serializer[Any]):
    """``reasons`` by field, where a label overrules everybody."""

    version = serializers.IntegerField()
    record = FinalRecordInputSerializer()
    questions = QuestionChoiceSerializer(many=True)
    reasons = serializers.DictField(child=serializers.CharField(), default=dict)
    waiver = serializers.CharField(allow_blank=True, default="")


class CaseProposeSerializer(serializers.Serializer[Any]):
    """A record with its questions, or ``discard``: why no record can be agreed on."""

    version = serializers.IntegerField()
    record = FinalRecordInputSerializer(allow_null=True, default=None)
    questions = QuestionChoiceSerializer(many=True, default=list)
    reasons = serializers.DictField(child=serializers.CharField(), default=dict)
    discard = serializers.CharField(allow_blank=True, default="")


class CaseVersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()


class EditedContentSerializer(serializers.Serializer[Any]):
    stem = serializers.CharField()
    options = serializers.ListField(child=serializers.CharField())
    answer = AnswerField()


class QuestionEditSerializer(serializers.Serializer[Any]):
    uid = serializers.CharField()
    content = EditedContentSerializer()


class CaseEditSerializer(serializers.Serializer[Any]):
    """``questions`` are those that read otherwise: they are validated anew."""

    version = serializers.IntegerField()
    record = FinalRecordInputSerializer()
    reason = serializers.CharField()
    questions = QuestionEditSerializer(many=True, default=list)


class CaseReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField()
