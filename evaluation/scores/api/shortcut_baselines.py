"""API of shortcut baselines, image-independent questions and label-error candidates."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.runs.api.serializers import IntervalField
from evaluation.runs.selectors.released_questions import ReleasedQuestion
from evaluation.scores.api.comparison import ScoredRunSerializer
from evaluation.scores.selectors.shortcut_baselines import (
    AnswerableWithoutImage,
    LabelErrorCandidate,
    ShortcutBaseline,
    ShortcutBaselines,
    label_error_candidates,
    shortcut_baselines,
)
from evaluation.scores.services.image_dependence import decide_image_dependence
from evaluation.scores.services.label_error_candidates import (
    return_label_error_candidates,
)
from projects.access.api.base import OrganizerView, validate_input
from projects.access.api.shapes import serializer_of
from releases.records.api.serializers import ItemPictureSerializer
from releases.records.selectors.releases import get_release, item_number_by_image
from reporting.shortcut_baselines import Shortcut
from review.adjudication.api.serializers import CASE_STATES

ReleasedQuestionSerializer = serializer_of(
    ReleasedQuestion,
    names=("id", "item_key", "stem", "options", "answer", "key"),
    answer=serializers.CharField(),
    key=serializers.CharField(source="published.correct_option"),
)
ShortcutBaselinesSerializer = serializer_of(
    ShortcutBaselines,
    probes=serializer_of(
        ShortcutBaseline,
        run=ScoredRunSerializer(allow_null=True),
        result=serializer_of(
            Shortcut,
            names=(
                *("n", "correct", "accuracy", "interval", "chance"),
                *("p_adjusted", "works"),
            ),
            interval=IntervalField(),
            p_adjusted=serializers.FloatField(
                help_text="One-sided exact binomial test with Holm correction."
            ),
            works=serializers.BooleanField(
                source="beats_chance", help_text="Whether it is better than chance."
            ),
        )(),
    )(many=True),
    solved=serializer_of(
        AnswerableWithoutImage,
        question=ReleasedQuestionSerializer(),
        image=ItemPictureSerializer(allow_null=True),
        case_status=serializers.ChoiceField(choices=CASE_STATES, allow_blank=True),
    )(many=True),
)
LabelErrorCandidateSerializer = serializer_of(
    LabelErrorCandidate,
    question=ReleasedQuestionSerializer(),
    image=ItemPictureSerializer(allow_null=True),
    case_status=serializers.ChoiceField(choices=CASE_STATES, allow_blank=True),
)


class ImageDependenceInputSerializer(serializers.Serializer[Any]):
    remove = serializers.BooleanField()
    reason = serializers.CharField(max_length=2000)


class ImageDependenceReviewSerializer(serializers.Serializer[Any]):
    question = serializers.CharField(source="question_id")
    decision = serializers.CharField(source="status")


class ReturnQuestionsInputSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(
        max_length=2000,
        help_text="Annotators may read this; it must not mention what models answered.",
    )


class ReturnedQuestionsSerializer(serializers.Serializer[Any]):
    case_status = serializers.CharField(source="status")


class ShortcutBaselineView(ViewSetMixin, OrganizerView):
    """Questions to review after models answered them, and the decisions."""

    @extend_schema(
        operation_id="shortcut_baselines_get", responses=ShortcutBaselinesSerializer
    )
    def list_shortcut_baselines(
        self, request: Request, slug: str, version: str
    ) -> Response:
        """Return what can be answered without the images."""
        baselines = shortcut_baselines(get_release(self.project, version))
        context = self._item_number_context(baselines.solved)
        return Response(ShortcutBaselinesSerializer(baselines, context=context).data)

    @extend_schema(
        operation_id="image_dependence_decide",
        request=ImageDependenceInputSerializer,
        responses=ImageDependenceReviewSerializer,
    )
    def decide_image_dependence(
        self, request: Request, slug: str, version: str, question: str
    ) -> Response:
        """Keep or remove a question that every text-only model solved."""
        data = validate_input(ImageDependenceInputSerializer, request.data)
        check = decide_image_dependence(
            release=get_release(self.project, version),
            question=question,
            actor=self.actor,
            **data,
        )
        return Response(ImageDependenceReviewSerializer(check).data)

    @extend_schema(
        operation_id="label_error_candidate_list",
        responses={200: LabelErrorCandidateSerializer(many=True)},
    )
    def list_label_error_candidates(
        self, request: Request, slug: str, version: str
    ) -> Response:
        """List the questions whose correct answer every model contradicts."""
        candidates = label_error_candidates(get_release(self.project, version))
        context = self._item_number_context(candidates)
        return Response(
            LabelErrorCandidateSerializer(candidates, many=True, context=context).data
        )

    @extend_schema(
        operation_id="label_error_candidate_send_back",
        request=ReturnQuestionsInputSerializer,
        responses=ReturnedQuestionsSerializer,
    )
    def return_question_for_rework(
        self, request: Request, slug: str, version: str, question: str
    ) -> Response:
        """Send the item of a label-error candidate to rework."""
        data = validate_input(ReturnQuestionsInputSerializer, request.data)
        case = return_label_error_candidates(
            release=get_release(self.project, version),
            question=question,
            reason=data["reason"],
            actor=self.actor,
        )
        return Response(ReturnedQuestionsSerializer(case).data)

    def _item_number_context(
        self,
        candidates: Sequence[AnswerableWithoutImage] | Sequence[LabelErrorCandidate],
    ) -> dict[str, Any]:
        images = [c.image for c in candidates if c.image is not None]
        return {**self.context, "item_numbers": item_number_by_image(images)}
