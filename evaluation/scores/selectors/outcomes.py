"""Selector for the outcomes of a run's questions."""

from collections.abc import Collection
from typing import NamedTuple

from evaluation.runs.models.runs import Run
from evaluation.scores.models.outcome_arrays import OutcomeColumns, QuestionColumns
from evaluation.scores.selectors.outcome_arrays import (
    NONE,
    outcome_columns,
    question_columns,
)

_OUTCOMES = {name[0]: name for name in ("correct", "incorrect", "miss", "error")}


class JudgedQuestion(NamedTuple):
    """How one response was scored under the current rule."""

    outcome: str
    letter: str
    """What was read: the letter; in other formats the letters, the word or the phrase.
    Empty for a miss."""
    reason: str
    """Why nothing was read; else empty."""

    @property
    def correct(self) -> bool:
        return self.outcome == "correct"


def judged_questions(
    run: Run, question_ids: Collection[str] | None = None
) -> dict[str, JudgedQuestion]:
    """Return the outcome of every scored question of ``run``, by question id.

    ``question_ids`` limits the questions.
    """
    questions = question_columns(run.release)
    judged = outcomes_by_question(outcome_columns([run], questions)[run.pk], questions)
    if question_ids is None:
        return judged
    return {uid: judged[uid] for uid in question_ids if uid in judged}


def outcomes_by_question(
    columns: OutcomeColumns, questions: QuestionColumns
) -> dict[str, JudgedQuestion]:
    """Return the outcome of every question that has one in ``columns``, by its id."""
    entries = zip(questions.ids, columns.outcomes, columns.letters, strict=True)
    return {
        uid: JudgedQuestion(
            outcome=_OUTCOMES[outcome],
            letter=columns.texts.get(uid, "") if letter == NONE else letter,
            reason=columns.reasons.get(uid, ""),
        )
        for uid, outcome, letter in entries
        if outcome != NONE
    }
