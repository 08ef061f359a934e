import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from projects.domain.statistics.intervals import clustered_error
from projects.domain.statistics.significance import (
    Counts,
    Pair,
    bootstrap_interval,
    compare,
    corrected,
    holm,
    mcnemar,
)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_binomial_test_of_the_discordant_pairs(
    one: int, other: int
) -> None:
    tossed = one + other
    expected = binomtest(one, tossed, 0.5).pvalue if tossed else 1.0
    assert mcnemar(one, other) == pytest.approx(expected)


def test_mcnemar_by_hand() -> None:
    # 1 of 6 tosses: 2 * (1 + 6) / 2**6.
    assert mcnemar(1, 5) == pytest.approx(14 / 64)
    assert mcnemar(3, 3) == 1.0


def test_holm_by_hand() -> None:
    # Sorted .005 .01 .03 .04, times 4 3 2 1, never falling.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


def pairs_of(n: int, *, cluster_size: int = 1, seed: int = 3) -> list[Pair]:
    rng = random.Random(seed)  # noqa: S311 - reproducible answers
    return [
        Pair(
            float(rng.random() < 0.7), float(rng.random() < 0.5), number // cluster_size
        )
        for number in range(n)
    ]


def test_what_two_answerers_share_adds_up() -> None:
    pairs = pairs_of(200)
    found = compare(pairs)
    assert found.counts is not None
    counts = found.counts
    assert counts.both + counts.only_one + counts.only_other + counts.neither == 200
    assert found.one == sum(pair.one for pair in pairs) / 200
    assert found.difference == pytest.approx(
        (counts.only_one - counts.only_other) / 200
    )
    assert found.p == mcnemar(counts.only_one, counts.only_other)


@pytest.mark.parametrize("cluster_size", [1, 4])
def test_the_bootstrap_agrees_with_the_clustered_standard_error(
    cluster_size: int,
) -> None:
    pairs = pairs_of(800, cluster_size=cluster_size)
    interval = bootstrap_interval(pairs)
    assert interval is not None
    error = clustered_error(
        [pair.one - pair.other for pair in pairs], [pair.cluster for pair in pairs]
    )
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * error, rel=0.1)
    assert bootstrap_interval(pairs) == interval


def test_copies_of_a_picture_do_not_narrow_the_interval() -> None:
    alone = pairs_of(150)
    four_times = [pair for pair in alone for _ in range(4)]
    one, many = bootstrap_interval(alone), bootstrap_interval(four_times)
    assert one is not None
    assert many is not None
    assert many.high - many.low == pytest.approx(one.high - one.low, rel=0.1)


def test_shares_of_people_have_an_interval_and_no_test() -> None:
    found = compare([Pair(1.0, 2 / 3, "a"), Pair(0.0, 1.0, "b"), Pair(1.0, 1.0, "c")])
    assert found.counts is None
    assert found.p is None
    assert found.difference == pytest.approx(2 / 3 - (2 / 3 + 2) / 3)


def test_nothing_in_common_is_no_difference() -> None:
    found = compare([])
    assert (found.n, found.difference, found.p) == (0, None, None)
    assert compare([Pair(1.0, 0.0, "a")]).interval is None


def test_the_correction_is_over_what_was_tested() -> None:
    big = compare([Pair(1.0, 0.0, n) for n in range(8)])
    shares = compare([Pair(1.0, 0.5, n) for n in range(8)])
    found = corrected({"one": big, "two": big, "people": shares})
    assert big.p == pytest.approx(2 / 2**8)
    assert found["one"].p_adjusted == pytest.approx(2 * 2 / 2**8)
    assert found["people"].p_adjusted is None
    assert math.isclose(found["two"].p or 0, big.p or 1)
    assert big.counts == Counts(0, 8, 0, 0)
    assert big.small
