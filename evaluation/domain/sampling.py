"""Drawing a sample in proportion, the same for the same seed."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction


def shares_of(
    size: int, *, weights: Mapping[str, int], available: Mapping[str, int]
) -> dict[str, int]:
    """How many to take from each stratum: seats by Sainte-Laguë (Webster) divisors.

    In proportion to ``weights``; nowhere more than ``available``, and what a stratum
    cannot give the others do. Ties go to the stratum that comes first.
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
    """(stratum, id) of what is drawn, in random order.

    ``strata`` are the ids there are; in which order they come makes no difference.
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
