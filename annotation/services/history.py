"""What a draft was before, thinned as it grows (docs/decisions/0015)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from annotation.models import Draft, DraftVersion

WINDOW = timedelta(seconds=60)
"""Within this, what only adds takes the place of what it was added to."""


def remember_draft(*, draft: Draft, before: int, content: Any) -> None:
    """Keep the draft as it stands now among its versions.

    ``before`` and ``content`` are its version and what was in it until now.

    The form saves after every pause of a moment. What was saved within the last minute
    is replaced by what merely continues it; what takes something away or chooses
    otherwise begins a version of its own, so that what was there before stays.
    """
    saved = {
        "number": draft.version,
        "content": draft.content,
        "saved_at": draft.saved_at,
    }
    # The first version is the empty form, which is not among them.
    if before > 1 and _continues(content, draft.content):
        last = DraftVersion.objects.filter(draft=draft, number=before)
        if content != draft.content:
            last = last.filter(begun_at__gt=Now() - WINDOW)
        if last.update(**saved):
            return
    DraftVersion.objects.create(draft=draft, **saved)


def _continues(before: Any, after: Any) -> bool:
    """Whether nothing that was said before is gone: texts begin alike, choices stay."""
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
