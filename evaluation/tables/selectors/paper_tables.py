"""Tables of a paper's results section, filled with the scores of a release.

The tables follow II-Bench, Tables 3 to 11, for the settings and labels of the protocol:
accuracy by label (two fields a table), by prompt setting and by number of shots, and
the metrics of all models. With several question formats there is
a table by format (CMMMU, Table 5); with rubric ratings, one of means (CII-Bench, Table
4). Titles are in the language of the benchmark or in the one chosen.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from evaluation.marking.selectors.correlations import correlation_tables
from evaluation.marking.selectors.generated_images import candidate_tables
from evaluation.marking.selectors.joint_ratings import joint_tables
from evaluation.runs.domain.model_names import model_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.completeness import incomplete_run_ids
from evaluation.runs.selectors.model_cards import short_names
from evaluation.runs.selectors.scored_runs import (
    Splits,
    latest_runs,
    runs_by_wording,
    scored_splits,
)
from evaluation.scores.selectors.leaderboard import leaderboard
from evaluation.tables.selectors.caption_tables import caption_tables
from evaluation.tables.selectors.dataset_tables import dataset_tables
from evaluation.tables.selectors.fixed_question_tables import fixed_question_table
from evaluation.tables.selectors.format_tables import format_table
from evaluation.tables.selectors.gain_tables import (
    caption_gain_tables,
    fixed_question_gains,
)
from evaluation.tables.selectors.group_tables import group_table
from evaluation.tables.selectors.incomplete_footnotes import mark_incomplete
from evaluation.tables.selectors.judged_captions import judged_caption_tables
from evaluation.tables.selectors.label_tables import label_tables
from evaluation.tables.selectors.leaderboard_rows import (
    column_of,
    groups_of,
    rate_reader,
    title_of,
)
from evaluation.tables.selectors.model_tables import model_tables
from evaluation.tables.selectors.outcome_tables import outcome_tables
from evaluation.tables.selectors.rating_tables import rating_tables
from evaluation.tables.selectors.task_tables import task_table
from releases.records.models import Release
from reporting.export_rows import guard_formula
from reporting.tables import (
    Group,
    Row,
    Table,
    TableFormat,
    as_csv,
    as_latex,
    as_markdown,
    escape_markdown,
)
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Setting
from subtext_protocol.shipped import shipped_protocol
from subtext_protocol.text import Language


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
        titles = [
            '"{}"\n'.format(guard_formula(table.title).replace('"', '""'))
            for table in tables
        ]
        texts = [title + text for title, text in zip(titles, texts, strict=True)]
    return "\n".join(texts)


def paper_tables(
    release: Release,
    language: Language | None = None,
    *,
    complete_only: bool = False,
) -> list[Table]:
    """Return every table that has scores, in the order of II-Bench.

    Texts are in ``language``, by default that of the benchmark. Rows with an incomplete
    run have a footnote; ``complete_only`` leaves these runs out.

    Scores on different splits are in tables of their own. Those of the main split come
    first; the ids of the others end with their splits.
    """
    protocol = _worded(release, language)
    left_out = incomplete_run_ids(release) if complete_only else ()
    tables: list[Table] = []
    for splits in scored_splits(release):
        main = splits == (protocol.release.main_split,)
        suffix = "" if main else f"-{'-'.join(splits)}"
        tables += [
            replace(table, id=f"{table.id}{suffix}")
            for table in _tables_on(release, protocol, splits, left_out)
        ]
    models = {
        run.model
        for cells in latest_runs(release, left_out=left_out).values()
        for run in cells.values()
    }
    tables = [
        *dataset_tables(release, protocol),
        *model_tables(release.project, models, protocol.language),
        *tables,
        *rating_tables(release, protocol, left_out),
        *judged_caption_tables(release, protocol, left_out),
        *joint_tables(release, protocol),
        *candidate_tables(release.project, protocol),
        *correlation_tables(release, protocol.language),
    ]
    tables = mark_incomplete(tables, protocol.language)
    return list(_with_parameter_notes(release, tables, protocol.language))


def _with_parameter_notes(
    release: Release, tables: Sequence[Table], language: Language
) -> Iterator[Table]:
    """Yield the tables; those with runs that differ from the protocol say in what."""
    labels = {
        run: phrase("model_parameters", language, model=model, parameters=label)
        for run, model, label in Run.objects.filter(release=release)
        .exclude(parameters_label="")
        .order_by("pk")
        .values_list("pk", "model", "parameters_label")
    }
    for table in tables:
        runs = {run for group in table.groups for row in group.rows for run in row.runs}
        if used := dict.fromkeys(label for run, label in labels.items() if run in runs):
            differing = phrase("request_parameters", language, models="; ".join(used))
            table = replace(table, note=" ".join(filter(None, [table.note, differing])))
        yield table


def table_language(release: Release, language: Language | None) -> Language:
    """Return the language of a release's tables; None stands for the benchmark's."""
    return language or release.protocol_version.protocol.language


def _worded(release: Release, language: Language | None) -> Protocol:
    """Return the release's protocol with its titles read in ``language``."""
    protocol = release.protocol_version.protocol
    return protocol.model_copy(update={"language": table_language(release, language)})


