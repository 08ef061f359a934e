"""Whether anything that an organizer's pages show has changed."""

from hashlib import sha256
from time import time

from curation.selectors.screening import screening_undecided
from projects.models import Project
from review.domain.states import OPEN
from review.models import ChecklistMark
from review.selectors.figures import FiguresState
from workflow.selectors import list_jobs

_JOBS = 5
_AT_MOST = 60
"""Seconds after which a mark changes by itself: what it does not know of, such as the
new name of a person, is shown no later."""


def change_mark(project: Project, position: str, state: FiguresState) -> str:
    """Return another value whenever what organizers' pages show may differ.

    Beside the ledger and the stored figures it knows of jobs, of screeners' votes and of
    the ticks of a checklist, which write no entries.
    """
    jobs = list_jobs(project.pk).values_list("pk", "status", "done")[:_JOBS]
    ticked = ChecklistMark.objects.filter(
        round__project=project, round__status=OPEN, passed__isnull=False
    )
    seen = (
        position,
        state,
        list(jobs),
        screening_undecided(project).count(),
        ticked.count(),
        int(time() // _AT_MOST),
    )
    return sha256(repr(seen).encode()).hexdigest()[:32]
