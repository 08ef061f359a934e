"""Manifests, which list files with metadata: CSV, JSON Lines or plain addresses."""

import codecs
import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import urlsplit

from curation.domain.material.base import Entry, ManifestError, printable_path
from curation.domain.material.folders import SingleFile
from workflow.domain.texts import _

GENERATED = (
    *("simile", "open_caption", "elaboration"),
    *("model", "prompt", "parameters"),
)
"""Origin of a generated image: its texts, the model and its parameters, such as seed and
steps (ImageMet §3). ``open_caption`` says the simile in other words (Appendix B.2)."""
COLUMNS = (
    *("path", "source", "licence", "rights", "address", "page", "author", "query"),
    "item",
    *GENERATED,
)
"""Columns of a manifest. Each row has a ``path`` relative to the manifest's folder, or
an ``address`` to fetch the file from. If both are given, the address is only
recorded. ``query`` has the search terms that found the image (ImageMet §3). Images with
the same ``item`` belong together, in the order of the rows. The columns about a generator
are stored with the image."""
MANIFESTS = (".csv", ".jsonl", ".txt")
"""File name extensions of manifests. Text files contain one address per line."""

MOST_NAME = 200
"""Maximum length of an item's name in characters."""

_MOST_LINE = 2**20


class Row(NamedTuple):
    """A line of a manifest with ``path``, ``address`` or both."""

    line: int
    path: str
    address: str
    details: Mapping[str, str]


class Manifest(SingleFile):
    """The files that a manifest in the same folder lists, with its details."""

    def entries(self) -> Iterator[Entry]:
        with (self.root / self.name).open("rb") as content:
            for row in manifest_rows(self.name, content):
                if row.path:
                    yield self.entry(row.path)._replace(details=row.details)
                else:
                    yield fetched_entry(row)


def fetched_entry(row: Row) -> Entry:
    """Return the entry of a row without a file, which is fetched from its address."""
    return Entry(row.address, address=row.address, details=row.details)


def manifest_rows(name: str, file: BinaryIO) -> Iterator[Row]:
    """Yield the rows of a manifest; its format depends on the file name extension.

    Raises:
        ManifestError: an unknown column, neither path nor address, or an unreadable
            line; the message names the line.
    """
    kind = Path(name).suffix.lower()
    read = {".jsonl": _json_rows, ".txt": _address_rows}.get(kind, _csv_rows)
    for line, row in read(name, file):
        where = _("{name}, line {line}", name=name, line=line)
        unknown = [column for column in row if column not in COLUMNS]
        if unknown:
            raise ManifestError(
                _(
                    "{where}: unknown column {unknown!r}; known are {columns}",
                    where=where,
                    unknown=unknown[0],
                    columns=", ".join(COLUMNS),
                )
            )
        path, address = row.get("path", ""), row.get("address", "")
        if not path and not address:
            raise ManifestError(
                _(
                    "{where}: the columns 'path' and 'address' are both empty",
                    where=where,
                )
            )
        for column in ("address", "page"):
            if row.get(column) and not _is_address(row[column]):
                raise ManifestError(
                    _(
                        "{where}: column {column!r} is not an address with "
                        "http:// or https://",
                        where=where,
                        column=column,
                    )
                )
        details = {key: printable_path(text) for key, text in row.items() if text}
        details.pop("path", None)
        if "item" in details:
            if len(details["item"]) > MOST_NAME:
                raise ManifestError(
                    _(
                        "{where}: column 'item' is longer than {most_name} characters",
                        where=where,
                        most_name=MOST_NAME,
                    )
                )
            details["item_row"] = str(line)
        yield Row(line, path, address, details)


def looks_like_manifest(name: str, file: BinaryIO) -> bool:
    """Return whether a file among images looks like a manifest, by its first line.

    Folders contain notes and tables of all kinds. Only a file with paths or addresses
    in the form of a manifest must follow its rules.
    """
    kind = Path(name).suffix.lower()
    if kind not in MANIFESTS:
        return False
    beginning = file.readline(_MOST_LINE).removeprefix(codecs.BOM_UTF8).strip()
    while kind == ".txt" and beginning.startswith(b"#"):
        beginning = file.readline(_MOST_LINE).strip()
    match kind:
        case ".txt":
            return beginning.startswith((b"http://", b"https://"))
        case ".csv":
            columns = beginning.decode("utf-8", "replace").split(",")
            return not {"path", "address"}.isdisjoint(c.strip(' "') for c in columns)
        case _:
            return beginning.startswith(b"{") and (
                b'"path"' in beginning or b'"address"' in beginning
            )


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def _csv_rows(name: str, file: BinaryIO) -> Iterator[tuple[int, dict[str, str]]]:
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="")
    try:
        reader = csv.DictReader(text, restkey="(more columns than names)")
        for row in reader:
            values = {str(key): _text(value) for key, value in row.items()}
            yield reader.line_num, values
    except (csv.Error, UnicodeDecodeError) as error:
        raise ManifestError(
            _(
                "{name}, line {number}: {error}",
                name=name,
                number=reader.line_num + 1,
                error=error,
            )
        ) from error
    finally:
        text.detach()


def _json_rows(name: str, file: BinaryIO) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in _lines(name, file):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ManifestError(
                _(
                    "{name}, line {number}: {error}",
                    name=name,
                    number=number,
                    error=error,
                )
            ) from error
        if not isinstance(row, dict):
            raise ManifestError(
                _("{name}, line {number}: not an object", name=name, number=number)
            )
        yield number, {str(key): _text(value) for key, value in row.items()}


def _address_rows(name: str, file: BinaryIO) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in _lines(name, file):
        if not line.startswith(b"#"):
            try:
                yield number, {"address": line.decode()}
            except UnicodeDecodeError as error:
                raise ManifestError(
                    _(
                        "{name}, line {number}: {error}",
                        name=name,
                        number=number,
                        error=error,
                    )
                ) from error


def _lines(name: str, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the non-empty lines. Raises ManifestError for a line that is too long."""
    number = 0
    while line := file.readline(_MOST_LINE):
        number += 1
        if len(line) == _MOST_LINE:
            raise ManifestError(
                _(
                    "{name}, line {number}: more than {most_line:,} characters",
                    name=name,
                    number=number,
                    most_line=_MOST_LINE,
                )
            )
        line = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        if line.strip():
            yield number, line.strip()


def _text(value: object) -> str:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value).strip()
