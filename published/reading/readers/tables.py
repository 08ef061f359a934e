"""Reader of tables: CSV, TSV, JSON, JSONL, Parquet, Arrow and WebDataset shards.

Each row is a question. VLMEvalKit's TSV files (images as base64 in the column
``image``, or the index of the row that has it), the files of Hugging Face datasets
(images as a struct of bytes and path, or named in ``metadata.jsonl``), Label Studio's
exports and lmms-eval's documents are such tables.
"""

from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from core.domain.texts import _, join_texts
from published.reading.benchmark import Benchmark, BenchmarkQuestion
from published.reading.layout_errors import LayoutProblem
from published.reading.readers.base import (
    BenchmarkLocation,
    UnreadableBenchmarkError,
    read_documents,
)
from published.reading.readers.columns import (
    ColumnMapping,
    ColumnsError,
    guess_columns,
    propose_columns,
    require_columns,
)
from published.reading.readers.nested_files import files_below
from published.reading.readers.rows import (
    ONLY_TABLES,
    SUFFIXES,
    Row,
    UnreadableFileError,
    may_be_table,
    read_rows,
)
from published.reading.readers.splits import split_of_file
from published.reading.readers.table_images import TableImages, stored_image

_MOST_SHOWN = 80
"""Characters of a cell in an excerpt."""


class TableReader:
    """Reads tables with one row a question."""

    layout = "table"

    def find_files(self, place: BenchmarkLocation) -> Sequence[Path]:
        if place.path.is_file():
            return [place.path] if place.path.suffix.lower() in SUFFIXES else []
        return sorted(
            file
            for pattern in ("*", "*/*", "*/*/*")
            for file in files_below(place.path, pattern)
            if file.suffix.lower() in SUFFIXES
        )

    def read(self, place: BenchmarkLocation, files: Sequence[Path]) -> Benchmark:
        table = _Table(place)
        reasons: list[str] = []
        for file in files:
            try:
                rows = read_rows(file)
            except UnreadableFileError as error:
                reasons.append(_("{where}: {message}", where=file.name, message=error))
                if file.suffix.lower() in ONLY_TABLES:
                    problem = LayoutProblem(file.name, "", "", str(error))
                    table.unreadable.append(problem)
                continue
            try:
                columns = place.columns or propose_columns(rows)
                require_columns(columns, [name for row in rows for name in row])
            except ColumnsError as error:
                reasons.append(_("{where}: {message}", where=file.name, message=error))
                if may_be_table(file):
                    problem = LayoutProblem(file.name, "", "", str(error))
                    table.skipped.append(problem)
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
            images=table.images.files,
            unreadable=table.unreadable,
            skipped=table.skipped,
            documents=read_documents(place.image_root),
        )


@dataclass
class _Table:
    """Rows of several files that become questions."""

    place: BenchmarkLocation
    questions: list[BenchmarkQuestion] = field(default_factory=list)
    unreadable: list[LayoutProblem] = field(default_factory=list)
    skipped: list[LayoutProblem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.images = TableImages(self.place, self._refuse)

    def read(self, file: Path, rows: Sequence[Row], columns: ColumnMapping) -> None:
        """Take in the rows of a file."""
        images = self.images.image_namer_of_file(file, rows, columns)
        for number, row in enumerate(rows, start=1):
            place = (file, _("row {number}", number=number))
            stem, options = row.get(columns.stem), _options(row, columns)
            if not isinstance(stem, str) or not stem.strip():
                self._refuse(*place, columns.stem, _("has no question text"))
            elif not options:
                self._refuse(*place, columns.options[0], _("has no options"))
            else:
                names = images(row, place[1])
                self.questions.append(
                    BenchmarkQuestion(
                        id=_text(row, columns.id) or f"{file.stem}-{number}",
                        file=file.name,
                        record=place[1],
                        split=_text(row, columns.split) or split_of_file(file),
                        image=names[0] if names else None,
                        more_images=tuple(names[1:]),
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


def _options(row: Row, columns: ColumnMapping) -> tuple[str, ...]:
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
    columns: ColumnMapping | None
    """The mapping that is used; None when columns are not recognised."""
    guess: ColumnMapping
    """The mapping that was given, else what is recognised; it may lack parts."""
    reason: str
    """Why ``columns`` is None."""


def inspect_table(place: BenchmarkLocation) -> TableExcerpt | None:
    """Return an excerpt of the first table of a place; None when there is no table.

    A table whose columns are recognised comes before others.
    """
    excerpts = []
    for file in TableReader().find_files(place):
        try:
            rows = read_rows(file)
        except UnreadableFileError:
            continue
        excerpt = _excerpt(rows, place.columns)
        if excerpt.columns is not None:
            return excerpt
        excerpts.append(excerpt)
    return excerpts[0] if excerpts else None


def _excerpt(rows: Sequence[Row], mapping: ColumnMapping | None) -> TableExcerpt:
    names = list(dict.fromkeys(name for row in rows for name in row))
    reason, columns = "", None
    guess = mapping or guess_columns(rows)
    try:
        columns = mapping or propose_columns(rows)
        require_columns(columns, names)
    except ColumnsError as error:
        reason, columns = str(error), None
    return TableExcerpt(
        names,
        [{name: _cell(row.get(name)) for name in names} for row in rows[:5]],
        columns,
        guess,
        reason,
    )


def _cell(value: object) -> str:
    stored, path = stored_image(value) if not isinstance(value, list) else (None, None)
    if stored is not None:
        return path or "…"
    text = "" if value is None else str(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
