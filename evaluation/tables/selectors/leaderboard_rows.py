"""Conversion of leaderboard rows into the rows of a paper's tables.

Open models, closed models and baselines are groups of their own, each with its best and
second best, in ascending order of the accuracy that the table shows (II-Bench, Table 3).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean
from typing import TypeVar

from evaluation.runs.domain.baselines import baseline_title
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.model_cards import Access
from evaluation.runs.models.runs import Origin
from evaluation.runs.selectors.scored_runs import Splits
from evaluation.scores.selectors.leaderboard import Human, LeaderboardRow
from reporting.tables import Group, Row
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Setting
from subtext_protocol.text import Language, in_language

RowT = TypeVar("RowT")

Value = Callable[[LeaderboardRow], float | None]
"""Function that returns the value of one table column for a leaderboard row."""

Runs = Callable[[LeaderboardRow], Sequence[int]]
"""Function that returns ids of runs behind a leaderboard row."""


def groups_of(
    rows: Sequence[LeaderboardRow],
    values: Sequence[Value],
    language: Language,
    *,
    settings: Sequence[str],
    people: Sequence[LeaderboardRow] = (),
    runs: Runs = lambda row: (),
) -> Iterator[Group]:
    """Yield the groups of models, then baselines, then people.

    ``settings`` are those that the values are from; rows are in ascending order of the
    accuracy in the first. ``people`` are the rows of people, ``runs`` names
    runs of a row besides those in ``settings``.
    """
    models = [row for row in rows if not row.is_baseline]
    baselines = [
        replace(row, model=baseline_title(row.model, language))
        for row in rows
        if row.is_baseline
    ]
    for title, chosen in (
        *groups_by_access(models, lambda row: row.access),
        ("baselines", baselines),
    ):
        if chosen:
            printed = rows_of(chosen, values, settings, runs)
            marked = 0 if title == "baselines" else 2
            yield Group(phrase(title, language), printed, marked)
    yield from people_groups(people, values, language, settings=settings)


def groups_by_access(
    rows: Sequence[RowT], access_of: Callable[[RowT], str]
) -> list[tuple[str, Sequence[RowT]]]:
    """Return names of groups and their rows by the access that model cards state.

    Without any card, all models are one group.
    """
    if not any(map(access_of, rows)):
        return [("models", rows)]
    return [
        (title, [row for row in rows if access_of(row) == access])
        for title, access in (
            ("open_models", Access.OPEN),
            ("closed_models", Access.CLOSED),
            ("models_without_card", ""),
        )
    ]


def rows_of(
    rows: Iterable[LeaderboardRow],
    values: Sequence[Value],
    settings: Sequence[str],
    runs: Runs = lambda row: (),
) -> tuple[Row, ...]:
    """Return one table row per leaderboard row, by accuracy in the first setting.

    Rows without such an accuracy come last; equal ones are in order of their names.
    """
    accuracy = rate_reader(settings[0], "overall")

    def place(row: LeaderboardRow) -> tuple[bool, float, str]:
        score = accuracy(row)
        return score is None, score or 0.0, row.name

    return tuple(
        Row(
            row.name,
            tuple(value(row) for value in values),
            runs=tuple(dict.fromkeys([*row.runs(settings), *runs(row)])),
            footnotes=_footnotes(row, len(values), settings),
        )
        for row in sorted(rows, key=place)
    )


def _footnotes(
    row: LeaderboardRow, columns: int, settings: Sequence[str]
) -> tuple[str, ...]:
    """Return the footnote of each value.

    A column of its own setting has that run's; else the first column has the one of the
    first setting.
    """
    notes = [
        row.cells[setting].footnote if setting in row.cells else ""
        for setting in settings
    ]
    if len(settings) == columns:
        return tuple(notes)
    return (notes[0], *[""] * (columns - 1))


def people_groups(
    people: Sequence[LeaderboardRow],
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
            if row.origin == origin and any(value(row) is not None for value in values)
        ]
        if panel:
            yield Group(
                phrase(title, language, people=len(panel)),
                _panel_rows(panel, values, language, settings),
                marked=1,
            )


def _panel_rows(
    panel: Sequence[LeaderboardRow],
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
            runs=best.runs(settings),
        ),
    )


def validator_groups(
    human: Human,
    values: Callable[[str], Sequence[float | None]],
    language: Language,
) -> Iterator[Group]:
    """Yield the group of the validators of the questions, who are named as such.

    ``values`` returns the columns of a measure of ``HumanTally``.
    """
    if not human.answers:
        return
    if not human.complete:
        title = phrase(
            "validators", language, people=human.people, questions=human.questions
        )
        yield Group(title, (Row(phrase("validators_avg", language), values("mean")),))
        return
    rows = [Row(phrase("human_avg", language), values("mean"))]
    if human.best is not None:
        rows.append(Row(phrase("human_best", language), values("best")))
    yield Group(phrase("panel", language, people=human.people), rows, marked=1)


def mean_of_all(values: Sequence[float | None]) -> float | None:
    """Return the mean; None unless all have a value."""
    known = [value for value in values if value is not None]
    return fmean(known) if known and len(known) == len(values) else None


def rate_reader(setting: str, *path: str, rate: str = "accuracy") -> Value:
    """Return a function that reads the rate at ``path`` in the cell of ``setting``."""
    return lambda row: row.rate(setting, *path, rate=rate)


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


def title_in_splits(title: str, splits: Splits, language: Language) -> str:
    """Return the title of a table with its splits."""
    where = phrase("and_split", language).join(splits)
    return phrase("in_splits", language, title=title, splits=where)


def question_titles(protocol: Protocol) -> list[str]:
    """Return the titles of the fixed questions, or the ids of those without."""
    return [
        in_language(question.title, protocol.language)
        if question.title
        else question.id
        for question in protocol.questions.fixed
    ]


def column_of(setting: Setting, language: str) -> str:
    """Return the name of ``setting`` as a column or group of a table."""
    return in_language(setting.short or setting.title, language)


def title_of(setting: Setting, language: str) -> str:
    """Return the title of ``setting`` in ``language``."""
    return in_language(setting.title, language)
