"""Families of near-duplicates that are larger than the number of candidates."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from scipy.cluster.hierarchy import DisjointSet

from curation.near_duplicates.domain.clustering import (
    ClusterMember,
    ConfirmedPair,
    marked_members,
    member_preference_key,
)


def unconfirmed_members(
    members: Iterable[ClusterMember], pairs: Sequence[ConfirmedPair], at_least: int
) -> Mapping[int, AbstractSet[int]]:
    """Return, by the best member of each family, the members to compare with it.

    A family is what pairs connect, and only families of ``at_least`` members count. The
    search proposes a bounded number of pairs an image, so in a large family the best
    member has not been compared with all others.
    """
    known = {member.key: member for member in members}
    near: dict[int, set[int]] = defaultdict(set)
    families = DisjointSet(known)
    for pair in pairs:
        near[pair.left].add(pair.right)
        near[pair.right].add(pair.left)
        families.merge(pair.left, pair.right)
    preference = member_preference_key(known, marked_members(known, pairs))
    bests = (
        (min(family, key=preference), family)
        for family in families.subsets()
        if len(family) >= at_least
    )
    return {
        best: missing
        for best, family in bests
        if (missing := family - near[best] - {best})
    }
