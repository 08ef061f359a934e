"""``data/``: one row per question, in columns typed by the ``datasets`` library.

The columns are II-Bench's (id, image, question, option1 …, answer, correct_option,
labels, explanation, local_path), followed by the source of each image. If there are
formats other than single choice, ``format`` names the format and ``key`` is the
complete correct answer as JSON; ``answer`` is its short form.
"""

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any, Literal, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from releases.content.domain.frozen import (
    FrozenItem,
    FrozenQuestion,
    FrozenRelease,
    canonical_json,
    field_values,
)
from releases.layouts.domain.release_folder import ReleaseFolder
from subtext_protocol.fields import LabelField

ROWS_A_GROUP = 100
"""Few enough that a reader holds the images of one group in memory at a time."""

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


class ParquetColumn(NamedTuple):
    name: str
    kind: Kind

    @property
    def card_entry(self) -> dict[str, str]:
        """Return the column as the YAML head of a data card describes it."""
        return {"name": self.name, **_CARD[self.kind]}


ORIGIN = ("local_path", "sha256", "licence", "source", "address")
"""Columns of every image, also of an image whose bytes are withheld."""
GROUND = "ground"
"""Column of what transparent pixels show, where a release has such images."""


MARKS = ("added_in", "changed_in", "canary")
"""The versions that added and last changed a question, and the release's canary."""


class ParquetLayout(NamedTuple):
    """The columns of a release, the same in every split."""

    columns: list[ParquetColumn]
    images: int
    fields: Mapping[str, str]
    """Column by field id."""
    beyond_letters: tuple[str, ...]
    """Columns needed only if some correct answers are not a single letter."""

    def image_column(self, name: str, at: int) -> str:
        """Return an image's column: ``image``, or ``image_2`` if items have several."""
        return name if self.images == 1 else f"{name}_{at}"

    @property
    def features(self) -> dict[str, Any]:
        return {column.name: _FEATURE[column.kind] for column in self.columns}

    @property
    def schema(self) -> pa.Schema:
        return pa.schema(
            [(column.name, _ARROW[column.kind]) for column in self.columns],
            metadata={"huggingface": json.dumps({"info": {"features": self.features}})},
        )


def parquet_layout(release: FrozenRelease) -> ParquetLayout:
    """Return the columns that the questions of a release need."""
    protocol = release.protocol
    options = max(
        [protocol.questions.options]
        + [len(q.options) for item in release.items for q in item.questions]
    )
    beyond = () if not release.count_not_single_answer else ("format", "key")
    layout = ParquetLayout([], protocol.item.images, {}, beyond)
    images = range(1, layout.images + 1)
    question_columns = [
        ParquetColumn("id", "string"),
        ParquetColumn("item_id", "string"),
        *(ParquetColumn(layout.image_column("image", at), "image") for at in images),
        ParquetColumn("question", "string"),
        *(ParquetColumn(f"option{at}", "string") for at in range(1, options + 1)),
        ParquetColumn("answer", "string"),
        ParquetColumn("correct_option", "string"),
        *(ParquetColumn(name, "string") for name in layout.beyond_letters),
    ]
    names = [*ORIGIN, *([GROUND] if any(i.ground for i in release.images) else [])]
    origin = [
        ParquetColumn(layout.image_column(name, at), "string")
        for at in images
        for name in names
    ]
    used_names = {column.name for column in (*question_columns, *origin)} | {*MARKS}
    fields = {
        field.id: f"field_{field.id}" if field.id in used_names else field.id
        for field in protocol.fields
    }
    marks = [ParquetColumn(name, "string") for name in MARKS]
    field_columns = [
        ParquetColumn(
            fields[field.id],
            "strings" if isinstance(field, LabelField) and field.multiple else "string",
        )
        for field in protocol.fields
    ]
    return layout._replace(
        columns=[*question_columns, *field_columns, *origin, *marks], fields=fields
    )


def parquet_path(split: str) -> str:
    return f"data/{split}-00000-of-00001.parquet"


def write_parquet(release: FrozenRelease, folder: ReleaseFolder) -> None:
    """Write the questions of every split; images are read from the folder."""
    layout = parquet_layout(release)
    for split in release.filled_splits:
        path = parquet_path(split)
        pairs = iter(release.questions_in_split(split))
        with pq.ParquetWriter(
            folder.prepare_path(path), layout.schema, compression="snappy"
        ) as writer:
            while batch := list(islice(pairs, ROWS_A_GROUP)):
                rows = [
                    _row(item, question, release, layout, folder)
                    for item, question in batch
                ]
                writer.write_table(pa.Table.from_pylist(rows, schema=layout.schema))
        folder.record_file(path)


def _row(
    item: FrozenItem,
    question: FrozenQuestion,
    release: FrozenRelease,
    layout: ParquetLayout,
    folder: ReleaseFolder,
) -> dict[str, Any]:
    key = release.published_key_of(item, question)
    row: dict[str, Any] = {
        "id": question.id,
        "item_id": item.key,
        "question": question.stem,
        "answer": key.text if key else None,
        "correct_option": key.correct_option if key else None,
        "added_in": question.added_in,
        "changed_in": question.changed_in,
        "canary": release.canary,
    }
    if layout.beyond_letters:
        row["format"] = question.format
        row["key"] = canonical_json(key.answer) if key else None
    for at, option in enumerate(question.options, start=1):
        row[f"option{at}"] = option
    for field_id, value in field_values(item, release.protocol):
        row[layout.fields[field_id]] = value
    for at, image in enumerate(item.images, start=1):
        if not image.withheld:
            row[layout.image_column("image", at)] = {
                "bytes": folder.read(image.path),
                "path": image.path.rpartition("/")[2],
            }
        values = (image.path, image.sha256, image.licence, image.source, image.address)
        for name, value in zip(ORIGIN, values, strict=True):
            row[layout.image_column(name, at)] = value
        if image.ground:
            row[layout.image_column(GROUND, at)] = image.ground
    return row
