"""Shortcuts: ways of answering that never look at the picture.

Where one of them does better than chance, questions give themselves away: by long keys,
by a letter that is the key too often, or by wording alone. (In a published benchmark,
always choosing the longest option scored about twice chance.)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evaluation.domain.confusion import by_falling_length
from evaluation.runner.questions import LETTERS
from projects.domain.statistics.intervals import Interval, wilson
from projects.domain.statistics.significance import at_least_by_chance, holm

ALPHA = 0.05


@dataclass(frozen=True)
class Asked:
    """What a shortcut sees of a question."""

    options: Sequence[str]
    key: str
    """Letter."""


@dataclass(frozen=True)
class Shortcut:
    """How many of n questions a shortcut gets right, against chance."""

    n: int
    correct: int
    accuracy: float
    interval: Interval
    """Wilson, 95 %."""
    chance: float
    """Mean of one over the number of options."""
    p: float
    """Exact binomial, one-sided: so many or more by chance."""
    p_adjusted: float
    """After Holm's correction over the shortcuts that were tried together."""

    @property
    def works(self) -> bool:
        return self.p_adjusted < ALPHA


def answers_by_rule(questions: Mapping[str, Asked]) -> dict[str, dict[str, str]]:
    """What each shortcut that needs no model answers, by its name and question id.

    The ``longest`` and the ``shortest`` option (of equals the first and the last), and
    always the same letter.
    """
    letters = {uid: by_falling_length(one.options) for uid, one in questions.items()}
    most = max(map(len, letters.values()), default=0)
    return {
        "longest": {uid: known[0] for uid, known in letters.items()},
        "shortest": {uid: known[-1] for uid, known in letters.items()},
        **{
            f"always_{letter}": dict.fromkeys(questions, letter)
            for letter in LETTERS[:most]
        },
    }


def measured(
    questions: Mapping[str, Asked], answers: Mapping[str, Mapping[str, str]]
) -> dict[str, Shortcut]:
    """Each shortcut's answers against the keys, tested together."""
    found = {
        name: _against_chance(questions, given)
        for name, given in answers.items()
        if questions.keys() & given.keys()
    }
    adjusted = holm([one.p for one in found.values()])
    return {
        name: replace(one, p_adjusted=p)
        for (name, one), p in zip(found.items(), adjusted, strict=True)
    }


def _against_chance(
    questions: Mapping[str, Asked], given: Mapping[str, str]
) -> Shortcut:
    asked = [uid for uid in questions if uid in given]
    n = len(asked)
    correct = sum(given[uid] == questions[uid].key for uid in asked)
    chance = sum(1 / len(questions[uid].options) for uid in asked) / n
    p = at_least_by_chance(correct, n, chance)
    return Shortcut(n, correct, correct / n, wilson(correct, n), chance, p, p)
