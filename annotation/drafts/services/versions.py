"""Saving drafts with their version history (docs/decisions/0015)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from annotation.items.models.submissions import Draft, DraftVersion

WINDOW = timedelta(seconds=60)
"""Within this time, a save that only adds text continues the version before it."""


def replace_draft(
    *,
    draft: Draft,
    before: Mapping[str, Any],
    content: Mapping[str, Any],
    at: datetime,
    is_submitted: bool = False,
) -> bool:
    """Replace ``before``, the draft's content; return False if another save was first.

    The form saves after every short pause. A save that only continues a version begun
    within the last minute replaces it. Any other save, such as one that removes text or
    changes a choice, keeps the version before it in the history.

    With ``is_submitted`` the annotation holds the content, and a draft without earlier
    versions goes.
    """
    number, saved_at = draft.version, draft.saved_at
    was_submitted = draft.pk is None
    if was_submitted:
        # Its row went when it was submitted. Of two saves at once, the first is kept.
        draft.pk = _stored(draft).pk
    old, new = _without_order(before), _without_order(content)
    # Version 1 is the empty form, which is never kept.
    is_recent = not was_submitted and at - draft.begun_at < WINDOW
    keeps_previous = number > 1 and not (
        old == new or (is_recent and _continues(old, new))
    )
    begun_at = at if keeps_previous or number == 1 else draft.begun_at
    changes = {
        "version": number + 1,
        "content": None if is_submitted else content,
        "begun_at": begun_at,
        "saved_at": at,
    }
    if not Draft.objects.filter(pk=draft.pk, version=number).update(**changes):
        return False
    if keeps_previous:
        DraftVersion.objects.create(
            draft=draft, number=number, content=before, saved_at=saved_at
        )
    elif is_submitted and not draft.versions.exists():
        Draft.objects.filter(pk=draft.pk).delete()
    for name, value in changes.items():
        setattr(draft, name, value)
    return True


def _stored(draft: Draft) -> Draft:
    stored, _ = Draft.objects.get_or_create(
        slot_id=draft.slot_id,
        person_id=draft.person_id,
        defaults={"version": draft.version, "content": None},
    )
    return stored


def _without_order(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record with the choices of each label as keys.

    Submitting puts them in the protocol's order, which takes nothing away.
    """
    labels = record.get("labels", {})
    chosen = {field: dict.fromkeys(choices, True) for field, choices in labels.items()}
    return {**record, "labels": chosen}


def _continues(before: Any, after: Any) -> bool:
    """Return whether ``after`` keeps everything in ``before``: texts may only grow."""
    if before in (None, "", [], {}):
        return True
    if isinstance(before, str):
        return isinstance(after, str) and after.startswith(before)
    if isinstance(before, Mapping):
        return isinstance(after, Mapping) and all(
            _continues(value, after.get(key)) for key, value in before.items()
        )
    if isinstance(before, list):
        return (
            isinstance(after, list)
            and len(after) >= len(before)
            and all(map(_continues, before, after))
        )
    return bool(before == after)
