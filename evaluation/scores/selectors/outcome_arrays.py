"""Columns of releases and runs: entry i of each is about the same question."""

import hashlib
from collections.abc import Sequence

import numpy as np
from django.db.models.fields.json import KeyTextTransform
from numpy.typing import NDArray

from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    released_questions,
)
from evaluation.scores.models.outcome_arrays import OutcomeColumns, QuestionColumns
from releases.content.domain.frozen import canonical_json
from releases.records.models import Release
from subtext_protocol.document import Protocol

NONE = "-"
"""Entry of a question that has no letter, or that was not asked."""

CORRECT, INCORRECT = "c", "i"
"""Entries of outcomes: their first letters."""


def question_columns(release: Release) -> QuestionColumns:
    """Return the questions of ``release``; each stored column is read on first use."""
    stored = QuestionColumns.objects.filter(release=release).only("release").first()
    return stored or read_question_columns(release)


def read_question_columns(release: Release) -> QuestionColumns:
    """Read the columns from the frozen rows of ``release``."""
    questions = list(released_questions(release).values())
    clusters: dict[tuple[str, ...], int] = {}
    return QuestionColumns(
        release=release,
        ids=[question.id for question in questions],
        splits=[question.split for question in questions],
        clusters=[
            clusters.setdefault(question.cluster, len(clusters))
            for question in questions
        ],
        answers=[question.answer for question in questions],
        keys="".join(question.letter or NONE for question in questions),
        orders=[question.order for question in questions],
        contents=[_digest(question) for question in questions],
        labels=_labels(questions, release.protocol),
    )


def _digest(question: ReleasedQuestion) -> str:
    content = canonical_json(question.content)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def _labels(
    questions: Sequence[ReleasedQuestion], protocol: Protocol
) -> dict[str, dict[str, str]]:
    return {
        field.id: {
            choice.id: "".join(
                str(int(choice.id in question.labels.get(field.id, ())))
                for question in questions
            )
            for choice in field.choices
        }
        for field in protocol.labels
    }


def outcome_columns(
    runs: Sequence[Run], questions: QuestionColumns
) -> dict[int, OutcomeColumns]:
    """Return the outcomes of runs on the release of ``questions``, by run id.

    They are those under the rule that each run was scored under, and empty for a run
    without scores.
    """
    stored = OutcomeColumns.objects.filter(
        run__in=runs, rule=KeyTextTransform("rule", "run__result")
    )
    stored_columns = {columns.run_id: columns for columns in stored}
    empty = NONE * len(questions.ids)
    return {
        run.pk: stored_columns.get(run.pk)
        or OutcomeColumns(run=run, outcomes=empty, letters=empty)
        for run in runs
    }


def correctness_array(columns: OutcomeColumns) -> NDArray[np.float64]:
    """Return 1 for correct answers, 0 for others, NaN for questions not asked."""
    outcomes = _entries(columns.outcomes)
    scores = np.where(outcomes == CORRECT.encode(), 1.0, 0.0)
    return np.where(outcomes == NONE.encode(), np.nan, scores)


def has_label(questions: QuestionColumns, field: str, choice: str) -> NDArray[np.bool_]:
    """Return which questions are about items with this label.

    They are none where the protocol has no such label.
    """
    column = questions.labels.get(field, {}).get(choice)
    if column is None:
        return np.zeros(len(questions.ids), dtype=bool)
    return np.asarray(_entries(column) == b"1")


def _entries(column: str) -> NDArray[np.bytes_]:
    return np.frombuffer(column.encode("ascii"), dtype="S1")
