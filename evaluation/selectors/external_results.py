"""Reading who outside may have predictions scored, and what came of them."""

import hashlib
from datetime import UTC, date, datetime

from django.db.models import QuerySet

from evaluation.domain.states import CANCELLED, FAILED
from evaluation.models import Entrant, Submission
from projects.models import Project
from workflow.selectors import get_or_missing


def today() -> date:
    """The day that the daily limit counts: UTC."""
    return datetime.now(UTC).date()


def list_entrants(project: Project) -> QuerySet[Entrant]:
    """Everybody who was given a key."""
    return Entrant.objects.filter(project=project)


def get_entrant(project: Project, entrant_id: int) -> Entrant:
    """One entrant. Raises Missing."""
    return get_or_missing(
        list_entrants(project).filter(pk=entrant_id),
        "This project has no such entrant.",
    )


def entrant_by_key(key: str) -> Entrant | None:
    """Whose key it is, where it is somebody's and still good."""
    return (
        Entrant.objects.filter(key_sha256=digest_of_key(key), active=True)
        .select_related("project")
        .first()
    )


def digest_of_key(key: str) -> str:
    """What is kept of a key; keys are long and random, so they need no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


def list_submissions(entrant: Entrant) -> QuerySet[Submission]:
    """An entrant's files, scored or about to be."""
    return Submission.objects.filter(entrant=entrant).select_related("run__release")


def left_today(entrant: Entrant) -> int:
    """How many more files an entrant may have scored today; failures do not count."""
    of_today = entrant.submissions.filter(day=today())
    used = of_today.exclude(run__status__in=[FAILED, CANCELLED]).count()
    return max(0, entrant.daily_limit - used)
