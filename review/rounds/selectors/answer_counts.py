"""How many validators gave each answer to a question."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class AnswerCount:
    """An answer, in the form of the question's format, and how many people gave it.

    ``answer`` is None for those who only reported a problem.
    """

    answer: Any
    count: int


def count_answers(answers: Sequence[Any]) -> list[AnswerCount]:
    """Return how many people gave each answer, the most frequent first."""
    # Answers may be lists, which are no keys of a dictionary.
    counts = Counter(json.dumps(answer) for answer in answers)
    return [
        AnswerCount(json.loads(answer), count) for answer, count in counts.most_common()
    ]
