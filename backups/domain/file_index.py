"""The files of a storage with their hashes, in a database file instead of memory."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from backups.domain.stores.base import StoredFile

_TABLES = """
CREATE TABLE file (name TEXT PRIMARY KEY, sha256 TEXT, bytes INTEGER, changed INTEGER,
                   sweep INTEGER) WITHOUT ROWID;
CREATE TABLE content (sha256 TEXT PRIMARY KEY, bytes INTEGER) WITHOUT ROWID;
"""


class IndexedFile(NamedTuple):
    name: str
    sha256: str
    bytes: int
    changed: int


class FileIndex:
    """Files by name, and the contents that a backup's place has.

    A sweep goes through the storage once; files that the last one did not find are not
    in the index any more.
    """

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        # The file is gone after a crash in any case.
        self._database.execute("PRAGMA synchronous=OFF")
        self._database.execute("PRAGMA journal_mode=OFF")
        self._database.executescript(_TABLES)
        self._sweep = 0

    def close(self) -> None:
        self._database.close()

    def add_content(self, sha256: str, size: int) -> None:
        """Remember that the place of the backups has a content."""
        self._database.execute(
            "INSERT OR REPLACE INTO content VALUES (?, ?)", (sha256, size)
        )

    def has_content(self, sha256: str, size: int) -> bool:
        """Return whether the place of the backups has a content of this size."""
        row = self._database.execute(
            "SELECT bytes FROM content WHERE sha256 = ?", (sha256,)
        ).fetchone()
        return bool(row == (size,))

    def begin_sweep(self) -> None:
        self._sweep += 1

    def end_sweep(self) -> None:
        self._database.execute("DELETE FROM file WHERE sweep < ?", (self._sweep,))

    def add_file(self, file: IndexedFile) -> None:
        """Add a file that this sweep has found."""
        self._database.execute(
            "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?)", (*file, self._sweep)
        )

    def keep_unchanged(self, stored: StoredFile) -> bool:
        """Return whether the file is known as it is, and its content is there."""
        known = self.find_file(stored.name)
        if (
            known is None
            or (known.bytes, known.changed) != (stored.bytes, stored.changed)
            or not self.has_content(known.sha256, known.bytes)
        ):
            return False
        self.add_file(known)
        return True

    def find_file(self, name: str) -> IndexedFile | None:
        row = self._database.execute(
            "SELECT name, sha256, bytes, changed FROM file WHERE name = ?", (name,)
        ).fetchone()
        return row and IndexedFile(*row)

    def __iter__(self) -> Iterator[IndexedFile]:
        rows = self._database.execute(
            "SELECT name, sha256, bytes, changed FROM file ORDER BY name"
        )
        return (IndexedFile(*row) for row in rows)

    def count_files_and_bytes(self) -> tuple[int, int]:
        """Return the number of files and their bytes."""
        count, size = self._database.execute(
            "SELECT COUNT(*), COALESCE(SUM(bytes), 0) FROM file"
        ).fetchone()
        return count, size
