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
    """A run's choices against the keys, by letter and by length of the option.

    Of questions of which one option is right.
    """
    questions = released_questions(run.release, splits=run.splits)
    choices = [
        Choice(questions[uid].options, letter, one.letter or one.outcome)
        for uid, one in judged(run).items()
        if (letter := questions[uid].letter) is not None
    ]
    return Confusion(by_letter(choices), by_length(choices))
