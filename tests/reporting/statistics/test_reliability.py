"""Dawid and Skene's estimates, on their paper's data and on people of known skill."""

import random
from collections import Counter

import numpy as np
import pytest

from reporting.statistics.reliability import (
    FEWEST_ITEMS,
    Reliability,
    dawid_skene,
    reliability_of,
)

# Dawid and Skene (1979), table 1: 45 patients, one string each; the first observer saw
# everybody three times, the other four once.
PATIENTS = [
    "1111111",
    "3334334",
    "1122122",
    "2223121",
    "2223222",
    "2223322",
    "1222111",
    "3333433",
    "2222223",
    "2322223",
    "4444444",
    "2223343",
    "1111111",
    "2223212",
    "1211111",
    "1112111",
    "1111111",
    "1111111",
    "2222221",
    "2221322",
    "2222222",
    "2222221",
    "2223222",
    "2212222",
    "1111111",
    "1111111",
    "2322222",
    "1111111",
    "1111111",
    "1121121",
    "1111111",
    "3333233",
    "1111111",
    "2222222",
    "2223232",
    "4334343",
    "2212232",
    "2323233",
    "3333432",
    "1111111",
    "1111111",
    "1212111",
    "2322222",
    "1211111",
    "2222222",
]
OBSERVER = [0, 0, 0, 1, 2, 3, 4]


def test_the_data_of_the_paper() -> None:
    units = Counter(
        tuple(
            (observer, int(value) - 1)
            for observer, value in zip(OBSERVER, patient, strict=True)
        )
        for patient in PATIENTS
    )
    found = dawid_skene(units, people=5, values=4)
    # To two decimals, which is what crowd-kit 1.4.2 finds as well.
    assert found.prior == pytest.approx([0.40, 0.42, 0.11, 0.07], abs=6e-3)
    first = [
        [0.89, 0.11, 0.00, 0.00],
        [0.07, 0.88, 0.05, 0.00],
        [0.00, 0.34, 0.66, 0.00],
        [0.00, 0.00, 0.56, 0.44],
    ]
    assert found.confusion[0] == pytest.approx(np.array(first), abs=6e-3)
    # Three of the third patient's seven answers are 1; the more reliable ones are 2.
    assert found.posterior[2] == pytest.approx([0, 1, 0, 0], abs=0.01)
    assert found.posterior.sum(axis=1) == pytest.approx(np.ones(len(units)))


def simulated(
    skills: list[float], items: int, *, each: int, seed: int = 7
) -> list[dict[int, frozenset[str]]]:
    """Each item is given to ``each`` of the people, who are right that often."""
    rng = random.Random(seed)  # noqa: S311 - a simulation
    said = []
    for _ in range(items):
        truth = rng.choice("abc")
        wrong = [choice for choice in "abc" if choice != truth]
        said.append(
            {
                person: frozenset(
                    truth if rng.random() < skills[person] else rng.choice(wrong)
                )
                for person in rng.sample(range(len(skills)), each)
            }
        )
    return said


def accuracies(found: list[Reliability]) -> list[float]:
    shown = []
    for one in found:
        assert one.accuracy is not None
        shown.append(one.accuracy)
    return shown


def test_people_of_known_skill_are_told_apart_with_two_answers_an_item() -> None:
    skills = [0.95, 0.9, 0.9, 0.85, 0.55]
    found = reliability_of(
        simulated(skills, 900, each=2), choices="abc", multiple=False
    )
    assert [one.person for one in found] == [0, 1, 2, 3, 4]
    assert accuracies(found) == pytest.approx(skills, abs=0.06)
    for one in found:
        assert one.low is not None
        assert one.high is not None
        assert one.accuracy is not None
        assert one.low < one.accuracy < one.high


def test_somebody_who_names_nearly_everything_is_no_better_than_chance() -> None:
    rng = random.Random(3)  # noqa: S311 - a simulation
    said = []
    for _ in range(200):
        truth = frozenset(rng.sample("abcdef", 2))
        said.append({0: truth, 1: truth, 2: frozenset("abcdef")})
    careful, _, careless = reliability_of(said, choices="abcdef", multiple=True)
    assert careful.accuracy == pytest.approx(1, abs=0.01)
    # Every true choice named, no untrue one left out.
    assert careless.accuracy == pytest.approx(0.5, abs=0.01)


def test_two_people_say_nothing_of_each_other() -> None:
    said = simulated([0.9, 0.6], 50, each=2)
    for one in reliability_of(said, choices="abc", multiple=False):
        assert (one.accuracy, one.undefined) == (None, "few_people")


def test_pairs_that_share_items_with_nobody_else_say_nothing_either() -> None:
    first = simulated([0.9, 0.6], 50, each=2)
    second = [{person + 2: said for person, said in item.items()} for item in first]
    for one in reliability_of(first + second, choices="abc", multiple=False):
        assert (one.accuracy, one.undefined) == (None, "few_people")
    # One item of the first and the third links them all.
    linked = [*first, *second, {0: frozenset("a"), 2: frozenset("a")}]
    found = reliability_of(linked, choices="abc", multiple=False)
    assert {one.undefined for one in found} == {""}


def test_with_few_items_a_person_nobody_is_underrated() -> None:
    """Ten people, thirty items each, six choices of which the last is rare."""
    rng = random.Random(5)  # noqa: S311 - a simulation
    skills = [0.95, 0.9, 0.9, 0.85, 0.95, 0.9, 0.85, 0.9, 0.95, 0.6]
    said = []
    for _ in range(150):
        truth = rng.choices("abcdef", (32, 16, 8, 4, 2, 1))[0]
        wrong = "abcdef".replace(truth, "")
        said.append(
            {
                person: frozenset(
                    truth if rng.random() < skills[person] else rng.choice(wrong)
                )
                for person in rng.sample(range(10), 2)
            }
        )
    found = accuracies(reliability_of(said, choices="abcdef", multiple=False))
    assert np.mean(found) == pytest.approx(np.mean(skills), abs=0.04)
    assert min(found) == found[9]


def test_few_items_are_said_to_be_few() -> None:
    said = simulated([0.9, 0.9, 0.9], 40, each=3)
    newcomer = [{**item, 3: frozenset("a")} for item in said[: FEWEST_ITEMS - 1]]
    *known, new = reliability_of(
        newcomer + said[FEWEST_ITEMS - 1 :], choices="abc", multiple=False
    )
    assert [one.undefined for one in known] == ["", "", ""]
    assert (new.items, new.accuracy, new.undefined) == (
        FEWEST_ITEMS - 1,
        None,
        "few_items",
    )


def test_an_item_that_one_person_answered_tells_nothing() -> None:
    said = [*simulated([0.9, 0.9, 0.9], 25, each=3), {9: frozenset("a")}]
    said.append({0: frozenset("a"), 9: frozenset("gone")})
    found = reliability_of(said, choices="abc", multiple=False)
    assert [(one.person, one.items) for one in found] == [(0, 25), (1, 25), (2, 25)]
