"""Jobs that compute the figures of a project again."""

from contextlib import suppress

from core.errors import ConflictError
from core.jobs import enqueue_job
from core.models import Job, JobStatus
from core.services import Actor
from projects.models import Project
from review.job_kinds import FIGURES
from review.stored_statistics.selectors import FiguresState, figures_are_due


def queue_figures_if_due(*, project: Project, state: FiguresState) -> None:
    """Queue a job that computes the project's figures again, if that is due.

    Called when someone reads them, so a project that nobody views computes nothing.
    """
    if not figures_are_due(project, state):
        return
    # Only the latest job is kept: it says when the next is due, and the table stays
    # small.
    over = Job.objects.filter(kind=FIGURES, scope_id=project.pk)
    over.exclude(status__in=(JobStatus.QUEUED, JobStatus.RUNNING)).delete()
    with suppress(ConflictError):
        enqueue_job(
            kind=FIGURES, scope_id=project.pk, actor=Actor.system(), parameters={}
        )
