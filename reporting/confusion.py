"""Confusion matrices of options, by letter and by length.

A model that uses the image chooses each letter as often as it is correct. A model that
guesses prefers a letter or long options.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import NamedTuple

NO_LETTER = ("miss", "error")
"""Columns for responses without a readable letter."""


class ChosenAnswer(NamedTuple):
    """One answer to a question with one correct option."""

    order: str
    """Letters of the options, the longest option first."""
    key: str
    """Letter of the correct option."""
    chosen: str
    """Letter that was read, or an outcome without one."""


@dataclass(frozen=True)
class ConfusionMatrix:
    """Matrix: ``counts[row][column]`` by correct answer (row) and given answer."""

    rows: list[str]
    columns: list[str]
    counts: list[list[int]]


def confusion_by_letter(choices: Sequence[ChosenAnswer]) -> ConfusionMatrix:
    """Return the confusion matrix of correct and chosen letters."""
    return _matrix(choices, ((choice.key, choice.chosen) for choice in choices))


def confusion_by_length_rank(choices: Sequence[ChosenAnswer]) -> ConfusionMatrix:
    """Return the confusion matrix of length ranks; ``1`` is the longest option.

    Options of equal length are ranked by letter.
    """
    pairs = (
        (_rank(choice.order, choice.key), _rank(choice.order, choice.chosen))
        for choice in choices
    )
    return _matrix(choices, pairs, numbered=True)


def _rank(order: str, chosen: str) -> str:
    """Return the place of a letter in ``order``; an outcome stays as it is."""
    return chosen if chosen in NO_LETTER else str(order.find(chosen) + 1)


def letters_by_falling_length(options: Sequence[str]) -> str:
    """Return the letters of the options, the longest first."""
    places = sorted(range(len(options)), key=lambda at: (-len(options[at]), at))
    return "".join(ascii_uppercase[at] for at in places)


def _matrix(
    choices: Sequence[ChosenAnswer],
    pairs: Iterable[tuple[str, str]],
    *,
    numbered: bool = False,
) -> ConfusionMatrix:
    most = max((len(choice.order) for choice in choices), default=0)
    rows = [str(n + 1) if numbered else ascii_uppercase[n] for n in range(most)]
    columns = [*rows, *NO_LETTER]
    pair_counts = Counter(pairs)
    return ConfusionMatrix(
        rows,
        columns,
        [[pair_counts[row, column] for column in columns] for row in rows],
    )
