"""JSON lines in compressed files of bounded size."""

import gzip
import hashlib
import io
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

from backups.domain.errors import BackupError
from backups.domain.manifest import Part
from backups.domain.stores.base import Store

MOST = 8 << 20
"""Bytes of lines after which a part ends."""
_LEVEL = 6


class PartWriter:
    """Writes lines to ``<prefix>-0001.jsonl.gz`` and so on."""

    def __init__(self, store: Store, prefix: str) -> None:
        self.parts: list[Part] = []
        self._store = store
        self._prefix = prefix
        self._lines: list[bytes] = []
        self._size = 0

    def add(self, line: bytes) -> None:
        """Add a line, which ends with a newline."""
        self._lines.append(line)
        self._size += len(line)
        if self._size >= MOST:
            self._end_part()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and self._lines:
            self._end_part()

    def _end_part(self) -> None:
        data = gzip.compress(b"".join(self._lines), _LEVEL, mtime=0)
        name = f"{self._prefix}-{len(self.parts) + 1:04}.jsonl.gz"
        self._store.write(name, io.BytesIO(data), len(data))
        sha256 = hashlib.sha256(data).hexdigest()
        self.parts.append(Part(name=name, sha256=sha256, bytes=len(data)))
        self._lines.clear()
        self._size = 0


def read_part(store: Store, part: Part) -> bytes:
    """Return a part's compressed bytes. Raises BackupError for a damaged one."""
    try:
        stream = store.open(part.name)
    except FileNotFoundError as error:
        raise BackupError(f"{part.name} is missing. Use another backup.") from error
    data = stream.read()
    stream.close()
    if hashlib.sha256(data).hexdigest() != part.sha256:
        raise BackupError(
            f"{part.name} is damaged: it has another hash than the manifest says. "
            "Use another backup."
        )
    return data


def read_lines(store: Store, parts: Iterable[Part]) -> Iterator[bytes]:
    """Yield the lines of parts, one part in memory. Raises BackupError."""
    for part in parts:
        yield from gzip.decompress(read_part(store, part)).splitlines()
