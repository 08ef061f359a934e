"""Tables of a paper's results section, filled with the scores of a release.

The tables follow II-Bench, Tables 3 to 11, for the settings and labels of the protocol:
accuracy by label (two fields a table), by prompt setting and by number of shots, and
the metrics of all models. With several question formats there is
a table by format (CMMMU, Table 5); with rubric ratings, one of means (CII-Bench, Table
4). Titles are in the language of the benchmark or in the one chosen.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from evaluation.marking.selectors.correlations import correlation_tables
from evaluation.marking.selectors.generated_images import candidate_tables
from evaluation.marking.selectors.joint_ratings import joint_tables
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.completeness import incomplete_run_ids
from evaluation.runs.selectors.model_cards import short_names
from evaluation.runs.selectors.scored_runs import Splits, latest_runs, scored_splits
from evaluation.scores.selectors.leaderboard import leaderboard
from evaluation.tables.selectors.caption_tables import caption_tables
from evaluation.tables.selectors.description_tables import (
    dataset_tables,
    model_tables,
)
from evaluation.tables.selectors.incomplete_footnotes import mark_incomplete
from evaluation.tables.selectors.judged_captions import judged_caption_tables
from evaluation.tables.selectors.label_tables import label_tables
from evaluation.tables.selectors.question_tables import (
    captions_and_questions_table,
    fixed_question_gains,
    fixed_question_table,
    format_table,
)
from evaluation.tables.selectors.rating_tables import rating_tables
from evaluation.tables.selectors.setting_tables import (
    group_table,
    outcome_tables,
    published_rule_table,
    tables_by_setting,
    wording_tables,
)
from releases.records.models import Release
from reporting.export_rows import guard_formula
from reporting.tables import (
    Table,
    TableFormat,
    as_csv,
    as_latex,
    as_markdown,
    escape_markdown,
)
from subtext_protocol.document import Protocol
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
    return language or release.protocol.language


def _worded(release: Release, language: Language | None) -> Protocol:
    """Return the release's protocol with its titles read in ``language``."""
    return release.protocol.model_copy(
        update={"language": table_language(release, language)}
    )


def _tables_on(
    release: Release, protocol: Protocol, splits: Splits, left_out: Collection[int]
) -> Iterator[Table]:
    """Yield the tables of the scores on ``splits``."""
    board = leaderboard(release, splits, left_out)
    if board.rows or board.people:
        language = protocol.language
        labels = list(label_tables(release, protocol, board, left_out))
        tables = [
            *labels[:1],
            group_table(board, protocol),
            *tables_by_setting(board, protocol),
            *wording_tables(release, board, protocol, left_out),
            published_rule_table(board, protocol),
            *labels[1:],
            format_table(board, protocol),
            fixed_question_table(board, protocol),
            fixed_question_gains(release, board, protocol),
            captions_and_questions_table(release, board, protocol, left_out),
            *outcome_tables(board, protocol, short_names(release.project)),
        ]
        where = phrase("and_split", language).join(splits)
        for table in filter(None, tables):
            title = phrase(
                "on_splits",
                language,
                title=table.title,
                splits=where,
                n=board.questions,
            )
            yield replace(table, title=title)
    yield from caption_tables(release, protocol, splits, left_out)
