"""Which member of a cluster of near-duplicates is kept."""

import pytest

from curation.near_duplicates.domain.clustering import (
    ClusterMember,
    ConfirmedPair,
    KeepReason,
    cluster_duplicates,
)
from curation.near_duplicates.domain.match import Alteration, PairMatch


def pair(left: int, right: int, added: float = 0, removed: float = 0) -> ConfirmedPair:
    return ConfirmedPair(left, right, 4, PairMatch(0.95, (), added, removed))


def test_the_largest_member_is_kept_then_the_earliest() -> None:
    members = [
        ClusterMember(1, 100, 100, 1),
        ClusterMember(2, 300, 200, 2),
        ClusterMember(3, 200, 300, 3),
    ]
    (found,) = cluster_duplicates(members, [pair(1, 2), pair(2, 3), pair(1, 3)])
    assert found.kept == 2
    assert {copy.key for copy in found.excluded} == {1, 3}


def test_nobody_is_excluded_without_being_confirmed_against_the_kept_one() -> None:
    members = [
        ClusterMember(1, 900, 900, 1),
        ClusterMember(2, 500, 500, 2),
        ClusterMember(3, 100, 100, 3),
    ]
    (found,) = cluster_duplicates(members, [pair(1, 2), pair(2, 3)])
    assert found.kept == 1
    assert [copy.key for copy in found.excluded] == [2]


def test_a_clean_copy_is_preferred_to_a_watermarked_one() -> None:
    members = [ClusterMember(1, 400, 300, 1), ClusterMember(2, 440, 330, 2)]
    (found,) = cluster_duplicates(members, [pair(1, 2, added=0.03)])
    assert found.kept == 1
    tiny = [ClusterMember(1, 100, 80, 1), ClusterMember(2, 440, 330, 2)]
    (found,) = cluster_duplicates(tiny, [pair(1, 2, added=0.03)])
    assert found.kept == 2


def test_what_brightening_took_away_is_no_mark_on_the_original() -> None:
    members = [ClusterMember(1, 400, 300, 1), ClusterMember(2, 400, 300, 2)]
    match = PairMatch(0.95, (Alteration.RETONED,), added=0.0, removed=0.03)
    (found,) = cluster_duplicates(members, [ConfirmedPair(1, 2, 4, match)])
    assert found.kept == 1


def test_locked_members_are_kept_or_only_listed() -> None:
    members = [
        ClusterMember(1, 100, 100, 1, locked=True),
        ClusterMember(2, 900, 900, 2),
        ClusterMember(3, 90, 90, 3, locked=True),
    ]
    (found,) = cluster_duplicates(members, [pair(1, 2), pair(1, 3), pair(2, 3)])
    assert found.kept == 1
    assert [copy.key for copy in found.excluded] == [2]
    assert [copy.key for copy in found.locked] == [3]


def test_clusters_do_not_depend_on_the_order_of_the_pairs() -> None:
    members = [ClusterMember(key, 100 + key, 100, key) for key in range(8)]
    pairs = [pair(0, 1), pair(1, 2), pair(3, 4), pair(4, 5), pair(3, 5), pair(6, 7)]
    assert cluster_duplicates(members, pairs) == cluster_duplicates(
        members[::-1], pairs[::-1]
    )


@pytest.mark.parametrize(
    ("kept", "copy", "added", "because"),
    [
        (
            ClusterMember(1, 800, 600, 1),
            ClusterMember(2, 400, 300, 2),
            0.0,
            KeepReason.LARGER,
        ),
        (
            ClusterMember(1, 400, 300, 1),
            ClusterMember(2, 400, 300, 2),
            0.0,
            KeepReason.EARLIER,
        ),
        (
            ClusterMember(1, 400, 300, 1),
            ClusterMember(2, 500, 300, 2),
            0.03,
            KeepReason.CLEAN,
        ),
        (
            ClusterMember(1, 40, 30, 1, locked=True),
            ClusterMember(2, 400, 300, 2),
            0.0,
            KeepReason.WORKED_ON,
        ),
        (
            ClusterMember(1, 40, 30, 1, locked=True, chosen=True),
            ClusterMember(2, 400, 300, 2),
            0.0,
            KeepReason.CHOSEN,
        ),
    ],
)
def test_it_is_told_why_one_is_kept(
    kept: ClusterMember, copy: ClusterMember, added: float, because: KeepReason
) -> None:
    (found,) = cluster_duplicates([copy, kept], [pair(1, 2, added=added)])
    assert found.kept == 1
    assert [one.because for one in found.excluded] == [because]
