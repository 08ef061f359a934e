"""Material with its manifests, which say what is imported, and as what."""

import json
import posixpath
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from core.domain.texts import _, store_text
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.material.domain.archive_names import NameReading
from curation.material.domain.base import (
    ManifestError,
    Material,
    MaterialFile,
    comparable_path,
    printable_path,
)
from curation.material.domain.manifests.agreement import (
    attach_manifest_rows,
    locate_problem,
)
from curation.material.domain.manifests.naming import (
    is_manifest_name,
    is_table_file,
    may_be_table,
)
from curation.material.domain.manifests.options import (
    ManifestOptions,
    ManifestSummary,
    RefuseSources,
    StatedSource,
    UnlistedFiles,
)
from curation.material.domain.manifests.rows import (
    ManifestRow,
    folded_path,
    manifest_rows,
)
from curation.material.domain.manifests.tables import looks_like_manifest, open_table

_HEAD = 2**16
_BEAT_EVERY = 1000

_SCHEMA = """
CREATE TABLE files (
    id INTEGER PRIMARY KEY, archive TEXT, path TEXT, folded TEXT, entry TEXT
);
CREATE TABLE rows (
    id INTEGER PRIMARY KEY, manifest TEXT, line INTEGER, archive TEXT, path TEXT,
    address TEXT, details TEXT, refused TEXT
);
CREATE TABLE matches (file INTEGER, row INTEGER, ambiguous INTEGER);
"""


