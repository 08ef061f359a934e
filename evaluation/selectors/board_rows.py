"""Conversion of leaderboard rows into the rows of a paper's tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from evaluation.domain.wording import said
from evaluation.models import BASELINES, Origin
from projects.domain.protocol.publication import Setting
from projects.domain.protocol.text import Language, in_language
from projects.domain.tables import Group, Row

Value = Callable[[dict[str, Any]], float | None]
"""Function that returns the value of one table column for a leaderboard row."""


def groups_of(
    rows: Sequence[dict[str, Any]], values: Sequence[Value], language: Language
) -> Iterator[Group]:
    """Yield a group each for models, baselines and people imported from elsewhere."""
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
    """Return one table row per leaderboard row, in the same order."""
    return tuple(
        Row(name_of(row), tuple(value(row) for value in values)) for row in rows
    )


def rate_of(setting: str, *path: str, rate: str = "accuracy") -> Value:
    """Return a function that reads a rate from a leaderboard row.

    The rate is that of the tally at ``path``, such as ``overall``, in the cell of
    ``setting``. It is None where the row has no run in the setting or no such tally.
    """

    def value(row: dict[str, Any]) -> float | None:
        found = row["cells"].get(setting)
        for name in path:
            found = (found or {}).get(name)
        return found[rate] if found else None

    return value


def name_of(row: dict[str, Any]) -> str:
    """Return the model name with its revision, if any."""
    return f"{row['model']} ({row['revision']})" if row["revision"] else row["model"]


def is_baseline(row: dict[str, Any]) -> bool:
    """Return whether the row is a baseline, not a model."""
    return row["backend"] in BASELINES


def title_of(setting: Setting, language: str) -> str:
    """Return the title of ``setting`` in ``language``."""
    return in_language(setting.title, language)
