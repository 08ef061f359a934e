"""Images of the rows of a table: paths, or the images themselves."""

import base64
import binascii
import hashlib
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from core.domain.texts import _
from published.reading.image_finder import ImageFinder, ImagePathError
from published.reading.readers.base import BenchmarkLocation, add_image
from published.reading.readers.columns import ColumnMapping, further_image_columns
from published.reading.readers.rows import Row
from published.reading.readers.splits import split_of_file

_LONGEST_ID = 64
"""Characters; an image cell of at most so many is a path or the index of a row."""
_SHORTEST_BASE64 = 200
"""Characters; a path or name in the image column is shorter."""

Refuse = Callable[[Path, str, str, str], None]
"""Is told file, record, column and reason of an image that cannot be read."""


class TableImages:
    """The image files of tables. ``files`` has them by name, None where one is missing."""

    def __init__(self, place: BenchmarkLocation, refuse: Refuse) -> None:
        self.files: dict[str, Path | None] = {}
        self._scratch = place.scratch
        self._finder = ImageFinder(place.image_root)
        self._refuse = refuse

    def image_namer_of_file(
        self, file: Path, rows: Sequence[Row], columns: ColumnMapping
    ) -> Callable[[Row, str], list[str]]:
        """Return a function that gives the names of a row's images, in their order.

        Its arguments are the row and the record's name for messages. It stores or finds
        the files.
        """
        column_names = dict.fromkeys(name for row in rows for name in row)
        further = further_image_columns(list(column_names), columns.image)
        image_columns = [*filter(None, [columns.image]), *further]
        cells = _cells_by_id(rows, columns)

        def images_of(row: Row, record: str) -> list[str]:
            names = (
                self._add(file, record, column, value)
                for column in image_columns
                for value in _values(row.get(column), cells)
            )
            return list(dict.fromkeys(name for name in names if name is not None))

        return images_of

    def _add(self, file: Path, record: str, column: str, value: object) -> str | None:
        content, path = stored_image(value)
        if content is not None:
            digest = hashlib.sha256(content).hexdigest()
            stored = self._scratch / digest
            stored.write_bytes(content)
            return add_image(self.files, path or digest[:16], stored, digest[:8])
        if path is None:
            return None
        if len(path) >= _SHORTEST_BASE64:
            reason = _("is neither a path nor an image as base64")
            self._refuse(file, record, column, reason)
            return None
        try:
            image = self._finder.find_image(path, named_in=file)
        except ImagePathError as error:
            image = None
            self._refuse(file, record, column, str(error))
        return add_image(self.files, path, image, split_of_file(file))


def _values(value: object, cells: Mapping[str, object]) -> Iterator[object]:
    """Yield the images of a cell: one, those of a list, or those of another row.

    VLMEvalKit writes the index of another row for an image that both share, and several
    images as the text of a list.
    """
    if _is_short(value):
        value = cells.get(str(value).strip(), value)
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = literal_eval(value)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            yield value
            return
    yield from value if isinstance(value, list) else [value]


def _cells_by_id(rows: Sequence[Row], columns: ColumnMapping) -> Mapping[str, object]:
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


def stored_image(value: object) -> tuple[bytes | None, str | None]:
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
