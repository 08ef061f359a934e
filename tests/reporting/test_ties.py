"""Tie groups: no order that noise made."""

import numpy as np
import pytest

from reporting.ties import smallest_difference, tie_groups


def answers(right: int, n: int = 200, *, start: int = 0) -> "np.ndarray":
    scores = np.zeros(n)
    scores[[(start + at) % n for at in range(right)]] = 1.0
    return scores


def test_models_that_differ_by_noise_share_a_group() -> None:
    groups = tie_groups(
        {"best": answers(160), "near": answers(157), "far": answers(100)}
    )
    assert groups == {"best": 1, "near": 1, "far": 2}


def test_a_group_begins_where_a_model_differs_from_the_best_of_the_last() -> None:
    rng = np.random.default_rng(3)
    scores = {
        f"m{at}": (rng.random(2000) < share).astype(float)
        for at, share in enumerate((0.9, 0.7, 0.5))
    }
    assert tie_groups(scores) == {"m0": 1, "m1": 2, "m2": 3}


@pytest.mark.parametrize("seed", range(5))
def test_equal_models_are_one_group(seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores = {at: (rng.random(500) < 0.6).astype(float) for at in range(6)}
    assert set(tie_groups(scores).values()) == {1}


def test_only_common_questions_are_compared() -> None:
    first, second = answers(100), answers(100)
    first[100:] = np.nan
    assert tie_groups({"a": first, "b": second}) == {"a": 1, "b": 1}


def test_more_questions_resolve_smaller_differences() -> None:
    def smallest(n: int) -> float:
        rng = np.random.default_rng(0)
        scores = [(rng.random(n) < 0.6).astype(float) for _ in range(3)]
        found = smallest_difference(scores, list(range(n)))
        assert found is not None
        return found

    assert smallest(4000) == pytest.approx(smallest(1000) / 2, rel=0.1)
    # Independent models at 60 %: 2.8 standard errors of sqrt(2 * .24 / n).
    assert smallest(1000) == pytest.approx(2.8 * (0.48 / 1000) ** 0.5, rel=0.1)


def test_questions_about_one_image_count_less() -> None:
    rng = np.random.default_rng(0)
    scores = [np.repeat((rng.random(100) < 0.6).astype(float), 10) for _ in range(2)]
    apart = smallest_difference(scores, list(range(1000)))
    together = smallest_difference(scores, [at // 10 for at in range(1000)])
    assert apart is not None
    assert together is not None
    assert together > 2.5 * apart


def test_a_single_model_is_compared_with_nobody() -> None:
    assert smallest_difference([answers(10)], list(range(200))) is None
    assert tie_groups({"only": answers(10)}) == {"only": 1}
    assert tie_groups({}) == {}
