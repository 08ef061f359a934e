"""Columns of releases and runs, which figures over all questions are counted from."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.scored_runs import scored_splits
from evaluation.scores.models.outcome_arrays import (
    HumanBaseline,
    OutcomeColumns,
    QuestionColumns,
)
from evaluation.scores.selectors.human_baseline import HumanAnswers, splits_key
from evaluation.scores.selectors.outcome_arrays import NONE, read_question_columns
from releases.records.models import Release
from subtext_runner.rules import CHOICES as RULE


def store_question_columns(release: Release) -> QuestionColumns:
    """Store the questions of a release, which never change, unless they are there."""
    stored = QuestionColumns.objects.filter(release=release)
    if not stored.exists():
        read = [read_question_columns(release)]
        QuestionColumns.objects.bulk_create(read, ignore_conflicts=True)
    return stored.get()


def store_outcomes(run: Run, outcomes: Iterable[Mapping[str, Any]]) -> None:
    """Store the outcomes of ``run`` under the current rule.

    ``outcomes`` have the fields of ``subtext_runner.scoring.Outcome`` and
    ``question_id``.
    """
    questions = store_question_columns(run.release)
    by_id = {outcome["question_id"]: outcome for outcome in outcomes}
    read = {uid: outcome["letter"] or "" for uid, outcome in by_id.items()}
    letters = {uid: letter for uid, letter in read.items() if len(letter) == 1}
    OutcomeColumns.objects.update_or_create(
        run=run,
        rule=RULE,
        defaults={
            "outcomes": "".join(
                by_id[uid]["outcome"][0] if uid in by_id else NONE
                for uid in questions.ids
            ),
            "letters": "".join(letters.get(uid, NONE) for uid in questions.ids),
            "texts": {
                uid: letter
                for uid, letter in read.items()
                if len(letter) > 1 or letter == NONE
            },
            "reasons": {
                uid: outcome["reason"]
                for uid, outcome in by_id.items()
                if outcome["reason"]
            },
        },
    )


def count_people(release: Release) -> None:
    """Count the accuracy of people on the questions of a release anew."""
    people = HumanAnswers(release)
    HumanBaseline.objects.update_or_create(
        release=release,
        defaults={
            "tallies": {
                splits_key(splits): asdict(people.accuracies_by_group(splits))
                for splits in [*scored_splits(release), ()]
            },
            "shares": people.shares_correct(),
        },
    )
