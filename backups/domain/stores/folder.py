"""A folder of this machine as a store."""

import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

from backups.domain.stores.base import CHUNK, ReadableStream, StoredFile

_PART = ".part-"
"""In the name of a file that is being written."""
_MODE = 0o644


class FolderStore:
    """The files below a folder, which the first write creates."""

    can_read = True

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list_files(self, prefix: str = "") -> Iterator[StoredFile]:
        yield from self._below(self.folder / prefix)

    def _below(self, folder: Path) -> Iterator[StoredFile]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        for entry in entries:
            if entry.is_dir():
                yield from self._below(Path(entry.path))
                continue
            try:
                status = entry.stat()
            except FileNotFoundError:
                continue
            name = Path(entry.path).relative_to(self.folder).as_posix()
            yield StoredFile(name, status.st_size, status.st_mtime_ns)

    def file_size(self, name: str) -> int | None:
        try:
            return (self.folder / name).stat().st_size
        except FileNotFoundError:
            return None

    def open(self, name: str) -> ReadableStream:
        return (self.folder / name).open("rb")

    def write(self, name: str, content: ReadableStream, size: int) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}{_PART}{uuid.uuid4().hex}")
        try:
            with unfinished.open("xb") as file:
                shutil.copyfileobj(content, file, CHUNK)
            unfinished.chmod(_MODE)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)

    def delete(self, name: str) -> None:
        path = self.folder / name
        path.unlink(missing_ok=True)
        for parent in path.parents:
            if parent == self.folder:
                break
            try:
                parent.rmdir()
            except OSError:
                break  # Other files are in it.

    def flush_to_storage(self) -> None:
        os.sync()

    def close(self) -> None:
        self.flush_to_storage()
