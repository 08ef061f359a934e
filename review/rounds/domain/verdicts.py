"""Verdicts on questions, and the order in which a person sees the options."""

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class ValidatorAnswer(NamedTuple):
    """One validator's answer.

    ``chosen`` is in the form of the question's format, or None. Issues and a comment
    may accompany it.
    """

    chosen: Any
    issues: Sequence[str] = ()
    comment: str = ""


class QuestionJudgement(NamedTuple):
    passed: bool
    agreed: int
    asked: int
    reasons: list[dict[str, object]]
    """Why it failed, without names: ``disagreement``, ``issue`` and ``comment``."""


def judge_answers(
    answers: Sequence[ValidatorAnswer], *, agrees: Callable[[Any], bool], needed: int
) -> QuestionJudgement:
    """Judge k of n: ``needed`` people answered correctly and nobody reported an issue.

    ``agrees`` returns whether an answer is correct.
    """
    chosen = [answer.chosen for answer in answers if answer.chosen is not None]
    agreed = sum(map(agrees, chosen))
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
    # Sorted, so that the order does not reveal the authors.
    remarks = sorted(answer.comment.strip() for answer in answers)
    reasons.extend({"kind": "comment", "text": text} for text in remarks if text)
    return QuestionJudgement(passed, agreed, len(answers), reasons)


def draw_option_order(
    options: int, *, revision: int, person: int, seed: int
) -> list[int]:
    """Return the options' indices in this person's order.

    The order is always the same for a person and differs between people.
    """
    digest = hashlib.sha256(f"{seed}:{revision}:{person}".encode()).digest()
    order = list(range(options))
    random.Random(digest).shuffle(order)  # noqa: S311 - not for secrets
    return order
