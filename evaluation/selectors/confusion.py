"""Reading which options a run chose in place of which."""

from typing import NamedTuple

from evaluation.domain.confusion import Choice, Matrix, by_length, by_letter
from evaluation.models import Run
from evaluation.selectors.outcomes import judged
from evaluation.selectors.questions import released_questions


class Confusion(NamedTuple):
    letters: Matrix
    lengths: Matrix


def confusion(run: Run) -> Confusion:
    """A run's choices against the keys, by letter and by length of the option."""
    questions = released_questions(run.release, splits=run.splits)
    choices = [
        Choice(questions[uid].options, questions[uid].answer, one.letter or one.outcome)
        for uid, one in judged(run).items()
    ]
    return Confusion(by_letter(choices), by_length(choices))
