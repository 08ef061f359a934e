"""Scoring of a response without side effects: scoring again calls no model."""

from typing import Literal, NamedTuple

from evaluation.runner.errors import SpecError
from evaluation.runner.formats.base import ModelResponse
from evaluation.runner.formats.registry import get_scorer
from evaluation.runner.questions import Question
from evaluation.runner.records import Response
from evaluation.runner.rules import CHOICES as RULE
from projects.domain.protocol.publication import PublishedRule
from workflow.domain.texts import _

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
        raise SpecError(_("{id}: its correct answer is private", id=question.id))
    if response.error is not None:
        return Outcome("error", None, response.error.kind, RULE, "error")
    order = response.order or question.letters
    if sorted(order) != list(question.letters):
        raise SpecError(
            _(
                "{id}: {order!r} is not an order of its options",
                id=question.id,
                order=order,
            )
        )
    kind = get_scorer(question.format)
    model_response = ModelResponse(response.text, response.finish_reason, order)
    answer, reason = kind.read(question, model_response)
    outcome: OutcomeKind = "miss"
    if answer is not None:
        outcome = "correct" if kind.is_right(question, answer) else "incorrect"
    published = kind.published(question, model_response, published_rule)
    return Outcome(outcome, answer, reason, RULE, published or outcome)
