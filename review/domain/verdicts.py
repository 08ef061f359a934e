"""When a question has passed, and in which order a person is shown its options."""

import hashlib
import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Answer(NamedTuple):
    """One validator's answer: the option's index or none, issues, a remark."""

    chosen: int | None
    issues: Sequence[str] = ()
    comment: str = ""


class Judgement(NamedTuple):
    passed: bool
    agreed: int
    asked: int
    reasons: list[dict[str, object]]
    """Why it failed, without who: ``disagreement``, ``issue`` and ``comment``."""


def judge(answers: Sequence[Answer], *, key: int | None, needed: int) -> Judgement:
    """k of n: ``needed`` people chose the key and nobody reported an issue."""
    agreed = sum(1 for answer in answers if answer.chosen == key)
    issues = Counter(issue for answer in answers for issue in answer.issues)
    reasons: list[dict[str, object]] = []
    if agreed < needed:
        reasons.append(
            {
                "kind": "disagreement",
                "agreed": agreed,
                "asked": len(answers),
                "needed": needed,
            }
        )
    reasons.extend(
        {"kind": "issue", "issue": issue, "count": count}
        for issue, count in sorted(issues.items())
    )
    passed = not reasons
    # Sorted, so that the order does not tell who said what.
    remarks = sorted(answer.comment.strip() for answer in answers)
    reasons.extend({"kind": "comment", "text": text} for text in remarks if text)
    return Judgement(passed, agreed, len(answers), reasons)


def shown_order(options: int, *, revision: int, person: int, seed: int) -> list[int]:
    """The options' indices as this person sees them: always the same, nobody else's."""
    digest = hashlib.sha256(f"{seed}:{revision}:{person}".encode()).digest()
    order = list(range(options))
    random.Random(digest).shuffle(order)  # noqa: S311 - not for secrets
    return order
