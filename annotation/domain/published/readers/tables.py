"""Reader of tables: CSV, TSV, JSON, JSONL, Parquet, Arrow and WebDataset shards.

Each row is a question. VLMEvalKit's TSV files (images as base64 in the column
``image``, or the index of the row that has it), the files of Hugging Face datasets
(images as a struct of bytes and path, or named in ``metadata.jsonl``), Label Studio's
exports and lmms-eval's documents are such tables.
"""

import base64
import binascii
import hashlib
import re
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from annotation.domain.published.benchmark import Benchmark, BenchmarkQuestion
from annotation.domain.published.image_finder import ImageFinder, ImagePathError
from annotation.domain.published.layout_errors import LayoutProblem
from annotation.domain.published.readers.base import (
    Place,
    UnreadableBenchmarkError,
    add_image,
    documents_of,
)
from annotation.domain.published.readers.columns import (
    Columns,
    ColumnsError,
    propose_columns,
    require_columns,
)
from annotation.domain.published.readers.rows import (
    EXCHANGED,
    SUFFIXES,
    Row,
    UnreadableFileError,
    read_rows,
)
from workflow.domain.texts import _, join_texts

_SHARD = re.compile(r"(-\d{5}-of-\d{5}|[-_]\d{3,6})$")
"""End of the names of files that share a split."""
_NO_SPLIT = ("data", "metadata", "shard")
"""Names of files that say nothing of the split; their folder does."""
_MOST_SHOWN = 80
"""Characters of a cell in an excerpt."""
_LONGEST_ID = 64
"""Characters; an image cell of at most so many is a path or the index of a row."""
_SHORTEST_BASE64 = 200
"""Characters; a path or name in the image column is shorter."""


class TableReader:
    """Reads tables with one row a question."""

    layout = "table"

    def files(self, place: Place) -> Sequence[Path]:
        if place.path.is_file():
            return [place.path] if place.path.suffix.lower() in SUFFIXES else []
        return sorted(
            file
            for pattern in ("*", "*/*", "*/*/*")
            for file in place.path.glob(pattern)
            if file.suffix.lower() in SUFFIXES and file.is_file()
        )

    def read(self, place: Place, files: Sequence[Path]) -> Benchmark:
        table = _Table(place, ImageFinder(place.root))
        reasons: list[str] = []
        for file in files:
            try:
                rows = read_rows(file)
            except UnreadableFileError as error:
                reasons.append(_("{where}: {message}", where=file.name, message=error))
                if file.suffix.lower() in EXCHANGED:
                    problem = LayoutProblem(file.name, "", "", str(error))
                    table.unreadable.append(problem)
                continue
            try:
                columns = place.columns or propose_columns(rows)
                require_columns(columns, [name for row in rows for name in row])
            except ColumnsError as error:
                reasons.append(_("{where}: {message}", where=file.name, message=error))
                continue
            table.read(file, rows, columns)
        if not table.questions:
            reasons += [str(problem) for problem in table.unreadable]
            raise UnreadableBenchmarkError(
                _(
                    "no question can be read. {reasons}",
                    reasons=join_texts("; ", dict.fromkeys(reasons[:5])),
                )
            )
        return Benchmark(
            name=place.name,
            layout=self.layout,
            questions=table.questions,
            images=table.images,
            unreadable=table.unreadable,
            documents=documents_of(place.root),
        )


def split_of(file: Path) -> str:
    """Return the split that the name of a file says, else that of its folder.

    ``test-00000-of-00002.parquet`` and ``test/data-00000-of-00001.arrow`` are of test.
    """
    name = _SHARD.sub("", file.stem)
    return file.parent.name if name in _NO_SPLIT and file.parent.name else name


@dataclass
class _Table:
    """Rows of several files that become questions."""

    place: Place
    finder: ImageFinder
    questions: list[BenchmarkQuestion] = field(default_factory=list)
    images: dict[str, Path | None] = field(default_factory=dict)
    unreadable: list[LayoutProblem] = field(default_factory=list)

    def read(self, file: Path, rows: Sequence[Row], columns: Columns) -> None:
        """Take in the rows of a file."""
        cells = _cells_by_id(rows, columns)
        for number, row in enumerate(rows, start=1):
            place = (file, _("row {number}", number=number))
            stem, options = row.get(columns.stem), _options(row, columns)
            if not isinstance(stem, str) or not stem.strip():
                self._refuse(*place, columns.stem, _("has no question text"))
            elif not options:
                self._refuse(*place, columns.options[0], _("has no options"))
            else:
                self.questions.append(
                    BenchmarkQuestion(
                        id=_text(row, columns.id) or f"{file.stem}-{number}",
                        file=file.name,
                        record=place[1],
                        split=_text(row, columns.split) or split_of(file),
                        image=self._image(*place, row, columns, cells),
                        more_images=_images_besides_first(row, columns),
                        stem=stem,
                        options=options,
                        key=_text(row, columns.key),
                        key_text=_text(row, columns.key_text),
                        labels={
                            name: labels
                            for name in columns.labels
                            if (labels := tuple(_strings(row.get(name))))
                        },
                        texts={
                            name: text
                            for name in columns.texts
                            if (text := _text(row, name))
                        },
                    )
                )

    def _refuse(self, file: Path, record: str, column: str, reason: str) -> None:
        self.unreadable.append(LayoutProblem(file.name, record, column, reason))

    def _image(
        self,
        file: Path,
        record: str,
        row: Row,
        columns: Columns,
        cells: Mapping[str, object],
    ) -> str | None:
        """Return the name of the row's image, after storing or finding its file."""
        value = row.get(columns.image) if columns.image else None
        # The index of another row, as VLMEvalKit writes it for a shared image.
        value = cells.get(str(value).strip(), value) if _is_short(value) else value
        if isinstance(value, list):
            value = value[0] if value else None
        content, path = _stored_image(value)
        if content is not None:
            digest = hashlib.sha256(content).hexdigest()
            stored = self.place.scratch / digest
            stored.write_bytes(content)
            return add_image(self.images, path or digest[:16], stored, digest[:8])
        if path is None:
            return None
        if len(path) >= _SHORTEST_BASE64:
            reason = _("is neither a path nor an image as base64")
            self._refuse(file, record, columns.image or "", reason)
            return None
        try:
            image = self.finder.find(path, named_in=file)
        except ImagePathError as error:
            image = None
            self._refuse(file, record, columns.image or "", str(error))
        return add_image(self.images, path, image, split_of(file))


