import pytest
from scipy.stats import binomtest

from reporting.shortcut_baselines import measure_shortcuts, shortcut_answers

ORDER = "BDAC"
"""Of four options, B is the longest and C the shortest."""


def test_rules_know_options_and_nothing_else() -> None:
    given = shortcut_answers([ORDER])
    assert given["longest"] == ["B"]
    assert given["shortest"] == ["C"]
    assert set(given) == {"longest", "shortest", *(f"always_{x}" for x in "ABCD")}


def test_a_shortcut_is_the_one_sided_binomial_test_against_chance() -> None:
    keys = ["B" if n < 12 else "A" for n in range(20)]
    correct = {
        name: [letter == key for letter, key in zip(letters, keys, strict=True)]
        for name, letters in shortcut_answers([ORDER] * 20).items()
    }
    found = measure_shortcuts(correct, [1 / 4] * 20)
    longest = found["longest"]
    assert (longest.n, longest.correct, longest.chance) == (20, 12, 0.25)
    expected = binomtest(12, 20, 0.25, alternative="greater").pvalue
    assert longest.p == pytest.approx(expected)
    # "Always B" is the same answers; 6 shortcuts were tried together.
    assert longest.p_adjusted == pytest.approx(6 * expected)
    assert longest.beats_chance
    assert found["always_A"].correct == 8
    assert not found["always_C"].beats_chance
    assert found["always_C"].p == 1.0


def test_chance_is_that_of_the_questions_tried() -> None:
    correct = {"all": [True, False], "one": [None, True], "nobody": [None, None]}
    found = measure_shortcuts(correct, [1 / 2, 1 / 4])
    assert found["all"].chance == pytest.approx((1 / 2 + 1 / 4) / 2)
    assert (found["one"].n, found["one"].chance) == (1, 1 / 4)
    assert "nobody" not in found
