"""Clusters of near-duplicates from confirmed pairs, and which member to keep."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import NamedTuple

from curation.near_duplicates.domain.match import Alteration, PairMatch

# A clean image is preferred to one with an overlay if it has at least half its area.
_CLEAN_IS_WORTH = 0.5
# Shares of the image: more than noise on one side, at most noise on the other.
_MARKED, _UNMARKED = 0.01, 0.005


class KeepReason(StrEnum):
    """Why one member was kept instead of a near-duplicate.

    The reason is the first difference, in the order of the values.
    """

    CHOSEN = "chosen"
    """A person chose it."""
    WORKED_ON = "worked_on"
    """People have screened or annotated it."""
    CLEAN = "clean"
    """The other image has a mark, such as a watermark, that this one does not have."""
    LARGER = "larger"
    EARLIER = "earlier"
    """Equally large, and imported first."""


class ClusterMember(NamedTuple):
    """The properties that the choice of the best member uses.

    ``order`` is the order of import (serial number or time) and must be unique.
    ``locked``: a person has worked on the image or chosen it, so it cannot be excluded
    any more.
    """

    key: int
    width: int
    height: int
    order: int
    locked: bool = False
    chosen: bool = False
    """Whether a person chose it; such a member is locked."""

    @property
    def area(self) -> int:
        """Return the number of pixels."""
        return self.width * self.height


class ConfirmedPair(NamedTuple):
    """A pair of keys that show the same; ``match`` is as seen from ``left``."""

    left: int
    right: int
    distance: int
    match: PairMatch


class Copy(NamedTuple):
    """A member that is not kept, compared with the one that is."""

    key: int
    distance: int
    certainty: float
    differences: Sequence[str]
    because: KeepReason


class Cluster(NamedTuple):
    """A kept image and its near-duplicates.

    All members were confirmed against ``kept``. ``excluded`` ones are excluded;
    ``locked`` ones must stay and are only listed.
    """

    kept: int
    excluded: Sequence[Copy]
    locked: Sequence[Copy]


def cluster_duplicates(
    members: Iterable[ClusterMember], pairs: Sequence[ConfirmedPair]
) -> Sequence[Cluster]:
    """Choose the images to keep; the result does not depend on the order of the input.

    The best member first takes every near-duplicate confirmed against it, then the best
    of the remaining members does, and so on. There are no chains: if A ~ B ~ C but not
    A ~ C, then C stays unless it was confirmed against A.

    The order of preference is: locked, then without a mark that a near-duplicate of at
    least half its area lacks, then more pixels, then earlier.
    """
    known = {member.key: member for member in members}
    near: dict[int, dict[int, ConfirmedPair]] = defaultdict(dict)
    for pair in pairs:
        near[pair.left][pair.right] = pair
        near[pair.right][pair.left] = pair
    marked = marked_members(known, pairs)
    preference = member_preference_key(known, marked)

    def copy_of(kept_key: int, key: int) -> Copy:
        pair = near[kept_key][key]
        return Copy(
            key,
            pair.distance,
            pair.match.certainty,
            tuple(str(kind) for kind in pair.match.kinds),
            _keep_reason(
                known[kept_key], known[key], key in marked and kept_key not in marked
            ),
        )

    settled: set[int] = set()
    clusters = []
    for kept_key in sorted(near, key=preference):
        if kept_key in settled:
            continue
        settled.add(kept_key)
        keys = sorted(near[kept_key].keys() - settled, key=preference)
        settled.update(keys)
        copies = [copy_of(kept_key, key) for key in keys]
        if copies:
            clusters.append(
                Cluster(
                    kept=kept_key,
                    excluded=tuple(
                        copy for copy in copies if not known[copy.key].locked
                    ),
                    locked=tuple(copy for copy in copies if known[copy.key].locked),
                )
            )
    return sorted(clusters, key=lambda cluster: known[cluster.kept].order)


def member_preference_key(
    known: Mapping[int, ClusterMember], marked: AbstractSet[int]
) -> Callable[[int], tuple[bool, bool, int, int]]:
    """Return the sort key of members: which one is kept."""

    def preference(key: int) -> tuple[bool, bool, int, int]:
        member = known[key]
        return (not member.locked, key in marked, -member.area, member.order)

    return preference


def marked_members(
    known: Mapping[int, ClusterMember], pairs: Iterable[ConfirmedPair]
) -> set[int]:
    """Return the members with a mark that a large enough near-duplicate does not have."""
    return set().union(*(_marked(known, pair) for pair in pairs))


def _keep_reason(
    kept_member: ClusterMember, copy: ClusterMember, only_copy_marked: bool
) -> KeepReason:
    if kept_member.locked and not copy.locked:
        return KeepReason.CHOSEN if kept_member.chosen else KeepReason.WORKED_ON
    if only_copy_marked:
        return KeepReason.CLEAN
    return KeepReason.LARGER if kept_member.area > copy.area else KeepReason.EARLIER


def _marked(known: Mapping[int, ClusterMember], pair: ConfirmedPair) -> set[int]:
    """Return the member with a mark that the other, large enough one does not have."""
    left, right = known[pair.left], known[pair.right]
    # Brightened or darkened, faint parts of the original vanish like a mark.
    if Alteration.RETONED in pair.match.kinds:
        return set()
    added, removed = pair.match.added, pair.match.removed
    if added > _MARKED and removed < _UNMARKED:
        clean, overlaid = left, right
    elif removed > _MARKED and added < _UNMARKED:
        clean, overlaid = right, left
    else:
        return set()
    return {overlaid.key} if clean.area >= _CLEAN_IS_WORTH * overlaid.area else set()
