"""Proportional sampling, repeatable by its seed."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction


def shares_of(
    size: int, *, weights: Mapping[str, int], available: Mapping[str, int]
) -> dict[str, int]:
    """Return the sample size per stratum, by Sainte-Laguë (Webster) divisors.

    The sizes are proportional to ``weights`` and at most ``available``; other strata
    make up for a shortfall. Ties go to the stratum that comes first.
    """
    taken = dict.fromkeys(available, 0)
    for _ in range(min(size, sum(available.values()))):
        left = [name for name in available if taken[name] < available[name]]
        due = max(left, key=lambda s: Fraction(weights.get(s, 0), 2 * taken[s] + 1))
        taken[due] += 1
    return taken


def draw(
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
    drawn = [
        (name, one)
        for name, count in shares_of(size, weights=weights, available=available).items()
        for one in rng.sample(sorted(strata[name]), count)
    ]
    rng.shuffle(drawn)
    return drawn