def _tables_on(
    release: Release, protocol: Protocol, splits: Splits, left_out: Collection[int]
) -> Iterator[Table]:
    """Yield the tables of the scores on ``splits``."""
    board = leaderboard(release, splits, left_out)
    if not (board["rows"] or board["people"]):
        yield from _captions_on(release, protocol, splits, left_out)
        return
    settings = protocol.evaluation.own_settings
    plain = settings[0]
    labels = list(label_tables(release, protocol, board, plain, left_out))
    plainly_asked = [s for s in settings if not s.shots]
    few_shot = [plain, *(s for s in settings if s.shots)]
    tables = [
        *labels[:1],
        group_table(board, plain, protocol),
        _by_setting(board, "prompts", plainly_asked, protocol),
        _by_setting(board, "shots", few_shot, protocol),
        *_by_wording(release, protocol, splits, left_out),
        _by_published_rule(board, protocol),
        *labels[1:],
        format_table(board, plain, protocol),
        fixed_question_table(board, protocol),
        fixed_question_gains(release, board, protocol),
        task_table(release, board, plain, protocol, left_out),
    ]
    where = phrase("and_split", protocol.language).join(splits)
    names = short_names(release.project)
    for table in [*tables, *outcome_tables(board, protocol, names)]:
        if table is not None:
            title = phrase(
                "on_splits",
                protocol.language,
                title=table.title,
                splits=where,
                n=board["questions"],
            )
            yield replace(table, title=title)
    yield from _captions_on(release, protocol, splits, left_out)


def _captions_on(
    release: Release, protocol: Protocol, splits: Splits, left_out: Collection[int]
) -> Iterator[Table]:
    """Yield the tables of open tasks on ``splits``, then their gains."""
    yield from caption_tables(release, protocol, splits, left_out)
    yield from caption_gain_tables(release, protocol, splits, left_out)


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
    release: Release, protocol: Protocol, splits: Splits, left_out: Collection[int]
) -> Iterator[Table]:
    """Yield accuracy by wording for each setting that has several (CMMMU, §4)."""
    for setting in protocol.evaluation.own_settings:
        wordings = protocol.evaluation.wordings(setting.id)
        ids = [wording.id for wording in wordings]
        runs = runs_by_wording(release, ids, splits, left_out)
        used = [
            wording
            for wording in wordings
            if any(wording.id in by_wording for by_wording in runs.values())
        ]
        rows = [
            Row(
                model_name(who.model, who.revision, who.parameters),
                [
                    by_wording[wording.id].scores["overall"]["accuracy"]
                    if wording.id in by_wording
                    else None
                    for wording in used
                ],
                runs=[run.pk for run in by_wording.values()],
            )
            for who, by_wording in sorted(runs.items())
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
