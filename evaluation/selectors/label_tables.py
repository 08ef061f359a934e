"""Tables of accuracy by label.

Source: II-Bench, Tables 3, 6 and 7; CII-Bench, Tables 1 and 6 to 8.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from evaluation.domain.wording import said
from evaluation.selectors.board_rows import (
    Value,
    groups_of,
    rate_of,
    rows_of,
    title_of,
)
from evaluation.selectors.comparison import SplitScores, split_scores
from evaluation.selectors.questions import slice_fields
from projects.domain.protocol.publication import Setting
from projects.domain.protocol.text import Language, in_language
from projects.domain.tables import Group, Row, Table
from releases.models import Release

CHOICES_IN_A_PAIR = 12
"""Above this number of choices a field has its own table (CMMMU, Table 4)."""


def label_tables(
    release: Release, board: dict[str, Any], plain: Setting
) -> Iterator[Table]:
    """Yield tables of accuracy overall and by two label fields each, with people.

    The first table has a group of models that were shown no image (CII-Bench, Table 1).
    """
    protocol = release.protocol_version.protocol
    language = protocol.language
    blindly = [one for one in protocol.evaluation.settings if not one.images]
    fields = slice_fields(release)
    for first, shown in enumerate(_pairs(fields)):
        titles = [in_language(field["title"], language) for field in shown]
        other_splits = split_scores(release, plain.id) if first == 0 else []
        headings = [said("overall", language)] + [
            in_language(choice["title"], language)
            for field in shown
            for choice in field["choices"]
        ]
        counted = _with_counts(board["rows"], headings, plain.id, shown, language)
        rows = [row for row in board["rows"] if plain.id in row["cells"]]
        if not rows:
            return
        yield Table(
            id=f"labels-{first + 1}",
            title=said(
                "labels",
                language,
                fields=said("and", language).join(titles),
                setting=title_of(plain, language),
            ),
            head=said("model", language),
            columns=(
                *(_split_title(one, language) for one in other_splits),
                *counted,
            ),
            groups=(
                *groups_of(
                    rows,
                    [*map(_on_split, other_splits), *_label_values(plain.id, shown)],
                    language,
                ),
                *(
                    group
                    for setting in (blindly if first == 0 else ())
                    for group in _without_pictures(
                        board, setting, shown, language, before=len(other_splits)
                    )
                ),
                *_people(board["human"], shown, language, before=len(other_splits)),
            ),
        )


def _label_values(setting: str, fields: Sequence[dict[str, Any]]) -> list[Value]:
    """Return the column values: overall, then each choice of ``fields``."""
    return [rate_of(setting, "overall")] + [
        rate_of(setting, "slices", field["field"], choice["id"])
        for field in fields
        for choice in field["choices"]
    ]


def _without_pictures(
    board: dict[str, Any],
    setting: Setting,
    fields: Sequence[dict[str, Any]],
    language: Language,
    *,
    before: int,
) -> Iterator[Group]:
    """Yield the group of models run in a setting without images.

    The first ``before`` columns stay empty.
    """
    asked = [row for row in board["rows"] if setting.id in row["cells"]]
    if asked:
        values = _label_values(setting.id, fields)
        empty: list[Value] = [lambda row: None] * before
        yield Group(title_of(setting, language), rows_of(asked, [*empty, *values]))


def _split_title(scores: SplitScores, language: Language) -> str:
    title = said("overall_of", language, split=scores.split)
    return said("counted", language, title=title, n=scores.questions)


def _on_split(scores: SplitScores) -> Value:
    return lambda row: scores.accuracies.get(
        (row["model"], row["backend"], row["revision"])
    )


def _pairs(fields: Sequence[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield the fields of each table: two, or one with many choices."""
    pair: list[dict[str, Any]] = []
    for field in fields:
        many = len(field["choices"]) > CHOICES_IN_A_PAIR
        if pair and (many or len(pair) == 2):
            yield pair
            pair = []
        pair.append(field)
        if many:
            yield pair
            pair = []
    if pair:
        yield pair


def _with_counts(
    rows: Sequence[dict[str, Any]],
    titles: Sequence[str],
    plain: str,
    fields: Sequence[dict[str, Any]],
    language: Language,
) -> list[str]:
    """Return the titles with their number of questions, as in "Life (585)"."""
    cell = next((r["cells"][plain] for r in rows if plain in r["cells"]), None)
    if cell is None:
        return [*titles]
    tallies = [cell["overall"]] + [
        cell["slices"].get(field["field"], {}).get(choice["id"])
        for field in fields
        for choice in field["choices"]
    ]
    return [
        said("counted", language, title=title, n=tally["n"]) if tally else title
        for title, tally in zip(titles, tallies, strict=True)
    ]


def _people(
    human: dict[str, Any],
    fields: Sequence[dict[str, Any]],
    language: Language,
    *,
    before: int,
) -> Iterator[Group]:
    """Yield the group of people; the first ``before`` columns stay empty."""
    if not human["answers"]:
        return

    def row(label: str, measure: str) -> Row:
        by_label = [
            getattr(human["slices"][field["field"]][choice["id"]], measure)
            for field in fields
            for choice in field["choices"]
        ]
        return Row(label, (*[None] * before, human[measure], *by_label))

    average, best = (said(one, language) for one in ("human_avg", "human_best"))
    yield Group(said("humans", language), (row(average, "mean"), row(best, "best")))
