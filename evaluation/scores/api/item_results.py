"""The releases and results of one item, for organizers."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.items.selectors.items import get_item
from evaluation.runs.api.serializers import OUTCOMES
from evaluation.runs.models.runs import Run
from evaluation.scores.selectors.item_results import (
    ItemInRelease,
    ModelAnswer,
    item_results,
)
from projects.access.api.base import OrganizerView
from projects.access.api.shapes import serializer_of
from releases.records.models import Release

_RELEASE_STATES = [(state, state) for state in Release.machine.states]


class RunBriefSerializer(serializers.ModelSerializer[Run]):
    """The run that an answer belongs to."""

    setting_title = serializers.DictField(child=serializers.CharField(), read_only=True)

    class Meta:
        model = Run
        fields = ["id", "model", "setting", "setting_title"]


ItemInReleaseSerializer = serializer_of(
    ItemInRelease,
    status=serializers.ChoiceField(choices=_RELEASE_STATES),
    answers=serializer_of(
        ModelAnswer,
        run=RunBriefSerializer(),
        outcome=serializers.ChoiceField(choices=OUTCOMES, allow_blank=True),
    )(many=True),
)


class ItemResultsView(OrganizerView):
    """List the releases that contain an item, with the models' answers to it."""

    @extend_schema(
        operation_id="item_results", responses=ItemInReleaseSerializer(many=True)
    )
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        releases = item_results(get_item(self.project, item_id))
        return Response(ItemInReleaseSerializer(releases, many=True).data)
