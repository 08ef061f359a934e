"""Stores of files by name: a folder, a bucket, an archive that is written."""

import hashlib
from collections.abc import Iterator
from typing import NamedTuple, Protocol

CHUNK = 1 << 20
SMALL = 4 << 20
"""Bytes up to which a file is held in memory."""


class StoredFile(NamedTuple):
    name: str
    bytes: int
    changed: int
    """When it was last written, in nanoseconds."""


class ReadableStream(Protocol):
    """A binary stream."""

    def read(self, size: int = -1, /) -> bytes: ...

    def close(self) -> None: ...


class WritableStream(Protocol):
    """A binary stream that takes bytes."""

    def write(self, data: bytes, /) -> object: ...


class FileStore(Protocol):
    """Files by name; names have slashes between folders."""

    can_read: bool
    """Whether what is written can be read again."""

    def list_files(self, prefix: str = "") -> Iterator[StoredFile]:
        """Yield the files whose names begin with ``prefix``, a folder with a slash."""
        ...

    def file_size(self, name: str) -> int | None:
        """Return a file's bytes, None where there is none."""
        ...

    def open(self, name: str) -> ReadableStream:
        """Open a file. Raises FileNotFoundError."""
        ...

    def write(self, name: str, content: ReadableStream, size: int) -> None:
        """Write a file of ``size`` bytes: whole or not at all."""
        ...

    def delete(self, name: str) -> None:
        """Delete a file if it is there."""
        ...

    def flush_to_storage(self) -> None:
        """Return when all that was written survives a power cut."""
        ...

    def close(self) -> None:
        """End the writing."""
        ...


def copy_stream(source: ReadableStream, target: WritableStream) -> tuple[str, int]:
    """Copy a stream; return its SHA-256 and its bytes."""
    digest, size = hashlib.sha256(), 0
    while piece := source.read(CHUNK):
        digest.update(piece)
        size += len(piece)
        target.write(piece)
    return digest.hexdigest(), size


def hash_stream(source: ReadableStream) -> tuple[str, int]:
    """Return the SHA-256 and the bytes of a stream."""
    digest, size = hashlib.sha256(), 0
    while piece := source.read(CHUNK):
        digest.update(piece)
        size += len(piece)
    return digest.hexdigest(), size
