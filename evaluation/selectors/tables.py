"""Tables of a paper's results section, filled with the scores of a release.

The tables follow II-Bench, Tables 3 to 11, for the settings and labels of the protocol:
accuracy by label (two fields a table), by prompt setting and by number of shots, and
the metrics of all models. With several question formats there is
a table by format (CMMMU, Table 5); with rubric ratings, one of means (CII-Bench, Table
4). Titles are in the language of the benchmark or in the one chosen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from evaluation.domain.baselines import baseline_title
from evaluation.domain.wording import phrase
from evaluation.runner.metrics.registry import METRICS
from evaluation.selectors.board_rows import (
    abbreviations,
    column_of,
    groups_of,
    is_baseline,
    rate_reader,
    runs_of,
    title_of,
)
from evaluation.selectors.caption_tables import caption_tables
from evaluation.selectors.correlations import correlation_tables
from evaluation.selectors.dataset_tables import dataset_tables
from evaluation.selectors.fixed_question_tables import fixed_question_table
from evaluation.selectors.format_tables import format_table
from evaluation.selectors.gain_tables import caption_gain_tables, fixed_question_gains
from evaluation.selectors.generated_images import candidate_tables
from evaluation.selectors.group_tables import group_table
from evaluation.selectors.joint_ratings import joint_tables
from evaluation.selectors.judged_captions import judged_caption_tables
from evaluation.selectors.label_tables import label_tables
from evaluation.selectors.leaderboard import leaderboard
from evaluation.selectors.model_cards import model_tables, short_names
from evaluation.selectors.rating_tables import rating_tables
from evaluation.selectors.scored_runs import (
    Splits,
    latest_runs,
    runs_by_wording,
    scored_splits,
)
from evaluation.selectors.task_tables import task_table
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.publication import Setting
from projects.domain.protocol.text import Language, in_language
from projects.domain.shipped import shipped_protocol
from projects.domain.tables import (
    Group,
    Row,
    Table,
    TableFormat,
    as_csv,
    as_latex,
    as_markdown,
    escape_markdown,
)
from releases.models import Release

MODELS_IN_A_TABLE = 5
"""Columns of an outcome table (II-Bench, Table 8)."""


def render_table(table: Table, table_format: TableFormat, language: Language) -> str:
    """Return the table as the text of a file, which names the runs of each row."""
    if table_format == "markdown":
        text = f"**{escape_markdown(table.title)}**\n\n{as_markdown(table)}"
        runs = [
            phrase(
                "run_id_list",
                language,
                row=row.label,
                runs=", ".join(map(str, row.runs)),
            )
            for group in table.groups
            for row in group.rows
            if row.runs
        ]
        if table.notes:
            text += f"\n{escape_markdown(table.notes)}\n"
        if runs:
            listed = phrase("run_ids", language, rows="; ".join(dict.fromkeys(runs)))
            text += f"\n{escape_markdown(listed)}\n"
        return text
    return as_latex(table) if table_format == "latex" else as_csv(table, named="group")


def render_tables(
    tables: Sequence[Table], table_format: TableFormat, language: Language
) -> str:
    """Return tables one below the other; in CSV, titles stand above several tables."""
    texts = [render_table(table, table_format, language) for table in tables]
    if table_format == "csv" and len(tables) > 1:
        titles = ['"{}"\n'.format(table.title.replace('"', '""')) for table in tables]
        texts = [title + text for title, text in zip(titles, texts, strict=True)]
    return "\n".join(texts)


def paper_tables(release: Release, language: Language | None = None) -> list[Table]:
    """Return every table that has scores, in the order of II-Bench.

    Texts are in ``language``, by default that of the benchmark.

    Scores on different splits are in tables of their own. Those of the main split come
    first; the ids of the others end with their splits.
    """
    protocol = _worded(release, language)
    tables: list[Table] = []
    for splits in scored_splits(release):
        main = splits == (protocol.release.main_split,)
        suffix = "" if main else f"-{'-'.join(splits)}"
        tables += [
            replace(table, id=f"{table.id}{suffix}")
            for table in _tables_on(release, protocol, splits)
        ]
    models = {
        run.model for cells in latest_runs(release).values() for run in cells.values()
    }
    return [
        *dataset_tables(release, protocol),
        *model_tables(release.project, models, protocol.language),
        *tables,
        *rating_tables(release, protocol),
        *judged_caption_tables(release, protocol),
        *joint_tables(release, protocol),
        *candidate_tables(release.project, protocol),
        *correlation_tables(release, protocol.language),
    ]


def table_language(release: Release, language: Language | None) -> Language:
    """Return the language of a release's tables; None stands for the benchmark's."""
    return language or release.protocol_version.protocol.language


def _worded(release: Release, language: Language | None) -> Protocol:
    """Return the release's protocol with its titles read in ``language``."""
    protocol = release.protocol_version.protocol
    return protocol.model_copy(update={"language": table_language(release, language)})


def _tables_on(release: Release, protocol: Protocol, splits: Splits) -> Iterator[Table]:
    """Yield the tables of the scores on ``splits``."""
    board = leaderboard(release, splits)
    if not (board["rows"] or board["people"]):
        yield from _captions_on(release, protocol, splits)
        return
    settings = protocol.evaluation.own_settings
    plain = settings[0]
    labels = list(label_tables(release, protocol, board, plain))
    plainly_asked = [s for s in settings if not s.shots]
    few_shot = [plain, *(s for s in settings if s.shots)]
    tables = [
        *labels[:1],
        group_table(board, plain, protocol),
        _by_setting(board, "prompts", plainly_asked, protocol),
        _by_setting(board, "shots", few_shot, protocol),
        *_by_wording(release, protocol, splits),
        _by_published_rule(board, protocol),
        *labels[1:],
        format_table(board, plain, protocol),
        fixed_question_table(board, protocol),
        fixed_question_gains(release, board, protocol),
        task_table(release, board, plain, protocol),
    ]
    where = phrase("and_split", protocol.language).join(splits)
    names = short_names(release.project)
    for table in [*tables, *_outcomes(board, protocol, names)]:
        if table is not None:
            title = phrase(
                "on_splits",
                protocol.language,
                title=table.title,
                splits=where,
                n=board["questions"],
            )
            yield replace(table, title=title)
    yield from _captions_on(release, protocol, splits)


