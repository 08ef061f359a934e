"""Tables of the settings: accuracy of groups, by setting and wording, and other rates.

Source: II-Bench, §4.2 and Tables 4, 5 and 8 to 11; CMMMU, §4.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import fmean, stdev

from evaluation.runs.domain.baselines import baseline_title
from evaluation.runs.domain.model_names import model_name
from evaluation.runs.domain.result_phrases import phrase
from evaluation.runs.selectors.scored_runs import runs_by_wording
from evaluation.scores.selectors.leaderboard import Leaderboard, LeaderboardRow
from evaluation.tables.selectors.leaderboard_rows import (
    abbreviations,
    column_of,
    groups_by_access,
    groups_of,
    people_groups,
    rate_reader,
    title_of,
    validator_groups,
)
from releases.records.models import Release
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Setting
from subtext_protocol.shipped import shipped_protocol
from subtext_protocol.text import in_language
from subtext_runner.metrics.registry import METRICS

MODELS_IN_A_TABLE = 5
"""Columns of an outcome table (II-Bench, Table 8)."""

_OF_GROUPS = ("mean", "deviation", "lowest", "highest", "gap_to_people", "best_model")


def group_table(board: Leaderboard, protocol: Protocol) -> Table | None:
    """Return mean, spread and best accuracy of each group of models.

    Gaps are in percentage points, from the best of a group to the average of people.
    Return None where there is one group and nobody to compare it with. Source: II-Bench,
    §4.2.1 and §4.2.2.
    """
    language = protocol.language
    plain = protocol.evaluation.own_settings[0]
    accuracy = rate_reader(plain.id, "overall")
    people = [
        Row(row.label, (row.values[0], *[None] * (len(_OF_GROUPS) - 1)), runs=row.runs)
        for group in (
            *people_groups(board.people, [accuracy], language, settings=[plain.id]),
            *validator_groups(
                board.human, lambda measure: [getattr(board.human, measure)], language
            ),
        )
        for row in group.rows
    ]
    average = people[0].values[0] if people else None
    models = [
        row for row in board.rows if not row.is_baseline and accuracy(row) is not None
    ]
    groups = [
        _group_row(
            phrase("models_in", language, group=phrase(name, language), n=len(rows)),
            rows,
            plain.id,
            average,
        )
        for name, rows in groups_by_access(models, lambda row: row.access)
        if rows
    ]
    if not groups or (len(groups) < 2 and average is None):
        return None
    return Table(
        id="groups",
        title=phrase("groups", language, setting=title_of(plain, language)),
        head=phrase("group", language),
        columns=tuple(phrase(name, language) for name in _OF_GROUPS),
        groups=[Group("", rows) for rows in (groups, people) if rows],
    )


def _group_row(
    label: str, rows: Sequence[LeaderboardRow], setting: str, average: object
) -> Row:
    """Return the row of a group, whose models all have an accuracy."""
    scores = [row.rate(setting, "overall") or 0.0 for row in rows]
    highest = max(scores)
    return Row(
        label,
        (
            fmean(scores),
            stdev(scores) if len(scores) > 1 else None,
            min(scores),
            highest,
            highest - average if isinstance(average, float) else None,
            rows[scores.index(highest)].name,
        ),
        runs=[run for row in rows for run in row.runs([setting])],
    )


def tables_by_setting(board: Leaderboard, protocol: Protocol) -> Iterator[Table]:
    """Yield accuracy by prompt and by number of shots.

    They are about the models with a setting beyond the first.
    """
    own_settings = protocol.evaluation.own_settings
    for table_id, settings in (
        ("prompts", [s for s in own_settings if not s.shots]),
        ("shots", [own_settings[0], *(s for s in own_settings if s.shots)]),
    ):
        used = [s for s in settings if any(s.id in row.cells for row in board.rows)]
        if len(used) > 1:
            rows = [
                row
                for row in board.rows
                if any(setting.id in row.cells for setting in settings[1:])
            ]
            title = phrase(table_id, protocol.language)
            yield _by_setting(rows, used, protocol, table_id, title)


def published_rule_table(board: Leaderboard, protocol: Protocol) -> Table | None:
    """Return accuracy by setting as the benchmark's published rule reads the answers.

    None where the protocol names no rule or no answer was read by it.
    """
    rule = protocol.evaluation.published_rule
    settings = [
        setting
        for setting in protocol.evaluation.own_settings
        if any(_has_published(row, setting) for row in board.rows)
    ]
    if not rule or not settings:
        return None
    rows = [
        row
        for row in board.rows
        if any(_has_published(row, setting) for setting in settings)
    ]
    title = phrase(
        "published_rule", protocol.language, rule=shipped_protocol(rule).name
    )
    return _by_setting(rows, settings, protocol, "published-rule", title, "published")


def _has_published(row: LeaderboardRow, setting: Setting) -> bool:
    return setting.id in row.cells and bool(row.cells[setting.id].published)


def _by_setting(
    rows: Sequence[LeaderboardRow],
    settings: Sequence[Setting],
    protocol: Protocol,
    table_id: str,
    title: str,
    tally: str = "overall",
) -> Table:
    """Return the accuracy of ``tally`` by setting."""
    language = protocol.language
    ids = [setting.id for setting in settings]
    values = [rate_reader(setting, tally) for setting in ids]
    return Table(
        id=table_id,
        title=title,
        head=phrase("model", language),
        columns=tuple(column_of(setting, language) for setting in settings),
        groups=[*groups_of(rows, values, language, settings=ids)],
    )


def wording_tables(
    release: Release,
    board: Leaderboard,
    protocol: Protocol,
    left_out: Collection[int],
) -> Iterator[Table]:
    """Yield accuracy by wording for each setting that has several (CMMMU, §4)."""
    language = protocol.language
    for setting in protocol.evaluation.own_settings:
        wordings = protocol.evaluation.wordings(setting.id)
        ids = [wording.id for wording in wordings]
        runs = runs_by_wording(release, ids, board.splits, left_out)
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
                title=phrase("wordings", language, setting=title_of(setting, language)),
                head=phrase("model", language),
                columns=[column_of(wording, language) for wording in used],
                groups=[Group("", rows)],
            )


def outcome_tables(
    board: Leaderboard, protocol: Protocol, names: Mapping[str, str]
) -> Iterator[Table]:
    """Yield tables of the metrics by setting, such as accuracy, error and miss rate.

    Each has a column for each of at most ``MODELS_IN_A_TABLE`` models, under the short
    ``names`` of those that have one (II-Bench, Appendix E).
    """
    language = protocol.language
    rows = [row for row in board.rows if not row.is_baseline] or board.rows
    title = phrase("outcomes", language)
    parts = range(0, len(rows), MODELS_IN_A_TABLE)
    for number, first in enumerate(parts, start=1):
        chosen = rows[first : first + MODELS_IN_A_TABLE]
        yield Table(
            id=f"outcomes-{number}",
            title=phrase("part", language, title=title, number=number, parts=len(parts))
            if len(parts) > 1
            else title,
            head=phrase("rate", language),
            columns=tuple(
                model_name(
                    names.get(row.model) or baseline_title(row.model, language),
                    row.parameters,
                )
                for row in chosen
            ),
            note=abbreviations(
                [(names[row.model], row.model) for row in chosen if row.model in names],
                language,
            ),
            groups=[
                _rates(setting, chosen, protocol)
                for setting in protocol.evaluation.own_settings
                if any(setting.id in row.cells for row in chosen)
            ],
        )


def _rates(
    setting: Setting, rows: Sequence[LeaderboardRow], protocol: Protocol
) -> Group:
    """Return the metrics of each model in a setting."""
    cells = [row.cells.get(setting.id) for row in rows]
    return Group(
        column_of(setting, protocol.language),
        [
            Row(
                in_language(metric.short, protocol.language),
                tuple(row.rate(setting.id, "overall", rate=metric.id) for row in rows),
                runs=[cell.run for cell in cells if cell],
                value_runs=[cell.run if cell else None for cell in cells],
            )
            for metric in METRICS
            if metric.short
        ],
    )
