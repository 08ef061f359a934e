"""Counts of what waits for the reader."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import ProjectView
from projects.access.api.shapes import serializer_of
from projects.roles import MEMBERS
from review.progress.selectors.waiting import Waiting, count_waiting_work

WaitingSerializer = serializer_of(Waiting)


class WaitingView(ProjectView):
    """Count what waits for me, up to 100 of each; cheap enough for every page."""

    roles = MEMBERS

    @extend_schema(operation_id="waiting", responses=WaitingSerializer)
    def get(self, request: Request, slug: str) -> Response:
        waiting = count_waiting_work(self.project, self.actor)
        return Response(WaitingSerializer(waiting).data)
