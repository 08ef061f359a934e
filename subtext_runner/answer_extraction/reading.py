"""What was read from a response: an answer, or the reason why there is none."""

from typing import Literal, NamedTuple

RULE = "subtext-4"
"""Version of ``rule``; every score names its own."""

MissReason = Literal[
    "no_letter", "no_answer", "several", "refusal", "empty", "truncated"
]
"""``no_letter`` where a letter is expected, ``no_answer`` for other answers."""


class ExtractedAnswer(NamedTuple):
    """Answer that was read from a response, or the reason of a miss.

    For options it is a letter, or several in order where the question has several answers.
    """

    answer: str | None
    reason: MissReason | None


def miss_reason(text: str, finish_reason: str | None) -> MissReason | None:
    """Return why a response has no answer; ``text`` is its plain text."""
    if not text:
        return "truncated" if finish_reason == "length" else "empty"
    return "refusal" if finish_reason in {"refusal", "content_filter"} else None
