"""How evenly the collection fills the protocol's labels."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.calls import CallSerializer
from projects.api.base import ProjectView
from projects.selectors import ORGANIZERS
from review.selectors.balance import balance


class BranchSerializer(serializers.Serializer[Any]):
    """One choice of one level, followed by what lies under it."""

    field = serializers.CharField()
    choice = serializers.CharField()
    above = serializers.CharField(source="parent", allow_null=True)
    items = serializers.IntegerField()
    questions = serializers.IntegerField()
    sources = serializers.IntegerField()
    terms = serializers.IntegerField(allow_null=True)
    thin = serializers.BooleanField()
    few_sources = serializers.BooleanField()


class TreeSerializer(serializers.Serializer[Any]):
    """``levels`` are label fields from the widest to the narrowest; the one that shall
    be filled alike is ``judged``."""

    levels = serializers.ListField(child=serializers.CharField())
    judged = serializers.CharField(allow_null=True)
    branches = BranchSerializer(many=True)


class CrowdedTermSerializer(serializers.Serializer[Any]):
    field = serializers.CharField()
    term = serializers.CharField()
    questions = serializers.IntegerField()
    most = serializers.IntegerField()


class BalanceSerializer(serializers.Serializer[Any]):
    """What there is of every label, and what shall be made of it."""

    sources_wanted = serializers.IntegerField()
    items = serializers.IntegerField()
    unlabelled = serializers.IntegerField()
    trees = TreeSerializer(many=True)
    terms = CrowdedTermSerializer(many=True)
    calls = CallSerializer(many=True)


class BalanceApi(ProjectView):
    """Where the collection is thin, and which calls for questions are open."""

    roles = ORGANIZERS

    @extend_schema(operation_id="balance_get", responses=BalanceSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(BalanceSerializer(balance(self.project)).data)
