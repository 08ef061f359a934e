"""Correlations against figures worked out by hand."""

import math

import pytest

from reporting.statistics.correlation import Coefficient, correlation

ONE, OTHER = [1, 2, 3, 4, 5], [2, 1, 4, 3, 5]


def test_by_hand() -> None:
    found = correlation(ONE, OTHER)
    # Sum of the products of deviations 8, of their squares 10 and 10; 8 of 10 pairs in
    # the same order and 2 the other way round.
    assert found.pearson is not None
    assert found.spearman is not None
    assert found.kendall is not None
    assert found.pearson.value == pytest.approx(0.8)
    assert found.spearman.value == pytest.approx(0.8)
    assert found.kendall.value == pytest.approx(0.6)
    reach = 1.959964 / math.sqrt(2)
    assert found.pearson.low == pytest.approx(math.tanh(math.atanh(0.8) - reach))
    assert found.pearson.high == pytest.approx(math.tanh(math.atanh(0.8) + reach))


def test_ties_are_allowed_for() -> None:
    # Of 3 pairs 2 are in the same order and one is tied on one side: 2 / √(3 · 2).
    found = correlation([1, 2, 3], [0, 0, 1])
    assert found.kendall is not None
    assert found.kendall.value == pytest.approx(2 / math.sqrt(6))


def test_pairs_about_the_same_thing_make_no_narrower_interval() -> None:
    few, many = correlation(ONE * 4, OTHER * 4, clusters=5), correlation(ONE, OTHER)
    assert (few.n, few.clusters) == (20, 5)
    assert few.pearson is not None
    assert many.pearson is not None
    assert few.pearson.low == pytest.approx(many.pearson.low)


def test_what_does_not_vary_correlates_with_nothing() -> None:
    found = correlation([1, 1, 1], [1, 2, 3])
    assert (found.pearson, found.spearman, found.kendall) == (None, None, None)
    assert correlation([1, 2], [1, 2]).pearson == Coefficient(1, None, None)