class ListedMaterial:
    """A material as its manifests describe it.

    Every manifest is read and checked before the first entry. With a manifest, files
    that none lists are left out unless the options say otherwise, and a file comes in
    only if all rows about it can be used and agree. ``main_table`` is the table that is a
    manifest although its name does not say so; other manifests do not count then,
    unless files that it does not list are imported too.

    Files and rows are kept in a temporary database, because there may be millions.
    """

    def __init__(
        self,
        material: Material,
        options: ManifestOptions | None = None,
        *,
        main_table: MaterialFile | None = None,
        refuse_sources: RefuseSources = lambda stated: {},
        on_heartbeat: Callable[[], None] = lambda: None,
    ) -> None:
        self._material = material
        self._options = options or ManifestOptions()
        self._main_table = main_table
        self._refuse_sources = refuse_sources
        self._on_heartbeat = on_heartbeat
        self._index = sqlite3.connect("")
        self._index.executescript(_SCHEMA)
        self._manifest_paths: set[tuple[str, str]] = set()
        self._damage: RejectedFileError | None = None
        self.sequential = material.sequential
        self.manifests: list[ManifestSummary] = []
        """The manifests, once they are read."""
        self.unlisted = 0
        """Number of files left out because no manifest lists them, after the last."""

    def read(self, place: str) -> bytes:
        return self._material.read(place)

    def open(self, place: str) -> BinaryIO:
        return self._material.open(place)

    def name_readings(self) -> Sequence[NameReading]:
        return self._material.name_readings()

    def close(self) -> None:
        """Delete the index; the material stays open."""
        self._index.close()

    def listing(self) -> Mapping[str, Any]:
        """Return what the manifests listed, as JSON, after the last entry."""
        return {
            "manifests": [asdict(summary) for summary in self.manifests],
            "unlisted": self.unlisted,
        }

    def read_manifests(self) -> None:
        """List the files and read every manifest. Raises ManifestError."""
        if self._main_table is not None:
            self._read_manifest(self._main_table)
            imports_others = self._options.unlisted == UnlistedFiles.IMPORT
            if not imports_others and not self._any_row("path != ''"):
                return
        self._list_files()
        for entry in list(self._manifests_among_files()):
            self._read_manifest(entry)
        if not self.manifests or self._options.unlisted == UnlistedFiles.IMPORT:
            self._require_no_other_manifest()

    def entries(self) -> Iterator[MaterialFile]:
        """Yield every file that is imported or rejected.

        Raises ManifestError before the first. Where the material is damaged, raises
        RejectedFileError after the last, or before the first if the missing part may
        have a manifest that prohibits what is there.
        """
        self.read_manifests()
        self._require_whole_listing()
        if self.manifests:
            self._refuse_rows_of_sources()
            self._match()
            if self._options.unlisted == UnlistedFiles.IMPORT:
                self._require_found_rights()
            yield from self._files_with_rows()
            yield from self._rows_without_files()
        else:
            for (entry,) in self._index.execute("SELECT entry FROM files ORDER BY id"):
                yield MaterialFile.from_json(json.loads(entry))
        if self._damage is not None:
            raise self._damage

    def _require_whole_listing(self) -> None:
        """Raise RejectedFileError if files could be prohibited by a manifest unseen."""
        damage = self._damage
        if damage is None:
            return
        if not self.manifests or self._options.unlisted == UnlistedFiles.IMPORT:
            raise RejectedFileError(
                damage.reason_code,
                _(
                    "{damage}. Nothing was imported, because the missing part may have "
                    "a manifest. Unpack what is whole and import the folder.",
                    damage=damage.message,
                ),
            ) from damage

    def _list_files(self) -> None:
        """Store every file of the material."""
        insert = "INSERT INTO files (archive, path, folded, entry) VALUES (?, ?, ?, ?)"
        try:
            for number, entry in enumerate(self._material.entries()):
                path = comparable_path(entry.path)
                stored = json.dumps(entry.to_json())
                values = (entry.archive, path, folded_path(path), stored)
                self._index.execute(insert, values)
                self._beat(number)
        except RejectedFileError as rejection:
            # What was listed before the damage is imported.
            self._damage = rejection
        self._index.execute("CREATE INDEX files_folded ON files (folded)")

    def _manifests_among_files(self) -> Iterator[MaterialFile]:
        if (
            self._main_table is not None
            and self._options.unlisted == UnlistedFiles.LEAVE_OUT
        ):
            return
        records = self._index.execute(
            "SELECT archive, path, entry FROM files ORDER BY id"
        )
        (count,) = self._index.execute("SELECT count(*) FROM files").fetchone()
        for archive, path, stored in records:
            is_alone = count == 1 and is_table_file(path)
            is_read = (archive, path) in self._manifest_paths
            if (is_manifest_name(path) or is_alone) and not is_read:
                yield self._entry(archive, stored)

    def _require_no_other_manifest(self) -> None:
        """Raise ManifestError for a table that states rights under another name."""
        records = self._index.execute(
            "SELECT archive, path, entry FROM files ORDER BY id"
        )
        for archive, path, stored in records.fetchall():
            is_read = (archive, path) in self._manifest_paths
            if is_read or not may_be_table(path) or self._is_caption(archive, path):
                continue
            entry = self._entry(archive, stored)
            if looks_like_manifest(path, self._head(entry)):
                suffix = PurePosixPath(path).suffix.lower()
                raise ManifestError(
                    _(
                        "{path} looks like a manifest, but is not named like one. If "
                        "it describes these files, save it as manifest{suffix}. If "
                        "not, remove it.",
                        path=entry.path,
                        suffix=".jsonl" if suffix == ".json" else suffix,
                    )
                )

    def _is_caption(self, archive: str, path: str) -> bool:
        """Return whether a text has the name of another file, as captions have."""
        stem, extension = posixpath.splitext(folded_path(path))
        rows = self._index.execute(
            "SELECT 1 FROM files "
            "WHERE archive = ? AND folded > ? AND folded < ? AND folded != ?",
            (archive, f"{stem}.", f"{stem}/", f"{stem}{extension}"),
        )
        return extension == ".txt" and rows.fetchone() is not None

    def _head(self, entry: MaterialFile) -> bytes:
        """Return the beginning of a file; nothing if it cannot be read."""
        if entry.refused:
            return b""
        try:
            with self._material.open(entry.place) as file:
                return file.read(_HEAD)
        except RejectedFileError:
            return b""

    def _entry(self, archive: str, stored: str) -> MaterialFile:
        return MaterialFile.from_json(json.loads(stored))._replace(archive=archive)

    def _read_manifest(self, entry: MaterialFile) -> None:
        """Store the rows of a manifest."""
        with self._opened_manifest(entry) as file:
            table = open_table(entry.path, file, self._options.encoding)
            summary = ManifestSummary(entry.path, table.encoding, table.separator)
            for row in manifest_rows(table):
                self._store(entry, row)
                summary.rows += 1
                summary.refused += row.refused is not None
                self._beat(summary.rows)
            summary.columns = table.columns
        self.manifests.append(summary)
        self._manifest_paths.add((entry.archive, comparable_path(entry.path)))

    def _opened_manifest(self, entry: MaterialFile) -> BinaryIO:
        """Open a manifest. Raises ManifestError if it cannot be read."""
        reason = entry.refused and entry.refused[1]
        try:
            if not reason:
                return self._material.open(entry.place)
        except RejectedFileError as rejection:
            reason = rejection.message
        raise ManifestError(
            _("{name} cannot be read: {reason}", name=entry.path, reason=reason)
        )

    def _store(self, entry: MaterialFile, row: ManifestRow) -> None:
        details = {name: printable_path(text) for name, text in row.details.items()}
        refused = row.refused and [row.refused[0], store_text(row.refused[1])]
        self._index.execute(
            "INSERT INTO rows (manifest, line, archive, path, address, details, refused) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                entry.path,
                row.line,
                entry.archive,
                row.path,
                printable_path(row.address),
                json.dumps(details),
                json.dumps(refused),
            ),
        )

    def _refuse_rows_of_sources(self) -> None:
        """Refuse the rows whose source cannot be used."""
        usable = "FROM rows WHERE refused = 'null'"
        stated = {
            StatedSource.from_details(json.loads(details))
            for (details,) in self._index.execute(f"SELECT details {usable}")
        }
        refused = self._refuse_sources(stated)
        if not refused:
            return
        records = self._index.execute(f"SELECT id, manifest, line, details {usable}")
        changes = []
        for row, manifest, line, details in records:
            reason = refused.get(StatedSource.from_details(json.loads(details)))
            if reason is not None:
                why = store_text(locate_problem(manifest, line, reason))
                changes.append((json.dumps([RejectionReason.INVALID_ROW, why]), row))
        self._index.executemany("UPDATE rows SET refused = ? WHERE id = ?", changes)

    def _match(self) -> None:
        """Find the files of each row: of the same path, else the only similar one."""
        rows = self._index.execute(
            "SELECT id, archive, path FROM rows WHERE path != '' ORDER BY id"
        )
        for row, archive, path in rows:
            similar = self._index.execute(
                "SELECT id, path FROM files WHERE folded = ? AND (? = '' OR archive = ?)",
                (folded_path(path), archive, archive),
            ).fetchall()
            matched = [file for file, name in similar if name == path]
            is_ambiguous = not matched and len({name for _id, name in similar}) > 1
            self._index.executemany(
                "INSERT INTO matches VALUES (?, ?, ?)",
                [
                    (file, row, is_ambiguous)
                    for file in matched or [file for file, _name in similar]
                ],
            )
            self._beat(row)
        self._index.execute("CREATE INDEX matches_file ON matches (file)")
        self._index.execute("CREATE INDEX matches_row ON matches (row)")

    def _require_found_rights(self) -> None:
        """Raise ManifestError for stated rights whose file is missing.

        The file may be there under another name, so that it would come in as one that
        no manifest lists, with other rights.
        """
        missing = self._index.execute(
            "SELECT manifest, line, path, details FROM rows "
            "WHERE path != '' AND id NOT IN (SELECT row FROM matches) ORDER BY id"
        )
        for manifest, line, path, details in missing:
            if any(StatedSource.from_details(json.loads(details))):
                why = _(
                    "{path} is not among the files. It may be one of the files that no "
                    "manifest lists, with other rights than these. Correct or remove "
                    "the row, or leave these files out.",
                    path=path,
                )
                raise ManifestError(locate_problem(manifest, line, why))

    def _files_with_rows(self) -> Iterator[MaterialFile]:
        """Yield the files in the order of the material, with what is said of them."""
        self.unlisted = 0
        records = self._index.execute(
            "SELECT files.id, files.archive, files.path, entry, manifest, line, "
            "details, refused, ambiguous FROM files "
            "LEFT JOIN matches ON file = files.id LEFT JOIN rows ON rows.id = row "
            "ORDER BY files.id, rows.id"
        )
        for (_id, archive, path, stored), group in groupby(
            records, lambda row: row[:4]
        ):
            if (archive, path) in self._manifest_paths:
                continue
            entry = MaterialFile.from_json(json.loads(stored))
            rows = [row[4:] for row in group if row[4] is not None]
            if not rows and self._options.unlisted == UnlistedFiles.LEAVE_OUT:
                self.unlisted += 1
            elif not rows or entry.refused:
                yield entry
            else:
                yield attach_manifest_rows(entry, rows)

    def _rows_without_files(self) -> Iterator[MaterialFile]:
        """Yield what is fetched from an address, and the rows whose file is missing."""
        records = self._index.execute(
            "SELECT path, CASE path WHEN '' THEN address ELSE '' END AS fetched, "
            "manifest, line, details, refused, 0 FROM rows "
            "WHERE id NOT IN (SELECT row FROM matches) "
            "ORDER BY min(id) OVER (PARTITION BY path, fetched), id"
        )
        for (path, address), group in groupby(records, lambda row: row[:2]):
            rows = [row[2:] for row in group]
            entry = attach_manifest_rows(
                MaterialFile(path or address, address=address), rows
            )
            if path and not entry.refused:
                manifest, line, *_rest = rows[0]
                why = locate_problem(
                    manifest, line, _("{path} is not among the files", path=path)
                )
                entry = entry._replace(refused=(RejectionReason.UNREADABLE, why))
            yield entry

    def _any_row(self, condition: str) -> bool:
        records = self._index.execute(f"SELECT 1 FROM rows WHERE {condition} LIMIT 1")  # noqa: S608
        return records.fetchone() is not None

    def _beat(self, number: int) -> None:
        if number % _BEAT_EVERY == 0:
            self._on_heartbeat()
