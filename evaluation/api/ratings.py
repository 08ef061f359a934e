"""API of rubric ratings: drawing samples, blind rating and findings."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from evaluation.api.rating_serializers import (
    MarkSerializer,
    RatingDetailSerializer,
    RatingInputSerializer,
    RatingSampleSerializer,
    RatingsSerializer,
    RatingTaskSerializer,
)
from evaluation.selectors.generated_images import candidate_sets
from evaluation.selectors.rating_material import findings_shown, material_of
from evaluation.selectors.ratings import (
    get_rating,
    list_ratings,
    rating_samples,
    sample_get,
)
from evaluation.selectors.runs import run_get
from evaluation.services.ratings import draw_candidates, draw_rating, mark_rating
from projects.api.base import OrganizerView, page_of, validated
from releases.selectors.records import get_release


class RatingView(ViewSetMixin, OrganizerView):
    """Rubric ratings of a project."""

    @extend_schema(
        operation_id="rating_list",
        parameters=[
            OpenApiParameter(
                "version",
                OpenApiTypes.STR,
                description="Without it: what is marked of candidates.",
            )
        ],
        responses=RatingsSerializer,
    )
    def ratings(self, request: Request, slug: str) -> Response:
        """List the ratings on a release, or of candidates."""
        version = request.query_params.get("version", "")
        release = get_release(self.project, version) if version else None
        protocol = (
            release.protocol_version.protocol if release else self.project.protocol
        )
        known = protocol.evaluation.ratings
        data = {
            "ratings": [one for one in known if release or one.replies_of is None],
            "tasks": list_ratings(self.project, release),
            "sets": [] if release else candidate_sets(self.project),
        }
        context = {"release": release, "protocol": protocol}
        return Response(RatingsSerializer(data, context=context).data)

    @extend_schema(
        operation_id="rating_draw",
        request=RatingInputSerializer,
        responses={201: RatingTaskSerializer},
    )
    def draw(self, request: Request, slug: str) -> Response:
        """Draw a sample to rate."""
        data = validated(RatingInputSerializer, request.data)
        if data["version"]:
            drawn = draw_rating(
                release=get_release(self.project, data["version"]),
                rating_id=data["rating"],
                run=run_get(self.project, data["run"]) if data["run"] else None,
                seed=data["seed"],
                actor=self.actor,
            )
        else:
            drawn = draw_candidates(
                project=self.project,
                rating_id=data["rating"],
                sets=data["sets"],
                seed=data["seed"],
                actor=self.actor,
            )
        shown = get_rating(self.project, drawn.pk)
        return Response(RatingTaskSerializer(shown).data, status=201)

    @extend_schema(operation_id="rating_get", responses=RatingDetailSerializer)
    def rating(self, request: Request, slug: str, task_id: int) -> Response:
        """Return one rating task with its progress and findings."""
        task = get_rating(self.project, task_id)
        waiting = rating_samples(task, waiting_for=self.person).count()
        context = {
            "waiting": waiting,
            "findings": None if waiting else findings_shown(task),
        }
        return Response(RatingDetailSerializer(task, context=context).data)

    @extend_schema(
        operation_id="rating_sample_list",
        parameters=[OpenApiParameter("cursor", OpenApiTypes.STR)],
        responses=page_of(RatingSampleSerializer),
    )
    def samples(self, request: Request, slug: str, task_id: int) -> Response:
        """List the entries to rate, in drawing order."""
        task = get_rating(self.project, task_id)
        return self.paginate(
            rating_samples(task),
            RatingSampleSerializer,
            ordering="id",
            context={
                "material": material_of(task),
                "person": self.person.pk,
            },
        )

    @extend_schema(
        operation_id="rating_mark", request=MarkSerializer, responses=MarkSerializer
    )
    def mark(
        self, request: Request, slug: str, task_id: int, sample_id: int
    ) -> Response:
        """Record or change the marks of an entry."""
        data = validated(MarkSerializer, request.data)
        mark = mark_rating(
            sample=sample_get(self.project, task_id, sample_id),
            marks=data["marks"],
            note=data["note"],
            actor=self.actor,
        )
        return Response(MarkSerializer(mark).data)
