"""What a draft was before, thinned as it grows (docs/decisions/0015)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from annotation.models import Draft, DraftVersion
from workflow.prepared import Given, Prepared, PreparedUpdate, insert
from workflow.selectors import one_of

WINDOW = timedelta(seconds=60)
"""Within this, what only adds takes the place of what it was added to."""


_last = Prepared(
    lambda: DraftVersion.objects.filter(draft=Given("draft")).order_by("-number")[:1]
)

_continue = PreparedUpdate(
    lambda: DraftVersion.objects.filter(pk=Given("version")),
    "number",
    "content",
    "saved_at",
)


def draft_remember(*, draft: Draft) -> DraftVersion:
    """Keep the draft as it stands now among its versions.

    The form saves after every pause of a moment. What was saved within the last minute
    is replaced by what merely continues it; what takes something away or chooses
    otherwise begins a version of its own, so that what was there before stays.
    """
    # The first version is the empty form, which is not among them.
    last = one_of(_last(draft=draft.pk)) if draft.version > 2 else None
    if last is not None and (
        last.content == draft.content
        or (
            draft.saved_at - last.begun_at < WINDOW
            and _continues(last.content, draft.content)
        )
    ):
        last.number = draft.version
        last.content = draft.content
        last.saved_at = draft.saved_at
        _continue(
            version=last.pk,
            number=last.number,
            content=last.content,
            saved_at=last.saved_at,
        )
        return last
    return insert(
        DraftVersion(
            draft=draft,
            number=draft.version,
            content=draft.content,
            saved_at=draft.saved_at,
        )
    )


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
