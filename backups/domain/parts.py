"""JSON lines in compressed files of bounded size, of which little is in memory."""

import gzip
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import Self

from backups.domain.errors import BackupError
from backups.domain.manifest import BackupPart
from backups.domain.stores.base import (
    SMALL,
    FileStore,
    ReadableStream,
    copy_stream,
    hash_stream,
)

MOST = 8 << 20
"""Bytes of lines after which a part ends."""
_LEVEL = 6


class PartWriter:
    """Writes lines to ``<prefix>-0001.jsonl.gz`` and so on."""

    def __init__(self, store: FileStore, prefix: str) -> None:
        self.parts: list[BackupPart] = []
        self._store = store
        self._prefix = prefix
        self._begin_part()

    def add_line(self, line: bytes) -> None:
        """Add a line, which ends with a newline."""
        self._lines.write(line)
        self._size += len(line)
        if self._size >= MOST:
            self._end_part()
            self._begin_part()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and self._size:
            self._end_part()
        self._data.close()

    def _begin_part(self) -> None:
        self._size = 0
        self._data = SpooledTemporaryFile(SMALL)  # noqa: SIM115 - closed with its part
        self._lines = gzip.GzipFile(
            fileobj=self._data, mode="wb", compresslevel=_LEVEL, mtime=0, filename=""
        )

    def _end_part(self) -> None:
        self._lines.close()
        self._data.seek(0)
        sha256, size = hash_stream(self._data)
        self._data.seek(0)
        name = f"{self._prefix}-{len(self.parts) + 1:04}.jsonl.gz"
        self._store.write(name, self._data, size)
        self.parts.append(BackupPart(name=name, sha256=sha256, bytes=size))
        self._data.close()


def check_part(store: FileStore, part: BackupPart) -> None:
    """Raise BackupError if a part is missing or damaged."""
    with _opened(store, part) as stream:
        sha256, _size = hash_stream(stream)
    _require_whole(part, sha256)


def read_lines(store: FileStore, parts: Iterable[BackupPart]) -> Iterator[bytes]:
    """Yield the lines of parts that are whole. Raises BackupError."""
    for part in parts:
        with SpooledTemporaryFile(SMALL) as data:
            with _opened(store, part) as stream:
                sha256, _size = copy_stream(stream, data)
            _require_whole(part, sha256)
            data.seek(0)
            with gzip.GzipFile(fileobj=data, mode="rb") as lines:
                yield from lines


@contextmanager
def _opened(store: FileStore, part: BackupPart) -> Iterator[ReadableStream]:
    try:
        stream = store.open(part.name)
    except FileNotFoundError as error:
        raise BackupError(f"{part.name} is missing. Use another backup.") from error
    try:
        yield stream
    finally:
        stream.close()


def _require_whole(part: BackupPart, sha256: str) -> None:
    if sha256 != part.sha256:
        raise BackupError(
            f"{part.name} is damaged: it has another hash than the manifest says. "
            "Use another backup."
        )
