"""The encoding of a table: certain, or a guess that a person has to confirm."""

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

from core.domain.texts import _, join_texts
from curation.material.domain.base import ManifestError

ENCODINGS = (
    *("utf-8", "utf-16", "gb18030", "big5", "shift_jis", "euc_kr", "cp1252"),
    "latin-1",
)
"""Encodings that a person can choose."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESSES = ("gb18030", "big5", "shift_jis", "euc_kr", "cp1252")
_CHUNK = 2**20
_HEAD = 16
"""Bytes in which every common format of images, workbooks and archives differs from
text."""
_CONTROLS = re.compile(r"[\0-\x08\x0e-\x1f]")
_MOST_SAMPLES = 5
_MOST_SAMPLE = 40


def find_encoding(name: str, file: BinaryIO, chosen: str = "") -> str:
    """Return the encoding of a table.

    A byte order mark decides; then ``chosen``, the encoding that a person named; then
    whether the whole table is UTF-8.

    Raises ManifestError that shows some cells in each possible encoding, or names the
    line that is not in this encoding.
    """
    head = _head(file)
    marked = next((known for mark, known in _MARKS if head.startswith(mark)), "")
    encoding = marked or _without_mark(head, chosen) or "utf-8"
    if _CONTROLS.search(head.decode(encoding, "replace")):
        raise ManifestError(
            _(
                "{name} is not a text, but a file of another kind, such as a workbook. "
                "Save it as CSV or JSON Lines, or rename it if it is not a manifest.",
                name=name,
            )
        )
    line = _undecodable_line_number(file, encoding)
    if not line:
        return encoding
    if marked or chosen:
        raise ManifestError(
            _(
                "{name}, line {line}: this is not {encoding}. Save the table as UTF-8, "
                "or choose its encoding.",
                name=name,
                line=line,
                encoding=encoding,
            )
        )
    raise ManifestError(
        _(
            "{name}, line {line}: the encoding is unclear. Some cells {samples}. "
            "Choose the encoding in which they are right (--encoding NAME, or on the "
            "Import page) and import again.",
            name=name,
            line=line,
            samples=join_texts("; ", _samples(file)),
        )
    )


def unicode_encoding(head: bytes) -> str:
    """Return the encoding of a table that begins as only Unicode does; else empty."""
    marked = next((known for mark, known in _MARKS if head.startswith(mark)), "")
    return marked or _without_mark(head, "")


def _head(file: BinaryIO) -> bytes:
    file.seek(0)
    head = file.read(_HEAD)
    file.seek(0)
    return head


def _without_mark(head: bytes, chosen: str) -> str:
    """Return ``chosen``, and the byte order of UTF-16: a table begins with a letter."""
    if chosen in ("", "utf-16") and len(head) > 1 and b"\0" in head[:2]:
        return "utf-16-be" if head[0] == 0 else "utf-16-le"
    return "utf-16-le" if chosen == "utf-16" else chosen


def _undecodable_line_number(file: BinaryIO, encoding: str) -> int:
    """Return the first line that is not in the encoding; 0 if there is none."""
    decoder = codecs.getincrementaldecoder(encoding)()
    line = 1
    file.seek(0)
    try:
        while chunk := file.read(_CHUNK):
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError as error:
                return line + error.object[: error.start].count(b"\n")
            line += chunk.count(b"\n")
        decoder.decode(b"", final=True)
    except UnicodeError:
        return line
    finally:
        file.seek(0)
    return 0


def _samples(file: BinaryIO) -> Iterator[str]:
    """Yield what some cells read as in each encoding that the table may have."""
    cells = list(_unclear_cells(file))
    possible = [
        known for known in _GUESSES if not _undecodable_line_number(file, known)
    ]
    # What is not in the common part of Chinese text is more probably Western.
    if not all(_decodes(cell, "gb2312") for cell in cells) and "cp1252" in possible:
        possible.sort(key=lambda known: known != "cp1252")
    for encoding in possible or ["latin-1"]:
        texts = [cell.decode(encoding, "replace")[:_MOST_SAMPLE] for cell in cells]
        yield _("read {texts} in {encoding}", texts=", ".join(texts), encoding=encoding)


def _unclear_cells(file: BinaryIO) -> Iterator[bytes]:
    count = 0
    file.seek(0)
    while line := file.readline(_CHUNK):
        for cell in re.split(rb"[,;\t\"\r\n]+", line):
            if not cell.isascii() and count < _MOST_SAMPLES:
                count += 1
                yield cell.strip()
        if count >= _MOST_SAMPLES:
            return


def _decodes(content: bytes, encoding: str) -> bool:
    try:
        content.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
