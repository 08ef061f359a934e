"""Tables as they are printed, for comparison with the papers' rows."""

from collections.abc import Mapping, Sequence

from evaluation.tables.selectors.paper_tables import paper_tables
from releases.records.models import Release
from reporting.tables import Table
from subtext_protocol.text import Language
from tests.papers.runs import accuracy, finished_run


def table_of(
    release: Release, table_id: str, language: Language | None = None
) -> Table:
    """Return one table of a release."""
    tables = paper_tables(release, language)
    return next(table for table in tables if table.id == table_id)


def figures_by_row(table: Table) -> dict[str, list[str]]:
    """Return the printed figures of each row by its label, without marks of the best."""
    return {
        row.label: table.figures(row) for group in table.groups for row in group.rows
    }


def runs_by_setting(
    release: Release,
    settings: Sequence[str],
    percents: Mapping[str, Sequence[float]],
    n: int,
) -> None:
    """Create a run for each model and setting with the accuracy that a paper prints."""
    for model, row in percents.items():
        for setting, percent in zip(settings, row, strict=True):
            finished_run(release, model, accuracy(percent, n), setting=setting, total=n)


def printed(percents: Mapping[str, Sequence[float]]) -> dict[str, list[str]]:
    """Return a paper's rows with one decimal, as they are printed."""
    return {model: [f"{value:.1f}" for value in row] for model, row in percents.items()}
