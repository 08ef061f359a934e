"""A tar archive that is written to a stream."""

import tarfile
from collections.abc import Iterator
from threading import Lock
from typing import BinaryIO

from backups.domain.stores.base import ReadableStream, StoredFile


class TarStore:
    """An archive without an end in sight: files are added, none is read again."""

    can_read = False

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        # ``close`` ends it.
        self._archive = tarfile.open(fileobj=stream, mode="w|")  # noqa: SIM115
        self._sizes: dict[str, int] = {}
        self._lock = Lock()

    def list_files(self, prefix: str = "") -> Iterator[StoredFile]:
        yield from ()

    def file_size(self, name: str) -> int | None:
        return self._sizes.get(name)

    def open(self, name: str) -> ReadableStream:
        raise FileNotFoundError(name)

    def write(self, name: str, content: ReadableStream, size: int) -> None:
        member = tarfile.TarInfo(name)
        member.size = size
        with self._lock:
            if self._sizes.get(name) != size:
                self._archive.addfile(member, content)
                self._sizes[name] = size

    def delete(self, name: str) -> None:
        """Do nothing: what is written stays, and the manifest does not name it."""

    def flush_to_storage(self) -> None:
        """Do nothing, because the reader of the stream stores it."""

    def close(self) -> None:
        self._archive.close()
        self._stream.flush()
