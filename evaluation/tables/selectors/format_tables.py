"""The table of accuracy by question format (CMMMU, Table 5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.runs.domain.result_phrases import phrase
from evaluation.tables.selectors.leaderboard_rows import (
    Value,
    groups_of,
    rate_reader,
    title_of,
)
from reporting.tables import Table
from subtext_protocol.document import Protocol
from subtext_protocol.formats.registry import format_title
from subtext_protocol.publication import Setting

_CHOICES = ("single_choice", "multiple_choice")


def format_table(
    board: dict[str, Any], plain: Setting, protocol: Protocol
) -> Table | None:
    """Return accuracy by question format; None where there is only one format."""
    rows = [
        row
        for row in board["rows"]
        if plain.id in row["cells"] and row["cells"][plain.id]["formats"]
    ]
    if not rows:
        return None
    counted = rows[0]["cells"][plain.id]["formats"]
    kinds = _kinds_of_questions(protocol, counted)
    language = protocol.language

    def title(name: str, n: int) -> str:
        return phrase("counted", language, title=name, n=n)

    titles = [
        title(name, sum(counted[format_id]["n"] for format_id in formats))
        for name, formats in kinds
    ]
    every = rows[0]["cells"][plain.id]["overall"]["n"]
    return Table(
        id="formats",
        title=phrase("formats", language, setting=title_of(plain, language)),
        head=phrase("model", language),
        columns=(*titles, title(phrase("overall", language), every)),
        groups=tuple(
            groups_of(
                rows,
                [
                    *(_rate_of_formats(plain.id, formats) for _, formats in kinds),
                    rate_reader(plain.id, "overall"),
                ],
                language,
                settings=[plain.id],
                people=board["people"],
            )
        ),
    )


def _kinds_of_questions(
    protocol: Protocol, counted: Mapping[str, Any]
) -> list[tuple[str, list[str]]]:
    """Return title and formats of each kind of question that was asked.

    Multiple choice is one kind, whether one option is correct or several (CMMMU,
    Table 5).
    """
    formats = [
        format_id for format_id in protocol.questions.formats if counted[format_id]["n"]
    ]
    choices = [format_id for format_id in formats if format_id in _CHOICES]
    language = protocol.language
    kinds = []
    if len(choices) > 1:
        kinds.append((phrase("choices", language), choices))
        formats = [format_id for format_id in formats if format_id not in choices]
    return [
        *kinds,
        *((format_title(format_id, language), [format_id]) for format_id in formats),
    ]


def _rate_of_formats(setting: str, formats: Sequence[str]) -> Value:
    """Return a function that reads the accuracy on questions of any of the formats."""

    def value(row: dict[str, Any]) -> float | None:
        tallies = row["cells"].get(setting, {}).get("formats", {})
        counts = [tallies[name] for name in formats if tallies.get(name)]
        total = sum(tally["n"] for tally in counts)
        return sum(tally["correct"] for tally in counts) / total if total else None

    return value
