"""Selectors for external results: entrants, their access keys and submissions."""

import hashlib
from datetime import date

from django.db.models import QuerySet
from django.utils import timezone

from core.domain.texts import _
from core.selectors import get_or_missing
from evaluation.entrants.models.external_results import Entrant, Submission
from evaluation.runs.states import CANCELLED, FAILED
from projects.models import Project


def current_day_of_project(entrant: Entrant) -> date:
    """Return the project's current day, which the daily limit counts by."""
    return timezone.localdate(timezone=entrant.project.zone)


def list_entrants(project: Project) -> QuerySet[Entrant]:
    """Return all entrants of ``project``."""
    return Entrant.objects.filter(project=project).select_related("project")


def get_entrant(project: Project, entrant_id: int) -> Entrant:
    """Return one entrant. Raises NotFoundError."""
    return get_or_missing(
        list_entrants(project).filter(pk=entrant_id),
        _("This project has no such entrant."),
    )


def entrant_by_key(key: str) -> Entrant | None:
    """Return the active entrant with this access key, or None."""
    return (
        Entrant.objects.filter(key_sha256=digest_of_key(key), active=True)
        .select_related("project")
        .first()
    )


def digest_of_key(key: str) -> str:
    """Return the SHA-256 of an access key, which is stored in its place.

    Keys are long and random, so they need no salt.
    """
    return hashlib.sha256(key.encode()).hexdigest()


def list_submissions(entrant: Entrant) -> QuerySet[Submission]:
    """Return the submissions of ``entrant``, scored or queued."""
    return Submission.objects.filter(entrant=entrant).select_related("run__release")


def submissions_left_today(entrant: Entrant) -> int:
    """Return how many more files ``entrant`` may have scored today.

    Failed and cancelled runs do not count.
    """
    of_today = entrant.submissions.filter(day=current_day_of_project(entrant))
    used = of_today.exclude(run__status__in=[FAILED, CANCELLED]).count()
    return max(0, entrant.daily_limit - used)
