"""API of rubric ratings: drawing samples, blind rating and findings."""

from collections.abc import Sequence

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from curation.images.api.addresses import image_addresses
from evaluation.marking.api.rating_serializers import (
    MarkSerializer,
    RatingDetailSerializer,
    RatingInputSerializer,
    RatingSampleSerializer,
    RatingsSerializer,
    RatingTaskSerializer,
)
from evaluation.marking.models.ratings import RatingTask
from evaluation.marking.selectors.generated_images import candidate_sets
from evaluation.marking.selectors.rating_material import material_of, visible_findings
from evaluation.marking.selectors.ratings import (
    get_rating,
    get_rating_sample,
    list_ratings,
    rating_samples,
)
from evaluation.marking.services.ratings import (
    draw_candidates,
    draw_rating,
    mark_rating,
    mark_replies,
)
from evaluation.runs.selectors.runs import get_run
from projects.access.api.base import (
    OrganizerView,
    ProjectView,
    page_schema,
    validate_input,
)
from projects.access.selectors import Access
from projects.models import User
from projects.roles import RATERS
from releases.records.selectors.releases import get_release


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
        protocol = release.protocol if release else self.project.protocol
        ratings = protocol.evaluation.ratings
        data = {
            "ratings": [
                rating for rating in ratings if release or rating.replies_of is None
            ],
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
        data = validate_input(RatingInputSerializer, request.data)
        if data["version"]:
            new_task = draw_rating(
                release=get_release(self.project, data["version"]),
                rating_id=data["rating"],
                run=get_run(self.project, data["run"]) if data["run"] else None,
                beside=[get_run(self.project, run) for run in data["beside"]],
                seed=data["seed"],
                actor=self.actor,
            )
        else:
            new_task = draw_candidates(
                project=self.project,
                rating_id=data["rating"],
                sets=data["sets"],
                seed=data["seed"],
                actor=self.actor,
            )
        task = get_rating(self.project, new_task.pk)
        return Response(RatingTaskSerializer(task).data, status=201)


class RatingMarkingView(ViewSetMixin, ProjectView):
    """Rating the entries of a task, for raters too."""

    roles = RATERS

    @extend_schema(operation_id="rating_get", responses=RatingDetailSerializer)
    def rating(self, request: Request, slug: str, task_id: int) -> Response:
        """Return one rating task with its progress and findings."""
        task = get_rating(self.project, task_id)
        waiting = rating_samples(task, waiting_for=self.person).count()
        context = {
            "waiting": waiting,
            "findings": None if waiting else visible_findings(task),
        }
        return Response(RatingDetailSerializer(task, context=context).data)

    @extend_schema(
        operation_id="rating_sample_list",
        parameters=[OpenApiParameter("cursor", OpenApiTypes.STR)],
        responses=page_schema(RatingSampleSerializer),
    )
    def samples(self, request: Request, slug: str, task_id: int) -> Response:
        """List the entries to rate, in drawing order."""
        task = get_rating(self.project, task_id)
        return self.paginate(
            rating_samples(task),
            RatingSampleSerializer,
            ordering="id",
            context=lambda page: {
                **_material(
                    task, [row.item_key for row in page], self.person, self.access
                ),
                "person": self.person.pk,
                "places": task.people,
            },
        )

    @extend_schema(
        operation_id="rating_mark", request=MarkSerializer, responses=MarkSerializer
    )
    def mark(
        self, request: Request, slug: str, task_id: int, sample_id: int
    ) -> Response:
        """Record or change the marks of an entry."""
        data = validate_input(MarkSerializer, request.data)
        sample = get_rating_sample(self.project, task_id, sample_id)
        if sample.task.followers.exists():
            mark_replies(
                sample=sample,
                marks=data["replies"],
                note=data["note"],
                actor=self.actor,
            )
            return Response(MarkSerializer(data).data)
        mark = mark_rating(
            sample=sample, marks=data["marks"], note=data["note"], actor=self.actor
        )
        return Response(MarkSerializer(mark).data)


def _material(
    task: RatingTask, keys: Sequence[str], person: User, access: Access
) -> dict[str, object]:
    """Return the material of these entries, with the URLs of their images."""
    material = material_of(task, keys, person)
    images = [image for entry in material.values() for image in entry.images]
    return {
        "material": material,
        "images": image_addresses(access, images, "preview"),
    }
