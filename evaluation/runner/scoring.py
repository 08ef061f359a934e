"""From a question and its response to an outcome. Pure: re-scoring asks nobody."""

from typing import Literal, NamedTuple

from evaluation.runner.benchmark import LETTERS, Question
from evaluation.runner.errors import SpecError
from evaluation.runner.extraction.published import published_letter
from evaluation.runner.extraction.rule import RULE, extract
from evaluation.runner.records import Response
from projects.domain.protocol.publication import PublishedRule

OutcomeKind = Literal["correct", "incorrect", "miss", "error"]


class Outcome(NamedTuple):
    """What became of one question, under a named rule."""

    outcome: OutcomeKind
    letter: str | None
    reason: str | None
    """Why there is no letter: the miss reason or the kind of error."""
    rule: str
    published: OutcomeKind
    """The same under a published benchmark's rule."""


def score_response(
    question: Question, response: Response, *, published_rule: PublishedRule
) -> Outcome:
    """Score one response. Raises SpecError when the question's key is private."""
    if question.answer is None:
        raise SpecError(f"{question.id}: the release keeps its key private")
    if response.error is not None:
        return Outcome("error", None, response.error.kind, RULE, "error")
    order = response.order or question.letters
    if sorted(order) != list(question.letters):
        raise SpecError(f"{question.id}: order {order!r} is none of its options")
    shown = question.options_in(order)
    letter, reason = extract(
        response.text,
        options=shown,
        language=question.language,
        finish_reason=response.finish_reason,
    )
    letter = _mapped_back(letter, order)
    published = _mapped_back(
        published_letter(response.text, options=shown, rule=published_rule), order
    )
    return Outcome(
        outcome=_judged(letter, question.answer),
        letter=letter,
        reason=reason,
        rule=RULE,
        # An empty response has no status in the published code: wrong, but no miss.
        published=_judged(published, question.answer) if response.text else "incorrect",
    )


def _mapped_back(letter: str | None, order: str) -> str | None:
    """The release's letter of the option that was shown as ``letter``."""
    place = LETTERS.index(letter) if letter else len(order)
    # CII-Bench's rule also reads letters beyond the options: they stay wrong.
    return order[place] if place < len(order) else letter


def _judged(letter: str | None, key: str) -> OutcomeKind:
    if letter is None:
        return "miss"
    return "correct" if letter == key else "incorrect"
