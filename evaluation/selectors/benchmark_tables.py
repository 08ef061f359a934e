"""Two benchmarks beside each other, over the models that were run on both.

CII-Bench, §5.1, discusses how Chinese and English image implications differ; the same
models were run on both benchmarks (CII-Bench, Table 1; II-Bench, Table 3).
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from evaluation.domain.wording import phrase
from evaluation.selectors.board_rows import (
    groups_by_access,
    is_baseline,
    mean_of_all,
    name_of,
    rate_reader,
    runs_of,
)
from evaluation.selectors.leaderboard import leaderboard
from projects.domain.protocol.text import Language
from projects.domain.tables import Group, Row, Table, Value
from releases.models import Release


def benchmarks_table(first: Release, second: Release, language: Language) -> Table:
    """Return the accuracy of the models that both releases have scores of.

    Each is on the splits that its tables show first and in the first setting of its
    protocol. Models are the same if name and revision are, whatever the case of the
    letters. The difference is in percentage points.
    """
    boards = [leaderboard(release) for release in (first, second)]
    settings = [
        release.protocol_version.protocol.evaluation.own_settings[0].id
        for release in (first, second)
    ]
    accuracy = [rate_reader(setting, "overall") for setting in settings]
    scored = [
        {
            name_of(row).casefold(): row
            for row in board["rows"]
            if not is_baseline(row) and read(row) is not None
        }
        for board, read in zip(boards, accuracy, strict=True)
    ]
    shared = [name for name in scored[0] if name in scored[1]]
    groups = []
    for title, rows in groups_by_access([scored[0][name] for name in shared]):
        in_order = sorted(rows, key=lambda row: (accuracy[0](row) or 0.0, name_of(row)))
        pairs = [(row, scored[1][name_of(row).casefold()]) for row in in_order]
        printed = [
            Row(
                name_of(pair[0]),
                _with_difference(
                    [read(row) for read, row in zip(accuracy, pair, strict=True)]
                ),
                runs=[
                    run
                    for row, setting in zip(pair, settings, strict=True)
                    for run in runs_of(row, [setting])
                ],
            )
            for pair in pairs
        ]
        if len(printed) > 1:
            printed.append(_mean(printed, language))
        if printed:
            groups.append(Group(phrase(title, language), printed))
    averages = [
        mean_of_all([read(row) for row in board["people"]])
        for board, read in zip(boards, accuracy, strict=True)
    ]
    if None not in averages:
        row = Row(phrase("human_avg", language), _with_difference(averages))
        groups.append(Group(phrase("humans", language), [row]))
    return Table(
        id="benchmarks",
        title=phrase("benchmarks", language, first=first.name, second=second.name),
        head=phrase("model", language),
        columns=(
            *(
                _heading(release, board, language)
                for release, board in zip((first, second), boards, strict=True)
            ),
            phrase("difference", language),
        ),
        groups=groups,
    )


def _heading(release: Release, board: dict[str, Any], language: Language) -> str:
    return phrase(
        "benchmark_n",
        language,
        name=release.name,
        splits=phrase("and_split", language).join(board["splits"]),
        n=board["questions"],
    )


def _with_difference(values: Sequence[float | None]) -> tuple[Value, ...]:
    first, second = values
    difference = None if first is None or second is None else second - first
    return first, second, difference


def _mean(rows: Sequence[Row], language: Language) -> Row:
    columns = zip(*(row.values for row in rows), strict=True)
    return Row(
        phrase("mean_of_models", language, n=len(rows)),
        [
            fmean(value for value in column if isinstance(value, float))
            for column in columns
        ],
    )
