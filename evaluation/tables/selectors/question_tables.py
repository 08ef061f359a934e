"""Tables by the kind of question: formats, fixed questions, and captions beside them.

Source: CMMMU, Table 5; ImageMet, Tables 3 and 7.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.model_cards import base_models
from evaluation.scores.selectors.caption_scores import caption_rows
from evaluation.scores.selectors.leaderboard import Leaderboard, LeaderboardRow
from evaluation.tables.selectors.caption_tables import Scored, gain_rows
from evaluation.tables.selectors.leaderboard_rows import (
    Value,
    groups_of,
    question_titles,
    rate_reader,
    title_of,
    validator_groups,
)
from releases.records.models import Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.formats.registry import format_title
from subtext_protocol.publication import Setting
from subtext_protocol.text import in_language

_CHOICES = ("single_choice", "multiple_choice")
_METRIC = "sbert"


def format_table(board: Leaderboard, protocol: Protocol) -> Table | None:
    """Return accuracy by question format; None where there is only one format."""
    language = protocol.language
    plain = protocol.evaluation.own_settings[0]
    rows = [
        row
        for row in board.rows
        if plain.id in row.cells and row.cells[plain.id].formats
    ]
    if not rows:
        return None
    counted = rows[0].cells[plain.id].formats
    kinds = _kinds_of_questions(protocol, counted)
    numbers: list[tuple[str, object]] = [
        *(
            (name, sum(counted[format_id]["n"] for format_id in formats))
            for name, formats in kinds
        ),
        (phrase("overall", language), rows[0].rate(plain.id, "overall", rate="n")),
    ]
    values = [
        *(_rate_of_formats(plain.id, formats) for _, formats in kinds),
        rate_reader(plain.id, "overall"),
    ]
    return Table(
        id="formats",
        title=phrase("formats", language, setting=title_of(plain, language)),
        head=phrase("model", language),
        columns=tuple(
            phrase("counted", language, title=name, n=n) for name, n in numbers
        ),
        groups=[
            *groups_of(rows, values, language, settings=[plain.id], people=board.people)
        ],
    )


def _kinds_of_questions(
    protocol: Protocol, counted: Mapping[str, Any]
) -> list[tuple[str, list[str]]]:
    """Return title and formats of each kind of question that was asked.

    Multiple choice is one kind, whether one option is correct or several (CMMMU,
    Table 5).
    """
    language = protocol.language
    formats = [
        format_id for format_id in protocol.questions.formats if counted[format_id]["n"]
    ]
    choices = [format_id for format_id in formats if format_id in _CHOICES]
    joined = choices if len(choices) > 1 else []
    kinds = [(phrase("choices", language), joined)] if joined else []
    return kinds + [
        (format_title(format_id, language), [format_id])
        for format_id in formats
        if format_id not in joined
    ]


def _rate_of_formats(setting: str, formats: Sequence[str]) -> Value:
    """Return a function that reads the accuracy on questions of any of the formats."""

    def value(row: LeaderboardRow) -> float | None:
        tallies = row.cells[setting].formats if setting in row.cells else {}
        counts = [tallies[name] for name in formats if tallies.get(name)]
        total = sum(tally["n"] for tally in counts)
        return sum(tally["correct"] for tally in counts) / total if total else None

    return value


def fixed_question_table(board: Leaderboard, protocol: Protocol) -> Table | None:
    """Return accuracy on each fixed question by setting (ImageMet, Table 3)."""
    language = protocol.language
    fixed = [question.id for question in protocol.questions.fixed]
    plain, *later_settings = protocol.evaluation.own_settings
    techniques = [setting for setting in later_settings if setting.suffix]
    rows = [*board.rows, *_technique_rows(board.rows, plain, techniques)]
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
        for setting in (plain, *later_settings)
        for group in groups_of(
            [
                row
                for row in rows
                if setting not in techniques and _has_fixed(row, setting)
            ],
            [rate_reader(setting.id, "fixed", fixed_id) for fixed_id in fixed],
            language,
            settings=[setting.id],
            people=[row for row in board.people if _has_fixed(row, setting)],
        )
    ]
    if not groups:
        return None
    groups += validator_groups(
        board.human,
        lambda measure: [
            getattr(board.human.fixed[fixed_id], measure) for fixed_id in fixed
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
        groups=groups,
    )


def _technique_rows(
    rows: Sequence[LeaderboardRow], plain: Setting, techniques: Sequence[Setting]
) -> Iterator[LeaderboardRow]:
    """Yield a row for each technique, which follows the model's name.

    Its scores stand in the cell of the ``plain`` setting, whose rows it joins.
    """
    for row in rows:
        for setting in techniques:
            if setting.id in row.cells:
                model = f"{row.model} {setting.suffix}"
                cells = {plain.id: row.cells[setting.id]}
                yield replace(row, model=model, cells=cells)


def _has_fixed(row: LeaderboardRow, setting: Setting) -> bool:
    return setting.id in row.cells and bool(row.cells[setting.id].fixed)


def fixed_question_gains(
    release: Release, board: Leaderboard, protocol: Protocol
) -> Table | None:
    """Return the gains in accuracy on each fixed question; None where there are none.

    Source: ImageMet, §5.2.
    """
    language = protocol.language
    fixed = protocol.questions.fixed
    plain, *later_settings = protocol.evaluation.own_settings
    techniques = [setting for setting in later_settings if setting.suffix]
    scored = [
        Scored(
            row.model,
            setting.suffix,
            row.revision,
            row.parameters,
            row.rate(setting.id, "overall", rate="n"),
            [row.rate(setting.id, "fixed", question.id) for question in fixed],
            row.runs([setting.id]),
        )
        for row in board.rows
        for setting in (plain, *techniques)
        if not row.is_baseline and _has_fixed(row, setting)
    ]
    gains = gain_rows(scored, base_models(release.project), language)
    if not gains:
        return None
    return Table(
        id="fixed-questions-gains",
        title=phrase("gains", language, title=phrase("fixed", language)),
        head=phrase("model", language),
        columns=question_titles(protocol),
        groups=[Group("", gains)],
        decimals=2,
    )


def captions_and_questions_table(
    release: Release,
    board: Leaderboard,
    protocol: Protocol,
    left_out: Collection[int] = (),
) -> Table | None:
    """Return SBERT similarity of captions and accuracy on each fixed question, by model.

    It has the models with both, in the first open task that measures the similarity and
    in the first setting; None where there are none. Source: ImageMet, Table 7.
    """
    language = protocol.language
    fixed = protocol.questions.fixed
    plain = protocol.evaluation.own_settings[0].id
    task = next(
        (t for t in protocol.evaluation.open_tasks if _METRIC in t.metrics), None
    )
    if task is None or not fixed:
        return None
    captions = {
        (row.model, row.revision, row.parameters): row
        for row in caption_rows(release, task, board.splits, left_out)
        if _METRIC in row.means and not row.by_people
    }
    rows = []
    for row in sorted(board.rows, key=lambda row: row.name):
        of_captions = captions.get((row.model, row.revision, row.parameters))
        scores = [row.rate(plain, "fixed", question.id) for question in fixed]
        if of_captions and not row.is_baseline and None not in scores:
            values = (of_captions.means[_METRIC], *scores)
            runs = [*of_captions.runs, *row.runs([plain])]
            rows.append(Row(row.name, values, runs=runs))
    if not rows:
        return None
    return Table(
        id="captions-and-questions",
        title=phrase(
            "captions_and_questions", language, task=in_language(task.title, language)
        ),
        head=phrase("model", language),
        columns=(phrase(_METRIC, language), *question_titles(protocol)),
        groups=[Group("", rows, 2)],
        decimals=2,
    )