def _images_besides_first(row: Row, columns: Columns) -> int:
    value = row.get(columns.image) if columns.image else None
    return max(0, len(value) - 1) if isinstance(value, list) else 0


def _cells_by_id(rows: Sequence[Row], columns: Columns) -> Mapping[str, object]:
    """Return the cells that hold whole images, by the id of their row."""
    if columns.image is None or columns.id is None:
        return {}
    return {
        str(row.get(columns.id)): value
        for row in rows
        if not _is_short(value := row.get(columns.image))
    }


def _is_short(value: object) -> bool:
    return isinstance(value, int | str) and len(str(value)) <= _LONGEST_ID


def _stored_image(value: object) -> tuple[bytes | None, str | None]:
    """Return the bytes of an image in a cell and its path, as far as there are any."""
    if isinstance(value, Mapping):
        content, path = value.get("bytes"), value.get("path")
        return (
            content if isinstance(content, bytes) else None,
            path if isinstance(path, str) else None,
        )
    if isinstance(value, bytes):
        return value, None
    if not isinstance(value, str) or not value.strip():
        return None, None
    if len(value) >= _SHORTEST_BASE64 or value.startswith("data:image/"):
        try:
            return base64.b64decode(value.rpartition(",")[2], validate=True), None
        except (binascii.Error, ValueError):
            pass
    return None, value.strip()


def _options(row: Row, columns: Columns) -> tuple[str, ...]:
    """Return the options of a row; empty columns at the end are no options."""
    if len(columns.options) > 1:
        values = [_text(row, name) or "" for name in columns.options]
        while values and not values[-1]:
            values.pop()
        return tuple(values)
    return tuple(_strings(row.get(columns.options[0])))


def _strings(value: object) -> Iterator[str]:
    """Yield the strings of a list, also of one written as text, such as ``['a', 'b']``."""
    if isinstance(value, str) and value.startswith("["):
        try:
            value = literal_eval(value)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            yield str(value)
            return
    if isinstance(value, Mapping):
        value = list(value.values())
    for part in value if isinstance(value, list | tuple) else [value]:
        if part not in (None, ""):
            yield str(part)


def _text(row: Row, name: str | None) -> str | None:
    value = row.get(name) if name else None
    return None if value in (None, "") else str(value)


class TableExcerpt(NamedTuple):
    """The first table of a place: its columns, five rows, and what the columns hold."""

    names: Sequence[str]
    rows: Sequence[Mapping[str, str]]
    """Cells as texts of at most 80 characters; images are left out."""
    columns: Columns | None
    """The mapping that is used; None when columns are not recognised."""
    reason: str
    """Why there is none, or why the given one does not fit."""


def inspect_table(place: Place) -> TableExcerpt | None:
    """Return an excerpt of the first table of a place; None when there is no table.

    A table whose columns are recognised comes before others.
    """
    excerpts = []
    for file in TableReader().files(place):
        try:
            rows = read_rows(file)
        except UnreadableFileError:
            continue
        excerpt = _excerpt(rows, place.columns)
        if excerpt.columns is not None:
            return excerpt
        excerpts.append(excerpt)
    return excerpts[0] if excerpts else None


def _excerpt(rows: Sequence[Row], mapping: Columns | None) -> TableExcerpt:
    names = list(dict.fromkeys(name for row in rows for name in row))
    reason, columns = "", None
    try:
        columns = mapping or propose_columns(rows)
        require_columns(columns, names)
    except ColumnsError as error:
        reason, columns = str(error), None
    return TableExcerpt(
        names,
        [{name: _cell(row.get(name)) for name in names} for row in rows[:5]],
        columns,
        reason,
    )


def _cell(value: object) -> str:
    stored, path = _stored_image(value) if not isinstance(value, list) else (None, None)
    if stored is not None:
        return path or "…"
    text = "" if value is None else str(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
