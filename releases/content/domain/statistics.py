"""Statistics as at the start of a benchmark's paper (II-Bench, Table 1 and Figure 5).

Shares are of labels: if an item has several labels of a field, each one counts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any, Literal

from releases.content.domain.counts import (
    CountedItem,
    CountedQuestion,
    CountedRelease,
    count_release,
)
from releases.content.domain.frozen import FrozenRelease
from releases.content.domain.statistics_phrases import phrase
from releases.content.domain.taxonomy import TreeCount, tree_counts
from subtext_protocol.document import Protocol
from subtext_protocol.fields import LabelField
from subtext_protocol.formats.registry import counted_title
from subtext_protocol.inline_images import inline_images_in, without_inline_images
from subtext_protocol.text import Language, in_language, text_length

Unit = Literal["words", "characters"]


@dataclass(frozen=True)
class SplitCount:
    split: str
    items: int
    images: int
    questions: int


@dataclass(frozen=True)
class ChoiceCount:
    """How often a label was chosen."""

    id: str
    title: str
    items: int
    questions: int
    share: float
    """Of all labels of the field, or of all items, as the protocol sets; 0 to 1."""


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
    """None if there is no text of this kind."""


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
    """One label field by another, such as image type by domain in Figure 5."""

    rows_field: str
    columns_field: str
    rows_title: str
    columns_title: str
    columns: list[str]
    """Titles of the columns."""
    rows: list[CrossRow]


@dataclass(frozen=True)
class KindCount:
    """How many questions or images are of one kind (CMMMU, Table 2)."""

    title: str
    count: int
    share: float
    """Of all questions, or of all images of the items; 0 to 1."""


@dataclass(frozen=True)
class Statistics:
    language: Language
    """Language of the benchmark and of all titles."""
    items: int
    images: int
    questions: int
    splits: list[SplitCount]
    lengths: list[Length]
    shares_of: Literal["labels", "items"]
    """What the shares in ``fields`` refer to."""
    fields: list[FieldCount]
    crossings: list[Crossing]
    kinds: list[KindCount]
    """Empty if all questions have one format and one image."""
    trees: list[TreeCount]
    """Label fields with several levels; empty if no field has a parent."""

    def data(self) -> dict[str, Any]:
        """Return the statistics as plain JSON."""
        return asdict(self)


def compute_statistics(release: FrozenRelease) -> Statistics:
    """Count the items of a release."""
    return summarize_counts(count_release(release))


def summarize_counts(counted: CountedRelease) -> Statistics:
    """Count items from any origin."""
    items, protocol = counted.items, counted.protocol
    return Statistics(
        language=protocol.language,
        items=len(items),
        images=len(counted.images),
        questions=sum(len(item.questions) for item in items),
        splits=[_split_count(split, counted) for split in counted.splits],
        lengths=_lengths(items, protocol),
        shares_of=protocol.release.shares_of,
        fields=[_field_count(items, f, protocol) for f in protocol.labels],
        crossings=_crossings(items, protocol),
        kinds=_kinds(items, protocol),
        trees=tree_counts(items, protocol),
    )


def _kinds(items: Sequence[CountedItem], protocol: Protocol) -> list[KindCount]:
    """Count questions by format and optional text, and images by their place.

    An image that is not placed in an option belongs to the question or precedes it.
    CMMMU's Table 2 counts images here: 11,760 and 2,169 are 84.42 % and 15.57 % of their
    sum.
    """
    if len(protocol.questions.formats) < 2 and protocol.item.up_to == 1:
        return []
    question_pairs = [(item, question) for item in items for question in item.questions]
    language = protocol.language
    counts = [
        (counted_title(kind, language), _has_format(kind))
        for kind in protocol.questions.formats
    ]
    if len({question.format for _, question in question_pairs if question.options}) > 1:
        counts.insert(0, (phrase("with_options", language), _has_options))
    counts += [
        (
            phrase(
                "with_text",
                language,
                title=_within_sentence(in_language(field.title, language)),
            ),
            _has_text(field.id),
        )
        for field in protocol.texts
        if not field.required
    ]
    counts.append(
        (phrase("several_images", language), lambda item, _: len(item.images) > 1)
    )
    kinds = [
        _kind(
            title,
            sum(fits(item, question) for item, question in question_pairs),
            len(question_pairs),
        )
        for title, fits in counts
    ]
    images = sum(len(item.images) for item in items)
    in_options = sum(map(_images_in_options, items))
    return [
        *kinds[:-1],
        _kind(phrase("in_question", language), images - in_options, images),
        _kind(phrase("in_options", language), in_options, images),
        kinds[-1],
    ]


def _kind(title: str, count: int, total: int) -> KindCount:
    return KindCount(title, count, _share(count, total))


def _has_text(field: str) -> Callable[[CountedItem, CountedQuestion], bool]:
    return lambda item, _: bool(item.texts.get(field))


def _has_options(_: CountedItem, question: CountedQuestion) -> bool:
    return bool(question.options)


def _within_sentence(title: str) -> str:
    """Return the title as it is written within a sentence; OCR stays OCR."""
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


def _has_format(kind: str) -> Callable[[CountedItem, CountedQuestion], bool]:
    return lambda _, question: question.format == kind


def _images_in_options(item: CountedItem) -> int:
    """Return how many of the item's images stand in options and in no stem."""
    placed = {
        number
        for question in item.questions
        for option in question.options
        for number in inline_images_in(option)
    }
    in_stems = {
        number
        for question in item.questions
        for number in inline_images_in(question.stem)
    }
    return len(placed - in_stems)


