"""Shortcuts: ways of answering that never use the image.

A shortcut that beats chance shows that questions reveal their answers: by long correct
options, by a letter that is correct too often, or by wording alone. (In a published
benchmark, always choosing the longest option scored about twice chance.)
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
    """The part of a question that a shortcut sees."""

    options: Sequence[str]
    key: str
    """Letter of the correct option."""


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
    def works(self) -> bool:
        return self.p_adjusted < ALPHA


def answers_by_rule(questions: Mapping[str, Asked]) -> dict[str, dict[str, str]]:
    """Return the answers of each shortcut without a model, by name and question id.

    The shortcuts are the ``longest`` and the ``shortest`` option (of equals the first
    and the last), and always the same letter.
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
    """Return each shortcut's result, tested together."""
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
