"""Rows of a table as JSON arrays of plain values, which every database can load.

Times are UTC without a zone (``2026-01-31 12:00:00.250000``). A column of JSON holds the
text of its document, so that no value and JSON's null remain two things. Bytes are
hexadecimal digits.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

Kind = Literal["number", "real", "boolean", "text", "time", "date", "json", "bytes"]
"""What a column holds, independent of the database."""

_MODULUS = 1 << 256
_LARGEST_PLAIN = 1e16
"""Python writes larger numbers with an exponent and PostgreSQL with all digits."""


def portable_value(kind: Kind, value: Any) -> Any:
    """Return a value of a database as one that JSON can hold."""
    if value is None:
        return None
    if kind == "boolean":
        return bool(value)
    if kind == "time" and isinstance(value, datetime):
        in_utc = value.astimezone(UTC) if value.tzinfo else value
        return str(in_utc.replace(tzinfo=None))
    if kind == "bytes":
        return bytes(value).hex()
    return str(value) if kind in ("time", "date") else value


def row_line(values: Sequence[Any]) -> bytes:
    """Return the line of a row, with its newline."""
    line = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return f"{line}\n".encode()


class RowDigest:
    """A digest of a table's rows in any order, the same on every database.

    The sum of the SHA-256 of each row, whose JSON documents are written with sorted
    keys.
    """

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.rows = 0
        self._sum = 0
        self._documents = [place for place, kind in enumerate(kinds) if kind == "json"]

    def add_row(self, values: Sequence[Any]) -> None:
        """Add a row of portable values."""
        if self._documents:
            values = list(values)
            for place in self._documents:
                if values[place] is not None:
                    # In a list, to tell JSON's null from no value.
                    values[place] = [json.loads(values[place], parse_float=_number)]
        line = json.dumps(values, ensure_ascii=False, sort_keys=True)
        digest = hashlib.sha256(line.encode()).digest()
        self._sum = (self._sum + int.from_bytes(digest)) % _MODULUS
        self.rows += 1

    def hex_digest_of_rows(self) -> str:
        """Return 64 hexadecimal digits."""
        return f"{self._sum:064x}"


def _number(text: str) -> float:
    number = float(text) + 0.0
    return int(number) if abs(number) >= _LARGEST_PLAIN else number


Converter = Callable[[Sequence[Any]], list[Any]]


def portable_row_converter(kinds: Sequence[Kind]) -> Converter:
    """Return a function from rows of a database to rows of portable values."""
    # Most columns need none, and a database has millions of values.
    places = [
        (place, kind)
        for place, kind in enumerate(kinds)
        if kind in ("boolean", "time", "date", "bytes")
    ]

    def convert(row: Sequence[Any]) -> list[Any]:
        values = list(row)
        for place, kind in places:
            values[place] = portable_value(kind, values[place])
        return values

    return convert
