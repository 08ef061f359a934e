"""Results kept between runs, so that an interrupted run goes on where it ended."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Cost


class StoredResult(NamedTuple):
    """A result, and the processor seconds that it took when it was computed."""

    content: bytes
    seconds: float


class Store:
    """Results by key, in one SQLite file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, content BLOB, seconds REAL)"
        )

    def keep(self, key: str, compute: Callable[[], bytes]) -> StoredResult:
        """Return the result of ``key``; compute and keep it if there is none."""
        row = self._database.execute(
            "SELECT content, seconds FROM kept WHERE key = ?", (key,)
        ).fetchone()
        if row is None:
            with Cost() as cost:
                content = compute()
            row = content, cost.processor
            self._database.execute("INSERT INTO kept VALUES (?, ?, ?)", (key, *row))
        return StoredResult(*row)
