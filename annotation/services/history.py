"""Version history of drafts, thinned as it grows (docs/decisions/0015)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from annotation.models import Draft, DraftVersion

WINDOW = timedelta(seconds=60)
"""Within this time, a save that only adds text replaces the version before it."""


def remember_draft(*, draft: Draft, before: int, content: Any) -> None:
    """Save the draft's current content as a version.

    ``before`` and ``content`` are its previous version number and content.

    The form saves after every short pause. A save that only continues a version begun
    within the last minute replaces it. A save that removes text or changes a choice
    becomes a new version, so that the old one is kept.
    """
    saved = {
        "number": draft.version,
        "content": draft.content,
        "saved_at": draft.saved_at,
    }
    # Version 1 is the empty form, which is not stored.
    if before > 1 and _continues(content, draft.content):
        last = DraftVersion.objects.filter(draft=draft, number=before)
        if content != draft.content:
            last = last.filter(begun_at__gt=Now() - WINDOW)
        if last.update(**saved):
            return
    DraftVersion.objects.create(draft=draft, **saved)


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
