"""From confirmed pairs to clusters of copies, each with the member that is kept."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from curation.domain.confirmation import MatchResult

# A copy with something laid over it gives way to a clean one of at least half its area.
_CLEAN_IS_WORTH = 0.5
# Shares of the picture: more than noise on one side, no more than noise on the other.
_MARKED, _UNMARKED = 0.01, 0.005


class KeepReason(StrEnum):
    """Why one member was kept rather than a copy of it: the first that tells them
    apart, in the order in which they count."""

    CHOSEN = "chosen"
    """A person said so."""
    WORKED_ON = "worked_on"
    """People have screened or annotated it."""
    CLEAN = "clean"
    """The copy carries a mark, such as a watermark, that it lacks."""
    LARGER = "larger"
    EARLIER = "earlier"
    """As large, and it came first."""


class Member(NamedTuple):
    """What the choice of the best copy looks at.

    ``order`` tells which came first (serial number or time) and must be unique.
    ``locked``: worked on, or chosen by a person, so it cannot be excluded any more.
    """

    key: int
    width: int
    height: int
    order: int
    locked: bool = False
    chosen: bool = False
    """By a person; such a member is locked."""

    @property
    def area(self) -> int:
        """Pixels."""
        return self.width * self.height


class ConfirmedPair(NamedTuple):
    """Two keys that pixels confirmed as copies; ``confirmation`` seen from ``left``."""

    left: int
    right: int
    distance: int
    confirmation: MatchResult


class Copy(NamedTuple):
    """One member that is not kept, and how it compares to the one that is."""

    key: int
    distance: int
    similarity: float
    differences: Sequence[str]
    because: KeepReason


class Cluster(NamedTuple):
    """A kept picture and its copies.

    ``excluded`` members were each confirmed against ``kept``. ``locked`` ones were,
    too, but must stay and are only listed.
    """

    kept: int
    excluded: Sequence[Copy]
    locked: Sequence[Copy]


def cluster(
    members: Iterable[Member], pairs: Iterable[ConfirmedPair]
) -> Sequence[Cluster]:
    """Choose what to keep; the result does not depend on the order of the input.

    The best member first takes every copy confirmed against itself, then the best of
    what is left, and so on. No chains: where A ~ B ~ C but not A ~ C, C is a copy of
    A only if confirmed against A, and otherwise stays.

    Best is: locked, then without a mark that a copy of at least half its area lacks,
    then more pixels, then earlier.
    """
    known = {member.key: member for member in members}
    near: dict[int, dict[int, ConfirmedPair]] = defaultdict(dict)
    marked: set[int] = set()
    for pair in pairs:
        near[pair.left][pair.right] = pair
        near[pair.right][pair.left] = pair
        marked |= _marked(known, pair)

    def preference(key: int) -> tuple[bool, bool, int, int]:
        member = known[key]
        return (not member.locked, key in marked, -member.area, member.order)

    def copy_of(kept: int, key: int) -> Copy:
        pair = near[kept][key]
        return Copy(
            key,
            pair.distance,
            pair.confirmation.similarity,
            tuple(str(name) for name in pair.confirmation.differences),
            _because(known[kept], known[key], key in marked and kept not in marked),
        )

    taken: set[int] = set()
    clusters = []
    for kept in sorted(near, key=preference):
        if kept in taken:
            continue
        taken.add(kept)
        keys = sorted((key for key in near[kept] if key not in taken), key=preference)
        taken.update(keys)
        copies = [copy_of(kept, key) for key in keys]
        if copies:
            clusters.append(
                Cluster(
                    kept=kept,
                    excluded=tuple(one for one in copies if not known[one.key].locked),
                    locked=tuple(one for one in copies if known[one.key].locked),
                )
            )
    return sorted(clusters, key=lambda found: known[found.kept].order)


def _because(kept: Member, copy: Member, only_copy_marked: bool) -> KeepReason:
    if kept.locked and not copy.locked:
        return KeepReason.CHOSEN if kept.chosen else KeepReason.WORKED_ON
    if only_copy_marked:
        return KeepReason.CLEAN
    return KeepReason.LARGER if kept.area > copy.area else KeepReason.EARLIER


def _marked(known: Mapping[int, Member], pair: ConfirmedPair) -> set[int]:
    """Which of a pair carries a mark that the other, large enough, does not."""
    left, right = known[pair.left], known[pair.right]
    added, removed = pair.confirmation.added, pair.confirmation.removed
    if added > _MARKED and removed < _UNMARKED:
        clean, overlaid = left, right
    elif removed > _MARKED and added < _UNMARKED:
        clean, overlaid = right, left
    else:
        return set()
    return {overlaid.key} if clean.area >= _CLEAN_IS_WORTH * overlaid.area else set()
