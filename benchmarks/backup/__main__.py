"""Seconds, size and peak memory of backup, restore and move as an installation grows.

Takes the databases of ``benchmarks.growth`` on SQLite with files of random bytes: four of
each item's image, one of each excluded image. Backs up, backs up again, verifies,
restores on SQLite and PostgreSQL, and moves to PostgreSQL and back. Each table and file
is compared with those before.
"""

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.backup.files import make_files
from benchmarks.backup.installations import (
    Installation,
    Spent,
    on_postgresql,
    on_sqlite,
)
from benchmarks.growth.__main__ import build
from benchmarks.growth.databases import Databases
from benchmarks.results import Results, benchmark_parser

MEGABYTE = 1e6
HEAD = (
    *("items", "action", "seconds", "processor s", "peak MB", "place MB"),
    *("rows before → after", "files before → after"),
)
Row = tuple[str, ...]


def main() -> None:
    parser = benchmark_parser("backup", __doc__)
    parser.add_argument("--items", type=int, nargs="+", default=[2000, 20016])
    parser.add_argument(
        "--database",
        default="",
        help="postgres://…, to restore and move to databases beside it",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        help="folder in which the databases are kept and found again",
    )
    options = parser.parse_args()
    results = Results(options)
    with tempfile.TemporaryDirectory(prefix="subtext-backup-") as folder:
        databases = Databases(options.keep or Path(folder) / "growth")
        names = [str(items) for items in sorted(options.items)]
        build(databases, names)
        rows: list[Row] = []
        for name in names:
            print(f"{name} items", file=sys.stderr)
            measured = Measurement(databases, name, Path(folder) / name)
            rows += measured.rows(options.database)
            shutil.rmtree(Path(folder) / name)
    results.print_table("actions", HEAD, *rows)


class Measurement:
    """The actions on an installation of one size; each gives a row of the table."""

    def __init__(self, databases: Databases, name: str, folder: Path) -> None:
        self._items = int(name)
        self._folder = folder
        self._place = folder / "place"
        self._source = on_sqlite(folder / "source")
        self._fill(databases, name)
        self._before: Mapping[str, Any] = {}
        """The manifest of the first backup."""

    def _fill(self, databases: Databases, name: str) -> None:
        data = self._folder / "source"
        shutil.copytree(databases.folder / "media", data / "media")
        database = databases.address(name).removeprefix("sqlite:///")
        shutil.copy(database, data / "subtext.sqlite3")
        # A kept database may be older than the code.
        self._source.run("migrate", "--verbosity=0")
        make_files(data / "subtext.sqlite3", data / "media")

    def rows(self, address: str) -> Iterator[Row]:
        yield self._backup("backup")
        yield self._backup("backup again")
        yield self._backup("backup again, verified", "--check")
        with self._emptied("restored") as folder:
            yield self._restore("restore on SQLite", on_sqlite(folder))
        if not address:
            return
        with self._emptied("restored") as folder, _database(address) as beside:
            target = on_postgresql(folder, beside)
            yield self._restore("restore on PostgreSQL", target)
        with self._emptied("moved") as folder, _database(address) as beside:
            server = on_postgresql(folder, beside)
            yield self._move("move SQLite → PostgreSQL", self._source, server)
            with self._emptied("back") as folder:
                back = on_sqlite(folder)
                yield self._move("move PostgreSQL → SQLite", server, back)

    @contextmanager
    def _emptied(self, name: str) -> Iterator[Path]:
        """A folder for the block, which takes gigabytes."""
        yield self._folder / name
        shutil.rmtree(self._folder / name)

    def _backup(self, action: str, *options: str) -> Row:
        spent, manifest = self._back_up(self._source, *options)
        self._before = self._before or manifest
        return self._row(action, spent, self._equal(manifest), _size(self._place))

    def _restore(self, action: str, target: Installation) -> Row:
        spent = target.run("restore", str(self._place), "--json")
        return self._row(action, spent, self._contents(target))

    def _move(self, action: str, source: Installation, target: Installation) -> Row:
        file = target.describe(self._folder / "target.env")
        spent = source.run("move", str(file), "--json")
        return self._row(action, spent, self._contents(target))

    def _contents(self, target: Installation) -> Mapping[str, Any]:
        """Return the manifest of an installation, whose tables are those before."""
        # The place has its files, so nothing is written again.
        return self._equal(self._back_up(target)[1])

    def _back_up(
        self, installation: Installation, *options: str
    ) -> tuple[Spent, Mapping[str, Any]]:
        spent = installation.run("backup", str(self._place), *options, "--json")
        printed = json.loads(spent.printed)
        if printed["damaged"]:
            raise ValueError(f"files are missing: {printed['damaged'][:3]}")
        file = self._place / "backups" / printed["backup"] / "manifest.json"
        return spent, json.loads(file.read_text())["content"]

    def _equal(self, manifest: Mapping[str, Any]) -> Mapping[str, Any]:
        """Raise ValueError unless every table and file is as before."""
        before, after = _digests(self._before), _digests(manifest)
        if before != after:
            raise ValueError(f"they differ: {sorted(before.items() ^ after.items())}")
        return manifest

    def _row(
        self, action: str, spent: Spent, after: Mapping[str, Any], place: int = 0
    ) -> Row:
        before = self._before
        return (
            f"{self._items:,}",
            action,
            f"{spent.seconds:.1f}",
            f"{spent.processor:.1f}",
            f"{spent.memory / MEGABYTE:.0f}",
            f"{place / MEGABYTE:,.0f}" if place else "–",
            f"{_rows(before):,} → {_rows(after):,}",
            f"{before['files']['count']:,} → {after['files']['count']:,}",
        )


def _digests(manifest: Mapping[str, Any]) -> dict[str, str]:
    """Return the digest of each table, and the number and bytes of the files."""
    digests = {table["name"]: table["digest"] for table in _tables(manifest)}
    files = manifest["files"]
    return {**digests, "files": f"{files['count']}, {files['bytes']}"}


def _rows(manifest: Mapping[str, Any]) -> int:
    return sum(table["rows"] for table in _tables(manifest))


def _tables(manifest: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return all but the record of backups, which each backup adds to."""
    tables = manifest["tables"]
    return [table for table in tables if table["name"] != "backups_backup"]


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


@contextmanager
def _database(server: str) -> Iterator[str]:
    """The address of an empty database beside another."""
    databases = Databases(Path(), server)
    name = f"backup_{os.getpid()}"
    databases.create(name)
    try:
        yield databases.address(name)
    finally:
        databases.drop(name)


if __name__ == "__main__":
    main()