def _split_count(split: str, counted: CountedRelease) -> SplitCount:
    items = [item for item in counted.items if item.split == split]
    images = {image for item in items for image in item.images}
    questions = sum(len(item.questions) for item in items)
    return SplitCount(split, len(items), len(images), questions)


def _lengths(items: Sequence[CountedItem], protocol: Protocol) -> list[Length]:
    questions = [question for item in items for question in item.questions]
    stem, option = protocol.questions.stem, protocol.questions.option
    language = protocol.language
    lengths = [
        _length(
            "stem",
            phrase("stem", language),
            stem.unit,
            (question.stem for question in questions),
        ),
        _length(
            "option",
            phrase("option", language),
            option.unit,
            (text for question in questions for text in question.options),
        ),
    ]
    for field in protocol.texts:
        texts = (item.texts[field.id] for item in items if field.id in item.texts)
        title = in_language(field.title, language)
        lengths.append(_length(field.id, title, field.unit, texts))
    return lengths


def _length(what: str, title: str, unit: Unit, texts: Iterable[str]) -> Length:
    counts = [text_length(without_inline_images(text), unit) for text in texts]
    return Length(what, title, unit, round(fmean(counts), 2) if counts else None)


def _field_count(
    items: Sequence[CountedItem], field: LabelField, protocol: Protocol
) -> FieldCount:
    item_counts = Counter(c for item in items for c in item.labels.get(field.id, ()))
    question_counts: Counter[str] = Counter()
    for item in items:
        for choice in item.labels.get(field.id, ()):
            question_counts[choice] += len(item.questions)
    of_items = protocol.release.shares_of == "items"
    total = len(items) if of_items else sum(item_counts.values())
    language = protocol.language
    return FieldCount(
        id=field.id,
        title=in_language(field.title, language),
        multiple=field.multiple,
        ordered=field.ordered,
        choices=[
            ChoiceCount(
                id=choice.id,
                title=in_language(choice.released_title, language),
                items=item_counts[choice.id],
                questions=question_counts[choice.id],
                share=_share(item_counts[choice.id], total),
            )
            for choice in field.choices
        ],
    )


def _share(count: int, total: int) -> float:
    return round(count / total, 4) if total else 0.0


def _crossings(items: Sequence[CountedItem], protocol: Protocol) -> list[Crossing]:
    """Return the first slice field crossed with every other slice field."""
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
        title = in_language(row.released_title, language)
        lines.append(CrossRow(row.id, title, with_row[row.id], counts, shares))
    return Crossing(
        rows_field=rows.id,
        columns_field=columns.id,
        rows_title=in_language(rows.title, language),
        columns_title=in_language(columns.title, language),
        columns=[
            in_language(column.released_title, language) for column in columns.choices
        ],
        rows=lines,
    )
