"""State transitions, the only way to change the state of an object."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, models, transaction

from core.chunks import split_into_chunks
from core.domain.machine import SYSTEM, IllegalMoveError
from core.domain.texts import Text, _
from core.errors import (
    ChangedError,
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
)
from core.models import LedgerEntry, Stateful

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


def subscribe_to_transition(machine: str, target: str, handler: Handler) -> None:
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
) -> None:
    """Move one object along the edge ``action``. See ``transition_all``."""
    transition_all(
        [subject],
        action,
        actor=actor,
        reason=reason,
        data=lambda _: data or {},
        changes=changes,
        savepoint=savepoint,
    )


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
    2. Insert the ledger rows of the edge, with ``data(subject)``, which has to be the
       same for objects that share a row.
    3. Update status, version and ``changes`` where both are still as read.
    4. Call the subscribed handlers with one entry an object, stored or not.

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
                edge = machine.find_transition(source, action)
            except IllegalMoveError as error:
                raise ConflictError(str(error)) from error
            if actor.role not in edge.roles:
                raise NotAllowedError(
                    _(
                        "The role “{role}” does not allow “{action}” for this {name}.",
                        role=Text(actor.role),
                        action=machine.display_name(action),
                        name=Text(machine.name),
                    )
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
                    role=Text(actor.role),
                    reason=reason,
                    data=dict(data(subject)) if data else {},
                    scope_id=_scope_of(subject),
                )
                for subject in batch
            ]
            for entry, subject in zip(new, batch, strict=True):
                entry.subject = subject
            if edge.entries == "one" and len(batch) > 1:
                new[0].subjects = [subject.pk for subject in batch]
            recorded = {"each": new, "one": new[:1], "none": []}[edge.entries]
            try:
                LedgerEntry.objects.bulk_create(recorded, batch_size=_CHUNK)
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
        problem = FieldProblem("reason", _("Please give a reason."))
        raise InvalidInputError(_("A reason is required."), [problem])


def _move(
    subjects: Sequence[Stateful], source: str, target: str, changes: Mapping[str, Any]
) -> int:
    """Update the objects whose status and version are as read. Returns how many."""
    keys: dict[int, list[int]] = {}
    for subject in subjects:
        keys.setdefault(subject.state_version, []).append(subject.pk)
    rows: models.QuerySet[Stateful] = models.QuerySet(type(subjects[0]))
    return sum(
        rows.filter(pk__in=some, status=source, state_version=version).update(
            status=target, state_version=version + 1, **changes
        )
        for version, of_version in keys.items()
        for some in split_into_chunks(of_version, _CHUNK)
    )


def _scope_of(subject: Stateful) -> int:
    project_id: int = getattr(subject, "project_id")  # noqa: B009
    return project_id


def _changed(model: type[Stateful]) -> ConflictError:
    return ChangedError(
        _(
            "Someone else changed this {name}.",
            name=Text(str(model._meta.verbose_name)),
        )
    )
