"""Outcomes of questions, as ``scoring`` decides them."""

from typing import Literal, NamedTuple

OutcomeKind = Literal["correct", "incorrect", "miss", "error"]


class Outcome(NamedTuple):
    """Outcome of one question under a named rule."""

    outcome: OutcomeKind
    letter: str | None
    """What was read: the letter; in other formats the letters, the word or the
    phrase."""
    reason: str | None
    """Miss reason or error kind; None where an answer was read."""
    rule: str
    published: OutcomeKind
    """Outcome under a published benchmark's rule, where it knows the format."""
