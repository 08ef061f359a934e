"""Relative gains of techniques and of fine-tuning (ImageMet, §1, §5.1 and §5.2).

The paper states gains relative to the lower score: "+4.67% SBERT-Similarity" of Qwen2 IM is
62.29 over 59.51.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluation.runs.domain.model_names import model_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.model_cards import base_models
from evaluation.runs.selectors.scored_runs import Splits
from evaluation.scores.selectors.caption_scores import CaptionRow
from evaluation.tables.selectors.caption_tables import measured_tasks
from evaluation.tables.selectors.leaderboard_rows import (
    is_baseline,
    rate_reader,
    runs_of,
)
from releases.records.models import Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.text import Language, in_language


@dataclass(frozen=True)
class _Scored:
    """Scores of one model with one technique, or without any."""

    model: str
    technique: str
    revision: str
    parameters: str
    n: int
    """Number of items or questions that the scores are over."""
    values: Sequence[float | None]
    runs: Sequence[int]

    @property
    def name(self) -> str:
        name = f"{self.model} {self.technique}".strip()
        return model_name(name, self.revision, self.parameters)


def caption_gain_tables(
    release: Release,
    protocol: Protocol,
    splits: Splits,
    left_out: Collection[int] = (),
) -> Iterator[Table]:
    """Yield the gains of each table of captions that has any."""
    language = protocol.language
    bases = base_models(release.project)
    for measured in measured_tasks(release, protocol, splits, left_out):
        groups = []
        for title, rows in measured.rows_by_title.items():
            scored = [
                _of_captions(row, measured.metrics) for row in rows if not row.by_people
            ]
            if gains := list(_gains(scored, bases, language)):
                groups.append(Group(title, gains))
        if groups:
            yield Table(
                id=f"captions-{measured.number}-gains",
                title=phrase(
                    "in_splits",
                    language,
                    title=phrase(
                        "gains",
                        language,
                        title=" · ".join(group.title for group in groups),
                    ),
                    splits=phrase("and_split", language).join(splits),
                ),
                head=phrase("model", language),
                columns=[phrase(metric, language) for metric in measured.metrics],
                groups=groups,
                decimals=2,
            )


def fixed_question_gains(
    release: Release, board: dict[str, Any], protocol: Protocol
) -> Table | None:
    """Return the gains in accuracy on each fixed question; None where there are none."""
    language = protocol.language
    fixed = protocol.questions.fixed
    plain, *later_settings = protocol.evaluation.own_settings
    techniques = [setting for setting in later_settings if setting.suffix]
    scored = [
        _Scored(
            row["model"],
            setting.suffix,
            row["revision"],
            row["parameters"],
            row["cells"][setting.id]["overall"]["n"],
            [rate_reader(setting.id, "fixed", question.id)(row) for question in fixed],
            runs_of(row, [setting.id]),
        )
        for row in board["rows"]
        for setting in (plain, *techniques)
        if not is_baseline(row) and row["cells"].get(setting.id, {}).get("fixed")
    ]
    gains = list(_gains(scored, base_models(release.project), language))
    if not gains:
        return None
    return Table(
        id="fixed-questions-gains",
        title=phrase("gains", language, title=phrase("fixed", language)),
        head=phrase("model", language),
        columns=[
            in_language(question.title, language) if question.title else question.id
            for question in fixed
        ],
        groups=[Group("", gains)],
        decimals=2,
    )


def _of_captions(row: CaptionRow, metrics: Sequence[str]) -> _Scored:
    values = [row.means.get(metric) for metric in metrics]
    return _Scored(
        row.model,
        row.technique,
        row.revision,
        row.parameters,
        row.n,
        values,
        row.runs,
    )


def _gains(
    scored: Sequence[_Scored], bases: Mapping[str, str], language: Language
) -> Iterator[Row]:
    """Yield a row for each technique, and for each fine-tuned model in every technique.

    A technique is compared with the same model without it, a fine-tuned model with its
    base in the same technique; both over the same number of items.
    """
    for row in scored:
        for base in scored:
            by_technique = (row.model, row.revision, row.parameters) == (
                base.model,
                base.revision,
                base.parameters,
            ) and (row.technique and not base.technique)
            by_tuning = (
                bases.get(row.model) == base.model
                and row.technique == base.technique
                and row.parameters == base.parameters
            )
            if row.n == base.n and (by_technique or by_tuning):
                yield Row(
                    phrase("gain_over", language, name=row.name, base=base.name),
                    list(map(_relative, row.values, base.values)),
                    runs=[*row.runs, *base.runs],
                )


def _relative(value: float | None, base: float | None) -> float | None:
    return (value - base) / base if value is not None and base else None
