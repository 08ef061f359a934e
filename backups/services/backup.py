"""Making a backup: database and files of one moment, while people work.

1. Copy all files. Most are copied before, and none changes once a row names it.
2. Take a snapshot of the database. What it names was stored before.
3. Copy the files that came since the first step. If a file that the snapshot names was
   deleted in these seconds, take another snapshot.
4. Write the tables, the list of files and, when both are verified, the manifest.
"""

import io
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from django.conf import settings
from django.db import connection
from django.utils import timezone

from backups.domain.errors import BackupError
from backups.domain.file_index import FileIndex
from backups.domain.manifest import (
    MANIFEST,
    BackupManifest,
    BackupTable,
    read_manifest,
    write_manifest,
)
from backups.domain.parts import PartWriter, check_part
from backups.domain.rows import RowDigest, row_line
from backups.domain.stores.base import FileStore
from backups.selectors.named_files import NamedFile, ReadFile, named_files
from backups.services.files import FileCopier, Progress
from backups.services.stores import installation_store
from backups.services.tables import (
    TableSchema,
    applied_migrations,
    database_snapshot,
    database_tables,
    read_last_id,
    read_rows,
)
from core.clock import database_now
from core.scratch import scratch_folder

BACKUPS = "backups/"
"""The folder with a folder for each backup in a place."""
_MOST_SNAPSHOTS = 5


def list_backups(store: FileStore) -> list[str]:
    """Return the names of the complete backups in a place, the oldest first."""
    ending = f"/{MANIFEST}"
    names = (file.name for file in store.list_files(BACKUPS))
    return sorted(
        name.removeprefix(BACKUPS).removesuffix(ending)
        for name in names
        if name.endswith(ending)
    )


def find_manifest(store: FileStore, name: str) -> BackupManifest:
    """Return the manifest of a backup. Raises BackupError."""
    try:
        stream = store.open(f"{BACKUPS}{name}/{MANIFEST}")
    except FileNotFoundError as error:
        raise BackupError(f"There is no backup {name} in this place.") from error
    data = stream.read()
    stream.close()
    return read_manifest(data)


def make_backup(
    store: FileStore,
    *,
    progress: Progress = lambda done: None,
    check_all: bool = False,
    named: Callable[[ReadFile], Iterable[NamedFile]] = named_files,
) -> BackupManifest:
    """Back up this installation to ``store`` and return the verified manifest.

    ``progress`` gets the number of files done. ``check_all`` also reads the contents
    that the place already has. Raises BackupError and what the store raises.
    """
    with scratch_folder() as folder:
        index = FileIndex(folder / "files.sqlite3")
        try:
            copier = FileCopier(installation_store(), store, index, check_all=check_all)
            for name in list_backups(store)[-1:]:
                copier.load_earlier_files(find_manifest(store, name))
            copier.copy_changed_files(progress)
            return _finish(store, copier, named)
        finally:
            index.close()


def _finish(
    store: FileStore,
    copier: FileCopier,
    named: Callable[[ReadFile], Iterable[NamedFile]],
) -> BackupManifest:
    damaged: list[str] | None = None
    for _attempt in range(_MOST_SNAPSHOTS):
        at = database_now()
        with database_snapshot():
            copier.copy_changed_files(lambda done: None)
            before, damaged = (
                damaged,
                sorted(set(copier.find_damaged(named(copier.read_named_file)))),
            )
            # What two snapshots name in vain was lost before.
            if damaged and damaged != before:
                continue
            return _write(store, copier, at, damaged)
    raise BackupError(
        "Files were deleted faster than they could be copied. Back up again when "
        "fewer jobs run."
    )


def _write(
    store: FileStore, copier: FileCopier, at: datetime, damaged: list[str]
) -> BackupManifest:
    name = f"{timezone.now().astimezone(UTC):%Y-%m-%dT%H%M%S.%fZ}"
    folder = f"{BACKUPS}{name}"
    manifest = BackupManifest(
        name=name,
        version=settings.SUBTEXT_VERSION,
        at=at,
        database=connection.vendor,
        migrations=applied_migrations(),
        tables=[_write_table(store, folder, table) for table in database_tables()],
        files=copier.write_file_list(f"{folder}/files"),
        damaged=damaged,
    )
    if store.can_read:
        for part in manifest.parts:
            check_part(store, part)
    store.flush_to_storage()
    data = write_manifest(manifest)
    store.write(f"{folder}/{MANIFEST}", io.BytesIO(data), len(data))
    store.close()
    return manifest


def _write_table(store: FileStore, folder: str, schema: TableSchema) -> BackupTable:
    digest = RowDigest(schema.column_types)
    with PartWriter(store, f"{folder}/tables/{schema.name}") as writer:
        for row in read_rows(schema):
            digest.add_row(row)
            writer.add_line(row_line(row))
    return BackupTable(
        name=schema.name,
        columns=schema.columns,
        rows=digest.rows,
        digest=digest.hex_digest_of_rows(),
        last_id=read_last_id(schema),
        parts=writer.parts,
    )
