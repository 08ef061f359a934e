"""Selector for the outcomes of a run's questions."""

from typing import NamedTuple

from evaluation.models import Outcome, Run
from evaluation.runner.rules import CHOICES as RULE


class Judged(NamedTuple):
    """How one response was scored under the current rule."""

    outcome: str
    letter: str
    """Letter that was read; empty for a miss."""

    @property
    def correct(self) -> bool:
        return self.outcome == "correct"


def judged(run: Run) -> dict[str, Judged]:
    """Return the outcome of every scored question of ``run``, by question id."""
    rows = Outcome.objects.filter(response__run=run, rule=RULE).order_by(
        "response__attempt"
    )
    return {
        question: Judged(outcome, letter)
        for question, outcome, letter in rows.values_list(
            "response__question_id", "outcome", "letter"
        )
    }
