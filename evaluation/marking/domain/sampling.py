"""Proportional sampling, repeatable by its seed."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction


def sample_sizes(
    size: int, *, weights: Mapping[str, int], available: Mapping[str, int]
) -> dict[str, int]:
    """Return the sample size per stratum, by Sainte-Laguë (Webster) divisors.

    The sizes are proportional to ``weights`` and at most ``available``; other strata
    make up for a shortfall. Ties go to the stratum that comes first.
    """
    sizes = dict.fromkeys(available, 0)
    for _ in range(min(size, sum(available.values()))):
        open_strata = [name for name in available if sizes[name] < available[name]]
        next_stratum = max(
            open_strata, key=lambda s: Fraction(weights.get(s, 0), 2 * sizes[s] + 1)
        )
        sizes[next_stratum] += 1
    return sizes


def draw_sample(
    strata: Mapping[str, Sequence[str]],
    size: int,
    *,
    weights: Mapping[str, int],
    seed: int,
) -> list[tuple[str, str]]:
    """Draw a stratified sample and return (stratum, id) pairs in random order.

    ``strata`` are the available ids; their order makes no difference.
    """
    rng = random.Random(seed)  # noqa: S311 - has to be repeatable
    available = {name: len(strata[name]) for name in strata}
    sample = [
        (name, sample_id)
        for name, count in sample_sizes(
            size, weights=weights, available=available
        ).items()
        for sample_id in rng.sample(sorted(strata[name]), count)
    ]
    rng.shuffle(sample)
    return sample
