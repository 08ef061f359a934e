"""Shortcuts: ways of answering that never use the image.

A shortcut that beats chance shows that questions reveal their answers: by long correct
options, by a letter that is correct too often, or by wording alone. (In a published
benchmark, always choosing the longest option scored about twice chance.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from math import fsum
from string import ascii_uppercase

from reporting.statistics.intervals import Interval, wilson_interval
from reporting.statistics.significance import (
    binomial_tail_probability,
    holm_adjusted_p_values,
)

ALPHA = 0.05


@dataclass(frozen=True)
class Shortcut:
    """Result of a shortcut on n questions, compared with chance."""

    n: int
    correct: int
    accuracy: float
    interval: Interval
    """95 % Wilson interval."""
    chance: float
    """Mean of 1 / number of options."""
    p: float
    """Exact one-sided binomial test: probability of at least as many by chance."""
    p_adjusted: float
    """After Holm's correction over the shortcuts that were tested together."""

    @property
    def beats_chance(self) -> bool:
        return self.p_adjusted < ALPHA


def shortcut_answers(orders: Sequence[str]) -> dict[str, list[str]]:
    """Return the answers of each shortcut without a model, by name.

    ``orders`` are the letters of each question's options, the longest option first. The
    shortcuts are the ``longest`` and the ``shortest`` option (of equals the first and
    the last), and always the same letter.
    """
    most = max(map(len, orders), default=0)
    return {
        "longest": [order[0] for order in orders],
        "shortest": [order[-1] for order in orders],
        **{
            f"always_{letter}": [letter] * len(orders)
            for letter in ascii_uppercase[:most]
        },
    }


def measure_shortcuts(
    correct: Mapping[str, Sequence[bool | None]], chances: Sequence[float]
) -> dict[str, Shortcut]:
    """Return each shortcut's result, tested together.

    ``correct`` is by shortcut, then by question; None where it was not tried.
    ``chances`` are 1 / number of options of each question.
    """
    shortcuts = {
        name: _against_chance(outcomes, chances)
        for name, outcomes in correct.items()
        if any(outcome is not None for outcome in outcomes)
    }
    adjusted = holm_adjusted_p_values([shortcut.p for shortcut in shortcuts.values()])
    return {
        name: replace(shortcut, p_adjusted=p)
        for (name, shortcut), p in zip(shortcuts.items(), adjusted, strict=True)
    }


def _against_chance(
    outcomes: Sequence[bool | None], chances: Sequence[float]
) -> Shortcut:
    tried = [outcome is not None for outcome in outcomes]
    n, correct = sum(tried), outcomes.count(True)
    chance = fsum(compress(chances, tried)) / n
    p = binomial_tail_probability(correct, n, chance)
    return Shortcut(n, correct, correct / n, wilson_interval(correct, n), chance, p, p)
