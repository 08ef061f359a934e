"""Declined items: their reasons wait in the queue of discussions for an answer."""

from collections.abc import Sequence

from annotation.items.models.slots import Slot
from core.models import LedgerEntry
from core.services import Actor
from projects.models import User
from projects.roles import Role
from review.discussions.selectors import ThreadSubject
from review.discussions.services.threads import (
    close_thread_of_undone_decline,
    open_thread,
)
from review.rounds.domain.thread_states import WAITING
from review.rounds.models.threads import Thread, ThreadOrigin, ThreadPurpose
from subtext_protocol.text import in_language

_DECLINED = {"en": "Declined: {}", "zh": "已拒绝：{}"}


def open_decline_threads(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → declined: open a discussion with the reason.

    Organizers find it in their queue. The person who declined is notified of the
    answer.
    """
    for entry, slot, person in _by_people(entries, "decline"):
        open_thread(
            project=slot.project,
            actor=Actor(person, Role.ANNOTATOR),
            about=ThreadSubject(slot.item, None, ThreadOrigin.ANNOTATING),
            purpose=ThreadPurpose.QUESTION,
            text=_text(entry, slot, person),
        )


def close_undone_declines(entries: Sequence[LedgerEntry]) -> None:
    """Handler of slot → leased: close the discussion of a decline that was undone."""
    for _, slot, person in _by_people(entries, "take_back"):
        waiting = Thread.objects.filter(
            item=slot.item_id,
            begun_by=person,
            purpose=ThreadPurpose.QUESTION,
            status=WAITING,
            messages__text__startswith=_DECLINED[_locale(person)].format(""),
        )
        thread = waiting.order_by("-pk").first()
        if thread is not None:
            close_thread_of_undone_decline(
                thread=thread, actor=Actor(person, Role.ANNOTATOR)
            )


def _by_people(
    entries: Sequence[LedgerEntry], action: str
) -> list[tuple[LedgerEntry, Slot, User]]:
    chosen_entries = [entry for entry in entries if entry.action == action]
    slots = Slot.objects.select_related(
        "item", "person", "project__current_protocol"
    ).in_bulk([entry.subject_id for entry in chosen_entries])
    return [
        (entry, slots[entry.subject_id], person)
        for entry in chosen_entries
        if (person := slots[entry.subject_id].person) is not None
    ]


def _text(entry: LedgerEntry, slot: Slot, person: User) -> str:
    """Return the reason in the person's language, and what they wrote."""
    locale = _locale(person)
    reasons = slot.project.protocol.annotation.decline_reasons
    titles = {reason.id: in_language(reason.title, locale) for reason in reasons}
    title = titles.get(entry.data["reason"], entry.reason)
    return "\n".join(
        filter(None, [_DECLINED[locale].format(title), entry.data["note"]])
    )


def _locale(person: User) -> str:
    return person.locale if person.locale in _DECLINED else "en"
