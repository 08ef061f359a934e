"""Tables of accuracy, error and miss rate, with a column for each model."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluation.runs.domain.baselines import baseline_title
from evaluation.runs.domain.model_names import model_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.tables.selectors.leaderboard_rows import (
    abbreviations,
    column_of,
    is_baseline,
    rate_reader,
)
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.text import in_language
from subtext_runner.metrics.registry import METRICS

MODELS_IN_A_TABLE = 5
"""Columns of an outcome table (II-Bench, Table 8)."""


def outcome_tables(
    board: dict[str, Any], protocol: Protocol, names: Mapping[str, str]
) -> Iterator[Table]:
    """Yield tables of the metrics by setting, such as accuracy, error and miss rate.

    Each has at most ``MODELS_IN_A_TABLE`` models, under the short ``names`` of those that
    have one (II-Bench, Appendix E).
    """
    rows = [row for row in board["rows"] if not is_baseline(row)] or board["rows"]
    title = phrase("outcomes", protocol.language)
    parts = range(0, len(rows), MODELS_IN_A_TABLE)
    for number, first in enumerate(parts, start=1):
        shown_rows = rows[first : first + MODELS_IN_A_TABLE]
        yield Table(
            id=f"outcomes-{number}",
            title=phrase(
                "part", protocol.language, title=title, number=number, parts=len(parts)
            )
            if len(parts) > 1
            else title,
            head=phrase("rate", protocol.language),
            columns=tuple(
                model_name(
                    names.get(row["model"])
                    or baseline_title(row["model"], protocol.language),
                    row["parameters"],
                )
                for row in shown_rows
            ),
            note=abbreviations(
                (
                    (names[row["model"]], row["model"])
                    for row in shown_rows
                    if row["model"] in names
                ),
                protocol.language,
            ),
            groups=tuple(
                _rates(
                    setting.id,
                    column_of(setting, protocol.language),
                    shown_rows,
                    protocol,
                )
                for setting in protocol.evaluation.own_settings
                if any(setting.id in row["cells"] for row in shown_rows)
            ),
        )


def _rates(
    setting: str, title: str, rows: Sequence[dict[str, Any]], protocol: Protocol
) -> Group:
    """Return the metrics of each model in a setting."""
    runs = [row["cells"].get(setting, {}).get("run") for row in rows]
    return Group(
        title,
        tuple(
            Row(
                in_language(metric.short, protocol.language),
                tuple(
                    rate_reader(setting, "overall", rate=metric.id)(row) for row in rows
                ),
                runs=[run for run in runs if run],
                value_runs=runs,
            )
            for metric in METRICS
            if metric.short
        ),
    )
