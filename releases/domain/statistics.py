"""The statistics that a benchmark's paper opens with (II-Bench, Table 1 and Figure 5).

Shares are of labels: where an item has several labels of a field, each counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Literal, TypeVar

from projects.domain.placed import placed_in
from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField
from projects.domain.protocol.text import in_language, length_of
from releases.domain.counting import (
    Counted,
    CountedItem,
    CountedQuestion,
    counted_release,
)
from releases.domain.frozen import FrozenRelease
from releases.domain.tables import Table

Unit = Literal["words", "characters"]
_Counted = TypeVar("_Counted")


@dataclass(frozen=True)
class SplitCount:
    split: str
    items: int
    images: int
    questions: int


@dataclass(frozen=True)
class ChoiceCount:
    """How often a label was given."""

    id: str
    title: str
    items: int
    questions: int
    share: float
    """Of all labels of the field given to items, 0 to 1."""


@dataclass(frozen=True)
class FieldCount:
    id: str
    title: str
    multiple: bool
    ordered: bool
    choices: list[ChoiceCount]


@dataclass(frozen=True)
class Length:
    """Mean length of one kind of text."""

    what: str
    """``stem``, ``option`` or the id of a text field."""
    title: str
    unit: Unit
    mean: float | None
    """None where there is no such text."""


@dataclass(frozen=True)
class CrossRow:
    id: str
    title: str
    items: int
    counts: list[int]
    """By choice of the other field, in the protocol's order."""
    shares: list[float]
    """Of the row's labels, 0 to 1."""


@dataclass(frozen=True)
class Crossing:
    """One label field by another, as image type by domain in Figure 5."""

    rows_field: str
    columns_field: str
    rows_title: str
    columns_title: str
    columns: list[str]
    """Titles of the columns."""
    rows: list[CrossRow]


@dataclass(frozen=True)
class KindCount:
    """How many questions are of one kind (CMMMU, Table 2)."""

    title: str
    questions: int
    share: float
    """Of all questions, 0 to 1."""


@dataclass(frozen=True)
class Statistics:
    items: int
    images: int
    questions: int
    splits: list[SplitCount]
    lengths: list[Length]
    fields: list[FieldCount]
    crossings: list[Crossing]
    kinds: list[KindCount]
    """Empty where all questions are of one format about one picture."""

    def data(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self)


def statistics_of(release: FrozenRelease) -> Statistics:
    """Count what is in a release."""
    return statistics_over(counted_release(release))


def statistics_over(counted: Counted) -> Statistics:
    """Count items, wherever they come from."""
    items, protocol = counted.items, counted.protocol
    return Statistics(
        items=len(items),
        images=len(counted.images),
        questions=sum(len(item.questions) for item in items),
        splits=[_split_count(split, counted) for split in counted.splits],
        lengths=_lengths(items, protocol),
        fields=[_field_count(items, f, protocol.language) for f in protocol.labels],
        crossings=_crossings(items, protocol),
        kinds=_kinds(items, protocol),
    )


def _kinds(items: Sequence[CountedItem], protocol: Protocol) -> list[KindCount]:
    """Questions by format, with an optional text, and by where their pictures stand.

    A picture that stands in no option stands in the question, or before it.
    """
    if len(protocol.questions.formats) < 2 and protocol.item.up_to == 1:
        return []
    asked = [(item, question) for item in items for question in item.questions]
    counts = [
        (f"{kind.replace('_', ' ').capitalize()} questions", _of_format(kind))
        for kind in protocol.questions.formats
    ]
    counts += [
        (
            f"Questions with: {in_language(field.title, protocol.language)}",
            _has_text(field.id),
        )
        for field in protocol.texts
        if not field.required
    ]
    counts += [
        ("Image in the question", lambda item, q: not _all_in_options(item, q)),
        ("Image in options", lambda _, q: any(map(placed_in, q.options))),
        ("Several images", lambda item, _: len(item.images) > 1),
    ]
    return [
        KindCount(title, found, _share(found, len(asked)))
        for title, fits in counts
        for found in [sum(fits(item, question) for item, question in asked)]
    ]


def _has_text(field: str) -> Callable[[CountedItem, CountedQuestion], bool]:
    return lambda item, _: bool(item.texts.get(field))


def _of_format(kind: str) -> Callable[[CountedItem, CountedQuestion], bool]:
    return lambda _, question: question.format == kind


def _all_in_options(item: CountedItem, question: CountedQuestion) -> bool:
    inside = {number for option in question.options for number in placed_in(option)}
    in_stem = bool(placed_in(question.stem))
    return not in_stem and len(inside) == len(item.images)


def _split_count(split: str, counted: Counted) -> SplitCount:
    items = [item for item in counted.items if item.split == split]
    images = {image for item in items for image in item.images}
    questions = sum(len(item.questions) for item in items)
    return SplitCount(split, len(items), len(images), questions)


