"""The figures of the open round, which a job stores."""

from collections.abc import Mapping

from projects.models import Project
from review.rounds.selectors.freshness import questions_short_of_people
from review.rounds.selectors.rounds import current_round
from review.stored_statistics.selectors import read_figures

ROUND = "round"
_NO_ROUND: Mapping[str, int] = {"short_of_people": 0}


def compute_round_figures(project: Project) -> Mapping[str, int]:
    """Count the questions of the open round that too few people can still answer."""
    current = current_round(project)
    short = len(questions_short_of_people(current)) if current else 0
    return {"short_of_people": short}


def count_questions_short_of_people(project: Project) -> int:
    """Return that count, computed now or last stored."""
    figures: Mapping[str, int] = read_figures(
        project,
        ROUND,
        compute=lambda: compute_round_figures(project),
        empty=_NO_ROUND,
    )
    return figures["short_of_people"]
