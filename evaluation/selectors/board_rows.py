"""Rows of the leaderboard as rows of a paper's tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from evaluation.domain.wording import said
from evaluation.models import BASELINES, Origin
from projects.domain.protocol.publication import Setting
from projects.domain.protocol.text import Language, in_language
from projects.domain.tables import Group, Row

Value = Callable[[dict[str, Any]], float | None]
"""What a column shows of a row of the leaderboard."""


def groups_of(
    rows: Sequence[dict[str, Any]], values: Sequence[Value], language: Language
) -> Iterator[Group]:
    """Models, baselines and people from outside, each with the values of their columns."""
    baselines = [row for row in rows if is_baseline(row)]
    people = [row for row in rows if row["origin"] == Origin.PEOPLE]
    models = [row for row in rows if row not in baselines and row not in people]
    for title, chosen in (
        ("models", models),
        ("baselines", baselines),
        ("imported_people", people),
    ):
        if chosen:
            yield Group(
                said(title, language), rows_of(chosen, values), ranked=chosen is models
            )


def rows_of(rows: Iterable[dict[str, Any]], values: Sequence[Value]) -> tuple[Row, ...]:
    """One row each, in the order given."""
    return tuple(
        Row(name_of(row), tuple(value(row) for value in values)) for row in rows
    )


def rate_of(setting: str, *path: str, rate: str = "accuracy") -> Value:
    """A rate of the tally at ``path`` in the cell of a setting, such as ``overall``.

    None where the row was not asked in the setting or has no such tally.
    """

    def value(row: dict[str, Any]) -> float | None:
        found = row["cells"].get(setting)
        for name in path:
            found = (found or {}).get(name)
        return found[rate] if found else None

    return value


def name_of(row: dict[str, Any]) -> str:
    """The model with its revision."""
    return f"{row['model']} ({row['revision']})" if row["revision"] else row["model"]


def is_baseline(row: dict[str, Any]) -> bool:
    """Whether no model is behind it."""
    return row["backend"] in BASELINES


def title_of(setting: Setting, language: str) -> str:
    """What a setting is called."""
    return in_language(setting.title, language)
