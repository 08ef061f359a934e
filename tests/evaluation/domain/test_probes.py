import pytest
from scipy.stats import binomtest

from evaluation.domain.probes import Asked, answers_by_rule, measured

SHORT_LONG = ("one", "the longest of them", "two", "middle one")


def test_rules_know_options_and_nothing_else() -> None:
    given = answers_by_rule({"q": Asked(SHORT_LONG, "B")})
    assert given["longest"] == {"q": "B"}
    # Of two equally short ones the last.
    assert given["shortest"] == {"q": "C"}
    assert set(given) == {"longest", "shortest", *(f"always_{x}" for x in "ABCD")}


def test_a_shortcut_is_the_one_sided_binomial_test_against_chance() -> None:
    questions = {str(n): Asked(SHORT_LONG, "B" if n < 12 else "A") for n in range(20)}
    found = measured(questions, answers_by_rule(questions))
    longest = found["longest"]
    assert (longest.n, longest.correct, longest.chance) == (20, 12, 0.25)
    expected = binomtest(12, 20, 0.25, alternative="greater").pvalue
    assert longest.p == pytest.approx(expected)
    # "Always B" is the same answers; 6 shortcuts were tried together.
    assert longest.p_adjusted == pytest.approx(6 * expected)
    assert longest.works
    assert found["always_A"].correct == 8
    assert not found["always_C"].works
    assert found["always_C"].p == 1.0


def test_chance_follows_the_number_of_options() -> None:
    questions = {"a": Asked(("x", "y"), "A"), "b": Asked(SHORT_LONG, "B")}
    found = measured(questions, {"always_A": {"a": "A", "b": "A"}, "nobody": {}})
    assert found["always_A"].chance == pytest.approx((1 / 2 + 1 / 4) / 2)
    assert "nobody" not in found
