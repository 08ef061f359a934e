"""Answers that are made anew only when something in the project has changed."""

from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.views.decorators.http import condition
from rest_framework.request import Request
from rest_framework.response import Response

from projects.api.base import OrganizerView
from review.selectors.changes import change_mark
from review.selectors.figures import figures_state, project_position
from review.services.figures import figures_keep_current


class FiguresView(OrganizerView):
    """An operation that shows figures over all of a project to organizers.

    Pages ask for it every few seconds, nearly always in vain.
    """

    def answer(self, body: Callable[[], Any]) -> HttpResponseBase:
        """304 where the browser has the newest answer, else the one that ``body`` makes.

        Whoever asks keeps the figures current.
        """
        project, position = self.project, project_position(self.project)
        state = figures_state(project, position)
        figures_keep_current(project=project, state=state)
        mark = f'"{change_mark(project, position, state)}"'

        @condition(etag_func=lambda _: mark)
        def answer(_: Request) -> HttpResponseBase:
            return Response(body())

        response: HttpResponseBase = answer(self.request)
        return response
