from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from evaluation.marking.domain.sampling import draw_sample, sample_sizes

NAMES = st.sampled_from(["life", "art", "society", "others"])


def test_in_proportion() -> None:
    # Domains of II-Bench's test split. With the divisor 14.1 the quotients are 41.49,
    # 6.03, 32.70, 10.78, 3.62 and 4.61, and rounded they add up to 100.
    weights = {
        "life": 585,
        "art": 85,
        "society": 461,
        "psychology": 152,
        "environment": 51,
        "others": 65,
    }
    plenty = dict.fromkeys(weights, 1000)
    assert sample_sizes(100, weights=weights, available=plenty) == {
        "life": 41,
        "art": 6,
        "society": 33,
        "psychology": 11,
        "environment": 4,
        "others": 5,
    }


def test_what_a_stratum_cannot_give_the_others_do() -> None:
    found = sample_sizes(10, weights={"a": 9, "b": 1}, available={"a": 3, "b": 20})
    assert found == {"a": 3, "b": 7}


@given(
    st.dictionaries(NAMES, st.integers(1, 40), min_size=1),
    st.integers(0, 100),
    st.integers(0, 5),
)
def test_a_draw_has_the_size_asked_for_and_nothing_twice(
    available: dict[str, int], size: int, seed: int
) -> None:
    strata = {
        name: [f"{name}-{at}" for at in range(n)] for name, n in available.items()
    }
    drawn = draw_sample(strata, size, weights=available, seed=seed)
    assert len(set(drawn)) == len(drawn) == min(size, sum(available.values()))
    assert all(one in strata[name] for name, one in drawn)
    shuffled = {name: ids[::-1] for name, ids in strata.items()}
    assert draw_sample(shuffled, size, weights=available, seed=seed) == drawn


def test_another_seed_draws_others() -> None:
    strata = {"a": [str(n) for n in range(50)]}
    first = Counter(one for _, one in draw_sample(strata, 10, weights={"a": 1}, seed=1))
    assert first != Counter(
        one for _, one in draw_sample(strata, 10, weights={"a": 1}, seed=2)
    )
