"""Measures of agreement against published examples and other packages' values."""

import random

import krippendorff
import pytest

from reporting.statistics.agreement import (
    FEWEST_FOR_INTERVAL,
    Agreement,
    agreement_of,
    compute_pair_agreement,
)
from reporting.statistics.coefficients import Metric
from reporting.statistics.distances import (
    jaccard_distance,
    masi_distance,
    ordinal_distance,
)

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
    found = agreement_of(FOUR_OBSERVERS, metric="ordinal", scale="12345")
    assert found.alpha == pytest.approx(0.815, abs=5e-4)


@pytest.mark.parametrize("metric", ["nominal", "ordinal"])
@pytest.mark.parametrize("seed", range(4))
def test_alpha_is_that_of_the_krippendorff_package(seed: int, metric: Metric) -> None:
    rng = random.Random(seed)  # noqa: S311 - a simulation
    said = [[rng.choice("12345.") for _ in range(rng.randint(2, 4))] for _ in range(60)]
    items = [[None if v == "." else frozenset(v) for v in item] for item in said]
    counts = [[item.count(value) for value in "12345"] for item in said]
    theirs = krippendorff.alpha(
        value_counts=counts, level_of_measurement=metric, value_domain=[*"12345"]
    )
    assert agreement_of(items, metric=metric, scale="12345").alpha == pytest.approx(
        theirs
    )


def test_the_scale_is_the_order_that_is_given() -> None:
    one = agreement_of(FOUR_OBSERVERS, metric="ordinal", scale="12345")
    other = agreement_of(FOUR_OBSERVERS, metric="ordinal", scale="31524")
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


def values(found: Agreement) -> dict[str, float | None]:
    return {one.measure: one.value for one in found.estimates}


# Gwet, "Handbook of Inter-Rater Reliability" (2014), uses the same four observers; the
# weighted values are those of irrCAC 0.4.4 with quadratic weights.
@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("nominal", {"gwet_ac": 0.77544, "fleiss_kappa": 0.76117, "percent": 0.81818}),
        ("ordinal", {"gwet_ac": 0.914, "fleiss_kappa": 0.86494, "percent": 0.81818}),
    ],
)
def test_gwet_and_fleiss_with_gaps(metric: Metric, expected: dict[str, float]) -> None:
    found = values(agreement_of(FOUR_OBSERVERS, metric=metric, scale="12345"))
    for measure, value in expected.items():
        assert found[measure] == pytest.approx(value, abs=5e-6)


def test_fleiss_example() -> None:
    """Fourteen people, ten subjects, five categories: kappa 0.210 (Fleiss 1971's
    formula on the example of its Wikipedia article)."""
    counted = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    items = [
        [
            frozenset(choice)
            for choice, n in zip("abcde", row, strict=True)
            for _ in range(n)
        ]
        for row in counted
    ]
    found = agreement_of(items, metric="nominal", scale="abcde")
    assert found.estimate_of_measure("fleiss_kappa").value == pytest.approx(
        0.210, abs=5e-4
    )


def _pairs(
    *counted: tuple[str, str, int],
) -> list[tuple[frozenset[str], frozenset[str]]]:
    return [
        (frozenset(one), frozenset(other))
        for one, other, n in counted
        for _ in range(n)
    ]


def test_cohen_by_hand() -> None:
    """20 yes–yes, 5 yes–no, 10 no–yes, 15 no–no: 0.7 observed, 0.5 by chance."""
    pairs = _pairs(("y", "y", 20), ("y", "n", 5), ("n", "y", 10), ("n", "n", 15))
    found = compute_pair_agreement(pairs, metric="nominal", scale="yn")
    assert values(found)["cohen_kappa"] == pytest.approx(0.4)
    assert values(found)["percent"] == pytest.approx(0.7)
    assert (found.used, found.total) == (50, 50)
    assert found.commonest == pytest.approx(0.55)


def test_weighted_cohen_by_hand() -> None:
    """a–a 2, a–b 1, c–a 1 on a scale of three: steps weigh 1, 3/4 and 0.

    Observed: (2 + 3/4) / 4 = 11/16. First a 3/4, c 1/4; second a 3/4, b 1/4. By chance:
    9/16 + 3/16 · 3/4 + 3/16 · 0 + 1/16 · 3/4 = 3/4. Kappa: (11/16 - 3/4) / (1/4).
    """
    pairs = _pairs(("a", "a", 2), ("a", "b", 1), ("c", "a", 1))
    found = compute_pair_agreement(pairs, metric="ordinal", scale="abc")
    assert values(found)["cohen_kappa"] == pytest.approx(-1 / 4)


