"""Queries of the ledger and of jobs."""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Max, Model, QuerySet, Sum

from workflow.errors import NotFoundError
from workflow.models import Job, LedgerEntry, Stateful

RowT = TypeVar("RowT", bound=Model)


def first_or_none(rows: Iterable[RowT]) -> RowT | None:
    """Return the first row, if any, without the sorting of ``QuerySet.first``."""
    return next(iter(rows), None)


def get_or_missing(rows: QuerySet[RowT], message: str) -> RowT:
    """Return the first row. Raises NotFoundError with ``message`` if there is none."""
    row = rows.first()
    if row is None:
        raise NotFoundError(message)
    return row


def life_of(subject: Stateful) -> QuerySet[LedgerEntry]:
    """Return all transitions of an object, oldest first."""
    return LedgerEntry.objects.filter(
        machine=subject.machine.name, subject_id=subject.pk
    ).order_by("version")


def last_entry(subject: Stateful) -> LedgerEntry | None:
    """Return the transition that led to the object's current state, if any."""
    return life_of(subject).last()


def last_reached(
    machine: str, target: str, subject_ids: Iterable[int]
) -> dict[int, LedgerEntry]:
    """Return the latest transition to ``target``, by subject id, where there is one."""
    entries = LedgerEntry.objects.filter(
        machine=machine, target=target, subject_id__in=list(subject_ids)
    ).order_by("version")
    return {entry.subject_id: entry for entry in entries}


_LATEST = 200


def ledger_position(scope_id: int) -> str:
    """Return a token of a project's ledger that changes with every new entry.

    The last id alone would miss an entry whose transaction began before that of a later
    entry and ended after it. The sum of the latest ids also changes with such an entry.
    """
    latest = LedgerEntry.objects.filter(scope_id=scope_id).order_by("-id")[:_LATEST]
    found = latest.aggregate(last=Max("id"), total=Sum("id"))
    return f"{found['last'] or 0}-{found['total'] or 0}"


def list_jobs(scope_id: int) -> QuerySet[Job]:
    """Return a project's jobs, latest first."""
    return Job.objects.filter(scope_id=scope_id).order_by("-id")
