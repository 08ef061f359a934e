"""Endpoints of takedowns: the consequences, a preview, and the takedown itself."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.items.models.questions import Question
from core.domain.texts import _
from core.errors import NotFoundError
from core.selectors import get_or_missing
from core.translation import translate
from curation.images.selectors.images import get_image
from projects.access.api.base import ProjectView, validate_input
from projects.models import Project
from projects.roles import MAINTAINERS
from releases.records.api.releases import release_response
from releases.records.api.serializers import (
    RELEASE_STATES,
    ItemPictureSerializer,
    ReleaseSerializer,
)
from releases.records.selectors.releases import (
    first_image_by_item,
    get_release,
    item_number_by_image,
    latest_published_release,
)
from releases.takedown.selectors import TakedownTarget, takedown_plan
from releases.takedown.services import preview_takedown, take_down_release


class TakedownTargetSerializer(serializers.Serializer[Any]):
    """The image or the question to take down: exactly one of them."""

    image = serializers.IntegerField(min_value=1, required=False)
    question = serializers.CharField(max_length=64, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("image" in attrs) == ("question" in attrs):
            raise serializers.ValidationError(
                translate(_("Give an image or a question."))
            )
        return attrs


class ReleaseTakedownInputSerializer(TakedownTargetSerializer):
    """``version`` confirms it: the newest release that holds the target."""

    reason = serializers.CharField()
    version = serializers.CharField(max_length=32, allow_blank=True, default="")
    preview = serializers.BooleanField(
        default=False, help_text="Build the next version without taking anything down."
    )


class TakedownReleaseSerializer(serializers.Serializer[Any]):
    version = serializers.CharField()
    status = serializers.ChoiceField(choices=RELEASE_STATES)


class TakedownPlanSerializer(serializers.Serializer[Any]):
    """What a takedown would do. ``confirm`` is the version to type; empty if no
    release contains the image or question. ``picture`` shows it."""

    picture = ItemPictureSerializer()
    stem = serializers.CharField(allow_blank=True)
    releases = TakedownReleaseSerializer(many=True)
    removed_items = serializers.IntegerField()
    removed_questions = serializers.IntegerField()
    next_version = serializers.CharField(allow_null=True)
    confirm = serializers.CharField(allow_blank=True)


class TakedownView(ProjectView):
    """Take an image or a question out of the benchmark, or see what would follow."""

    roles = MAINTAINERS

    @extend_schema(
        operation_id="release_takedown_plan",
        parameters=[
            OpenApiParameter("image", int, description="Number of the image"),
            OpenApiParameter("question", str, description="Id of the question"),
        ],
        responses=TakedownPlanSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return what a takedown would do; it changes nothing."""
        data = validate_input(TakedownTargetSerializer, request.query_params)
        plan = takedown_plan(self.project, _target(self.project, data))
        question = plan.target.question
        image = (
            plan.target.image.pk
            if plan.target.image
            else first_image_by_item([question.item_id])[question.item_id]
            if question
            else None
        )
        body = {
            "picture": image,
            "stem": question.revisions.latest("number").stem if question else "",
            "releases": [
                {"version": release.version, "status": release.status}
                for release in plan.keys
            ],
            "removed_items": plan.removed_items,
            "removed_questions": plan.removed_questions,
            "next_version": plan.next_version,
            "confirm": plan.confirm,
        }
        numbers = item_number_by_image([image] if image else ())
        context = {**self.context, "item_numbers": numbers}
        return Response(TakedownPlanSerializer(body, context=context).data)

    @extend_schema(
        operation_id="release_takedown",
        request=ReleaseTakedownInputSerializer,
        responses={201: ReleaseSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Take it down and block the files that contain it, or build a preview.

        The response is the next version, which is being built, or the last published
        one when no new version is needed.
        """
        data = validate_input(ReleaseTakedownInputSerializer, request.data)
        common: dict[str, Any] = {
            "project": self.project,
            "target": _target(self.project, data),
            "reason": data["reason"],
            "actor": self.actor,
        }
        next_release = (
            preview_takedown(**common)
            if data["preview"]
            else take_down_release(**common, version=data["version"])
        )
        release = next_release or latest_published_release(self.project)
        if release is None:
            raise NotFoundError(_("This project has no release."))
        return release_response(
            self, get_release(self.project, release.version), status.HTTP_201_CREATED
        )


def _target(project: Project, data: dict[str, Any]) -> TakedownTarget:
    if "image" in data:
        return TakedownTarget(image=get_image(project, data["image"]))
    question = get_or_missing(
        Question.objects.filter(item__project=project, uid=data["question"]),
        _(
            "There is no question {question} in this project.",
            question=data["question"],
        ),
    )
    return TakedownTarget(question=question)