def test_a_skewed_label_is_where_ac1_tells_more_than_kappa() -> None:
    """Two in a hundred differ, nearly all are "no": Feinstein and Cicchetti's paradox."""
    pairs = _pairs(("n", "n", 98), ("n", "y", 1), ("y", "n", 1))
    found = compute_pair_agreement(pairs, metric="nominal", scale="ny")
    shown = values(found)
    assert shown["percent"] == pytest.approx(0.98)
    # Chance: 0.99² + 0.01² for kappa, 2 · 0.99 · 0.01 for AC1.
    assert shown["cohen_kappa"] == pytest.approx(1 - 0.02 / 0.0198)
    assert shown["gwet_ac"] == pytest.approx(1 - 0.02 / 0.9802)
    assert found.commonest == pytest.approx(0.99)


def test_ac1_is_defined_where_everybody_said_the_same() -> None:
    found = agreement_of(_units("1111", "1111"), metric="nominal", scale="12")
    assert values(found) == {
        "percent": 1.0,
        "krippendorff_alpha": None,
        "fleiss_kappa": None,
        "gwet_ac": 1.0,
    }
    assert found.estimate_of_measure("fleiss_kappa").undefined == "no_variation"


def test_no_interval_where_nobody_ever_differed() -> None:
    found = agreement_of(_units("121212", "121212"), metric="nominal", scale="12")
    for estimate in found.estimates:
        assert (estimate.value, estimate.low, estimate.high) == (1.0, None, None)


def test_nobody_answered_twice() -> None:
    found = agreement_of(_units("12", ".."), metric="nominal")
    assert set(values(found).values()) == {None}
    assert {one.undefined for one in found.estimates} == {"no_pairs"}
    assert (found.used, found.total) == (0, 2)
    pair = compute_pair_agreement([(frozenset("a"), None)], metric="nominal")
    assert pair.estimate_of_measure("cohen_kappa").undefined == "no_pairs"
    assert (pair.used, pair.total) == (0, 1)


@pytest.mark.parametrize("metric", ["nominal", "ordinal", "masi"])
def test_everybody_said_the_same(metric: Metric) -> None:
    found = agreement_of(_units("11", "11"), metric=metric, scale="12")
    assert (found.alpha, found.percent) == (None, 1.0)
    assert found.estimate_of_measure("krippendorff_alpha").undefined == "no_variation"


def test_a_choice_that_is_no_longer_on_the_scale_is_no_value() -> None:
    found = agreement_of(_units("1235", "1132"), metric="ordinal", scale="123")
    assert (found.used, found.total) == (3, 4)


def test_intervals_hold_the_value_and_come_out_the_same_again() -> None:
    one = agreement_of(FOUR_OBSERVERS, metric="ordinal", scale="12345", seed=3)
    assert one == agreement_of(FOUR_OBSERVERS, metric="ordinal", scale="12345", seed=3)
    for estimate in one.estimates:
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.value is not None
        assert estimate.low < estimate.value < estimate.high <= 1


def test_intervals_narrow_with_more_items() -> None:
    few = agreement_of(TWO_OBSERVERS * 2, metric="nominal").estimate_of_measure(
        "krippendorff_alpha"
    )
    many = agreement_of(TWO_OBSERVERS * 50, metric="nominal").estimate_of_measure(
        "krippendorff_alpha"
    )
    assert few.low is not None
    assert few.high is not None
    assert many.low is not None
    assert many.high is not None
    # Standard errors go with the root of the number of items: a fifth of the width.
    assert (many.high - many.low) == pytest.approx((few.high - few.low) / 5, rel=0.25)


def test_too_few_items_for_an_interval() -> None:
    few = _units("12312"[: FEWEST_FOR_INTERVAL - 1], "12112"[: FEWEST_FOR_INTERVAL - 1])
    found = agreement_of(few, metric="nominal").estimate_of_measure(
        "krippendorff_alpha"
    )
    assert found.value is not None
    assert (found.low, found.high) == (None, None)


def test_no_interval_where_none_is_asked_for() -> None:
    found = agreement_of(FOUR_OBSERVERS, metric="nominal", resamples=0)
    assert found.alpha == pytest.approx(0.743, abs=5e-4)
    assert found.estimate_of_measure("krippendorff_alpha").low is None


def test_distances() -> None:
    assert jaccard_distance(set("ab"), set("bc")) == pytest.approx(2 / 3)
    assert jaccard_distance(set(), set()) == 0
    assert jaccard_distance(set("a"), set()) == 1
    assert masi_distance(frozenset("ab"), frozenset("bc")) == pytest.approx(1 - 1 / 9)
    assert masi_distance(frozenset("a"), frozenset("b")) == 1
    assert masi_distance(frozenset("a"), frozenset("a")) == 0
    assert ordinal_distance("easy", "hard", ["easy", "middle", "hard"]) == 2
