"""Copying the files of the storage to a backup's place, each content once."""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile

from backups.domain.file_index import FileIndex, IndexedFile
from backups.domain.manifest import BackupManifest, FileList
from backups.domain.parts import PartWriter, read_lines
from backups.domain.stores.base import (
    SMALL,
    FileStore,
    StoredFile,
    copy_stream,
    hash_stream,
)
from backups.selectors.named_files import NamedFile
from core.chunks import split_into_chunks

CONTENTS = "files/"
"""The folder of the contents, which all backups in a place share."""
THREADS = 8
_BATCH = 64

Progress = Callable[[int], object]
"""Gets the number of files that are done."""


def content_name(sha256: str) -> str:
    """Return the name of a content in the place of the backups."""
    return f"{CONTENTS}{sha256[:2]}/{sha256}"


class FileCopier:
    """Copies files of ``source`` to ``target``; ``index`` holds what is copied.

    ``check_all`` reads every content again that the target already has.
    """

    def __init__(
        self, source: FileStore, target: FileStore, index: FileIndex, *, check_all: bool
    ) -> None:
        self._source = source
        self._target = target
        self._index = index
        self.copied = 0
        """Number of contents that were written."""
        for stored in target.list_files(CONTENTS):
            sha256 = stored.name.rpartition("/")[2]
            if not check_all or self._has(sha256):
                index.add_content(sha256, stored.bytes)

    def load_earlier_files(self, earlier: BackupManifest) -> None:
        """Remember the files of an earlier backup in the same place."""
        for line in read_lines(self._target, earlier.files.parts):
            self._index.add_file(IndexedFile(*json.loads(line)))

    def copy_changed_files(self, progress: Progress) -> None:
        """Copy all files that are new or changed; forget those that are gone."""
        self._index.begin_sweep()
        done = 0
        with ThreadPoolExecutor(THREADS) as pool:
            for batch in split_into_chunks(self._source.list_files(), _BATCH):
                changed = [
                    stored for stored in batch if not self._index.keep_unchanged(stored)
                ]
                for file in pool.map(self._copy, changed):
                    if file is not None:
                        self._index.add_file(file)
                        self._index.add_content(file.sha256, file.bytes)
                done += len(batch)
                progress(done)
        self._index.end_sweep()

    def write_file_list(self, prefix: str) -> FileList:
        """Write the list of all files."""
        with PartWriter(self._target, prefix) as writer:
            for file in self._index:
                line = json.dumps(file, ensure_ascii=False, separators=(",", ":"))
                writer.add_line(f"{line}\n".encode())
        count, size = self._index.count_files_and_bytes()
        return FileList(count=count, bytes=size, parts=writer.parts)

    def read_named_file(self, name: str) -> bytes | None:
        """Return a file of the source, None where there is none."""
        try:
            stream = self._source.open(name)
        except FileNotFoundError:
            return None
        content = stream.read()
        stream.close()
        return content

    def find_damaged(self, named: Iterable[NamedFile]) -> Iterator[str]:
        """Yield the named files that are not copied, or have another hash."""
        for name, sha256 in named:
            file = self._index.find_file(name)
            if file is None or sha256 not in (None, file.sha256):
                yield name

    def _copy(self, stored: StoredFile) -> IndexedFile | None:
        """Copy one file; return None if it is gone."""
        try:
            source = self._source.open(stored.name)
        except FileNotFoundError:
            return None
        with SpooledTemporaryFile(SMALL) as content:
            sha256, size = copy_stream(source, content)
            source.close()
            name = content_name(sha256)
            if self._target.file_size(name) != size:
                content.seek(0)
                self._target.write(name, content, size)
                self._require_written(name, sha256)
                self.copied += 1
        # A file that was written meanwhile is copied again by the next sweep.
        changed = stored.changed if size == stored.bytes else -1
        return IndexedFile(stored.name, sha256, size, changed)

    def _require_written(self, name: str, sha256: str) -> None:
        if self._target.can_read and not self._is_whole(name, sha256):
            raise OSError(f"{name} is not as it was written")

    def _has(self, sha256: str) -> bool:
        name = content_name(sha256)
        if self._is_whole(name, sha256):
            return True
        self._target.delete(name)
        return False

    def _is_whole(self, name: str, sha256: str) -> bool:
        stream = self._target.open(name)
        digest, _size = hash_stream(stream)
        stream.close()
        return digest == sha256
