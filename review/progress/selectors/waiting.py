"""What waits for a person, counted for the badges of the sidebar."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from annotation.items.domain.slot_states import RETURNED
from annotation.items.models.slots import Slot
from core.models import JobStatus
from core.selectors import list_jobs_of_role
from core.services import Actor
from curation.near_duplicates.models import ReleasedDecision
from curation.near_duplicates.selectors.clusters import possible_pairs, released_copies
from projects.models import Project
from projects.roles import ORGANIZERS
from review.adjudication.models import Case
from review.adjudication.selectors.cases import UNDECIDED
from review.rework.selectors import list_rework
from review.rounds.models.threads import Thread

MOST = 100
"""Highest count. Counting stops there, so its cost does not grow with the project."""


@dataclass(frozen=True)
class Waiting:
    """Numbers of things that wait for the reader, each at most ``MOST``.

    Organizers: ``disagreements`` to adjudicate, ``discussions`` to answer (declined
    items among them), possible ``duplicates`` to decide on, and ``failed_jobs``
    to try again or dismiss. Annotators: items ``returned`` to them, and
    items with questions to ``rework``.
    """

    disagreements: int
    discussions: int
    duplicates: int
    failed_jobs: int
    returned: int
    rework: int


_NOTHING = Waiting(0, 0, 0, 0, 0, 0)


def count_waiting_work(project: Project, actor: Actor) -> Waiting:
    """Count what waits for a person in a project."""
    if actor.role not in ORGANIZERS:
        person = actor.user.pk if actor.user else None
        returned = Slot.objects.filter(project=project, person=person, status=RETURNED)
        own_rework = list_rework(project, actor)
        return replace(_NOTHING, returned=_count(returned), rework=_count(own_rework))
    cases = Case.objects.filter(project=project, status__in=UNDECIDED)
    threads = Thread.objects.filter(project=project, status="waiting")
    failed = list_jobs_of_role(project.pk, actor.role).filter(
        status=JobStatus.FAILED, dismissed_at__isnull=True
    )
    released = released_copies(project, ReleasedDecision.OPEN)
    return replace(
        _NOTHING,
        disagreements=_count(cases),
        discussions=_count(threads),
        duplicates=min(_count(released) + _count(possible_pairs(project)), MOST),
        failed_jobs=_count(failed),
    )


def _count(waiting: QuerySet[Any]) -> int:
    return waiting.order_by()[:MOST].count()
