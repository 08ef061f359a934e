"""Stored figures over a whole project, and when they are to be computed again.

Those of a small project are computed on request (docs/decisions/0026).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from annotation.items.models.items import Item
from core.models import Job, JobStatus
from core.selectors import list_jobs
from projects.models import Project
from review.job_kinds import FIGURES
from review.stored_statistics.models import StoredFigures

MOST_LIVE_ITEMS = 200
"""Projects with at most this many items compute figures on request."""

LEAST_REST = timedelta(seconds=10)
REST = 10
"""The next job waits this many times as long as the last one took.

While work goes on, figures so take at most a tenth of one worker.
"""


def is_computed_live(project: Project) -> bool:
    """Return whether the project is small enough to compute figures in a request."""
    first = Item.objects.filter(project=project)[: MOST_LIVE_ITEMS + 1]
    return first.count() <= MOST_LIVE_ITEMS


def read_figures(
    project: Project, name: str, *, compute: Callable[[], Any], empty: Any
) -> Any:
    """Return the named figures, computed now or last stored.

    They are ``empty`` before anything is stored.
    """
    if is_computed_live(project):
        return compute()
    rows = StoredFigures.objects.filter(project=project, name=name)
    stored = rows.values_list("data", flat=True).first()
    return empty if stored is None else stored


@dataclass(frozen=True)
class FiguresState:
    """The age of the project's figures.

    ``as_of`` is null for figures computed on request, and before the first are stored.
    """

    as_of: datetime | None
    is_current: bool
    """Whether nothing has happened in the project since."""


def figures_state(project: Project, position: str) -> FiguresState:
    """Return the age of the figures at a ``project_position``."""
    if is_computed_live(project):
        return FiguresState(None, is_current=True)
    rows = StoredFigures.objects.filter(project=project)
    row = rows.values_list("position", "as_of").first()
    if row is None:
        return FiguresState(None, is_current=False)
    stored_at, as_of = row
    return FiguresState(as_of, is_current=stored_at == position)


def figures_are_due(project: Project, state: FiguresState) -> bool:
    """Return whether a job should compute the figures again.

    It should if they are outdated, no such job is queued or running, and the pause
    after the last one is over.
    """
    if state.is_current:
        return False
    last: Job | None = list_jobs(project.pk).filter(kind=FIGURES).first()
    if last is None:
        return True
    if last.status in (JobStatus.QUEUED, JobStatus.RUNNING):
        return False
    begun, ended = last.started_at or last.created_at, last.finished_at
    if ended is None:
        return True
    return timezone.now() >= ended + max(LEAST_REST, REST * (ended - begun))
