"""What people type and hand in. Nothing that was typed is lost."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from annotation.domain.checks import (
    CROWDED_TERM,
    KEY_POSITION,
    level_of,
    record_findings,
)
from annotation.domain.record import Record, record_normalised
from annotation.domain.search import searched_labels, searched_text
from annotation.domain.states import LEASED, OPEN, SUBMITTED
from annotation.domain.validation import problems_of, record_problems
from annotation.models import Annotation, Draft, Item, Purpose, Slot
from annotation.selectors import SlotWithDraft, draft_of, family_of, picture_count
from annotation.selectors.answer_positions import recent_answer_positions
from annotation.selectors.assignment import is_excluded
from annotation.selectors.knowledge_terms import terms_used
from annotation.selectors.question_source import asked_questions, question_source
from annotation.services.history import remember_draft
from annotation.services.people import annotator_of
from projects.domain.protocol.document import Protocol
from projects.models import User
from workflow.errors import (
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotFoundError,
)
from workflow.selectors import first_or_none
from workflow.services import Actor, transition

MOST_BYTES = 256 * 1024
"""Size of a record. The longest real ones are some ten kilobytes."""
_ATTEMPTS = 5


class DraftConflictError(ConflictError):
    """Another tab or device has saved in the meantime; both texts are at hand."""

    def __init__(self, draft: Draft) -> None:
        super().__init__("This draft was changed in another tab or on another device.")
        self.draft = draft
        self.extensions = {
            "draft": {
                "version": draft.version,
                "content": draft.content,
                "saved_at": draft.saved_at.isoformat(),
            }
        }


def save_draft(
    *,
    slot: Slot,
    actor: Actor,
    version: int,
    content: Mapping[str, Any],
    draft: Draft | None = None,
) -> Draft:
    """Keep what is typed so far; ``version`` is that of the draft it began from.

    ``draft`` is the person's, where it has been read with the slot.

    Works after the lease has ended too. Raises DraftConflictError with the other text when
    somebody saved in between, InvalidInputError when the record has not the right shape, ConflictError
    when it was handed in.
    """
    person = annotator_of(actor)
    _require_shape(slot.project.protocol, person, content)
    draft = draft or draft_of(slot, person)
    if draft is None:
        raise NotFoundError("There is no draft of this item.")
    if draft.content == content:
        return draft
    held = slot.status == LEASED and slot.person_id == person.pk
    if not held and _handed_in(slot, person):
        raise ConflictError(
            "This item is already submitted. Take it back to change it."
        )
    if draft.version == version:
        with transaction.atomic():
            if _saved(draft, dict(content), timezone.now()):
                return draft
    draft.refresh_from_db()
    if draft.content != content:
        raise DraftConflictError(draft)
    return draft


def _saved(draft: Draft, content: Mapping[str, Any], at: datetime) -> bool:
    """Keep other content, and what was there before; unless somebody else did."""
    before, said = draft.version, draft.content
    same = Draft.objects.filter(pk=draft.pk, version=before)
    if not same.update(version=before + 1, content=content, saved_at=at):
        return False
    draft.version, draft.content, draft.saved_at = before + 1, content, at
    remember_draft(draft=draft, before=before, content=said)
    return True


def _handed_in(slot: Slot, person: User) -> bool:
    return family_of(slot).filter(person=person, status=SUBMITTED).exists()


def submit_annotation(
    *,
    slot: Slot,
    actor: Actor,
    content: Mapping[str, Any],
    seconds: float | None,
    key: str = "",
    draft: Draft | None = None,
) -> Annotation:
    """Hand in a finished record. Sent again, it returns what was made the first time.

    1. Check the record against the protocol in force and the blocking checks.
    2. Find the place: the person's slot; when the lease has ended, the same slot or
       another of the item that is free; else, or when an organizer keeps them from it
       by now, an extra one, which organizers see.
    3. Keep the annotation, fill the slot.

    ``key`` is the request's Idempotency-Key, ``draft`` the person's, where it has been
    read with the slot. Raises InvalidInputError with a path to each field
    that is wrong, ConflictError when something else was handed in already.
    """
    person = annotator_of(actor)
    # Where nothing was handed in yet, the key's constraint is enough.
    known = None if slot.untouched else _of_key(slot, person, key)
    if known is not None:
        return known
    written = question_source(slot, person)
    record = _require_finished(slot, person, content, written)
    # What came with the request is good for a first attempt: if the slot was moved or
    # the draft saved since, that one fails.
    held = slot.status == LEASED and slot.person_id == person.pk
    desk = SlotWithDraft(slot, draft) if held else None
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            with transaction.atomic():
                _require_same_questions(slot, person, written)
                desk = desk or SlotWithDraft(_place_of(slot, person), None)
                return _hand_in(
                    desk, slot, actor, person, record, seconds, key, written
                )
        except (ConflictError, IntegrityError) as error:
            # Another request of this person, the end of the lease or another person
            # came in between: look again where it belongs.
            desk = None
            known = _of_key(slot, person, key)
            if known is not None:
                return known
            if attempt == _ATTEMPTS:
                if isinstance(error, ConflictError):
                    raise
                raise ConflictError("Someone else changed this annotation.") from error
    raise AssertionError("unreachable")


def _hand_in(
    desk: SlotWithDraft,
    slot: Slot,
    actor: Actor,
    person: User,
    record: Record,
    seconds: float | None,
    key: str,
    written: Annotation | None,
) -> Annotation:
    place = desk.slot
    draft = desk.draft or draft_of(slot, person)
    if draft is None:
        raise NotFoundError("There is no draft of this item.")
    last = None
    if not place.untouched:
        last = Annotation.objects.filter(slot=place).order_by("-revision").first()
    if place.status == SUBMITTED:
        if last is not None and last.content == record:
            return last
        raise ConflictError(
            "This item is already submitted. Take it back to change it."
        )
    version = slot.project.current_protocol
    assert version is not None  # noqa: S101 - its record was checked against it
    annotation = Annotation.objects.create(
        slot=place,
        person=person,
        protocol_version=version,
        revision=(last.revision if last else 0) + 1,
        content=record,
        search_text=searched_text(record),
        search_labels=searched_labels(record),
        answers_id=written.slot_id if written else None,
        seconds=seconds,
        key=key,
    )
    if not _saved(draft, record, annotation.submitted_at):
        raise ConflictError(
            "This draft was changed in another tab or on another device."
        )
    transition(
        place,
        "submit",
        actor=actor,
        changes={"person": person, "lease_until": None, "moved_at": timezone.now()},
        savepoint=False,
    )
    # One that is marked itself was so by the first to hand in, with all that were free.
    if not place.started:
        Slot.objects.filter(
            item=place.item_id,
            purpose=place.purpose,
            work_pass=place.work_pass,
            status=OPEN,
            started=False,
        ).update(started=True)
    return annotation


def _require_same_questions(
    slot: Slot, person: User, written: Annotation | None
) -> None:
    """Raises ConflictError when the item's questions were written, or changed, meanwhile."""
    _wait_for_item(slot)
    now = question_source(slot, person)
    if (now and now.pk) != (written and written.pk):
        raise ConflictError(
            "The questions of this item have changed. Please check them again."
        )


