"""Who is given what: for organizers, and what annotators say of themselves."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.domain.assignment import LANGUAGES
from annotation.models.assignment import Exclusion, Terms
from annotation.selectors import ANNOTATORS
from annotation.selectors.assignment import (
    assignment_of,
    eligibility_of,
    sources_of,
    tags_of,
)
from annotation.services.assignment import (
    LONGEST_TAG,
    Pinned,
    add_exclusion,
    lift_exclusion,
    pin_items,
    set_annotator_quota,
    tag_items,
    terms_state,
    unpin_items,
)
from projects.api.base import ProjectView, validated
from projects.selectors import ORGANIZERS, active_people

_MOST = 500
"""Items that are changed at once."""


def _words() -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), max_length=100)


class KnowledgeSerializer(serializers.Serializer[Any]):
    """Languages by code, skills by the ids that the protocol gives them."""

    languages = serializers.ListField(
        child=serializers.ChoiceField(choices=[(one, one) for one in LANGUAGES])
    )
    skills = _words()


class MyTermsSerializer(KnowledgeSerializer):
    """``lacking``: what the protocol asks of everybody and I have not."""

    most_a_day = serializers.IntegerField(allow_null=True)
    most_in_all = serializers.IntegerField(allow_null=True)
    lacking = _words()


class TermsInputSerializer(KnowledgeSerializer):
    most_a_day = serializers.IntegerField(
        min_value=0, max_value=10_000, allow_null=True
    )
    most_in_all = serializers.IntegerField(
        min_value=0, max_value=1_000_000, allow_null=True
    )


class TermsSerializer(serializers.ModelSerializer[Terms]):
    languages = _words()
    skills = _words()

    class Meta:
        model = Terms
        fields = ["languages", "skills", "most_a_day", "most_in_all"]


class KeptFromSerializer(serializers.ModelSerializer[Exclusion]):
    """One item, a tag or a source; the other two are empty."""

    item_number = serializers.IntegerField(
        source="item.number", allow_null=True, default=None
    )
    source_name = serializers.CharField(
        source="source.name", allow_null=True, default=None
    )
    by = serializers.CharField(source="by.shown_name")

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
    name = serializers.CharField(source="person.shown_name")
    terms = TermsSerializer()
    pinned = serializers.IntegerField()
    exclusions = KeptFromSerializer(many=True)


class SourceNameSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class AssignmentSerializer(serializers.Serializer[Any]):
    """Every annotator, and what can be named: tags that there are, sources."""

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


class ItemsSerializer(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=serializers.IntegerField(), min_length=1, max_length=_MOST
    )


class PinInputSerializer(ItemsSerializer):
    person_id = serializers.IntegerField()


class UnpinnedItemSerializer(serializers.Serializer[Any]):
    item = serializers.IntegerField()
    why = serializers.ChoiceField(choices=["has", "kept", "full", "none", "changed"])


class PinnedSerializer(serializers.Serializer[Any]):
    """``skipped`` says why: has or had it, is kept from it, no free place, not pinned."""

    changed = serializers.ListField(child=serializers.IntegerField())
    skipped = UnpinnedItemSerializer(many=True)


class TagInputSerializer(ItemsSerializer):
    tag = serializers.CharField(max_length=LONGEST_TAG)
    add = serializers.BooleanField(default=True)


class TaggedSerializer(serializers.Serializer[Any]):
    changed = serializers.IntegerField()


class MyTermsView(ProjectView):
    """My languages and skills, which I say myself, and my caps."""

    roles = ANNOTATORS

    @extend_schema(operation_id="my_terms_get", responses=MyTermsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return self._shown()

    @extend_schema(
        operation_id="my_terms_state",
        request=KnowledgeSerializer,
        responses=MyTermsSerializer,
    )
    def put(self, request: Request, slug: str) -> Response:
        data = validated(KnowledgeSerializer, request.data)
        terms_state(project=self.project, actor=self.actor, **data)
        return self._shown()

    def _shown(self) -> Response:
        standing = eligibility_of(self.project, self.person)
        terms = TermsSerializer(standing.terms).data
        body = {**terms, "lacking": standing.lacking}
        return Response(MyTermsSerializer(body).data)


class AssignmentView(ProjectView):
    """Every annotator with their terms, pins and exclusions."""

    roles = ORGANIZERS

    @extend_schema(operation_id="assignment_get", responses=AssignmentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        people = active_people(self.project, ANNOTATORS)
        body = {
            "people": assignment_of(self.project, people),
            "tags": tags_of(self.project),
            "sources": sources_of(self.project),
        }
        return Response(AssignmentSerializer(body).data)


class TermsSetView(ProjectView):
    """What somebody knows, and how much they may do at most."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="terms_set",
        request=TermsInputSerializer,
        responses=TermsSerializer,
    )
    def put(self, request: Request, slug: str, person_id: int) -> Response:
        data = validated(TermsInputSerializer, request.data)
        terms = set_annotator_quota(
            project=self.project, actor=self.actor, person_id=person_id, **data
        )
        return Response(TermsSerializer(terms).data)


class ExclusionAddView(ProjectView):
    """Keep somebody from an item, a tag or a source."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="exclusion_add",
        request=ExclusionInputSerializer,
        responses={201: KeptFromSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(ExclusionInputSerializer, request.data)
        exclusion = add_exclusion(project=self.project, actor=self.actor, **data)
        return Response(KeptFromSerializer(exclusion).data, status=201)


class ExclusionLiftView(ProjectView):
    """They may be given it again."""

    roles = ORGANIZERS

    @extend_schema(operation_id="exclusion_lift", responses={204: None})
    def delete(self, request: Request, slug: str, exclusion_id: int) -> Response:
        lift_exclusion(
            project=self.project, actor=self.actor, exclusion_id=exclusion_id
        )
        return Response(status=204)


class ItemPinView(ProjectView):
    """Put somebody's name on items: they are given them next."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_pin", request=PinInputSerializer, responses=PinnedSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(PinInputSerializer, request.data)
        return _pinned(pin_items(project=self.project, actor=self.actor, **data))


class ItemUnpinView(ProjectView):
    """Take somebody's name off items that they have not begun."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_unpin",
        request=PinInputSerializer,
        responses=PinnedSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(PinInputSerializer, request.data)
        return _pinned(unpin_items(project=self.project, actor=self.actor, **data))


def _pinned(done: Pinned) -> Response:
    skipped = [{"item": item, "why": why} for item, why in done.skipped.items()]
    return Response(
        PinnedSerializer({"changed": done.changed, "skipped": skipped}).data
    )


class ItemTagView(ProjectView):
    """Give items a tag, or take it from them."""

    roles = ORGANIZERS

    @extend_schema(
        operation_id="item_tag", request=TagInputSerializer, responses=TaggedSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        data = validated(TagInputSerializer, request.data)
        changed = tag_items(project=self.project, actor=self.actor, **data)
        return Response(TaggedSerializer({"changed": changed}).data)
