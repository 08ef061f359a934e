"""Scoring of a response without side effects: scoring again calls no model."""

from typing import Literal, NamedTuple

from evaluation.runner.errors import SpecError
from evaluation.runner.formats.base import ModelResponse
from evaluation.runner.formats.registry import asked_format
from evaluation.runner.questions import Question
from evaluation.runner.records import Response
from evaluation.runner.rules import CHOICES as RULE
from projects.domain.protocol.publication import PublishedRule

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


def score_response(
    question: Question, response: Response, *, published_rule: PublishedRule
) -> Outcome:
    """Score one response. Raises SpecError when the question's key is private."""
    if question.answer is None:
        raise SpecError(f"{question.id}: its correct answer is private")
    if response.error is not None:
        return Outcome("error", None, response.error.kind, RULE, "error")
    order = response.order or question.letters
    if sorted(order) != list(question.letters):
        raise SpecError(f"{question.id}: {order!r} is not an order of its options")
    kind = asked_format(question.format)
    heard = ModelResponse(response.text, response.finish_reason, order)
    read, reason = kind.read(question, heard)
    outcome: OutcomeKind = "miss"
    if read is not None:
        outcome = "correct" if kind.is_right(question, read) else "incorrect"
    published = kind.published(question, heard, published_rule)
    return Outcome(outcome, read, reason, RULE, published or outcome)
