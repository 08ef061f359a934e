"""Search for items, for organizers."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from core.api.pagination import KeysetPagination
from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.images.api.serializers import PictureSerializer
from projects.access.api.base import OrganizerView, page_schema, query_number
from projects.access.api.shapes import serializer_of
from review.adjudication.api.serializers import CASE_STATES, LabelsField
from review.adjudication.domain.case_states import CASE
from review.adjudication.selectors.item_search import (
    UNBEGUN,
    FoundCase,
    FoundItem,
    ItemSearch,
    list_found_items,
    search_items,
)

_STATES = [UNBEGUN, *CASE.states]

FoundItemSerializer = serializer_of(
    FoundItem,
    images=PictureSerializer(many=True, read_only=True),
    case=serializer_of(FoundCase, status=serializers.ChoiceField(choices=CASE_STATES))(
        allow_null=True
    ),
    labels=LabelsField(),
)


class ItemView(ViewSetMixin, OrganizerView):
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
        responses=page_schema(FoundItemSerializer),
    )
    def search_items(self, request: Request, slug: str) -> Response:
        """Search items by text, label, person, state and tag, ordered by number."""
        paginator = KeysetPagination()
        paginator.ordering = "number"
        rows = search_items(self.project, _read_search(self, request))
        page = list(paginator.paginate_queryset(rows, request, view=self) or [])
        serializer = FoundItemSerializer(
            list_found_items(self.project, page), many=True, context=self.context
        )
        return paginator.get_paginated_response(serializer.data)


def _read_search(view: OrganizerView, request: Request) -> ItemSearch:
    query = request.query_params
    state, person = query.get("state", ""), query_number(request, "person")
    problems = []
    if state and state not in _STATES:
        problems.append(
            FieldProblem(
                "state", _("Must be one of {names}.", names=", ".join(_STATES))
            )
        )
    labels = {}
    known = {field.id: field for field in view.project.protocol.labels}
    for label in query.getlist("label"):
        field, _rest, choice = label.partition(":")
        if field not in known or choice not in {
            option.id for option in known[field].choices
        }:
            problems.append(
                FieldProblem(
                    "label", _("The protocol has no label {label!r}.", label=label)
                )
            )
        labels[field] = choice
    if problems:
        raise InvalidInputError(_("This search is not valid."), problems)
    return ItemSearch(
        query.get("text", ""),
        labels,
        person,
        state,
        query.get("tag", ""),
    )
