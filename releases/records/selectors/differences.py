"""Differences of a release from the previous one, as pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from core.chunks import split_into_chunks
from releases.content.domain.diff import ChangedItem, compare_frozen
from releases.records.models import FrozenRow, Release
from releases.records.selectors.releases import first_image_by_item, frozen_items

MOST_SHOWN = 200
"""Items of each kind in a difference; ``counts`` are of all, files list all."""


@dataclass(frozen=True)
class DifferenceCounts:
    """Numbers of all items that differ."""

    added: int
    removed: int
    changed: int


@dataclass(frozen=True)
class ReleaseDifference:
    """The first items that differ from the previous release, sorted by key."""

    counts: DifferenceCounts
    added: list[str]
    removed: list[str]
    changed: list[ChangedItem]

    @property
    def keys(self) -> list[str]:
        """Return the keys of all items listed."""
        return [*self.added, *self.removed, *(change.key for change in self.changed)]


def release_difference(release: Release) -> ReleaseDifference:
    """Return the changes since the previous release."""
    new, old = _digests(release), _digests(release.previous)
    altered = sorted(key for key in new.keys() & old.keys() if new[key] != old[key])
    added, removed = sorted(new.keys() - old.keys()), sorted(old.keys() - new.keys())
    changed = list(islice(_changes(release, altered), MOST_SHOWN))
    return ReleaseDifference(
        counts=DifferenceCounts(
            len(added), len(removed), release.changes.get("changed", len(changed))
        ),
        added=added[:MOST_SHOWN],
        removed=removed[:MOST_SHOWN],
        changed=changed,
    )


def _digests(release: Release | None) -> dict[str, str]:
    """Return the digest of each item's content, by item key."""
    if release is None:
        return {}
    return dict(release.rows.values_list("key", "digest"))


def _changes(release: Release, altered: Iterable[str]) -> Iterable[ChangedItem]:
    """Yield the changes of items with other content, chunk by chunk."""
    if release.previous is None:
        return
    for keys in split_into_chunks(altered, MOST_SHOWN):
        before = frozen_items(release.previous.rows.filter(key__in=keys))
        after = frozen_items(release.rows.filter(key__in=keys))
        yield from compare_frozen(before, after).changed


def first_image_by_key(release: Release, keys: Iterable[str]) -> dict[str, int]:
    """Return the first image of items of a release or its predecessor, by item key."""
    rows = FrozenRow.objects.filter(
        release__in=[release.pk, release.previous_id], key__in=list(keys)
    )
    item_of = dict(rows.values_list("key", "item"))
    first = first_image_by_item(item_of.values())
    return {key: first[item] for key, item in item_of.items() if item in first}
