"""What people mark by a standard: drawn, marked blind, and what comes of it."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.models import ItemImage
from evaluation.api.rating_serializers import (
    MarkSerializer,
    RatingDetailSerializer,
    RatingInputSerializer,
    RatingSampleSerializer,
    RatingsSerializer,
    RatingTaskSerializer,
)
from evaluation.models import RatingTask
from evaluation.selectors.correlations import correlations
from evaluation.selectors.questions import released_items
from evaluation.selectors.ratings import (
    rating_findings,
    rating_get,
    rating_list,
    rating_of,
    rating_samples,
    sample_get,
)
from evaluation.selectors.runs import replies_of, run_get
from evaluation.services.ratings import rating_draw, rating_mark
from projects.api.base import ProjectView, page_of, validated
from projects.selectors import ORGANIZERS
from releases.models import Release
from releases.selectors.records import release_get


class RatingListApi(ProjectView):
    """What is marked on a release, and drawing more."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="rating_list",
        parameters=[OpenApiParameter("version", OpenApiTypes.STR, required=True)],
        responses=RatingsSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        release = release_get(self.project, request.query_params.get("version", ""))
        known = release.protocol_version.protocol.evaluation.ratings
        data = {"ratings": known, "tasks": rating_list(release)}
        return Response(RatingsSerializer(data, context={"release": release}).data)

    @extend_schema(
        operation_id="rating_draw",
        request=RatingInputSerializer,
        responses={201: RatingTaskSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(RatingInputSerializer, request.data)
        drawn = rating_draw(
            release=release_get(self.project, data["version"]),
            rating_id=data["rating"],
            run=run_get(self.project, data["run"]) if data["run"] else None,
            seed=data["seed"],
            actor=self.actor,
        )
        shown = rating_get(self.project, drawn.pk)
        return Response(RatingTaskSerializer(shown).data, status=201)


class RatingGetApi(ProjectView):
    """One task: how far it is, and what comes of it."""

    roles = ORGANIZERS

    @extend_schema(operation_id="rating_get", responses=RatingDetailSerializer)
    def get(self, request: Request, slug: str, task_id: int) -> Response:
        task = rating_get(self.project, task_id)
        waiting = rating_samples(task, waiting_for=self.person).count()
        context = {
            "waiting": waiting,
            "findings": None
            if waiting
            else {**vars(rating_findings(task)), "correlations": correlations([task])},
        }
        return Response(RatingDetailSerializer(task, context=context).data)


class RatingSampleListApi(ProjectView):
    """What is to be marked, in the order drawn."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="rating_sample_list",
        parameters=[OpenApiParameter("cursor", OpenApiTypes.STR)],
        responses=page_of(RatingSampleSerializer),
    )
    def get(self, request: Request, slug: str, task_id: int) -> Response:
        task = rating_get(self.project, task_id)
        return self.paginate(
            rating_samples(task),
            RatingSampleSerializer,
            ordering="id",
            context=_context(task, slug) | {"person": self.person.pk},
        )


class RatingMarkApi(ProjectView):
    """Mark one, or mark it again."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="rating_mark", request=MarkSerializer, responses=MarkSerializer
    )
    def put(
        self, request: Request, slug: str, task_id: int, sample_id: int
    ) -> Response:
        data = validated(MarkSerializer, request.data)
        mark = rating_mark(
            sample=sample_get(self.project, task_id, sample_id),
            marks=data["marks"],
            note=data["note"],
            actor=self.actor,
        )
        return Response(MarkSerializer(mark).data)


def _context(task: RatingTask, slug: str) -> dict[str, Any]:
    items = {item.key: item for item in released_items(task.release)}
    return {
        "slug": slug,
        "items": items,
        "images": _images(task.release),
        "replies": replies_of(task.run) if task.run else {},
        "shown": _shown(task),
    }


def _shown(task: RatingTask) -> list[Any]:
    wanted = rating_of(task).shown
    fields = {one.id: one for one in task.release.protocol_version.protocol.fields}
    return [fields[name] for name in wanted]


def _images(release: Release) -> dict[int, list[int]]:
    images: dict[int, list[int]] = {}
    places = ItemImage.objects.filter(item__in=release.rows.values("item"))
    for place in places.order_by("item", "position"):
        images.setdefault(place.item_id, []).append(place.image_id)
    return images
