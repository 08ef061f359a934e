"""Serializers of rounds, validation, checklists and rework."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from annotation.items.models.questions import Question
from annotation.records.api import AnswerField
from curation.images.api.serializers import PictureSerializer
from projects.access.api.shapes import serializer_of
from review.rounds.domain.round_states import ROUND
from review.rounds.domain.verdicts import draw_option_order
from review.rounds.models.rounds import ChecklistMark, ValidationAssignment
from review.rounds.selectors.answer_counts import AnswerCount
from review.rounds.selectors.questions import (
    QuestionHealth,
    ValidationProgress,
    question_health,
)
from review.rounds.selectors.rounds import RoundPage


class LocalTextField(serializers.DictField):
    """A text by language: {"en": …, "zh": …}."""

    child = serializers.CharField()


class ChecklistPointSerializer(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = LocalTextField()


class RoundRulesSerializer(serializers.Serializer[Any]):
    title = LocalTextField()
    kind = serializers.ChoiceField(choices=["answer", "checklist"])
    scope = serializers.ChoiceField(choices=["all", "reworked"])
    share = serializers.FloatField()
    people = serializers.IntegerField()
    agree = serializers.IntegerField()
    discuss_dissent = serializers.BooleanField()
    checklist = ChecklistPointSerializer(many=True)


class RoundReportSerializer(serializers.Serializer[Any]):
    """Counts of questions, or of items in a checklist round; accuracies are 0 to 1."""

    asked = serializers.IntegerField()
    passed = serializers.IntegerField()
    failed = serializers.IntegerField()
    answers = serializers.IntegerField(required=False)
    people = serializers.IntegerField(required=False)
    human_average = serializers.FloatField(required=False, allow_null=True)
    human_best = serializers.FloatField(required=False, allow_null=True)
    waived = serializers.IntegerField(required=False)


RoundSerializer = serializer_of(
    RoundPage,
    schema_name="Round",
    status=serializers.ChoiceField(choices=ROUND.states),
    rules=RoundRulesSerializer(),
    report=RoundReportSerializer(allow_null=True),
)


class RoundAutomaticSerializer(serializers.Serializer[Any]):
    automatic = serializers.BooleanField(default=False)


class RoundExtendedSerializer(serializers.Serializer[Any]):
    items = serializers.IntegerField()


class ValidationAssignmentSerializer(serializers.ModelSerializer[ValidationAssignment]):
    """A question as shown to one validator: no key, and options in another order."""

    stem = serializers.CharField(source="revision.stem")
    format = serializers.CharField(source="revision.question.format")
    options = serializers.SerializerMethodField()
    images = serializers.SerializerMethodField()

    class Meta:
        model = ValidationAssignment
        fields = ["id", "format", "stem", "options", "images", "lease_until"]

    def get_options(self, place: ValidationAssignment) -> list[str]:
        options = place.revision.options
        order = draw_option_order(
            len(options),
            revision=place.revision_id,
            person=self.context["access"].user.pk,
            seed=place.round.seed,
        )
        return [options[index] for index in order]

    @extend_schema_field(PictureSerializer(many=True))
    def get_images(self, place: ValidationAssignment) -> Any:
        places = place.revision.question.item.places.select_related("image")
        images = [place.image for place in places]
        return PictureSerializer(images, many=True, context=self.context).data


ValidationProgressSerializer = serializer_of(
    ValidationProgress, title=LocalTextField(allow_null=True)
)


class ValidationNextSerializer(serializers.Serializer[Any]):
    """``place`` is null if there is nothing for me to answer now.

    ``upcoming``: images that will probably be next, to be loaded ahead.
    """

    place = ValidationAssignmentSerializer(allow_null=True)
    progress = ValidationProgressSerializer()
    upcoming = PictureSerializer(many=True)


class ValidationAnswerInputSerializer(serializers.Serializer[Any]):
    """``chosen`` counts the options from 0 in the order shown.

    It is null if only an issue is reported. ``next``: also assign and return the next
    question.
    """

    chosen = AnswerField(allow_null=True)
    issues = serializers.ListField(child=serializers.CharField(), default=list)
    comment = serializers.CharField(allow_blank=True, default="")
    seconds = serializers.FloatField(min_value=0, allow_null=True, default=None)
    next = serializers.BooleanField(default=False)


AnswerCountSerializer = serializer_of(AnswerCount, answer=AnswerField(allow_null=True))


class AnsweredQuestionSerializer(serializers.Serializer[Any]):
    """A revision of a question, with its answers by validators."""

    format = serializers.CharField(source="revision.question.format")
    stem = serializers.CharField(source="revision.stem")
    options = serializers.ListField(
        child=serializers.CharField(), source="revision.options"
    )
    answer = AnswerField(source="revision.answer", allow_null=True)
    answers = AnswerCountSerializer(many=True)


class ChecklistMarkSerializer(serializers.ModelSerializer[ChecklistMark]):
    """One item in a checklist round; ``passed`` is null until it has been checked."""

    case_id = serializers.IntegerField()
    item_id = serializers.IntegerField(source="case.item_id")
    item_number = serializers.IntegerField(source="case.item.number")
    images = PictureSerializer(many=True, source="case.item.images", read_only=True)
    ticked = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = ChecklistMark
        fields = [
            "id",
            "case_id",
            "item_id",
            "item_number",
            "images",
            "attempt",
            "ticked",
            "passed",
            "note",
            "marked_at",
        ]


class ChecklistInputSerializer(serializers.Serializer[Any]):
    ticked = serializers.ListField(child=serializers.CharField())
    note = serializers.CharField(allow_blank=True, default="")


QuestionHealthSerializer = serializer_of(QuestionHealth)


class QuestionRowSerializer(serializers.ModelSerializer[Question]):
    """A question and its results."""

    item_number = serializers.IntegerField(source="item.number")
    case_id = serializers.IntegerField(source="item.case.pk")
    images = PictureSerializer(many=True, source="item.images", read_only=True)
    stem = serializers.SerializerMethodField()
    revision = serializers.IntegerField(source="current_number")
    health = serializers.SerializerMethodField()

    class Meta:
        model = Question
        fields = [
            "id",
            "uid",
            "item_id",
            "item_number",
            "case_id",
            "images",
            "position",
            "stem",
            "revision",
            "health",
        ]

    def get_stem(self, question: Question) -> str:
        return [revision.stem for revision in question.revisions.all()][-1]

    @extend_schema_field(QuestionHealthSerializer)
    def get_health(self, question: Question) -> Any:
        return QuestionHealthSerializer(question_health(question)).data