def _lengths(items: Sequence[CountedItem], protocol: Protocol) -> list[Length]:
    questions = [question for item in items for question in item.questions]
    stem, option = protocol.questions.stem, protocol.questions.option
    chinese = protocol.language == "zh"
    lengths = [
        _length(
            "stem",
            "题干" if chinese else "Question",
            stem.unit,
            (question.stem for question in questions),
        ),
        _length(
            "option",
            "选项" if chinese else "Option",
            option.unit,
            (text for question in questions for text in question.options),
        ),
    ]
    for field in protocol.texts:
        texts = (item.texts[field.id] for item in items if field.id in item.texts)
        title = in_language(field.title, protocol.language)
        lengths.append(_length(field.id, title, field.unit, texts))
    return lengths


def _length(what: str, title: str, unit: Unit, texts: Iterable[str]) -> Length:
    counts = [length_of(text, unit) for text in texts]
    return Length(what, title, unit, round(fmean(counts), 2) if counts else None)


def _field_count(
    items: Sequence[CountedItem], field: LabelField, language: str
) -> FieldCount:
    given = Counter(c for item in items for c in item.labels.get(field.id, ()))
    asked: Counter[str] = Counter()
    for item in items:
        for choice in item.labels.get(field.id, ()):
            asked[choice] += len(item.questions)
    total = sum(given.values())
    return FieldCount(
        id=field.id,
        title=in_language(field.title, language),
        multiple=field.multiple,
        ordered=field.ordered,
        choices=[
            ChoiceCount(
                id=choice.id,
                title=in_language(choice.title, language),
                items=given[choice.id],
                questions=asked[choice.id],
                share=_share(given[choice.id], total),
            )
            for choice in field.choices
        ],
    )


def _share(count: int, total: int) -> float:
    return round(count / total, 4) if total else 0.0


def _crossings(items: Sequence[CountedItem], protocol: Protocol) -> list[Crossing]:
    """Every field that scores are broken down by, crossed with the first of them."""
    slices = protocol.evaluation.slices
    if len(slices) < 2:
        return []
    columns = protocol.label(slices[0])
    return [
        _crossing(items, protocol.label(rows), columns, protocol.language)
        for rows in slices[1:]
    ]


def _crossing(
    items: Sequence[CountedItem], rows: LabelField, columns: LabelField, language: str
) -> Crossing:
    pairs = Counter(
        (row, column)
        for item in items
        for row in item.labels.get(rows.id, ())
        for column in item.labels.get(columns.id, ())
    )
    with_row = Counter(row for item in items for row in item.labels.get(rows.id, ()))
    lines = []
    for row in rows.choices:
        counts = [pairs[row.id, column.id] for column in columns.choices]
        shares = [_share(count, sum(counts)) for count in counts]
        title = in_language(row.title, language)
        lines.append(CrossRow(row.id, title, with_row[row.id], counts, shares))
    return Crossing(
        rows_field=rows.id,
        columns_field=columns.id,
        rows_title=in_language(rows.title, language),
        columns_title=in_language(columns.title, language),
        columns=[in_language(column.title, language) for column in columns.choices],
        rows=lines,
    )


def statistics_tables(statistics: Statistics) -> list[Table]:
    """The tables for people, as they stand in a paper."""
    splits = statistics.splits
    tables = [
        Table(
            "Totals",
            ["Statistic", "Value"],
            [
                ["Total questions", f"{statistics.questions:,}"],
                ["Total images", f"{statistics.images:,}"],
                ["Total items", f"{statistics.items:,}"],
                [_ratio_title(splits, "images"), _ratio(splits, lambda s: s.images)],
                [
                    _ratio_title(splits, "questions"),
                    _ratio(splits, lambda s: s.questions),
                ],
                *(
                    [
                        " : ".join(choice.title for choice in field.choices),
                        _ratio(field.choices, lambda c: c.items),
                    ]
                    for field in statistics.fields
                    if field.ordered
                ),
                *(
                    [kind.title, f"{kind.questions:,} ({_percent(kind.share)})"]
                    for kind in statistics.kinds
                ),
                *(
                    [
                        f"Average length: {length.title} ({length.unit})",
                        "–" if length.mean is None else f"{length.mean:.2f}",
                    ]
                    for length in statistics.lengths
                ),
            ],
        )
    ]
    for field in statistics.fields:
        several = " An item may have several." if field.multiple else ""
        tables.append(
            Table(
                field.title,
                [field.title, "Items", "Share", "Questions"],
                [
                    [c.title, f"{c.items:,}", _percent(c.share), f"{c.questions:,}"]
                    for c in field.choices
                ],
                note=f"Shares are of the labels given to items.{several}",
            )
        )
    tables += [
        Table(
            f"{crossing.rows_title} × {crossing.columns_title}",
            [crossing.rows_title, *crossing.columns],
            [
                [
                    row.title,
                    *(
                        f"{count} ({_percent(share)})"
                        for count, share in zip(row.counts, row.shares, strict=True)
                    ),
                ]
                for row in crossing.rows
            ],
        )
        for crossing in statistics.crossings
    ]
    return tables


def _ratio_title(splits: Sequence[SplitCount], unit: str) -> str:
    return f"{' : '.join(split.split for split in splits)} ({unit})"


def _ratio(counted: Sequence[_Counted], number: Callable[[_Counted], int]) -> str:
    return " : ".join(f"{number(one):,}" for one in counted)


def _percent(share: float) -> str:
    return f"{share:.2%}"
