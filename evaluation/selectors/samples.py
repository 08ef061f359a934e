"""Selector for the individual responses of a run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from evaluation.models import Outcome, Response, Run
from evaluation.runner.rules import CHOICES as RULE
from evaluation.selectors.outcomes import judged
from evaluation.selectors.questions import ReleasedQuestion, released_questions

Side = Literal["both", "only_one", "only_other", "neither"]
"""Which of two runs answered correctly; ``one`` is the run being viewed."""


@dataclass(frozen=True, kw_only=True)
class SampleFilter:
    """Filter of responses; empty fields do not restrict."""

    outcome: str = ""
    field: str = ""
    choice: str = ""
    """Choice of the label ``field``."""
    key: str = ""
    """Correct answer."""
    letter: str = ""
    """Letter that was read from the response."""
    against: Run | None = None
    side: Side | None = None
    """Which of the run and ``against`` answered correctly."""


def samples(run: Run, chosen: SampleFilter) -> QuerySet[Response]:
    """Return the filtered responses of ``run`` with their outcomes.

    Only the latest attempt per question counts. Runs without questions have none.
    """
    if not run.asks_questions:
        return Response.objects.none()
    under_rule = Outcome.objects.filter(rule=RULE)
    later = Response.objects.filter(
        run=run, question_id=OuterRef("question_id"), attempt__gt=OuterRef("attempt")
    )
    rows = Response.objects.filter(~Exists(later), run=run).prefetch_related(
        Prefetch("outcomes", queryset=under_rule, to_attr="scored")
    )
    read = {
        name: value
        for name, value in (("outcome", chosen.outcome), ("letter", chosen.letter))
        if value
    }
    if read:
        wanted = under_rule.filter(response=OuterRef("pk"), **read)
        rows = rows.filter(Exists(wanted))
    if (chosen.field and chosen.choice) or chosen.key:
        questions = released_questions(run.release).values()
        fits = _question_filter(chosen)
        rows = rows.filter(question_id__in=[q.id for q in questions if fits(q)])
    if chosen.against is not None and chosen.side is not None:
        found = _on_side(run, chosen.against, chosen.side)
        rows = rows.filter(question_id__in=found)
    return rows


def _question_filter(chosen: SampleFilter) -> Callable[[ReleasedQuestion], bool]:
    def fits(question: ReleasedQuestion) -> bool:
        labelled = not (chosen.field and chosen.choice) or (
            chosen.choice in question.labels.get(chosen.field, ())
        )
        return labelled and (not chosen.key or question.answer == chosen.key)

    return fits


def _on_side(run: Run, against: Run, side: Side) -> list[str]:
    one, other = judged(run), judged(against)
    wanted = {
        "both": (True, True),
        "only_one": (True, False),
        "only_other": (False, True),
        "neither": (False, False),
    }[side]
    return [
        question
        for question, mine in one.items()
        if question in other and (mine.correct, other[question].correct) == wanted
    ]
