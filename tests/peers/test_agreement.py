"""Agreement by NLTK and scikit-learn is what it is here, on answers drawn at random."""

import random

import pytest
from nltk.metrics.agreement import AnnotationTask
from nltk.metrics.distance import masi_distance
from sklearn.metrics import cohen_kappa_score

from reporting.statistics.agreement import agreement_of, compute_pair_agreement

SEEDS = range(5)


def answers(
    seed: int, *, people: int, several: bool = False
) -> list[list[frozenset[str]]]:
    """Eighty items; each person says what is true of it, or anything, or nothing."""
    rng = random.Random(seed)  # noqa: S311 - a simulation

    def any_value() -> frozenset[str]:
        most = 3 if several else 1
        return frozenset(rng.sample("abcde", rng.randint(1, most)))

    items = []
    for _ in range(80):
        truth = any_value()
        said = [truth if rng.random() < 0.6 else any_value() for _ in range(people)]
        items.append(said[: people - 1] if rng.random() < 0.1 else said)
    return items


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("several", [False, True])
def test_alpha(seed: int, several: bool) -> None:
    items = answers(seed, people=3, several=several)
    triples = [
        (f"person-{person}", f"item-{number}", value)
        for number, item in enumerate(items)
        for person, value in enumerate(item)
    ]
    if several:
        # NLTK rounds the weights of MASI, two thirds and one third, to two decimals.
        theirs = AnnotationTask(triples, distance=masi_distance).alpha()
        ours = agreement_of(items, metric="masi").alpha
        assert ours == pytest.approx(theirs, abs=5e-3)
    else:
        theirs = AnnotationTask(triples).alpha()
        ours = agreement_of(items, metric="nominal", scale="abcde").alpha
        assert ours == pytest.approx(theirs)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("metric", "weights"), [("nominal", None), ("ordinal", "quadratic")]
)
def test_kappa_of_a_pair(seed: int, metric: str, weights: str | None) -> None:
    pairs = [(item[0], item[1]) for item in answers(seed, people=3)]
    theirs = cohen_kappa_score(
        [min(one) for one, _ in pairs],
        [min(other) for _, other in pairs],
        labels=list("abcde"),
        weights=weights,
    )
    found = compute_pair_agreement(pairs, metric=metric, scale="abcde")  # type: ignore[arg-type]
    assert found.estimate_of_measure("cohen_kappa").value == pytest.approx(theirs)
