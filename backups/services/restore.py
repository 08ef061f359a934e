"""Restoring a backup into an empty installation, on either database and storage.

Files come first, because no row may name a file that is not there. Then the database is
created at the state of the backup's migrations, filled, compared with the manifest,
and migrated to this version, all of it at once.
"""

import json
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from sys import stdin
from tempfile import SpooledTemporaryFile
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction

from backups.domain.errors import BackupError
from backups.domain.file_index import IndexedFile
from backups.domain.manifest import BackupManifest, BackupTable
from backups.domain.parts import check_part, read_lines
from backups.domain.rows import Kind, RowDigest
from backups.domain.stores.base import SMALL, FileStore, copy_stream
from backups.domain.stores.folder import FolderStore
from backups.services.backup import find_manifest, list_backups
from backups.services.files import THREADS, Progress, content_name
from backups.services.migrations import (
    create_tables_as_of,
    migrate_to_latest,
    require_known_migrations,
)
from backups.services.stores import STDOUT, backup_store, installation_store
from backups.services.tables import (
    TableSchema,
    database_tables,
    read_rows,
    write_last_id,
)
from backups.services.target import (
    clear_unfinished_restore,
    mark_unfinished,
    remove_unfinished_mark,
    replace_database,
    require_empty_target,
)
from core.chunks import split_into_chunks
from core.domain.reasons import describe_failure
from core.scratch import scratch_folder

_BATCH = 64
_ROWS = 500


@contextmanager
def open_backup_source(address: str) -> Iterator[FileStore]:
    """Open the place of backups: as ``backup_store``, or a tar archive.

    An archive is unpacked into the temporary folder. Raises BackupError.
    """
    if address == STDOUT or Path(address).is_file():
        with scratch_folder() as folder:
            _unpack(address, folder)
            yield FolderStore(folder)
    else:
        yield backup_store(address)


def _unpack(address: str, folder: Path) -> None:
    try:
        with (
            tarfile.open(fileobj=stdin.buffer, mode="r|")
            if address == STDOUT
            else tarfile.open(address)
        ) as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, EOFError) as error:
        name = "Standard input" if address == STDOUT else address
        raise BackupError(f"{name} is damaged, or is no tar archive.") from error
    except OSError as error:
        raise BackupError(
            f"{address} cannot be unpacked in {folder}: {describe_failure(error)}. TMPDIR sets "
            "another folder."
        ) from error


def restore_backup(
    store: FileStore, *, name: str = "", progress: Progress = lambda done: None
) -> BackupManifest:
    """Restore the newest backup in a place, or that of a name; return its manifest.

    The installation is empty again if this raises. ``progress`` gets the number of
    files that are restored. Raises BackupError and what the stores raise.
    """
    if not name:
        names = list_backups(store)
        if not names:
            raise BackupError("There is no complete backup in this place.")
        name = names[-1]
    manifest = find_manifest(store, name)
    require_known_migrations(manifest)
    for part in manifest.parts:
        check_part(store, part)
    clear_unfinished_restore()
    require_empty_target()
    try:
        mark_unfinished(name)
        _restore_files(store, manifest, progress)
        with replace_database():
            _restore_database(store, manifest)
    except BaseException:
        clear_unfinished_restore()
        raise
    remove_unfinished_mark()
    return manifest


def _restore_files(
    store: FileStore, manifest: BackupManifest, progress: Progress
) -> None:
    target = installation_store()

    def copy(line: bytes) -> None:
        file = IndexedFile(*json.loads(line))
        if ".." in PurePosixPath(file.name).parts or file.name.startswith("/"):
            raise BackupError(f"The backup names a file outside: {file.name}.")
        _copy_content(store, target, file)

    done = 0
    with ThreadPoolExecutor(THREADS) as pool:
        for batch in split_into_chunks(read_lines(store, manifest.files.parts), _BATCH):
            list(pool.map(copy, batch))
            done += len(batch)
            progress(done)
    if done != manifest.files.count:
        raise BackupError("The list of files is incomplete. Use another backup.")
    target.flush_to_storage()


