"""Selector for the individual responses of a run."""

from dataclasses import dataclass
from itertools import compress
from typing import Literal

import numpy as np
from django.db.models import Exists, OuterRef, QuerySet

from evaluation.runs.models.runs import Response, Run
from evaluation.scores.selectors.outcome_arrays import has_label, question_columns
from evaluation.scores.selectors.outcomes import judged_questions

Side = Literal["both", "only_one", "only_other", "neither"]
"""Which of two runs answered correctly; ``one`` is the run being viewed."""

_SIDES: dict[Side, tuple[bool, bool]] = {
    "both": (True, True),
    "only_one": (True, False),
    "only_other": (False, True),
    "neither": (False, False),
}


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


def filter_responses(run: Run, chosen: SampleFilter) -> QuerySet[Response]:
    """Return the filtered responses of ``run``.

    Only the latest attempt per question counts. Runs without questions have none.
    """
    if not run.asks_questions:
        return Response.objects.none()
    later = Response.objects.filter(
        run=run, question_id=OuterRef("question_id"), attempt__gt=OuterRef("attempt")
    )
    rows = Response.objects.filter(~Exists(later), run=run)
    if chosen.outcome or chosen.letter:
        read = [
            uid
            for uid, compared_run in judged_questions(run).items()
            if chosen.outcome in ("", compared_run.outcome)
            and chosen.letter in ("", compared_run.letter)
        ]
        rows = rows.filter(question_id__in=read)
    if (chosen.field and chosen.choice) or chosen.key:
        rows = rows.filter(question_id__in=_about(run, chosen))
    if chosen.against is not None and chosen.side is not None:
        for compared_run, correct in zip(
            (run, chosen.against), _SIDES[chosen.side], strict=True
        ):
            judged = judged_questions(compared_run).items()
            answered = [uid for uid, was in judged if was.correct == correct]
            rows = rows.filter(question_id__in=answered)
    return rows


def _about(run: Run, chosen: SampleFilter) -> list[str]:
    """Return the ids of questions with the chosen label and correct answer."""
    questions = question_columns(run.release)
    fits = np.full(len(questions.ids), fill_value=True)
    if chosen.field and chosen.choice:
        fits &= has_label(questions, chosen.field, chosen.choice)
    if chosen.key:
        fits &= np.array(questions.answers) == chosen.key
    return list(compress(questions.ids, fits))
