"""Confusion matrices of options, by letter and by length.

A model that uses the image chooses each letter as often as it is correct. A model that
guesses prefers a letter or long options.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from evaluation.runner.questions import LETTERS

NO_LETTER = ("miss", "error")
"""Columns for responses without a readable letter."""


class Choice(NamedTuple):
    """One answer: options, correct letter, and the letter read or an outcome."""

    options: Sequence[str]
    key: str
    chosen: str


@dataclass(frozen=True)
class Matrix:
    """Matrix: ``counts[row][column]`` by correct answer (row) and given answer."""

    rows: list[str]
    columns: list[str]
    counts: list[list[int]]


def by_letter(choices: Sequence[Choice]) -> Matrix:
    """Return the confusion matrix of correct and chosen letters."""
    return _matrix(choices, ((choice.key, choice.chosen) for choice in choices))


def by_length(choices: Sequence[Choice]) -> Matrix:
    """Return the confusion matrix of length ranks; ``1`` is the longest option.

    Options of equal length are ranked by letter.
    """
    pairs = []
    for choice in choices:
        letters = by_falling_length(choice.options)
        place = {letter: str(at) for at, letter in enumerate(letters, start=1)}
        pairs.append((place[choice.key], place.get(choice.chosen, choice.chosen)))
    return _matrix(choices, pairs, numbered=True)


def by_falling_length(options: Sequence[str]) -> list[str]:
    """Return the letters of the options, the longest first."""
    order = sorted(range(len(options)), key=lambda at: (-len(options[at]), at))
    return [LETTERS[at] for at in order]


def _matrix(
    choices: Sequence[Choice],
    pairs: Iterable[tuple[str, str]],
    *,
    numbered: bool = False,
) -> Matrix:
    most = max((len(choice.options) for choice in choices), default=0)
    rows = [str(n + 1) if numbered else LETTERS[n] for n in range(most)]
    columns = [*rows, *NO_LETTER]
    counted = Counter(pairs)
    return Matrix(
        rows, columns, [[counted[row, column] for column in columns] for row in rows]
    )
