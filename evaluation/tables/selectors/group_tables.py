"""Comparison of groups of models and people (II-Bench, §4.2.1 and §4.2.2)."""

from collections.abc import Iterator, Sequence
from statistics import fmean, stdev
from typing import Any

from evaluation.runs.domain.result_phrases import phrase
from evaluation.tables.selectors.leaderboard_rows import (
    groups_by_access,
    is_baseline,
    name_of,
    people_groups,
    rate_reader,
    runs_of,
    title_of,
    validator_groups,
)
from reporting.tables import Group, Row, Table
from subtext_protocol.document import Protocol
from subtext_protocol.publication import Setting
from subtext_protocol.text import Language

_COLUMNS = ("mean", "deviation", "lowest", "highest", "gap_to_people", "best_model")


def group_table(
    board: dict[str, Any], plain: Setting, protocol: Protocol
) -> Table | None:
    """Return mean, spread and best accuracy of each group of models.

    Gaps are in percentage points, from the best of a group to the average of people.
    Return None where there is one group and nobody to compare it with.
    """
    language = protocol.language
    accuracy = rate_reader(plain.id, "overall")
    models = [
        row
        for row in board["rows"]
        if not is_baseline(row) and accuracy(row) is not None
    ]
    people = list(_people(board, plain, language))
    average = next((row.values[0] for group in people for row in group.rows), None)
    groups = [(name, rows) for name, rows in groups_by_access(models) if rows]
    if not groups or (len(groups) < 2 and average is None):
        return None
    of_models = []
    for name, rows in groups:
        label = phrase("models_in", language, group=phrase(name, language), n=len(rows))
        of_models.append(_row(label, rows, plain, average))
    of_people = [
        Row(row.label, (row.values[0], *[None] * (len(_COLUMNS) - 1)), runs=row.runs)
        for group in people
        for row in group.rows
    ]
    return Table(
        id="groups",
        title=phrase("groups", language, setting=title_of(plain, language)),
        head=phrase("group", language),
        columns=tuple(phrase(name, language) for name in _COLUMNS),
        groups=(Group("", of_models), *([Group("", of_people)] if of_people else ())),
    )


def _people(
    board: dict[str, Any], plain: Setting, language: Language
) -> Iterator[Group]:
    accuracy = rate_reader(plain.id, "overall")
    yield from people_groups(board["people"], [accuracy], language, settings=[plain.id])
    human = board["human"]
    yield from validator_groups(human, lambda measure: [human[measure]], language)


def _row(
    label: str, rows: Sequence[dict[str, Any]], plain: Setting, average: object
) -> Row:
    accuracy = rate_reader(plain.id, "overall")
    scores = [accuracy(row) or 0.0 for row in rows]
    best = max(rows, key=lambda row: accuracy(row) or 0.0)
    highest = max(scores)
    return Row(
        label,
        (
            fmean(scores),
            stdev(scores) if len(scores) > 1 else None,
            min(scores),
            highest,
            highest - average if isinstance(average, float) else None,
            name_of(best),
        ),
        runs=[run for row in rows for run in runs_of(row, [plain.id])],
    )