def _copy_content(store: FileStore, target: FileStore, file: IndexedFile) -> None:
    name = content_name(file.sha256)
    try:
        source = store.open(name)
    except FileNotFoundError as error:
        raise BackupError(
            f"{name} is missing: the content of {file.name}. Use another backup."
        ) from error
    with SpooledTemporaryFile(SMALL) as spool:
        sha256, size = copy_stream(source, spool)
        source.close()
        if (sha256, size) != (file.sha256, file.bytes):
            raise BackupError(
                f"{name} is damaged: the content of {file.name} has another hash. "
                "Use another backup."
            )
        spool.seek(0)
        target.write(file.name, spool, size)


def _restore_database(store: FileStore, manifest: BackupManifest) -> None:
    try:
        create_tables_as_of(manifest.migrations)
        _clear_tables()
        with _references_checked_at_end():
            for table in manifest.tables:
                with transaction.atomic():
                    _load(table, read_lines(store, table.parts))
        schemas = {schema.name: schema for schema in database_tables()}
        for table in manifest.tables:
            _complete(table, schemas[table.name])
        migrate_to_latest()
    except IntegrityError as error:
        raise BackupError(f"The rows contradict each other: {error}.") from error
    except DatabaseError as error:
        raise BackupError(f"The database does not accept the rows: {error}.") from error


@contextmanager
def _references_checked_at_end() -> Iterator[None]:
    """Let the block insert rows before those that they refer to.

    Raises IntegrityError at its end. Migrations have switched the checks on.
    """
    connection.disable_constraint_checking()
    if connection.vendor != "postgresql":
        yield
        connection.check_constraints()
        return
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        yield
        # They stay so: a table with postponed checks cannot be migrated.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _clear_tables() -> None:
    """Delete the rows that migrations have made; the backup has them."""
    with connection.cursor() as cursor:
        for schema in database_tables():
            name = connection.ops.quote_name(schema.name)
            cursor.execute(f"SELECT 1 FROM {name} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                cursor.execute(f"DELETE FROM {name}")  # noqa: S608


def _load(table: BackupTable, lines: Iterable[bytes]) -> None:
    quote = connection.ops.quote_name
    columns = ", ".join(quote(column.name) for column in table.columns)
    rows = (_loadable(json.loads(line), table.column_types) for line in lines)
    with connection.cursor() as cursor, connection.wrap_database_errors:
        if connection.vendor == "postgresql":
            with cursor.copy(
                f"COPY {quote(table.name)} ({columns}) FROM STDIN"
            ) as copy:
                for row in rows:
                    copy.write_row(row)
            return
        places = ", ".join("%s" for _column in table.columns)
        statement = f"INSERT INTO {quote(table.name)} ({columns}) VALUES ({places})"  # noqa: S608
        for chunk in split_into_chunks(rows, _ROWS):
            cursor.executemany(statement, chunk)


def _loadable(row: list[Any], kinds: Sequence[Kind]) -> list[Any]:
    """Return a row of portable values as one that this database takes."""
    for place, kind in enumerate(kinds):
        if row[place] is not None:
            if kind == "time" and connection.vendor == "postgresql":
                row[place] += "+00"
            elif kind == "bytes":
                row[place] = bytes.fromhex(row[place])
    return row


def _complete(table: BackupTable, schema: TableSchema) -> None:
    """Compare a table with the manifest, and let its next row have the next number."""
    digest = RowDigest(table.column_types)
    for row in read_rows(replace(schema, columns=table.columns)):
        digest.add_row(row)
    if digest.hex_digest_of_rows() != table.digest:
        raise BackupError(
            f"The database does not return the rows of {table.name} as they were "
            "written. Restore into another database."
        )
    if table.last_id is not None:
        write_last_id(schema, table.last_id)
