"""Discussions about items. Messages cannot be changed after they are sent."""

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.services.people import person_of
from projects.models import Project
from projects.selectors import ORGANIZERS
from review.models import Message, Thread, ThreadPurpose
from review.selectors.threads import About, calibrations_by
from review.services.notices import readers_told_of_closing, readers_told_of_message
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotAllowedError,
)
from workflow.services import Actor, transition

MOST_CHARACTERS = 8000
_ATTEMPTS = 5
_Made = TypeVar("_Made", Message, Thread)


def open_thread(
    *,
    project: Project,
    actor: Actor,
    about: About,
    purpose: str,
    text: str,
    guideline_gap: bool = False,
) -> Thread:
    """Begin a discussion about an item with its first message.

    A calibration item has one discussion, to which the message is added. Only
    organizers may begin a consensus discussion or flag a guideline gap. Raises
    InvalidInputError without a text, NotAllowedError.
    """
    _require_text(text)
    may_organize = actor.role in ORGANIZERS
    if not may_organize and (purpose == ThreadPurpose.CONSENSUS or guideline_gap):
        raise NotAllowedError("Only organizers can record what was agreed.")
    if purpose == ThreadPurpose.CALIBRATION:
        return _calibration_thread(project, actor, about, text, guideline_gap)
    with transaction.atomic():
        thread = Thread.objects.create(
            project=project,
            item=about.item,
            question=about.question,
            purpose=purpose,
            origin=about.origin,
            begun_by=person_of(actor),
            guideline_gap=guideline_gap,
        )
        _write(thread, actor, text)
    return thread


def _calibration_thread(
    project: Project, actor: Actor, about: About, text: str, guideline_gap: bool
) -> Thread:
    person = person_of(actor)
    own = calibrations_by(person.pk).filter(slot__item=about.item)
    if actor.role not in ORGANIZERS and not own.exists():
        raise NotAllowedError("Submit your own annotation of this item first.")
    thread, _ = Thread.objects.get_or_create(
        item=about.item,
        purpose=ThreadPurpose.CALIBRATION,
        defaults={
            "project": project,
            "origin": about.origin,
            "begun_by": person,
            "guideline_gap": guideline_gap,
        },
    )
    add_message(thread=thread, actor=actor, text=text)
    return thread


def add_message(*, thread: Thread, actor: Actor, text: str) -> Message:
    """Add a message; a closed discussion is reopened. Raises InvalidInputError."""
    _require_text(text)
    return _in_turn(thread, lambda: _write(thread, actor, text))


def close_thread(*, thread: Thread, actor: Actor, resolution: str) -> Thread:
    """Close a discussion with its outcome.

    Raises InvalidInputError without an outcome, ConflictError if it is already closed.
    """

    def close() -> Thread:
        transition(
            thread,
            "close",
            actor=actor,
            reason=resolution,
            changes={"resolution": resolution},
        )
        readers_told_of_closing(thread, by=person_of(actor))
        return thread

    _require_text(resolution, field="resolution")
    return _in_turn(thread, close)


def thread_flag_gap(*, thread: Thread, actor: Actor, gap: bool) -> Thread:
    """Mark a discussion as a guideline gap, or remove the mark."""

    def flag() -> Thread:
        if thread.guideline_gap != gap:
            action = "flag_gap" if gap else "unflag_gap"
            transition(thread, action, actor=actor, changes={"guideline_gap": gap})
        return thread

    return _in_turn(thread, flag)


def _write(thread: Thread, actor: Actor, text: str) -> Message:
    transition(
        thread,
        "answer" if actor.role in ORGANIZERS else "ask",
        actor=actor,
        reason=text,
        changes={"written_at": timezone.now()},
    )
    message = Message.objects.create(
        thread=thread, author=person_of(actor), role=actor.role, text=text
    )
    readers_told_of_message(message)
    return message


def _in_turn(thread: Thread, act: Callable[[], _Made]) -> _Made:
    """Act on the current state of a thread, so that no concurrent message is lost."""
    for attempt in range(1, _ATTEMPTS + 1):
        thread.refresh_from_db(fields=["status", "state_version", "guideline_gap"])
        try:
            with transaction.atomic():
                return act()
        except (ConflictError, IntegrityError):
            if attempt == _ATTEMPTS:
                raise
    raise AssertionError("unreachable")


def _require_text(text: str, *, field: str = "text") -> None:
    if not text.strip():
        raise InvalidInputError(
            "The message is empty.", [FieldProblem(field, "Write a message.")]
        )
    if len(text) > MOST_CHARACTERS:
        problem = FieldProblem(
            field, f"Must have at most {MOST_CHARACTERS} characters."
        )
        raise InvalidInputError("The message is too long.", [problem])
