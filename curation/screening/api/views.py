"""Endpoints of screening: voting, undoing a vote, deciding undecided images."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.images.api.serializers import ImageSerializer
from curation.images.models import Image
from curation.images.selectors.images import get_image
from curation.ports import require_admission
from curation.screening.api.serializers import (
    DecisionInputSerializer,
    MyVoteSerializer,
    ScreenedPictureSerializer,
    ScreeningAgreementSerializer,
    ScreeningProgressSerializer,
    UndecidedSerializer,
    VoteInputSerializer,
)
from curation.screening.selectors import (
    get_handed_out_image,
    list_votes_of_person,
    next_images_to_screen,
    screening_agreement,
    screening_progress,
    undecided_images,
)
from curation.screening.services.hand_outs import hand_out
from curation.screening.services.votes import (
    cast_vote,
    decide_screened_image,
    reopen_screened_image,
    undo_vote,
)
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    validate_input,
)
from projects.roles import ORGANIZERS

_MOST_AT_ONCE = 20
_RECENT = 10


class ScreeningView(ViewSetMixin, ProjectView):
    """Screening for the current person."""

    @extend_schema(
        operation_id="screening_next",
        parameters=[
            OpenApiParameter(
                "count", int, description="Number of images, from 1 to 20; default 5"
            )
        ],
        responses=ScreenedPictureSerializer(many=True),
    )
    def assign_next_images(self, request: Request, slug: str) -> Response:
        """List the next images for the current person, for preloading."""
        count = request.query_params.get("count", "5")
        if not count.isdecimal() or not 1 <= int(count) <= _MOST_AT_ONCE:
            problem = FieldProblem(
                "count",
                _("Must be from 1 to {most_at_once}.", most_at_once=_MOST_AT_ONCE),
            )
            raise InvalidInputError(
                _("There are too many images in one request."), [problem]
            )
        require_admission(project=self.project, actor=self.actor)
        images = next_images_to_screen(self.project, self.person, int(count))
        context = self._handing_out(images)
        serializer = ScreenedPictureSerializer(images, many=True, context=context)
        return Response(serializer.data)

    @extend_schema(
        operation_id="screening_vote",
        request=VoteInputSerializer,
        responses=MyVoteSerializer,
    )
    def cast_vote(self, request: Request, slug: str, number: int) -> Response:
        """Vote on an image that the current person was given."""
        data = validate_input(VoteInputSerializer, request.data)
        image = get_handed_out_image(self.project, self.person, number)
        vote = cast_vote(image=image, person=self.person, actor=self.actor, **data)
        context = self._handing_out([image])
        return Response(MyVoteSerializer(vote, context=context).data)

    @extend_schema(
        operation_id="screening_vote_undo", responses=ScreenedPictureSerializer
    )
    def undo_vote(self, request: Request, slug: str, number: int) -> Response:
        """Undo the current person's vote."""
        image = undo_vote(
            image=get_handed_out_image(self.project, self.person, number),
            person=self.person,
            actor=self.actor,
        )
        context = self._handing_out([image])
        return Response(ScreenedPictureSerializer(image, context=context).data)

    @extend_schema(
        operation_id="screening_recent", responses=MyVoteSerializer(many=True)
    )
    def list_recent_votes(self, request: Request, slug: str) -> Response:
        """List the current person's last ten votes, newest first."""
        votes = list_votes_of_person(self.project, self.person)[:_RECENT]
        context = self._handing_out([vote.image for vote in votes])
        serializer = MyVoteSerializer(votes, many=True, context=context)
        return Response(serializer.data)

    @extend_schema(
        operation_id="screening_progress", responses=ScreeningProgressSerializer
    )
    def read_progress(self, request: Request, slug: str) -> Response:
        """Read the current person's progress, and for organizers everyone's."""
        progress = screening_progress(
            self.project,
            self.person,
            of_everybody=self.actor.role in ORGANIZERS,
        )
        return Response(ScreeningProgressSerializer(progress).data)

    def _handing_out(self, images: Sequence[Image]) -> dict[str, Any]:
        """Return the context of serializers that give these images to the person."""
        numbers = hand_out(images=images, person=self.person)
        return {**self.context, "numbers": numbers}


class ScreeningDecisionView(ViewSetMixin, OrganizerView):
    """Decisions of organizers, and agreement of screeners."""

    @extend_schema(
        operation_id="screening_undecided_list",
        responses=page_schema(UndecidedSerializer),
    )
    def list_undecided_images(self, request: Request, slug: str) -> Response:
        """List the images whose votes are complete and have no majority."""
        return self.paginate(
            undecided_images(self.project),
            UndecidedSerializer,
            ordering="id",
        )

    @extend_schema(
        operation_id="screening_decide",
        request=DecisionInputSerializer,
        responses=ImageSerializer,
    )
    def decide_image(self, request: Request, slug: str, image_id: int) -> Response:
        """Decide an undecided image."""
        data = validate_input(DecisionInputSerializer, request.data)
        image = get_image(self.project, image_id)
        decide_screened_image(image=image, actor=self.actor, **data)
        return Response(ImageSerializer(image, context=self.context).data)

    @extend_schema(operation_id="screening_undecide", responses=ImageSerializer)
    def reopen_image(self, request: Request, slug: str, image_id: int) -> Response:
        """Undo an organizer's decision."""
        image = get_image(self.project, image_id)
        reopen_screened_image(image=image, actor=self.actor)
        return Response(ImageSerializer(image, context=self.context).data)

    @extend_schema(
        operation_id="screening_agreement", responses=ScreeningAgreementSerializer
    )
    def read_screening_agreement(self, request: Request, slug: str) -> Response:
        """Read the agreement of screeners."""
        agreement = screening_agreement(self.project)
        return Response(ScreeningAgreementSerializer(agreement).data)
