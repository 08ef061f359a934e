"""Krippendorff's alpha against the examples that he and Passonneau publish."""

import pytest

from review.domain.agreement import agreement_of
from review.domain.distances import jaccard, masi, steps

Unit = list[frozenset[str] | None]


def _units(*observers: str) -> list[Unit]:
    """One row an observer, one character a unit, a dot where nothing was said."""
    return [
        [None if value == "." else frozenset(value) for value in column]
        for column in zip(*observers, strict=True)
    ]


# Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C and D.
FOUR_OBSERVERS = _units(
    "123321412...",
    "1233224125.3",
    ".3332342251.",
    "12332441251.",
)
# The same paper, section A: two observers, two values.
TWO_OBSERVERS = _units("0100000010", "1110010000")


def test_two_observers_two_values() -> None:
    found = agreement_of(TWO_OBSERVERS, metric="nominal")
    assert found.alpha == pytest.approx(0.095, abs=5e-4)
    assert found.percent == pytest.approx(0.6)
    assert (found.used, found.total) == (10, 10)


def test_four_observers_with_gaps_nominal() -> None:
    found = agreement_of(FOUR_OBSERVERS, metric="nominal")
    assert found.alpha == pytest.approx(0.743, abs=5e-4)
    assert (found.used, found.total) == (11, 12)


def test_four_observers_with_gaps_ordinal() -> None:
    found = agreement_of(FOUR_OBSERVERS, metric="ordinal", order="12345")
    assert found.alpha == pytest.approx(0.815, abs=5e-4)


def test_the_scale_is_the_order_that_is_given() -> None:
    one = agreement_of(FOUR_OBSERVERS, metric="ordinal", order="12345")
    other = agreement_of(FOUR_OBSERVERS, metric="ordinal", order="31524")
    assert one.alpha != pytest.approx(other.alpha)


def test_sets_with_masi_by_hand() -> None:
    """Three items, two people: {a}{a}, {a}{a,b}, {b}{b}.

    Distances: {a}–{a,b} and {b}–{a,b} 1 - 1/2 · 2/3 = 2/3, {a}–{b} 1. Observed:
    2 · 2/3 / 6 = 2/9. Values: {a} 3, {b} 2, {a,b} 1. Expected: 2 · (3·2·1 + 3·1·2/3 +
    2·1·2/3) / 30 = 28/45. Alpha: 1 - (2/9) / (28/45) = 9/14.
    """
    a, b, both = frozenset("a"), frozenset("b"), frozenset("ab")
    found = agreement_of([[a, a], [a, both], [b, b]], metric="masi")
    assert found.alpha == pytest.approx(9 / 14)
    assert found.percent == pytest.approx(2 / 3)


def test_nobody_answered_twice() -> None:
    found = agreement_of(_units("12", ".."), metric="nominal")
    assert (found.alpha, found.percent, found.undefined) == (None, None, "no_pairs")
    assert (found.used, found.total) == (0, 2)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "masi"])
def test_everybody_said_the_same(metric: str) -> None:
    found = agreement_of(
        _units("11", "11"),
        metric=metric,  # type: ignore[arg-type]
        order="12",
    )
    assert (found.alpha, found.percent) == (None, 1.0)
    assert found.undefined == "no_variation"


def test_the_interval_holds_alpha_and_comes_out_the_same_again() -> None:
    one = agreement_of(FOUR_OBSERVERS, metric="ordinal", order="12345", seed=3)
    assert one == agreement_of(FOUR_OBSERVERS, metric="ordinal", order="12345", seed=3)
    assert one.low is not None
    assert one.high is not None
    assert one.alpha is not None
    assert one.low < one.alpha < one.high <= 1


def test_distances() -> None:
    assert jaccard(set("ab"), set("bc")) == pytest.approx(2 / 3)
    assert jaccard(set(), set()) == 0
    assert jaccard(set("a"), set()) == 1
    assert masi(frozenset("ab"), frozenset("bc")) == pytest.approx(1 - 1 / 9)
    assert masi(frozenset("a"), frozenset("b")) == 1
    assert masi(frozenset("a"), frozenset("a")) == 0
    assert steps("easy", "hard", ["easy", "middle", "hard"]) == 2
