"""One picture a screen: vote, take back, decide what votes did not."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from curation.api.serializers import (
    DecisionInputSerializer,
    ImageSerializer,
    MyVoteSerializer,
    PictureSerializer,
    ScreeningAgreementSerializer,
    ScreeningProgressSerializer,
    UndecidedSerializer,
    VoteInputSerializer,
)
from curation.ports import require_admission
from curation.selectors import image_get
from curation.selectors.screening import (
    screening_agreement,
    screening_next,
    screening_progress,
    screening_undecided,
    votes_by,
)
from curation.services.screening import (
    screening_decide,
    screening_undecide,
    vote_cast,
    vote_undo,
)
from projects.api.base import OrganizerView, ProjectView, page_of, validated
from workflow.errors import FieldProblem, Invalid

_MOST_AT_ONCE = 20
_RECENT = 10


class ScreeningNextApi(ProjectView):
    """The next pictures for me, so that they can be loaded ahead."""

    @extend_schema(
        operation_id="screening_next",
        parameters=[OpenApiParameter("count", int, description="1 to 20; 5 if absent")],
        responses=PictureSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        count = request.query_params.get("count", "5")
        if not count.isdecimal() or not 1 <= int(count) <= _MOST_AT_ONCE:
            problem = FieldProblem("count", f"1 to {_MOST_AT_ONCE}.")
            raise Invalid("So many pictures cannot be had at once.", [problem])
        require_admission(project=self.project, actor=self.actor)
        images = screening_next(self.project, self.person, int(count))
        shown = PictureSerializer(images, many=True, context={"slug": slug})
        return Response(shown.data)


class ScreeningVoteApi(ProjectView):
    """My vote on one picture."""

    @extend_schema(
        operation_id="screening_vote",
        request=VoteInputSerializer,
        responses=MyVoteSerializer,
    )
    def put(self, request: Request, slug: str, image_id: int) -> Response:
        data = validated(VoteInputSerializer, request.data)
        vote = vote_cast(
            image=image_get(self.project, image_id),
            person=self.person,
            actor=self.actor,
            **data,
        )
        return Response(MyVoteSerializer(vote, context={"slug": slug}).data)

    @extend_schema(operation_id="screening_vote_undo", responses=PictureSerializer)
    def delete(self, request: Request, slug: str, image_id: int) -> Response:
        image = vote_undo(
            image=image_get(self.project, image_id),
            person=self.person,
            actor=self.actor,
        )
        return Response(PictureSerializer(image, context={"slug": slug}).data)


class ScreeningRecentApi(ProjectView):
    """My last ten votes, latest first."""

    @extend_schema(
        operation_id="screening_recent", responses=MyVoteSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        votes = votes_by(self.project, self.person)[:_RECENT]
        shown = MyVoteSerializer(votes, many=True, context={"slug": slug})
        return Response(shown.data)


class ScreeningProgressApi(ProjectView):
    """How far I am, and everybody."""

    @extend_schema(
        operation_id="screening_progress", responses=ScreeningProgressSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        progress = screening_progress(self.project, self.person)
        return Response(ScreeningProgressSerializer(progress).data)


class ScreeningUndecidedApi(OrganizerView):
    """Pictures on which the votes are in and decide nothing."""

    @extend_schema(
        operation_id="screening_undecided_list", responses=page_of(UndecidedSerializer)
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.paginate(
            screening_undecided(self.project),
            UndecidedSerializer,
            ordering="id",
            context={"slug": slug},
        )


class ScreeningDecideApi(OrganizerView):
    """Decide what the votes did not."""

    @extend_schema(
        operation_id="screening_decide",
        request=DecisionInputSerializer,
        responses=ImageSerializer,
    )
    def post(self, request: Request, slug: str, image_id: int) -> Response:
        data = validated(DecisionInputSerializer, request.data)
        image = image_get(self.project, image_id)
        screening_decide(image=image, actor=self.actor, **data)
        return Response(ImageSerializer(image, context={"slug": slug}).data)

    @extend_schema(operation_id="screening_undecide", responses=ImageSerializer)
    def delete(self, request: Request, slug: str, image_id: int) -> Response:
        image = image_get(self.project, image_id)
        screening_undecide(image=image, actor=self.actor)
        return Response(ImageSerializer(image, context={"slug": slug}).data)


class ScreeningAgreementApi(OrganizerView):
    """How far screeners agree."""

    @extend_schema(
        operation_id="screening_agreement", responses=ScreeningAgreementSerializer
    )
    def get(self, request: Request, slug: str) -> Response:
        agreement = screening_agreement(self.project)
        return Response(ScreeningAgreementSerializer(agreement).data)
