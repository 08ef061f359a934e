"""Finding items, and what organizers do with many of them at once."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.domain.states import OPEN
from annotation.models import Item, Slot
from curation.api.serializers import PictureSerializer
from projects.api.base import ProjectView, page_of, validated
from projects.selectors import ORGANIZERS
from review.api.serializers import CASE_STATES, LabelsField
from review.domain.states import CASE
from review.selectors.items import UNBEGUN, Wanted, is_shared, items_found, snippets
from review.services.editing import (
    Relabelled,
    cases_relabel,
    cases_relabel_undo,
)
from review.services.sending_back import items_send_back
from workflow.api.pagination import KeysetPagination
from workflow.errors import FieldProblem, Invalid

_STATES = [UNBEGUN, *CASE.states]
_MOST = 500
"""Items that are changed at once."""


class FoundCaseSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    status = serializers.ChoiceField(choices=CASE_STATES)


class FoundItemSerializer(serializers.Serializer[Any]):
    """An item in a list. ``labels`` and ``text`` are decided, or somebody's."""

    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    images = PictureSerializer(many=True, source="pictures", read_only=True)
    case = serializers.SerializerMethodField()
    shared = serializers.SerializerMethodField()
    labels = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    people = serializers.SerializerMethodField()
    pinned = serializers.SerializerMethodField()
    tags = serializers.SerializerMethodField()

    @extend_schema_field(FoundCaseSerializer(allow_null=True))
    def get_case(self, item: Item) -> Any:
        case = getattr(item, "case", None)
        return FoundCaseSerializer(case).data if case else None

    def get_shared(self, item: Item) -> bool:
        """Shared for calibration before anybody began it: it left the benchmark."""
        return is_shared(item.slots.all())

    @extend_schema_field(LabelsField())
    def get_labels(self, item: Item) -> Any:
        return self.context["said"].get(item.pk, {}).get("labels", {})

    def get_text(self, item: Item) -> str:
        texts = self.context["said"].get(item.pk, {}).get("texts", {})
        return str(next(iter(texts.values()), ""))

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_people(self, item: Item) -> Any:
        return [
            slot.person.shown_name
            for slot in item.slots.all()
            if slot.person and not _is_pin(slot)
        ]

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_pinned(self, item: Item) -> Any:
        slots = [slot for slot in item.slots.all() if _is_pin(slot)]
        return [slot.person.shown_name for slot in slots if slot.person]

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_tags(self, item: Item) -> Any:
        return sorted(one.tag for one in item.tags.all())


def _is_pin(slot: Slot) -> bool:
    """Whether it waits for whose name is on it."""
    return slot.pinned and slot.status == OPEN


class ItemFindApi(ProjectView):
    """Items by what is written on them, by label, person and state, in order."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_find",
        parameters=[
            OpenApiParameter("text", str),
            OpenApiParameter("label", str, many=True, description="field:choice"),
            OpenApiParameter("person", OpenApiTypes.INT, description="Id of a user"),
            OpenApiParameter("state", str, enum=_STATES),
            OpenApiParameter("tag", str),
            OpenApiParameter("cursor", str),
            OpenApiParameter("page_size", int),
        ],
        responses=page_of(FoundItemSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        paginator = KeysetPagination()
        paginator.ordering = "number"
        rows = items_found(self.project, _wanted(self, request))
        page = list(paginator.paginate_queryset(rows, request, view=self) or [])
        context = {"slug": slug, "said": snippets(page)}
        shown = FoundItemSerializer(page, many=True, context=context)
        return paginator.get_paginated_response(shown.data)


def _wanted(view: ProjectView, request: Request) -> Wanted:
    asked = request.query_params
    state, person = asked.get("state", ""), asked.get("person", "")
    problems = []
    if state and state not in _STATES:
        problems.append(FieldProblem("state", f"One of {', '.join(_STATES)}."))
    if person and not person.isdecimal():
        problems.append(FieldProblem("person", "Has to be a number."))
    labels = {}
    known = {one.id: one for one in view.project.protocol.labels}
    for label in asked.getlist("label"):
        field, _, choice = label.partition(":")
        if field not in known or choice not in {one.id for one in known[field].choices}:
            problems.append(FieldProblem("label", f"There is no {label!r}."))
        labels[field] = choice
    if problems:
        raise Invalid("This cannot be looked for.", problems)
    return Wanted(
        asked.get("text", ""),
        labels,
        int(person) if person else None,
        state,
        asked.get("tag", ""),
    )


class RelabelInputSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=_MOST
    )
    field = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField(), min_length=1)
    reason = serializers.CharField(allow_blank=True, max_length=4000)


class RelabelUndoSerializer(serializers.Serializer[Any]):
    batch = serializers.CharField(max_length=32)


class SkippedItemSerializer(serializers.Serializer[Any]):
    item = serializers.IntegerField()
    why = serializers.ChoiceField(
        choices=["undecided", "same", "author", "unsound", "changed"]
    )


class RelabelledSerializer(serializers.Serializer[Any]):
    """``batch`` takes all of it back."""

    batch = serializers.CharField()
    changed = serializers.ListField(child=serializers.IntegerField())
    skipped = SkippedItemSerializer(many=True)


class ItemSendBackInputSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=_MOST
    )
    reason = serializers.CharField(allow_blank=True, max_length=4000)


class NotSentItemSerializer(serializers.Serializer[Any]):
    item = serializers.IntegerField()
    why = serializers.ChoiceField(choices=["unbegun", "state", "changed"])


class ItemsSentBackSerializer(serializers.Serializer[Any]):
    """Items: undecided ones are with their annotators again, decided ones in rework."""

    to_annotators = serializers.ListField(child=serializers.IntegerField())
    to_rework = serializers.ListField(child=serializers.IntegerField())
    skipped = NotSentItemSerializer(many=True)


class ItemSendBackApi(ProjectView):
    """Give many items back with one reason."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_send_back",
        request=ItemSendBackInputSerializer,
        responses=ItemsSentBackSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(ItemSendBackInputSerializer, request.data)
        done = items_send_back(project=self.project, actor=self.actor, **data)
        body = {
            "to_annotators": done.to_annotators,
            "to_rework": done.to_rework,
            "skipped": [
                {"item": item, "why": why} for item, why in done.skipped.items()
            ],
        }
        return Response(ItemsSentBackSerializer(body).data)


def _shown(done: Relabelled) -> Response:
    skipped = [{"item": item, "why": why} for item, why in done.skipped.items()]
    body = {"batch": done.batch, "changed": done.changed, "skipped": skipped}
    return Response(RelabelledSerializer(body).data)


class ItemRelabelApi(ProjectView):
    """One value of a label for many decided items."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_relabel",
        request=RelabelInputSerializer,
        responses=RelabelledSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(RelabelInputSerializer, request.data)
        return _shown(cases_relabel(project=self.project, actor=self.actor, **data))


class ItemRelabelUndoApi(ProjectView):
    """Take back what was relabelled at once, where nobody has changed it since."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_relabel_undo",
        request=RelabelUndoSerializer,
        responses=RelabelledSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(RelabelUndoSerializer, request.data)
        done = cases_relabel_undo(project=self.project, actor=self.actor, **data)
        return _shown(done)
