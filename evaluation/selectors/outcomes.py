"""Reading what became of each question of a run."""

from typing import NamedTuple

from evaluation.models import Outcome, Run
from evaluation.runner.rules import CHOICES as RULE


class Judged(NamedTuple):
    """How one response was read, under the rule in force."""

    outcome: str
    letter: str
    """Empty where none could be read."""

    @property
    def correct(self) -> bool:
        return self.outcome == "correct"


def judged(run: Run) -> dict[str, Judged]:
    """Every scored question of a run by its id."""
    rows = Outcome.objects.filter(response__run=run, rule=RULE).order_by(
        "response__attempt"
    )
    return {
        question: Judged(outcome, letter)
        for question, outcome, letter in rows.values_list(
            "response__question_id", "outcome", "letter"
        )
    }
