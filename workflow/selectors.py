"""Reading the ledger."""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Max, Model, QuerySet, Sum

from workflow.errors import NotFoundError
from workflow.models import Job, LedgerEntry, Stateful

RowT = TypeVar("RowT", bound=Model)


def first_or_none(rows: Iterable[RowT]) -> RowT | None:
    """Return the first row, if any. ``QuerySet.first`` sorts before, at some cost."""
    return next(iter(rows), None)


def get_or_missing(rows: QuerySet[RowT], message: str) -> RowT:
    """Return the first of the rows. Raises NotFoundError with ``message`` where there is none."""
    row = rows.first()
    if row is None:
        raise NotFoundError(message)
    return row


def life_of(subject: Stateful) -> QuerySet[LedgerEntry]:
    """Every transition of one thing, oldest first."""
    return LedgerEntry.objects.filter(
        machine=subject.machine.name, subject_id=subject.pk
    ).order_by("version")


def last_entry(subject: Stateful) -> LedgerEntry | None:
    """The transition that brought a thing to where it is."""
    return life_of(subject).last()


def last_reached(
    machine: str, target: str, subject_ids: Iterable[int]
) -> dict[int, LedgerEntry]:
    """The latest entry into ``target`` of each subject that ever reached it."""
    entries = LedgerEntry.objects.filter(
        machine=machine, target=target, subject_id__in=list(subject_ids)
    ).order_by("version")
    return {entry.subject_id: entry for entry in entries}


_LATEST = 200


def ledger_position(scope_id: int) -> str:
    """Where a project's ledger is: another value after every new entry.

    The last id alone would miss an entry whose transaction began before that of a later
    one and ended after it. The sum of the latest ids grows with such an entry too.
    """
    latest = LedgerEntry.objects.filter(scope_id=scope_id).order_by("-id")[:_LATEST]
    found = latest.aggregate(last=Max("id"), total=Sum("id"))
    return f"{found['last'] or 0}-{found['total'] or 0}"


def list_jobs(scope_id: int) -> QuerySet[Job]:
    """A project's jobs, latest first."""
    return Job.objects.filter(scope_id=scope_id).order_by("-id")
