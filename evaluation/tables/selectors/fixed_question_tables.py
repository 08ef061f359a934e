"""Accuracy on the questions that every item has (ImageMet, Table 3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from evaluation.runs.domain.result_phrases import phrase
from evaluation.tables.selectors.leaderboard_rows import (
    groups_of,
    rate_reader,
    title_of,
    validator_groups,
)
from reporting.tables import Table
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Setting
from subtext_protocol.text import in_language


def fixed_question_table(board: dict[str, Any], protocol: Protocol) -> Table | None:
    """Return accuracy on each fixed question by setting (ImageMet, Table 3)."""
    language = protocol.language
    fixed = [question.id for question in protocol.questions.fixed]
    plain, *later_settings = protocol.evaluation.own_settings
    techniques = [setting for setting in later_settings if setting.suffix]
    values = [
        (setting, [rate_reader(setting.id, "fixed", fixed_id) for fixed_id in fixed])
        for setting in (plain, *later_settings)
    ]
    rows = [*board["rows"], *_rows_by_technique(board["rows"], plain, techniques)]
    groups = [
        replace(
            group,
            title=phrase(
                "in_setting",
                language,
                group=group.title,
                setting=title_of(setting, language),
            ),
        )
        for setting, cells in values
        for group in groups_of(
            [
                row
                for row in rows
                if setting not in techniques and _has_fixed(row, setting.id)
            ],
            cells,
            language,
            settings=[setting.id],
            people=[row for row in board["people"] if _has_fixed(row, setting.id)],
        )
    ]
    if not groups:
        return None
    human = board["human"]
    groups += validator_groups(
        human,
        lambda measure: [
            getattr(human["fixed"][fixed_id], measure) for fixed_id in fixed
        ],
        language,
    )
    return Table(
        id="fixed-questions",
        title=phrase("fixed", language),
        head=phrase("model", language),
        columns=tuple(
            in_language(question.title, language)
            if question.title
            else question.id.replace("_", " ").capitalize()
            for question in protocol.questions.fixed
        ),
        groups=tuple(groups),
    )


def _rows_by_technique(
    rows: Sequence[dict[str, Any]], plain: Setting, techniques: Sequence[Setting]
) -> Iterator[dict[str, Any]]:
    """Yield a row for each technique, which follows the model's name.

    Its scores stand in the cell of the ``plain`` setting, whose rows it joins.
    """
    for row in rows:
        for setting in techniques:
            if setting.id in row["cells"]:
                model = f"{row['model']} {setting.suffix}"
                cells = {plain.id: row["cells"][setting.id]}
                yield {**row, "model": model, "cells": cells}


def _has_fixed(row: dict[str, Any], setting: str) -> bool:
    return bool(row["cells"].get(setting, {}).get("fixed"))
