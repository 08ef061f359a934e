"""Scoring of a response without side effects: scoring again calls no model."""

from core.domain.texts import _
from subtext_protocol.publication import PublishedRule
from subtext_runner.errors import SpecError
from subtext_runner.formats.base import ModelResponse
from subtext_runner.formats.registry import get_scorer
from subtext_runner.outcomes import Outcome, OutcomeKind
from subtext_runner.questions import Question
from subtext_runner.reasoning import ONLY_REASONING, has_only_reasoning
from subtext_runner.records import Response
from subtext_runner.rules import CHOICES as RULE


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
    answer, reason = kind.extract_answer(question, model_response)
    outcome: OutcomeKind = "miss"
    if answer is not None:
        outcome = "correct" if kind.is_correct(question, answer) else "incorrect"
    published = kind.score_by_published_rule(question, model_response, published_rule)
    only_reasoning = answer is None and has_only_reasoning(response)
    return Outcome(
        outcome,
        answer,
        ONLY_REASONING if only_reasoning else reason,
        RULE,
        published or outcome,
    )
