"""Assignments, exclusions, tags and quotas for organizers; annotators' own skills."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSetMixin

from annotation.assignment.selectors.pin_candidates import pin_candidates
from annotation.assignment.selectors.pins_and_exclusions import (
    annotator_assignments,
    list_image_sources,
    list_item_tags,
)
from annotation.assignment.services.pins_and_exclusions import (
    LONGEST_TAG,
    PinResult,
    add_exclusion,
    lift_exclusion,
    pin_items,
    set_annotator_quota,
    state_own_knowledge,
    tag_items,
    unpin_items,
)
from annotation.slots.domain import LANGUAGES
from annotation.slots.models import AnnotatorQuota, Exclusion
from annotation.slots.selectors.eligibility import get_eligibility
from projects.access.api.base import OrganizerView, ProjectView, validate_input
from projects.access.selectors import active_people
from projects.person_names.api import PersonNameField
from projects.person_names.selectors.project_names import name_order
from projects.roles import ANNOTATORS

_MOST = 500
"""Maximum number of items in one request."""


def _words() -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), max_length=100)


class KnowledgeSerializer(serializers.Serializer[Any]):
    """Languages by code; skills by their ids in the protocol."""

    languages = serializers.ListField(
        child=serializers.ChoiceField(
            choices=[(language, language) for language in LANGUAGES]
        )
    )
    skills = _words()


class MyQuotaSerializer(KnowledgeSerializer):
    """``lacking``: required skills and languages that the annotator lacks."""

    most_a_day = serializers.IntegerField(allow_null=True)
    most_in_all = serializers.IntegerField(allow_null=True)
    lacking = _words()


class QuotaInputSerializer(KnowledgeSerializer):
    most_a_day = serializers.IntegerField(
        min_value=0, max_value=10_000, allow_null=True
    )
    most_in_all = serializers.IntegerField(
        min_value=0, max_value=1_000_000, allow_null=True
    )


class QuotaSerializer(serializers.ModelSerializer[AnnotatorQuota]):
    languages = _words()
    skills = _words()

    class Meta:
        model = AnnotatorQuota
        fields = ["languages", "skills", "most_a_day", "most_in_all"]


class AnnotatorExclusionSerializer(serializers.ModelSerializer[Exclusion]):
    """An exclusion from one item, a tag or a source; the other two are empty."""

    item_number = serializers.IntegerField(
        source="item.number", allow_null=True, default=None
    )
    source_name = serializers.CharField(
        source="source.name", allow_null=True, default=None
    )
    by = PersonNameField()

    class Meta:
        model = Exclusion
        fields = [
            "id",
            "item",
            "item_number",
            "tag",
            "source_name",
            "reason",
            "by",
            "at",
        ]


class AssignedPersonSerializer(serializers.Serializer[Any]):
    person_id = serializers.IntegerField(source="person.pk")
    name = PersonNameField(source="person")
    terms = QuotaSerializer()
    pinned = serializers.IntegerField()
    exclusions = AnnotatorExclusionSerializer(many=True)


class SourceNameSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class AssignmentSerializer(serializers.Serializer[Any]):
    """All annotators, and the existing tags and sources to choose from."""

    people = AssignedPersonSerializer(many=True)
    tags = serializers.ListField(child=serializers.CharField())
    sources = SourceNameSerializer(many=True)


class ExclusionInputSerializer(serializers.Serializer[Any]):
    """Exactly one of ``item_id``, ``tag`` and ``source_id``."""

    person_id = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True, max_length=4000)
    item_id = serializers.IntegerField(allow_null=True, default=None)
    tag = serializers.CharField(allow_blank=True, default="", max_length=LONGEST_TAG)
    source_id = serializers.IntegerField(allow_null=True, default=None)


class ItemNumbersSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=_MOST
    )


class PinCandidateSerializer(serializers.Serializer[Any]):
    """``assignable``: items that the person can get. ``has``: items that they have or
    had a slot of. ``kept``: others that they must not get. ``pinned``: items assigned to
    them that they have not begun.
    """

    person_id = serializers.IntegerField(source="person.pk")
    assignable = serializers.IntegerField()
    has = serializers.IntegerField()
    kept = serializers.IntegerField()
    pinned = serializers.IntegerField()


class PinCandidatesSerializer(serializers.Serializer[Any]):
    """``full``: items without a free slot."""

    people = PinCandidateSerializer(many=True)
    full = serializers.IntegerField()


class PinInputSerializer(ItemNumbersSerializer):
    person_id = serializers.IntegerField()


class UnpinnedItemSerializer(serializers.Serializer[Any]):
    item = serializers.IntegerField()
    why = serializers.ChoiceField(choices=["has", "kept", "full", "none", "changed"])


class PinResultSerializer(serializers.Serializer[Any]):
    """``skipped`` gives the reason for each item that was not changed.

    ``has``: the person has or had a slot of it. ``kept``: they are excluded, lack a
    skill, or could read the work of others on it as an organizer. ``full``: no free
    slot. ``none``: not assigned. ``changed``: changed meanwhile.
    """

    changed = serializers.ListField(child=serializers.IntegerField())
    skipped = UnpinnedItemSerializer(many=True)


class TagInputSerializer(ItemNumbersSerializer):
    tag = serializers.CharField(max_length=LONGEST_TAG)
    add = serializers.BooleanField(default=True)


class TagResultSerializer(serializers.Serializer[Any]):
    changed = serializers.IntegerField()


class MyQuotaView(ProjectView):
    """Return or state the annotator's languages and skills; caps are read-only."""

    roles = ANNOTATORS

    @extend_schema(operation_id="my_terms_get", responses=MyQuotaSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return self._respond()

    @extend_schema(
        operation_id="my_terms_state",
        request=KnowledgeSerializer,
        responses=MyQuotaSerializer,
    )
    def put(self, request: Request, slug: str) -> Response:
        data = validate_input(KnowledgeSerializer, request.data)
        state_own_knowledge(project=self.project, actor=self.actor, **data)
        return self._respond()

    def _respond(self) -> Response:
        eligibility = get_eligibility(self.project, self.person)
        terms = QuotaSerializer(eligibility.terms).data
        body = {**terms, "lacking": eligibility.missing_qualifications}
        return Response(MyQuotaSerializer(body).data)


class AssignmentView(ViewSetMixin, OrganizerView):
    """Terms and exclusions of annotators."""

    @extend_schema(operation_id="assignment_get", responses=AssignmentSerializer)
    def list_annotators(self, request: Request, slug: str) -> Response:
        """Return every annotator with their terms, assignments and exclusions."""
        people = sorted(active_people(self.project, ANNOTATORS), key=name_order)
        body = {
            "people": annotator_assignments(self.project, people),
            "tags": list_item_tags(self.project),
            "sources": list_image_sources(self.project),
        }
        return Response(AssignmentSerializer(body, context=self.context).data)

    @extend_schema(
        operation_id="terms_set",
        request=QuotaInputSerializer,
        responses=QuotaSerializer,
    )
    def set_quota(self, request: Request, slug: str, person_id: int) -> Response:
        """Set a person's languages, skills and caps."""
        data = validate_input(QuotaInputSerializer, request.data)
        terms = set_annotator_quota(
            project=self.project, actor=self.actor, person_id=person_id, **data
        )
        return Response(QuotaSerializer(terms).data)

    @extend_schema(
        operation_id="exclusion_add",
        request=ExclusionInputSerializer,
        responses={201: AnnotatorExclusionSerializer},
    )
    def add_exclusion(self, request: Request, slug: str) -> Response:
        """Exclude a person from an item, a tag or a source."""
        data = validate_input(ExclusionInputSerializer, request.data)
        exclusion = add_exclusion(project=self.project, actor=self.actor, **data)
        return Response(
            AnnotatorExclusionSerializer(exclusion, context=self.context).data,
            status=201,
        )

    @extend_schema(operation_id="exclusion_lift", responses={204: None})
    def lift_exclusion(
        self, request: Request, slug: str, exclusion_id: int
    ) -> Response:
        """Lift an exclusion."""
        lift_exclusion(
            project=self.project, actor=self.actor, exclusion_id=exclusion_id
        )
        return Response(status=204)


class ItemAssignmentView(ViewSetMixin, OrganizerView):
    """Items assigned to people, and tags of items."""

    @extend_schema(
        operation_id="item_pin",
        request=PinInputSerializer,
        responses=PinResultSerializer,
    )
    def pin_items(self, request: Request, slug: str) -> Response:
        """Assign items to a person, who gets them next."""
        data = validate_input(PinInputSerializer, request.data)
        return _pinned(pin_items(project=self.project, actor=self.actor, **data))

    @extend_schema(
        operation_id="item_pin_candidates",
        request=ItemNumbersSerializer,
        responses=PinCandidatesSerializer,
    )
    def list_pin_candidates(self, request: Request, slug: str) -> Response:
        """Return the annotators to whom the items can be assigned."""
        data = validate_input(ItemNumbersSerializer, request.data)
        candidates = pin_candidates(self.project, data["items"])
        return Response(PinCandidatesSerializer(candidates, context=self.context).data)

    @extend_schema(
        operation_id="item_unpin",
        request=PinInputSerializer,
        responses=PinResultSerializer,
    )
    def unpin_items(self, request: Request, slug: str) -> Response:
        """Unassign a person from items that they have not begun."""
        data = validate_input(PinInputSerializer, request.data)
        return _pinned(unpin_items(project=self.project, actor=self.actor, **data))

    @extend_schema(
        operation_id="item_tag",
        request=TagInputSerializer,
        responses=TagResultSerializer,
    )
    def tag_items(self, request: Request, slug: str) -> Response:
        """Add a tag to items, or remove it."""
        data = validate_input(TagInputSerializer, request.data)
        changed = tag_items(project=self.project, actor=self.actor, **data)
        return Response(TagResultSerializer({"changed": changed}).data)


def _pinned(done: PinResult) -> Response:
    skipped = [{"item": item, "why": why} for item, why in done.skipped.items()]
    return Response(
        PinResultSerializer({"changed": done.changed, "skipped": skipped}).data
    )
