"""One picture a screen: vote, take back, decide what votes did not."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from curation.api.serializers import (
    DecisionInputSerializer,
    ImageSerializer,
    MyVoteSerializer,
    ScreenedPictureSerializer,
    ScreeningAgreementSerializer,
    ScreeningProgressSerializer,
    UndecidedSerializer,
    VoteInputSerializer,
)
from curation.ports import require_admission
from curation.selectors import get_image
from curation.selectors.screening import (
    screening_agreement,
    screening_next,
    screening_progress,
    screening_undecided,
    votes_by,
)
from curation.services.screening import (
    cast_vote,
    decide_screened_image,
    reopen_screened_image,
    vote_undo,
)
from projects.api.base import OrganizerView, ProjectView, page_of, validated
from projects.selectors import ORGANIZERS
from workflow.errors import FieldProblem, InvalidInputError

_MOST_AT_ONCE = 20
_RECENT = 10


class ScreeningView(ViewSetMixin, ProjectView):
    """What a screener sees and does."""

    @extend_schema(
        operation_id="screening_next",
        parameters=[
            OpenApiParameter(
                "count", int, description="Number of images, from 1 to 20; default 5"
            )
        ],
        responses=ScreenedPictureSerializer(many=True),
    )
    def next_images(self, request: Request, slug: str) -> Response:
        """The next pictures for me, so that they can be loaded ahead."""
        count = request.query_params.get("count", "5")
        if not count.isdecimal() or not 1 <= int(count) <= _MOST_AT_ONCE:
            problem = FieldProblem("count", f"Must be from 1 to {_MOST_AT_ONCE}.")
            raise InvalidInputError("This is too many images at once.", [problem])
        require_admission(project=self.project, actor=self.actor)
        images = screening_next(self.project, self.person, int(count))
        shown = ScreenedPictureSerializer(images, many=True, context=self.context)
        return Response(shown.data)

    @extend_schema(
        operation_id="screening_vote",
        request=VoteInputSerializer,
        responses=MyVoteSerializer,
    )
    def vote(self, request: Request, slug: str, image_id: int) -> Response:
        """My vote on one picture."""
        data = validated(VoteInputSerializer, request.data)
        vote = cast_vote(
            image=get_image(self.project, image_id),
            person=self.person,
            actor=self.actor,
            **data,
        )
        return Response(MyVoteSerializer(vote, context=self.context).data)

    @extend_schema(
        operation_id="screening_vote_undo", responses=ScreenedPictureSerializer
    )
    def undo_vote(self, request: Request, slug: str, image_id: int) -> Response:
        """Take my vote back."""
        image = vote_undo(
            image=get_image(self.project, image_id),
            person=self.person,
            actor=self.actor,
        )
        return Response(ScreenedPictureSerializer(image, context=self.context).data)

    @extend_schema(
        operation_id="screening_recent", responses=MyVoteSerializer(many=True)
    )
    def recent(self, request: Request, slug: str) -> Response:
        """My last ten votes, latest first."""
        votes = votes_by(self.project, self.person)[:_RECENT]
        shown = MyVoteSerializer(votes, many=True, context=self.context)
        return Response(shown.data)

    @extend_schema(
        operation_id="screening_progress", responses=ScreeningProgressSerializer
    )
    def progress(self, request: Request, slug: str) -> Response:
        """How far I am; for organizers, how far everybody is."""
        progress = screening_progress(
            self.project,
            self.person,
            of_everybody=self.actor.role in ORGANIZERS,
        )
        return Response(ScreeningProgressSerializer(progress).data)


class ScreeningDecisionView(ViewSetMixin, OrganizerView):
    """What an organizer decides, and how far screeners agree."""

    @extend_schema(
        operation_id="screening_undecided_list", responses=page_of(UndecidedSerializer)
    )
    def undecided(self, request: Request, slug: str) -> Response:
        """Pictures on which the votes are in and decide nothing."""
        return self.paginate(
            screening_undecided(self.project),
            UndecidedSerializer,
            ordering="id",
        )

    @extend_schema(
        operation_id="screening_decide",
        request=DecisionInputSerializer,
        responses=ImageSerializer,
    )
    def decide(self, request: Request, slug: str, image_id: int) -> Response:
        """Decide what the votes did not."""
        data = validated(DecisionInputSerializer, request.data)
        image = get_image(self.project, image_id)
        decide_screened_image(image=image, actor=self.actor, **data)
        return Response(ImageSerializer(image, context=self.context).data)

    @extend_schema(operation_id="screening_undecide", responses=ImageSerializer)
    def undecide(self, request: Request, slug: str, image_id: int) -> Response:
        """Take such a decision back."""
        image = get_image(self.project, image_id)
        reopen_screened_image(image=image, actor=self.actor)
        return Response(ImageSerializer(image, context=self.context).data)

    @extend_schema(
        operation_id="screening_agreement", responses=ScreeningAgreementSerializer
    )
    def agreement(self, request: Request, slug: str) -> Response:
        """How far screeners agree."""
        agreement = screening_agreement(self.project)
        return Response(ScreeningAgreementSerializer(agreement).data)