def _wait_for_item(slot: Slot) -> None:
    """Of two who hand in work on one item at once, the second waits here.

    Each touches its own slot, the item's case and the slots that are free; taken in
    another order by a late submit, PostgreSQL would end one of the two. SQLite has one
    writer at a time anyway.
    """
    Item.objects.select_for_update(no_key=True).only("pk").get(pk=slot.item_id)


def _place_of(slot: Slot, person: User) -> Slot:
    """Where the person's annotation of the slot's item belongs, read afresh."""
    family = family_of(slot)
    mine = family.filter(person=person).first()
    if mine is not None:
        if mine.status not in (LEASED, SUBMITTED, OPEN):
            raise ConflictError(
                "This item is no longer assigned to you. Your draft is kept."
            )
        return mine
    if is_excluded(slot, person):
        return _extra(slot, person)
    free = family.filter(purpose=slot.purpose, status=OPEN, person=None)
    place = free.filter(pk=slot.pk).first() or free.order_by("number").first()
    return place or _extra(slot, person)


def _extra(slot: Slot, person: User) -> Slot:
    """A place beside the k, for work that was done and would be lost."""
    extras = Slot.objects.filter(
        item=slot.item_id, purpose=Purpose.EXTRA, work_pass=slot.work_pass
    )
    last = extras.aggregate(last=Max("number"))["last"]
    return Slot.objects.create(
        project=slot.project,
        item_id=slot.item_id,
        purpose=Purpose.EXTRA,
        work_pass=slot.work_pass,
        number=(last or 0) + 1,
        person=person,
    )


def _of_key(slot: Slot, person: User, key: str) -> Annotation | None:
    """What this very request has made before."""
    if not key:
        return None
    made = Annotation.objects.filter(person=person, key=key).select_related("slot")
    annotation = first_or_none(made)
    if annotation is not None and annotation.slot.item_id != slot.item_id:
        raise InvalidInputError(
            "This Idempotency-Key was used for another request.",
            [FieldProblem("Idempotency-Key", "Already used for another request.")],
        )
    return annotation


def _require_shape(protocol: Protocol, person: User, content: object) -> None:
    problems = record_problems(
        protocol, content, complete=False, language=person.locale
    )
    if problems:
        raise InvalidInputError("This is not a valid record.", problems)
    if len(json.dumps(content).encode()) > MOST_BYTES:
        raise InvalidInputError(
            "This text is too long to store.", [FieldProblem("", "Too long.")]
        )


def _require_finished(
    slot: Slot, person: User, content: Mapping[str, Any], written: Annotation | None
) -> Record:
    """The record as it is kept; the questions of ``written`` are only answered."""
    protocol = slot.project.protocol
    _require_shape(protocol, person, content)
    if written is not None:
        content = {**content, "questions": asked_questions(written, content)}
    problems = [
        problem.spoken(person.locale)
        for problem in problems_of(
            protocol, content, complete=True, pictures=picture_count(slot)
        )
    ]
    if problems:
        raise InvalidInputError("The annotation is incomplete.", problems)
    record = record_normalised(protocol, content)
    # Looked up only where it can keep the record from being handed in.
    checked: Record = {**record, "questions": []} if written else record
    blocks = level_of(protocol, KEY_POSITION) == "block"
    earlier = recent_answer_positions(slot, person) if blocks else []
    used = terms_used(slot) if level_of(protocol, CROWDED_TERM) == "block" else {}
    blocking = [
        finding.spoken(person.locale)
        for finding in record_findings(
            protocol, checked, recent_answer_positions=earlier, terms=used
        )
        if finding.level == "block"
    ]
    if blocking:
        raise InvalidInputError("A question did not pass its checks.", blocking)
    return record
