"""One row a question, in columns that the ``datasets`` library types by itself.

Columns are II-Bench's (id, image, question, option1 …, answer, correct_option, labels,
explanation, local_path), followed by where each picture comes from.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from projects.domain.protocol.document import Protocol
from projects.domain.protocol.fields import LabelField, SlotField
from releases.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    choice_titles,
    filled_sentence,
)

ROWS_A_GROUP = 100
"""Few enough that a reader holds one group's pictures in memory at a time."""

Kind = Literal["string", "strings", "image"]

_ARROW: Mapping[Kind, pa.DataType] = {
    "string": pa.string(),
    "strings": pa.list_(pa.string()),
    "image": pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
}
_FEATURE: Mapping[Kind, dict[str, Any]] = {
    "string": {"dtype": "string", "_type": "Value"},
    "strings": {"feature": {"dtype": "string", "_type": "Value"}, "_type": "List"},
    "image": {"_type": "Image"},
}
_CARD: Mapping[Kind, dict[str, str]] = {
    "string": {"dtype": "string"},
    "strings": {"list": "string"},
    "image": {"dtype": "image"},
}


class Column(NamedTuple):
    name: str
    kind: Kind

    @property
    def card(self) -> dict[str, str]:
        """The column as the YAML of a data card describes it."""
        return {"name": self.name, **_CARD[self.kind]}


ORIGIN = ("local_path", "sha256", "licence", "source", "address")
"""What is said of every picture, also of one whose bytes are withheld."""


class Layout(NamedTuple):
    """The columns of a release, the same in every split."""

    columns: list[Column]
    pictures: int
    fields: Mapping[str, str]
    """Column by field id."""

    def of_picture(self, name: str, at: int) -> str:
        """``image``, or ``image_2`` where items have several."""
        return name if self.pictures == 1 else f"{name}_{at}"

    @property
    def features(self) -> dict[str, Any]:
        return {column.name: _FEATURE[column.kind] for column in self.columns}

    @property
    def schema(self) -> pa.Schema:
        return pa.schema(
            [(column.name, _ARROW[column.kind]) for column in self.columns],
            metadata={"huggingface": json.dumps({"info": {"features": self.features}})},
        )


def layout_of(release: FrozenRelease) -> Layout:
    """Which columns the questions of a release need."""
    protocol = release.protocol
    options = max(
        [protocol.questions.options]
        + [len(q.options) for item in release.items for q in item.questions]
    )
    layout = Layout([], protocol.item.images, {})
    pictures = range(1, layout.pictures + 1)
    asked = [
        Column("id", "string"),
        Column("item_id", "string"),
        *(Column(layout.of_picture("image", at), "image") for at in pictures),
        Column("question", "string"),
        *(Column(f"option{at}", "string") for at in range(1, options + 1)),
        Column("answer", "string"),
        Column("correct_option", "string"),
    ]
    origin = [
        Column(layout.of_picture(name, at), "string")
        for at in pictures
        for name in ORIGIN
    ]
    taken = {column.name for column in (*asked, *origin)}
    fields = {
        field.id: f"field_{field.id}" if field.id in taken else field.id
        for field in protocol.fields
    }
    said = [
        Column(
            fields[field.id],
            "strings" if isinstance(field, LabelField) and field.multiple else "string",
        )
        for field in protocol.fields
    ]
    return layout._replace(columns=[*asked, *said, *origin], fields=fields)


def write_parquet(
    release: FrozenRelease, split: str, *, folder: Path, path: Path
) -> None:
    """Write a split's questions; the pictures are read from the release ``folder``."""
    layout = layout_of(release)
    pairs = iter(release.questions_in(split))
    with pq.ParquetWriter(path, layout.schema, compression="snappy") as writer:
        while batch := list(islice(pairs, ROWS_A_GROUP)):
            rows = [
                _row(item, question, release.protocol, layout, folder)
                for item, question in batch
            ]
            writer.write_table(pa.Table.from_pylist(rows, schema=layout.schema))


def _row(
    item: FrozenItem,
    question: FrozenQuestion,
    protocol: Protocol,
    layout: Layout,
    folder: Path,
) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": question.id,
        "item_id": item.key,
        "question": question.stem,
        "answer": question.letter,
        "correct_option": question.correct_option,
    }
    for at, option in enumerate(question.options, start=1):
        row[f"option{at}"] = option
    for field_id, value in field_values(item, protocol):
        row[layout.fields[field_id]] = value
    for at, image in enumerate(item.images, start=1):
        if not image.withheld:
            row[layout.of_picture("image", at)] = {
                "bytes": (folder / image.path).read_bytes(),
                "path": image.path.rpartition("/")[2],
            }
        values = (image.path, image.sha256, image.licence, image.source, image.address)
        for name, value in zip(ORIGIN, values, strict=True):
            row[layout.of_picture(name, at)] = value
    return row


def field_values(
    item: FrozenItem, protocol: Protocol
) -> Iterator[tuple[str, str | list[str] | None]]:
    """What was said of an item, by field id, for people to read.

    Labels are titles in the benchmark's language: one of a single field, a list of a
    multiple one. Sentences are filled in.
    """
    for field in protocol.fields:
        if isinstance(field, LabelField):
            chosen = item.labels.get(field.id, ())
            titles = choice_titles(field, chosen, protocol.language)
            yield field.id, titles if field.multiple else next(iter(titles), None)
        elif isinstance(field, SlotField):
            slots = item.sentences.get(field.id)
            yield field.id, filled_sentence(field, slots) if slots else None
        else:
            yield field.id, item.texts.get(field.id)
