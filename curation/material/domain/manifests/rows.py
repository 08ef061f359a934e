"""The rows of a manifest, each of them usable or refused with a reason."""

import json
import posixpath
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.domain.texts import _
from curation.image_files.domain.rejection import RejectionReason
from curation.material.domain.base import (
    ManifestError,
    comparable_path,
    leaves_folder,
    printable_path,
)
from curation.material.domain.manifests.column_mapping import cell_problem
from curation.material.domain.manifests.tables import Cells, ManifestTable


class ManifestRow(NamedTuple):
    """A line of a manifest with ``path``, ``address`` or both."""

    line: int
    path: str
    """Relative to the material, as ``comparable_path``."""
    address: str
    details: Mapping[str, str]
    """The other cells that are not empty, and the address."""
    refused: tuple[RejectionReason, str] | None = None
    """Why neither this row nor its file is imported."""


def manifest_rows(table: ManifestTable) -> Iterator[ManifestRow]:
    """Yield the rows of a manifest, whose paths are relative to its folder.

    Raises ManifestError when a row does not say which file it is about, and for every
    fault of the table.
    """
    folder = posixpath.dirname(comparable_path(table.name))
    has_rows = False
    for line, cells in table.rows():
        has_rows = True
        yield _row(table, folder, line, cells)
    if not has_rows:
        raise ManifestError(_("{name} has no rows", name=table.name))


def folded_path(path: str) -> str:
    """Return a comparable path without the difference of capital letters."""
    return unicodedata.normalize("NFC", path.casefold())


def _row(table: ManifestTable, folder: str, line: int, cells: Cells) -> ManifestRow:
    texts = {column: _text(column, value) for column, value in cells.items()}
    wrong = next((column for column, text in texts.items() if text is None), None)
    details = {column: text for column, text in texts.items() if text}
    path = details.pop("path", "")
    address = details.get("address", "")
    if not path and not address:
        table.raise_row_error(
            line, _("the columns 'path' and 'address' are both empty")
        )
    where = _("{name}, line {line}", name=table.name, line=line)
    resolved = _resolved(folder, printable_path(path)) if path else ""
    problem = (
        _("column {column!r} is not a text", column=wrong)
        if wrong
        else cell_problem({"path": path, **details})
    )
    refused = None
    if problem:
        refused = (
            RejectionReason.INVALID_ROW,
            _("{where}: {message}", where=where, message=problem),
        )
    elif _is_absolute(path) or leaves_folder(resolved):
        refused = (
            RejectionReason.LEAVES_FOLDER,
            _("{where}: {path} leads outside the folder", where=where, path=path),
        )
    # A prohibition holds, whatever else is wrong with the row.
    if details.get("rights", "").casefold() == "prohibited":
        refused = (
            RejectionReason.PROHIBITED,
            _("{where}: its rights prohibit any use", where=where),
        )
    if "item" in details:
        details["item_row"] = str(line)
    return ManifestRow(line, resolved, address, details, refused)


def _resolved(folder: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(folder, comparable_path(path)))


def _is_absolute(path: str) -> bool:
    """Return whether a path begins at a root or names a drive or protocol."""
    first, _separator, _rest = path.replace("\\", "/").partition("/")
    return path.startswith(("/", "\\")) or first.endswith(":")


def _text(column: str, value: Any) -> str | None:
    """Return a cell as text; None if its JSON value is none."""
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    if column == "parameters":
        return json.dumps(value, ensure_ascii=False)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return str(value) if is_number else None
