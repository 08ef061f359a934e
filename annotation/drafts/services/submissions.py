"""Submitting annotations, without losing any text."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from annotation.drafts.selectors.answer_positions import recent_answer_positions
from annotation.drafts.selectors.knowledge_terms import term_counts_in_other_items
from annotation.drafts.selectors.own_work import count_images
from annotation.drafts.services.drafts import require_same_protocol, require_shape
from annotation.drafts.services.versions import replace_draft
from annotation.items.domain.slot_states import LEASED, OPEN, SUBMITTED
from annotation.items.models.items import Item
from annotation.items.models.slots import Purpose, Slot
from annotation.items.models.submissions import Annotation, Draft
from annotation.items.selectors.question_source import (
    question_source,
    questions_without_keys,
)
from annotation.records.domain.check_rules import CROWDED_TERM, KEY_POSITION
from annotation.records.domain.checks import blocking_findings, check_level
from annotation.records.domain.record import Record, normalize_record
from annotation.records.domain.validation import find_record_problems
from annotation.slots.selectors.eligibility import (
    is_blind_to_others_work,
    is_person_excluded,
)
from annotation.slots.selectors.slots import (
    SlotWithDraft,
    draft_content,
    get_draft,
    slots_of_same_pass,
)
from annotation.slots.services.people import require_annotator
from core.domain.texts import _
from core.errors import (
    ChangedError,
    ConflictError,
    FieldProblem,
    InvalidInputError,
    NotFoundError,
)
from core.selectors import first_or_none
from core.services import Actor, transition
from projects.models import User

_ATTEMPTS = 5


def submit_annotation(
    *,
    slot: Slot,
    actor: Actor,
    content: Mapping[str, Any],
    seconds: float | None,
    key: str = "",
    protocol_version: int | None = None,
    draft: Draft | None = None,
) -> Annotation:
    """Submit a finished record; the same request again returns the same annotation.

    1. Check the record against the current protocol and the blocking checks.
    2. Find the slot: the person's own; after the lease has ended, the same slot or
       another free one of the item; else, or when the person has been excluded from the
       item, an extra slot that organizers see.
    3. Save the annotation and mark the slot submitted.

    ``key`` is the request's Idempotency-Key, ``protocol_version`` as for
    ``save_draft``. Pass ``draft`` when the person's draft has been read with the slot.
    Raises InvalidInputError with a path to each invalid field, ProtocolChangedError
    when the record fitted an earlier protocol, ConflictError when a different record is
    already submitted.
    """
    person = require_annotator(actor)
    # Without an earlier submission, the unique constraint on ``key`` is enough.
    known = None if slot.was_never_annotated else _of_key(slot, person, key)
    if known is not None:
        return known
    require_shape(slot.project.protocol, content)
    if protocol_version is not None:
        require_same_protocol(
            slot,
            draft or get_draft(slot, person),
            content,
            protocol_version,
            is_latest=True,
            complete=True,
        )
    written = question_source(slot, person)
    record = _require_finished(slot, person, content, written)
    # Only the first attempt uses the slot and draft read with the request. It fails if
    # the slot was moved or the draft saved since.
    held = slot.status == LEASED and slot.person_id == person.pk
    desk = SlotWithDraft(slot, draft) if held else None
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            with transaction.atomic():
                _require_same_questions(slot, person, written)
                desk = desk or SlotWithDraft(_place_of(slot, person), None)
                return _submit(desk, slot, actor, person, record, seconds, key, written)
        except (ConflictError, IntegrityError) as error:
            # Another request of this person, the end of the lease or another person
            # interfered: find the slot again.
            desk = None
            known = _of_key(slot, person, key)
            if known is not None:
                return known
            if attempt == _ATTEMPTS:
                if isinstance(error, ConflictError):
                    raise
                raise ChangedError(
                    _("Someone else changed this annotation.")
                ) from error
    raise AssertionError("unreachable")


def _submit(
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
    draft = desk.draft or get_draft(slot, person)
    if draft is None:
        raise NotFoundError(_("There is no draft of this item."))
    last = None
    if not place.was_never_annotated:
        last = Annotation.objects.filter(slot=place).order_by("-revision").first()
    if place.status == SUBMITTED:
        if last is not None and last.content == record:
            return last
        raise ConflictError(
            _("This item is already submitted. Take it back to change it.")
        )
    before = draft_content(draft, slot)
    version = slot.project.current_protocol
    assert version is not None  # noqa: S101 - its record was checked against it
    annotation = Annotation.objects.create(
        slot=place,
        person=person,
        protocol_version=version,
        revision=(last.revision if last else 0) + 1,
        content=record,
        is_blind=is_blind_to_others_work(place, person),
        answers_id=written.slot_id if written else None,
        seconds=seconds,
        draft_version=draft.version + 1,
        key=key,
    )
    if not replace_draft(
        draft=draft,
        before=before,
        content=record,
        at=annotation.submitted_at,
        is_submitted=True,
    ):
        raise ChangedError(
            _("This draft was changed in another tab or on another device.")
        )
    transition(
        place,
        "submit",
        actor=actor,
        data=place.lease_record,
        changes={
            "person": person,
            "lease_until": None,
            "leased_at": None,
            "moved_at": timezone.now(),
        },
        savepoint=False,
    )
    # A slot with ``started`` was marked by the first submission, with all slots free
    # then.
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
    """Check that the item's questions are those that the record was checked with.

    Raises ConflictError when they were written or changed since.
    """
    _wait_for_item(slot)
    now = question_source(slot, person)
    if (now and now.pk) != (written and written.pk):
        raise ChangedError(
            _("The questions of this item have changed. Please check them again.")
        )


def _wait_for_item(slot: Slot) -> None:
    """Lock the item, so that simultaneous submissions to it run one after the other.

    A submission writes its own slot, the item's case and the free slots. A late
    submission writes them in another order, and PostgreSQL would abort one of two as a
    deadlock. SQLite has a single writer anyway.
    """
    Item.objects.select_for_update(no_key=True).only("pk").get(pk=slot.item_id)


def _place_of(slot: Slot, person: User) -> Slot:
    """Return the slot that the person's annotation belongs in, read afresh."""
    family = slots_of_same_pass(slot)
    own_slot = family.filter(person=person).first()
    if own_slot is not None:
        if own_slot.status not in (LEASED, SUBMITTED, OPEN):
            raise ConflictError(
                _("This item is no longer assigned to you. Your draft is kept.")
            )
        return own_slot
    if is_person_excluded(slot, person):
        return _extra(slot, person)
    free = family.filter(purpose=slot.purpose, status=OPEN, person=None)
    place = free.filter(pk=slot.pk).first() or free.order_by("number").first()
    return place or _extra(slot, person)