def _captions_on(
    release: Release, protocol: Protocol, splits: Splits
) -> Iterator[Table]:
    """Yield the tables of open tasks on ``splits``, then their gains."""
    yield from caption_tables(release, protocol, splits)
    yield from caption_gain_tables(release, protocol, splits)


def _by_setting(
    board: dict[str, Any],
    table_id: str,
    settings: Sequence[Setting],
    protocol: Protocol,
) -> Table | None:
    """Return accuracy by setting, for rows with a setting beyond the first.

    Return None where there are fewer than two settings or no such rows.
    """
    used_settings = [
        setting
        for setting in settings
        if any(setting.id in row["cells"] for row in board["rows"])
    ]
    rows = [
        row
        for row in board["rows"]
        if any(setting.id in row["cells"] for setting in settings[1:])
    ]
    if not rows or len(used_settings) < 2:
        return None
    return Table(
        id=table_id,
        title=phrase(table_id, protocol.language),
        head=phrase("model", protocol.language),
        columns=tuple(
            column_of(setting, protocol.language) for setting in used_settings
        ),
        groups=tuple(
            groups_of(
                rows,
                [rate_reader(setting.id, "overall") for setting in used_settings],
                protocol.language,
                settings=[setting.id for setting in used_settings],
            )
        ),
    )


def _by_wording(
    release: Release, protocol: Protocol, splits: Splits
) -> Iterator[Table]:
    """Yield accuracy by wording for each setting that has several (CMMMU, §4)."""
    for setting in protocol.evaluation.own_settings:
        wordings = protocol.evaluation.wordings(setting.id)
        runs = runs_by_wording(release, [wording.id for wording in wordings], splits)
        used = [
            wording
            for wording in wordings
            if any(wording.id in by_wording for by_wording in runs.values())
        ]
        rows = [
            Row(
                f"{model} ({revision})" if revision else model,
                [
                    by_wording[wording.id].scores["overall"]["accuracy"]
                    if wording.id in by_wording
                    else None
                    for wording in used
                ],
                runs=[run.pk for run in by_wording.values()],
            )
            for (model, _, revision), by_wording in sorted(runs.items())
            if len(by_wording) > 1
        ]
        if rows:
            yield Table(
                id=f"wordings-{setting.id}",
                title=phrase(
                    "wordings",
                    protocol.language,
                    setting=title_of(setting, protocol.language),
                ),
                head=phrase("model", protocol.language),
                columns=[column_of(wording, protocol.language) for wording in used],
                groups=[Group("", rows)],
            )


def _by_published_rule(board: dict[str, Any], protocol: Protocol) -> Table | None:
    """Return accuracy by setting as the benchmark's published rule reads the answers.

    None where the protocol names no rule or no answer was read by it.
    """
    rule = protocol.evaluation.published_rule
    settings = [
        setting
        for setting in protocol.evaluation.own_settings
        if any(_has_published(row, setting.id) for row in board["rows"])
    ]
    if not rule or not settings:
        return None
    language = protocol.language
    return Table(
        id="published-rule",
        title=phrase("published_rule", language, rule=shipped_protocol(rule).name),
        head=phrase("model", language),
        columns=tuple(column_of(setting, language) for setting in settings),
        groups=tuple(
            groups_of(
                [
                    row
                    for row in board["rows"]
                    if any(_has_published(row, setting.id) for setting in settings)
                ],
                [rate_reader(setting.id, "published") for setting in settings],
                language,
                settings=[setting.id for setting in settings],
            )
        ),
    )


def _has_published(row: dict[str, Any], setting: str) -> bool:
    return bool(row["cells"].get(setting, {}).get("published"))


def _outcomes(
    board: dict[str, Any], protocol: Protocol, names: Mapping[str, str]
) -> Iterator[Table]:
    """Yield tables of the metrics by setting, such as accuracy, error and miss rate.

    Each has at most ``MODELS_IN_A_TABLE`` models, under the short ``names`` of those that
    have one (II-Bench, Appendix E).
    """
    rows = [row for row in board["rows"] if not is_baseline(row)] or board["rows"]
    parts = range(0, len(rows), MODELS_IN_A_TABLE)
    for number, first in enumerate(parts, start=1):
        shown_rows = rows[first : first + MODELS_IN_A_TABLE]
        yield Table(
            id=f"outcomes-{number}",
            title=phrase(
                "outcomes", protocol.language, number=number, parts=len(parts)
            ),
            head=phrase("rate", protocol.language),
            columns=tuple(
                names.get(row["model"])
                or baseline_title(row["model"], protocol.language)
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
                Group(
                    column_of(setting, protocol.language),
                    tuple(
                        Row(
                            in_language(metric.short, protocol.language),
                            tuple(
                                rate_reader(setting.id, "overall", rate=metric.id)(row)
                                for row in shown_rows
                            ),
                            runs=[
                                run
                                for row in shown_rows
                                for run in runs_of(row, [setting.id])
                            ],
                        )
                        for metric in METRICS
                        if metric.short
                    ),
                )
                for setting in protocol.evaluation.own_settings
                if any(setting.id in row["cells"] for row in shown_rows)
            ),
        )
