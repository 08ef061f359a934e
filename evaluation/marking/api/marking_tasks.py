"""API of what a person may mark: error analyses and rubric ratings."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from evaluation.marking.selectors.marking_tasks import MarkingTask, marking_tasks
from projects.access.api.base import ProjectView
from projects.access.api.shapes import serializer_of
from projects.roles import RATERS

MarkingTaskSerializer = serializer_of(MarkingTask)


class MarkingTaskView(ProjectView):
    """Error analyses and ratings of a project, for those who mark."""

    roles = RATERS

    @extend_schema(
        operation_id="marking_list", responses=MarkingTaskSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the analyses and ratings, the latest first, with what waits for me."""
        tasks = marking_tasks(self.project, self.person)
        return Response(MarkingTaskSerializer(tasks, many=True).data)
