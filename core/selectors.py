"""Queries of the ledger and of jobs."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from django.db.models import F, Max, Model, Q, QuerySet, Sum, Value
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan

from core.broker.messages import RefusedMessageError
from core.errors import NotFoundError
from core.job_kinds import job_kinds_of_role
from core.models import Job, LedgerEntry, Stateful

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


def require_row(rows: QuerySet[RowT], pk: int) -> None:
    """Raise RefusedMessageError unless the row that a task's message names exists."""
    if not rows.filter(pk=pk).exists():
        raise RefusedMessageError(f"There is no {rows.model.__name__} {pk}.")


def contains_text(column: str, part: str) -> Q:
    """Match a part of a column.

    Not with LIKE, which would compare every letter in both cases.
    """
    return Q(GreaterThan(StrIndex(F(column), Value(part)), 0))


def list_entries_of_object(subject: Stateful) -> QuerySet[LedgerEntry]:
    """Return the transitions that have an entry of the object's own, oldest first."""
    return LedgerEntry.objects.filter(
        machine=subject.machine.name, subject_id=subject.pk
    ).order_by("version")


def list_entries_about(
    scope_id: int, subjects: Mapping[str, Collection[int]]
) -> QuerySet[LedgerEntry]:
    """Return the transitions in a project of objects by machine, shared entries too."""
    shared = LedgerEntry.objects.filter(
        scope_id=scope_id, machine__in=subjects, subjects__isnull=False
    ).values_list("pk", "machine", "subjects")
    about = Q(
        pk__in=[
            pk
            for pk, machine, together in shared
            if not set(subjects[machine]).isdisjoint(together or ())
        ]
    )
    for machine, ids in subjects.items():
        about |= Q(machine=machine, subject_id__in=list(ids))
    return LedgerEntry.objects.filter(about, scope_id=scope_id)


def list_ledger(
    scope_id: int, *, machine: str = "", person_id: int | None = None
) -> QuerySet[LedgerEntry]:
    """Return the transitions in a project, of one machine or by one person if given."""
    entries = LedgerEntry.objects.filter(scope_id=scope_id).select_related("actor")
    if machine:
        entries = entries.filter(machine=machine)
    if person_id is not None:
        entries = entries.filter(actor=person_id)
    return entries


def last_entry(subject: Stateful) -> LedgerEntry | None:
    """Return the transition that led to the object's current state, if any."""
    return list_entries_of_object(subject).last()


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
    position = latest.aggregate(last=Max("id"), total=Sum("id"))
    return f"{position['last'] or 0}-{position['total'] or 0}"


def list_jobs(scope_id: int) -> QuerySet[Job]:
    """Return a project's jobs, latest first."""
    return Job.objects.filter(scope_id=scope_id).order_by("-id")


def list_jobs_of_role(scope_id: int, role: str) -> QuerySet[Job]:
    """Return those of a project's jobs that people with this role may see."""
    return list_jobs(scope_id).filter(kind__in=job_kinds_of_role(role))