def _extra(slot: Slot, person: User) -> Slot:
    """Create a slot beside the k work slots, for work that would be lost otherwise."""
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
    """Return the annotation that an earlier request with this key created, if any."""
    if not key:
        return None
    matches = Annotation.objects.filter(person=person, key=key).select_related("slot")
    annotation = first_or_none(matches)
    if annotation is not None and annotation.slot.item_id != slot.item_id:
        raise InvalidInputError(
            _("This Idempotency-Key was used for another request."),
            [FieldProblem("Idempotency-Key", _("Already used for another request."))],
        )
    return annotation


def _require_finished(
    slot: Slot, person: User, content: Mapping[str, Any], written: Annotation | None
) -> Record:
    """Return the checked record to store; ``written`` questions are only answered."""
    protocol = slot.project.protocol
    if written is not None:
        content = {**content, "questions": questions_without_keys(written, content)}
    problems = [
        problem.as_field_problem()
        for problem in find_record_problems(
            protocol, content, complete=True, images=count_images(slot)
        )
    ]
    if problems:
        raise InvalidInputError(_("The annotation is incomplete."), problems)
    record = normalize_record(protocol, content)
    # Queried only where the check can block the submission.
    checked: Record = {**record, "questions": []} if written else record
    blocks = check_level(protocol, KEY_POSITION) == "block"
    earlier = recent_answer_positions(slot, person) if blocks else []
    used = (
        term_counts_in_other_items(slot)
        if check_level(protocol, CROWDED_TERM) == "block"
        else {}
    )
    blocking = [
        finding.as_field_problem()
        for finding in blocking_findings(
            protocol, checked, recent_answer_positions=earlier, terms=used
        )
    ]
    if blocking:
        raise InvalidInputError(_("A question did not pass its checks."), blocking)
    return record
