"""Discussions about items. Messages cannot be changed after they are sent."""

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from annotation.slots.services.people import person_of
from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError, NotAllowedError
from core.services import Actor, transition
from projects.models import Project
from projects.roles import ORGANIZERS
from review.discussions.selectors import ThreadSubject, calibration_annotations_by
from review.discussions.services.notifications import (
    notify_of_closing,
    notify_of_message,
)
from review.rounds.models.threads import Message, Thread, ThreadPurpose
from review.rounds.services.assignments import fail_discussed_question

MOST_CHARACTERS = 8000
_ATTEMPTS = 5
_Result = TypeVar("_Result", Message, Thread)


def open_thread(
    *,
    project: Project,
    actor: Actor,
    about: ThreadSubject,
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
        raise NotAllowedError(_("Only organizers can record what was agreed."))
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
    project: Project, actor: Actor, about: ThreadSubject, text: str, guideline_gap: bool
) -> Thread:
    person = person_of(actor)
    own = calibration_annotations_by(person.pk).filter(slot__item=about.item)
    if actor.role not in ORGANIZERS and not own.exists():
        raise NotAllowedError(_("Submit your own annotation of this item first."))
    thread, _created = Thread.objects.get_or_create(
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


def close_thread(
    *, thread: Thread, actor: Actor, resolution: str, send_to_rework: bool = False
) -> Thread:
    """Close a discussion with its outcome.

    The question of a dissent passes then, or fails with ``send_to_rework``. Raises
    InvalidInputError without an outcome. Raises ConflictError if the discussion is
    closed, or if it holds up no question that could be sent to rework.
    """

    def close() -> Thread:
        transition(
            thread,
            "close",
            actor=actor,
            reason=resolution,
            changes={"resolution": resolution},
        )
        if send_to_rework:
            fail_discussed_question(thread=thread, outcome=resolution)
        notify_of_closing(thread, by=person_of(actor))
        return thread

    _require_text(resolution, field="resolution")
    return _in_turn(thread, close)


def close_thread_of_undone_decline(*, thread: Thread, actor: Actor) -> Thread:
    """Close the discussion of a decline that its author undid."""
    return _in_turn(thread, lambda: _taken_back(thread, actor))


def _taken_back(thread: Thread, actor: Actor) -> Thread:
    transition(thread, "take_back", actor=actor)
    return thread


def flag_protocol_gap(*, thread: Thread, actor: Actor, gap: bool) -> Thread:
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
    notify_of_message(message)
    return message


def _in_turn(thread: Thread, act: Callable[[], _Result]) -> _Result:
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
            _("The message is empty."), [FieldProblem(field, _("Write a message."))]
        )
    if len(text) > MOST_CHARACTERS:
        problem = FieldProblem(
            field,
            _(
                "Must have at most {most_characters} characters.",
                most_characters=MOST_CHARACTERS,
            ),
        )
        raise InvalidInputError(_("The message is too long."), [problem])
