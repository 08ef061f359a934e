"""Footnotes at values of incomplete runs in tables."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from evaluation.runs.domain.baselines import baseline_title
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.completeness import errors_of
from reporting.tables import Row, Table
from subtext_protocol.text import Language


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
        for run in Run.objects.filter(pk__in=ids).select_related(
            "release__protocol_version"
        )
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
