"""Drafts, saved without losing any text."""

import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotation.drafts.services.versions import replace_draft
from annotation.items.domain.slot_states import LEASED, SUBMITTED
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Draft
from annotation.records.domain.validation import (
    REMOVED,
    find_record_problems,
    record_problems,
)
from annotation.slots.selectors.slots import (
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
from core.services import Actor
from projects.models import User
from projects.protocol_versions.selectors import later_mappings
from subtext_protocol.changes import map_values
from subtext_protocol.document import Protocol

MOST_BYTES = 256 * 1024
"""Maximum size of a record in bytes. The longest real ones have some ten kilobytes."""


class DraftConflictError(ChangedError):
    """Another tab or device has saved the draft since; carries the saved text."""

    detail = _("This draft was changed in another tab or on another device.")

    def __init__(self, draft: Draft, content: Mapping[str, Any]) -> None:
        super().__init__(self.detail)
        self.draft = draft
        self.extensions = {
            "draft": {
                "version": draft.version,
                "content": content,
                "saved_at": draft.saved_at.isoformat(),
            }
        }


class ProtocolChangedError(DraftConflictError):
    """The record was written under an earlier protocol that it no longer fits.

    Carries the saved draft, and the record in the labels of the current protocol.
    """

    title = _("The protocol changed")
    cause = "protocol"
    detail = _(
        "The protocol changed while you were writing. "
        "Check the labels, then save or submit again."
    )

    def __init__(
        self,
        draft: Draft,
        content: Mapping[str, Any],
        converted: Mapping[str, Any],
        protocol_version: int,
    ) -> None:
        super().__init__(draft, content)
        self.extensions = {
            **self.extensions,
            "protocol_change": {
                "protocol_version": protocol_version,
                "content": converted,
            },
        }


def save_draft(
    *,
    slot: Slot,
    actor: Actor,
    version: int,
    content: Mapping[str, Any],
    protocol_version: int | None = None,
    draft: Draft | None = None,
) -> Draft:
    """Save a draft; ``version`` is the version that ``content`` was made from.

    ``protocol_version`` is the number of the protocol that ``content`` was written
    under, if it is known. Pass ``draft`` when the person's draft has been read with the
    slot. Works after the lease has ended, too. Raises DraftConflictError with the saved
    text when the draft was changed since, ProtocolChangedError when the protocol was,
    InvalidInputError when the record has the wrong shape, ConflictError when it is
    submitted.
    """
    person = require_annotator(actor)
    require_shape(slot.project.protocol, content)
    draft = draft or get_draft(slot, person)
    if draft is None:
        raise NotFoundError(_("There is no draft of this item."))
    saved = draft_content(draft, slot)
    if saved == content:
        return draft
    held = slot.status == LEASED and slot.person_id == person.pk
    if not held and _has_submitted(slot, person):
        raise ConflictError(
            _("This item is already submitted. Take it back to change it.")
        )
    is_current = draft.version == version
    require_same_protocol(
        slot,
        draft,
        content,
        protocol_version,
        is_latest=is_current,
        complete=False,
    )
    if is_current:
        with transaction.atomic():
            if replace_draft(
                draft=draft, before=saved, content=dict(content), at=timezone.now()
            ):
                return draft
    draft = get_draft(slot, person) or draft
    saved = draft_content(draft, slot)
    if saved != content:
        raise DraftConflictError(draft, saved)
    return draft


def require_same_protocol(
    slot: Slot,
    draft: Draft | None,
    content: Mapping[str, Any],
    written_under: int | None,
    *,
    is_latest: bool,
    complete: bool,
) -> None:
    """Check that the record fits the current protocol as the one it was written under.

    A mapping may have converted the draft too, so that ``is_latest`` is false. Raises
    ProtocolChangedError.
    """
    version = slot.project.current_protocol
    assert version is not None  # noqa: S101 - the slot was made under one
    if draft is None or written_under is None or written_under >= version.number:
        return
    mappings = later_mappings(slot.project, written_under)
    converted = dict(content)
    for mapping in mappings:
        converted = map_values(converted, mapping)
    problems = find_record_problems(slot.project.protocol, converted, complete=True)
    if (
        converted != content
        or (mappings and not is_latest)
        or any(complete or problem.code in REMOVED for problem in problems)
    ):
        saved = draft_content(draft, slot)
        raise ProtocolChangedError(draft, saved, converted, version.number)


def _has_submitted(slot: Slot, person: User) -> bool:
    return slots_of_same_pass(slot).filter(person=person, status=SUBMITTED).exists()


def require_shape(protocol: Protocol, content: object) -> None:
    """Raise InvalidInputError for what no draft of this protocol may hold."""
    problems = record_problems(protocol, content, complete=False)
    if problems:
        raise InvalidInputError(_("This is not a valid record."), problems)
    if len(json.dumps(content).encode()) > MOST_BYTES:
        raise InvalidInputError(
            _("This text is too long to store."), [FieldProblem("", _("Too long."))]
        )
