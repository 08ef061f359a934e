"""Reasons from the ledger why items differ from the previous release."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from django.db.models import Q

from annotation.items.models.items import ItemImage
from core.models import LedgerEntry
from releases.content.domain.diff import ReleaseDifference
from releases.content.domain.frozen import ChangeReason
from releases.gate.selectors.candidates import ReleaseCandidate
from releases.records.models import FrozenRow, Release
from review.adjudication.models import Case


def change_reasons(
    previous: Release | None,
    change: ReleaseDifference,
    candidates: Sequence[ReleaseCandidate],
) -> dict[str, list[ChangeReason]]:
    """Return the reasons since ``previous``, by key of a changed or removed item.

    They come from transitions of the item's case and images and from errata of the
    release; oldest first. They name roles, not people.
    """
    if previous is None:
        return {}
    keys = [*change.removed, *(changed_item.key for changed_item in change.changed)]
    rows = FrozenRow.objects.filter(release=previous, key__in=keys)
    key_of = dict(rows.values_list("item", "key"))
    key_of |= {
        candidate.item_id: candidate.frozen.key
        for candidate in candidates
        if candidate.frozen.key in keys
    }
    reasons: dict[str, list[ChangeReason]] = defaultdict(list)
    for entry, item in _entries(previous, key_of):
        reasons[key_of[item]].append(
            ChangeReason(entry.role, entry.action, entry.reason)
        )
    for notice in previous.notices.filter(key__in=keys):
        reasons[notice.key].append(ChangeReason(notice.role, notice.kind, notice.text))
    return {key: reasons[key] for key in sorted(reasons)}


def _entries(
    previous: Release, items: Collection[int]
) -> list[tuple[LedgerEntry, int]]:
    """Return the transitions with a reason since the freeze, with their items."""
    case_item = dict(Case.objects.filter(item__in=items).values_list("pk", "item"))
    places = ItemImage.objects.filter(item__in=items)
    image_item = dict(places.values_list("image", "item"))
    since = LedgerEntry.objects.filter(
        Q(machine="case", subject_id__in=case_item)
        | Q(machine="image", subject_id__in=image_item),
        scope_id=previous.project_id,
        at__gt=previous.frozen_at,
    ).exclude(reason="")
    item_of = {"case": case_item, "image": image_item}
    return [
        (entry, item_of[entry.machine][entry.subject_id])
        for entry in since.order_by("pk")
    ]
