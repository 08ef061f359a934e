"""Runs whose scores are the rows of a paper's tables."""

from collections.abc import Mapping, Sequence

from evaluation.runs.models.model_cards import ModelCard
from evaluation.tables.selectors.paper_tables import paper_tables, render_table
from releases.records.models import Release
from subtext_protocol.text import in_language
from tests.papers.runs import accuracy, finished_run
from tests.papers.typed_tables import TypedTable, number, read_table

ACCESS = {"Open-source Models": "open", "Closed-source Models": "closed"}
TEXT_ONLY, HUMANS = "Text-Only Models", "Humans"
SPELLINGS = {"Medium": "Middle", "Difficult": "Hard"}
"""CII-Bench spells two levels of difficulty in two ways."""


def name_of(heading: str) -> str:
    """Return a heading without its number, as the protocol spells it."""
    name = heading.partition(" (")[0]
    return SPELLINGS.get(name, name)


def add_cards(release: Release, table: TypedTable) -> None:
    """Create model cards that put the models into the groups of the paper."""
    ModelCard.objects.bulk_create(
        ModelCard(project=release.project, model=model, access=access)
        for title, access in ACCESS.items()
        for model in table.groups.get(title, ())
    )


def add_label_runs(
    release: Release, table: TypedTable, fields: Sequence[str], *, people: int, n: int
) -> None:
    """Create runs in the first setting with the accuracies of a table by label.

    ``people`` people have together the paper's average, and one of them its best.
    """
    numbers = {
        title: {label: list(map(number, cells)) for label, cells in rows.items()}
        for title, rows in table.groups.items()
    }
    humans = numbers.pop(HUMANS)
    average, best = humans["Human_avg"], humans["Human_best"]
    others = [
        (people * mean - top) / (people - 1)
        for mean, top in zip(average, best, strict=True)
    ]
    panel = {f"Person {at}": others if at else best for at in range(people)}
    for title, rows in {**numbers, HUMANS: panel}.items():
        more = {"origin": "people", "backend": "replay"} if title == HUMANS else {}
        setting = "text-only" if title == TEXT_ONLY else "none"
        for model, figures in rows.items():
            scores = accuracy(figures[0], n) | {
                "slices": _slices(release, table, fields, figures)
            }
            finished_run(release, model, scores, setting=setting, total=n, **more)
    add_cards(release, table)


def _slices(
    release: Release, table: TypedTable, fields: Sequence[str], figures: Sequence[float]
) -> dict[str, dict[str, object]]:
    by_name = dict(zip(map(name_of, table.columns), figures, strict=True))
    counts = {
        name_of(heading): int(heading.partition(" (")[2].rstrip(")").replace(",", ""))
        for heading in table.columns
        if " (" in heading
    }
    protocol = release.protocol_version.protocol
    slices: dict[str, dict[str, object]] = {}
    for field in fields:
        for choice in protocol.label(field).choices:
            name = in_language(choice.short or choice.released_title, "en")
            # CII-Bench, Table 8, leaves one of the nine rhetorical devices out.
            if name in by_name:
                tally = accuracy(by_name[name], counts.get(name, 100))["overall"]
                slices.setdefault(field, {})[choice.id] = tally
    return slices


def add_setting_runs(
    release: Release, table: TypedTable, settings: Sequence[str], *, n: int
) -> None:
    """Create runs with the accuracies of a table by setting; columns are settings."""
    for model, cells in table.rows().items():
        for setting, cell in zip(settings, cells, strict=True):
            scores = accuracy(number(cell), n)
            finished_run(release, model, scores, setting=setting, total=n)
    add_cards(release, table)


def add_outcome_runs(
    release: Release, tables: Sequence[TypedTable], *, n: int
) -> Mapping[tuple[str, str, str], str]:
    """Create runs with the rates of tables by setting, and return them.

    The key of a figure is model, title of the setting, and rate.
    """
    typed = outcome_figures(tables)
    for model, title in {(model, title) for model, title, _ in typed}:
        correct, error, miss = (
            float(typed[model, title, rate]) for rate in ("Acc", "Error", "Miss")
        )
        scores = accuracy(correct, n)
        scores["overall"] |= {"error_rate": error / 100, "miss_rate": miss / 100}
        finished_run(release, model, scores, setting=title.lower(), total=n)
    return typed


def outcome_figures(tables: Sequence[TypedTable]) -> dict[tuple[str, str, str], str]:
    """Return the figures of tables of rates by model, title of the setting, and rate."""
    return {
        (model, title, rate): cell
        for table in tables
        for title, rows in table.groups.items()
        for rate, cells in rows.items()
        for model, cell in zip(table.columns, cells, strict=True)
    }


def printed_tables(release: Release, prefix: str) -> list[TypedTable]:
    """Return the printed English tables whose ids begin with ``prefix``."""
    return [
        read_table(render_table(table, "markdown", "en"))
        for table in paper_tables(release, "en")
        if table.id.startswith(prefix)
    ]
