"""Conversion of leaderboard rows into the rows of a paper's tables.

Open models, closed models and baselines are groups of their own, each with its best and
second best, in ascending order of the accuracy that the table shows (II-Bench, Table 3).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean
from typing import Any

from evaluation.runs.domain.baselines import baseline_title
from evaluation.runs.domain.model_names import model_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.model_cards import Access
from evaluation.runs.models.runs import BASELINES, Origin
from reporting.tables import Group, Row
from subtext_protocol.publication import Setting
from subtext_protocol.text import Language, in_language

Value = Callable[[dict[str, Any]], float | None]
"""Function that returns the value of one table column for a leaderboard row."""

Runs = Callable[[dict[str, Any]], Sequence[int]]
"""Function that returns ids of runs behind a leaderboard row."""


def groups_of(
    rows: Sequence[dict[str, Any]],
    values: Sequence[Value],
    language: Language,
    *,
    settings: Sequence[str],
    people: Sequence[dict[str, Any]] = (),
    runs: Runs = lambda row: (),
) -> Iterator[Group]:
    """Yield the groups of models, then baselines, then people.

    ``settings`` are those that the values are from; rows are in ascending order of the
    accuracy in the first. ``people`` are the rows of people, ``runs`` names
    runs of a row besides those in ``settings``.
    """
    models = [row for row in rows if not is_baseline(row)]
    for title, chosen in (
        *groups_by_access(models),
        ("baselines", [_titled(row, language) for row in rows if is_baseline(row)]),
    ):
        if chosen:
            printed = rows_of(chosen, values, settings, runs)
            marked = 0 if title == "baselines" else 2
            yield Group(phrase(title, language), printed, marked)
    yield from people_groups(people, values, language, settings=settings)


def groups_by_access(
    rows: Sequence[dict[str, Any]],
) -> list[tuple[str, Sequence[dict[str, Any]]]]:
    """Return names of groups and their rows by the access that model cards state.

    Without any card, all models are one group.
    """
    if not any(row["access"] for row in rows):
        return [("models", rows)]
    return [
        (title, [row for row in rows if row["access"] == access])
        for title, access in (
            ("open_models", Access.OPEN),
            ("closed_models", Access.CLOSED),
            ("models_without_card", ""),
        )
    ]


def rows_of(
    rows: Iterable[dict[str, Any]],
    values: Sequence[Value],
    settings: Sequence[str],
    runs: Runs = lambda row: (),
) -> tuple[Row, ...]:
    """Return one table row per leaderboard row, by accuracy in the first setting.

    Rows without such an accuracy come last; equal ones are in order of their names.
    """
    accuracy = rate_reader(settings[0], "overall")

    def place(row: dict[str, Any]) -> tuple[bool, float, str]:
        score = accuracy(row)
        return score is None, score or 0.0, name_of(row)

    return tuple(
        Row(
            name_of(row),
            tuple(value(row) for value in values),
            runs=tuple(dict.fromkeys([*runs_of(row, settings), *runs(row)])),
            footnotes=_footnotes(row, len(values), settings),
        )
        for row in sorted(rows, key=place)
    )


def _footnotes(
    row: dict[str, Any], columns: int, settings: Sequence[str]
) -> tuple[str, ...]:
    """Return the footnote of each value.

    A column of its own setting has that run's; else the first column has the one of the
    first setting.
    """
    cells = row["cells"]
    notes = [cells.get(setting, {}).get("footnote", "") for setting in settings]
    if len(settings) == columns:
        return tuple(notes)
    return (notes[0], *[""] * (columns - 1))


def people_groups(
    people: Sequence[dict[str, Any]],
    values: Sequence[Value],
    language: Language,
    *,
    settings: Sequence[str],
) -> Iterator[Group]:
    """Yield a group of people by the source of their answers: average and best.

    People of the project who answered everything without the key come first, then
    imported people. The best has the highest overall accuracy; a single person stands
    under their name.
    """
    for origin, title in (
        (Origin.ANSWERED, "people_without_key"),
        (Origin.PEOPLE, "imported_people"),
    ):
        panel = [
            row
            for row in people
            if row["origin"] == origin
            and any(value(row) is not None for value in values)
        ]
        if panel:
            yield Group(
                phrase(title, language, people=len(panel)),
                _panel_rows(panel, values, language, settings),
                marked=1,
            )


def _panel_rows(
    panel: Sequence[dict[str, Any]],
    values: Sequence[Value],
    language: Language,
    settings: Sequence[str],
) -> tuple[Row, ...]:
    rows = rows_of(panel, values, settings)
    if len(panel) == 1:
        return rows
    accuracy = rate_reader(settings[0], "overall")
    best = max(panel, key=lambda row: accuracy(row) or 0.0)
    average = tuple(mean_of_all([value(row) for row in panel]) for value in values)
    return (
        Row(
            phrase("human_avg", language),
            average,
            runs=[run for row in rows for run in row.runs],
        ),
        Row(
            phrase("human_best", language),
            tuple(value(best) for value in values),
            runs=runs_of(best, settings),
        ),
    )


def validator_groups(
    human: dict[str, Any],
    values: Callable[[str], Sequence[float | None]],
    language: Language,
) -> Iterator[Group]:
    """Yield the group of the validators of the questions, who are named as such.

    ``values`` returns the columns of a measure of ``HumanTally``.
    """
    if not human["answers"]:
        return
    if not human["complete"]:
        title = phrase(
            "validators",
            language,
            people=human["people"],
            questions=human["questions"],
        )
        yield Group(title, (Row(phrase("validators_avg", language), values("mean")),))
        return
    rows = [Row(phrase("human_avg", language), values("mean"))]
    if human["best"] is not None:
        rows.append(Row(phrase("human_best", language), values("best")))
    yield Group(phrase("panel", language, people=human["people"]), rows, marked=1)


def mean_of_all(values: Sequence[float | None]) -> float | None:
    """Return the mean; None unless all have a value."""
    known = [value for value in values if value is not None]
    return fmean(known) if known and len(known) == len(values) else None


def runs_of(row: dict[str, Any], settings: Iterable[str]) -> tuple[int, ...]:
    """Return the ids of the runs behind a row in ``settings``."""
    cells = row["cells"]
    return tuple(cells[setting]["run"] for setting in settings if setting in cells)


def rate_reader(setting: str, *path: str, rate: str = "accuracy") -> Value:
    """Return a function that reads a rate from a leaderboard row.

    The rate is that of the tally at ``path``, such as ``overall``, in the cell of
    ``setting``. It is None where the row has no run in the setting, no such tally, or a
    tally that was counted before there was this rate.
    """

    def value(row: dict[str, Any]) -> float | None:
        tally = row["cells"].get(setting)
        for name in path:
            tally = (tally or {}).get(name)
        return tally.get(rate) if tally else None

    return value


def name_of(row: dict[str, Any]) -> str:
    """Return the name of a leaderboard row's model."""
    return model_name(row["model"], row["revision"], row["parameters"])


def _titled(baseline: dict[str, Any], language: Language) -> dict[str, Any]:
    return {**baseline, "model": baseline_title(baseline["model"], language)}


def is_baseline(row: dict[str, Any]) -> bool:
    """Return whether the row is a baseline, not a model."""
    return row["backend"] in BASELINES


def abbreviations(names: Iterable[tuple[str, str]], language: Language) -> str:
    """Return the note that explains short names; empty without any.

    ``names`` are pairs of a short name and what it refers to.
    """
    explained = phrase("comma", language).join(
        phrase("abbreviation", language, short=short, title=title)
        for short, title in names
        if short != title
    )
    return phrase("abbreviations", language, names=explained) if explained else ""


def column_of(setting: Setting, language: str) -> str:
    """Return the name of ``setting`` as a column or group of a table."""
    return in_language(setting.short or setting.title, language)


def title_of(setting: Setting, language: str) -> str:
    """Return the title of ``setting`` in ``language``."""
    return in_language(setting.title, language)
