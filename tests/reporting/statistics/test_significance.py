import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from reporting.statistics.intervals import clustered_standard_error
from reporting.statistics.significance import (
    PairedCounts,
    bonferroni_holm,
    bootstrap_interval,
    compare_paired,
    holm_adjusted_p_values,
    mcnemar_p_value,
)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_the_binomial_test_of_the_discordant_pairs(
    one: int, other: int
) -> None:
    tossed = one + other
    expected = binomtest(one, tossed, 0.5).pvalue if tossed else 1.0
    assert mcnemar_p_value(one, other) == pytest.approx(expected)


def test_mcnemar_by_hand() -> None:
    # 1 of 6 tosses: 2 * (1 + 6) / 2**6.
    assert mcnemar_p_value(1, 5) == pytest.approx(14 / 64)
    assert mcnemar_p_value(3, 3) == 1.0


def test_holm_by_hand() -> None:
    # Sorted .005 .01 .03 .04, times 4 3 2 1, never falling.
    assert holm_adjusted_p_values([0.01, 0.04, 0.03, 0.005]) == pytest.approx(
        [0.03, 0.06, 0.06, 0.02]
    )
    assert holm_adjusted_p_values([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert holm_adjusted_p_values([]) == []


Answers = tuple[list[float], list[float], list[int]]


def answers_of(n: int, *, cluster_size: int = 1, seed: int = 3) -> Answers:
    """How correct two answerers are on n questions, and the questions' clusters."""
    rng = random.Random(seed)  # noqa: S311 - reproducible answers
    drawn = [(rng.random() < 0.7, rng.random() < 0.5) for _ in range(n)]
    return (
        [float(one) for one, _ in drawn],
        [float(other) for _, other in drawn],
        [number // cluster_size for number in range(n)],
    )


def test_what_two_answerers_share_adds_up() -> None:
    one, other, clusters = answers_of(200)
    found = compare_paired(one, other, clusters)
    assert found.counts is not None
    counts = found.counts
    assert counts.both + counts.only_one + counts.only_other + counts.neither == 200
    assert found.one == sum(one) / 200
    assert found.difference == pytest.approx(
        (counts.only_one - counts.only_other) / 200
    )
    assert found.p == mcnemar_p_value(counts.only_one, counts.only_other)


@pytest.mark.parametrize("cluster_size", [1, 4])
def test_the_bootstrap_agrees_with_the_clustered_standard_error(
    cluster_size: int,
) -> None:
    one, other, clusters = answers_of(800, cluster_size=cluster_size)
    found = compare_paired(one, other, clusters)
    interval = found.interval
    assert interval is not None
    differences = [ours - theirs for ours, theirs in zip(one, other, strict=True)]
    error = clustered_standard_error(differences, clusters)
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * error, rel=0.1)
    assert compare_paired(one, other, clusters).interval == interval


def test_the_interval_is_that_of_clusters_drawn_one_by_one() -> None:
    # 3 questions a cluster at most; each resample draws clusters with replacement.
    totals = np.array([1.0, -1.0, 2.0, 0.0, 0.5, 1.0, 0.0, -0.5, 3.0, 1.0] * 20)
    sizes = np.array([1.0, 1.0, 2.0, 1.0, 2.0, 3.0, 1.0, 1.0, 3.0, 2.0] * 20)
    rng = np.random.default_rng(1)
    drawn = rng.integers(len(totals), size=(20_000, len(totals)))
    means = totals[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5])
    found = bootstrap_interval(totals, sizes)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.02)


def test_copies_of_a_image_do_not_narrow_the_interval() -> None:
    alone = answers_of(150)
    four_times = tuple(
        [entry for entry in column for _ in range(4)] for column in alone
    )
    one, many = compare_paired(*alone).interval, compare_paired(*four_times).interval
    assert one is not None
    assert many is not None
    assert many.high - many.low == pytest.approx(one.high - one.low, rel=0.1)


def test_shares_of_people_have_an_interval_and_no_test() -> None:
    found = compare_paired([1.0, 0.0, 1.0], [2 / 3, 1.0, 1.0], ["a", "b", "c"])
    assert found.counts is None
    assert found.p is None
    assert found.interval is not None
    assert found.difference == pytest.approx(2 / 3 - (2 / 3 + 2) / 3)


def test_nothing_in_common_is_no_difference() -> None:
    found = compare_paired([], [], [])
    assert (found.n, found.difference, found.p) == (0, None, None)
    assert compare_paired([1.0], [0.0], ["a"]).interval is None


def test_the_correction_is_over_what_was_tested() -> None:
    big = compare_paired([1.0] * 8, [0.0] * 8, range(8))
    shares = compare_paired([1.0] * 8, [0.5] * 8, range(8))
    found = bonferroni_holm({"one": big, "two": big, "people": shares})
    assert big.p == pytest.approx(2 / 2**8)
    assert found["one"].p_adjusted == pytest.approx(2 * 2 / 2**8)
    assert found["people"].p_adjusted is None
    assert math.isclose(found["two"].p or 0, big.p or 1)
    assert big.counts == PairedCounts(0, 8, 0, 0)
    assert big.small
