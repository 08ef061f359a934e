"""State transitions, the only way to change the state of an object."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, models, transaction

from workflow.domain.machine import SYSTEM, IllegalMoveError
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
)
from workflow.models import LedgerEntry, Stateful

_CHUNK = 500


@dataclass(frozen=True)
class Actor:
    """A person and their role. ``Actor.system()`` is Subtext itself."""

    user: AbstractBaseUser | None
    role: str

    @classmethod
    def system(cls) -> "Actor":
        return cls(None, SYSTEM)


Handler = Callable[[Sequence[LedgerEntry]], None]
_handlers: dict[tuple[str, str], list[Handler]] = {}


def subscribe(machine: str, target: str, handler: Handler) -> None:
    """Call ``handler`` with the entries of transitions of ``machine`` to ``target``.

    It runs inside the transaction of the move, so both happen or neither. Slow work
    belongs in a job that it enqueues. Subscribing again changes nothing.
    """
    handlers = _handlers.setdefault((machine, target), [])
    if handler not in handlers:
        handlers.append(handler)


def transition(
    subject: Stateful,
    action: str,
    *,
    actor: Actor,
    reason: str = "",
    data: Mapping[str, Any] | None = None,
    changes: Mapping[str, Any] | None = None,
    savepoint: bool = True,
) -> LedgerEntry:
    """Move one object along the edge ``action``. See ``transition_all``."""
    entries = transition_all(
        [subject],
        action,
        actor=actor,
        reason=reason,
        data=lambda _: data or {},
        changes=changes,
        savepoint=savepoint,
    )
    return entries[0]


def transition_all(
    subjects: Iterable[Stateful],
    action: str,
    *,
    actor: Actor,
    reason: str = "",
    data: Callable[[Any], Mapping[str, Any]] | None = None,
    changes: Mapping[str, Any] | None = None,
    savepoint: bool = True,
) -> list[LedgerEntry]:
    """Move objects of one model along the edge ``action``, all or none.

    1. Check the edge, the role and the reason.
    2. Insert one ledger row per object, with ``data(subject)``.
    3. Update status, version and ``changes`` where the status is still as read.
    4. Call the subscribed handlers.

    ``savepoint=False`` has the meaning of Django's ``atomic``: for callers whose own
    transaction ends when this raises.

    Raises ConflictError when an object has changed since it was read or its state has
    no such edge. Raises NotAllowedError for a wrong role, InvalidInputError for a
    missing reason.
    """
    ordered = sorted(subjects, key=lambda subject: subject.status)
    if not ordered:
        return []
    model = type(ordered[0])
    machine = model.machine
    entries: list[LedgerEntry] = []
    moves: list[tuple[str, list[Stateful]]] = []
    with transaction.atomic(savepoint=savepoint):
        for source, group in groupby(ordered, key=lambda subject: subject.status):
            try:
                edge = machine.edge(source, action)
            except IllegalMoveError as error:
                raise ConflictError(str(error)) from error
            if actor.role not in edge.roles:
                raise NotAllowedError(
                    f"The role {actor.role} cannot {action} this {machine.name}."
                )
            if edge.reason_required:
                require_reason(reason)
            batch = list(group)
            new = [
                LedgerEntry(
                    machine=machine.name,
                    subject_id=subject.pk,
                    version=subject.state_version + 1,
                    action=action,
                    source=source,
                    target=edge.target,
                    actor_id=actor.user.pk if actor.user else None,
                    role=actor.role,
                    reason=reason,
                    data=dict(data(subject)) if data else {},
                    scope_id=_scope_of(subject),
                )
                for subject in batch
            ]
            for entry, subject in zip(new, batch, strict=True):
                entry.subject = subject
            try:
                LedgerEntry.objects.bulk_create(new, batch_size=_CHUNK)
            except IntegrityError as error:
                raise _changed(model) from error
            if _move(batch, source, edge.target, changes or {}) != len(batch):
                raise _changed(model)
            moves.append((edge.target, batch))
            entries.extend(new)
            for handler in _handlers.get((machine.name, edge.target), []):
                handler(new)
    # Update the objects last, so that they stay unchanged when a handler raises.
    for target, batch in moves:
        for subject in batch:
            subject.status = target
            subject.state_version += 1
            for name, value in (changes or {}).items():
                setattr(subject, name, value)
    return entries


def require_reason(reason: str) -> None:
    """Raise InvalidInputError for an empty reason."""
    if not reason.strip():
        problem = FieldProblem("reason", "Please give a reason.")
        raise InvalidInputError("A reason is required.", [problem])


def _move(
    subjects: Sequence[Stateful], source: str, target: str, changes: Mapping[str, Any]
) -> int:
    """Update the objects whose status is still as read. Returns how many."""
    model = type(subjects[0])
    moved = 0
    for start in range(0, len(subjects), _CHUNK):
        keys = [subject.pk for subject in subjects[start : start + _CHUNK]]
        still: models.QuerySet[Stateful] = models.QuerySet(model)
        moved += still.filter(pk__in=keys, status=source).update(
            status=target, state_version=models.F("state_version") + 1, **changes
        )
    return moved


def _scope_of(subject: Stateful) -> int:
    project_id: int = getattr(subject, "project_id")  # noqa: B009
    return project_id


def _changed(model: type[Stateful]) -> ConflictError:
    return ConflictError(f"Someone else changed this {model._meta.verbose_name}.")
