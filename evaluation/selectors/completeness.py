"""Runs with more errors than the protocol allows in a complete run.

An error is a question, an item or a judged response to which no response came. It counts
as wrong, so the score of a run with many of them says little about its model.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from evaluation.domain.baselines import baseline_title
from evaluation.domain.wording import phrase
from evaluation.models import Run
from projects.domain.protocol.publication import EvaluationRules
from projects.domain.protocol.text import Language
from projects.domain.tables import Row, Table
from releases.models import Release


@dataclass(frozen=True)
class Errors:
    """Errors of a run, and whether they are more than the protocol allows."""

    errors: int
    n: int
    """Number of responses, errors among them."""
    is_incomplete: bool


def errors_of(run: Run) -> Errors:
    """Return the errors of a run; none before it is scored."""
    return _errors(run.scores, run.rules)


def _errors(scores: Mapping[str, Any], rules: EvaluationRules) -> Errors:
    counted = scores.get("overall") or scores
    # Open tasks count "errors", tallies and judges "error".
    errors = counted.get("error") or counted.get("errors") or 0
    n = counted.get("n") or 0
    return Errors(errors, n, bool(n) and errors / n > rules.maximum_error_share)


def incomplete_run_ids(release: Release) -> set[int]:
    """Return the ids of the incomplete runs of a release."""
    runs = Run.objects.filter(release=release).exclude(result={})
    return {run.pk for run in _with_counts(runs) if errors_of(run).is_incomplete}


def mark_incomplete(tables: Iterable[Table], language: Language) -> list[Table]:
    """Return the tables with a footnote at each row that has an incomplete run.

    Where each value of a row is of another model, the footnote is at the value.
    """
    tables = list(tables)
    ids = {
        run
        for table in tables
        for group in table.groups
        for row in group.rows
        for run in row.runs
    }
    notes = {
        run.pk: phrase(
            "incomplete_run",
            language,
            model=baseline_title(run.model, language),
            run=run.pk,
            errors=counted.errors,
            n=counted.n,
        )
        for run in _with_counts(Run.objects.filter(pk__in=ids))
        if (counted := errors_of(run)).is_incomplete
    }
    return [_marked(table, notes) for table in tables] if notes else tables


def _marked(table: Table, notes: Mapping[int, str]) -> Table:
    def marked(row: Row) -> Row:
        if row.value_runs:
            texts = [notes.get(run, "") if run else "" for run in row.value_runs]
            return replace(row, footnotes=texts if any(texts) else ())
        texts = [notes[run] for run in row.runs if run in notes]
        return replace(row, note=" ".join(dict.fromkeys(texts)))

    return replace(
        table,
        groups=[
            replace(group, rows=[marked(row) for row in group.rows])
            for group in table.groups
        ],
    )


def _with_counts(runs: QuerySet[Run]) -> QuerySet[Run]:
    return runs.select_related("release__protocol_version")
