"""Responses that are computed only when something in the project has changed."""

from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import condition
from rest_framework.request import Request
from rest_framework.response import Response

from projects.access.api.base import OrganizerView
from review.progress.selectors.changes import change_mark
from review.progress.selectors.figures import project_position
from review.stored_statistics.selectors import figures_state
from review.stored_statistics.services import queue_figures_if_due


class FiguresView(OrganizerView):
    """An operation that shows organizers figures over a whole project.

    Pages request it every few seconds, and nearly always nothing has changed.
    """

    def figures_response(self, body: Callable[[], Any]) -> HttpResponseBase:
        """Return 304 if the browser has the newest response, else that of ``body``.

        Each request also queues a job for outdated figures, if it is due.
        """
        project, position = self.project, project_position(self.project)
        state = figures_state(project, position)
        queue_figures_if_due(project=project, state=state)
        mark = f'"{get_language()}-{change_mark(project, position, state)}"'

        @condition(etag_func=lambda _: mark)
        def answer(_: Request) -> HttpResponseBase:
            return Response(body())

        response: HttpResponseBase = answer(self.request)
        return response
