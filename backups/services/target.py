"""The installation that a backup is restored into: empty before, or empty again.

A restore writes a mark into the storage first and deletes it last. A mark beside an empty
database means that a restore was killed; its files are then deleted.
"""

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection, transaction

from backups.domain.errors import BackupError
from backups.domain.stores.base import FileStore
from backups.services.stores import installation_store
from backups.services.tables import TableSchema, database_tables

UNFINISHED = "restore-unfinished.json"
"""The mark in the storage while a backup is restored."""
CLEARED = (
    "A restore was interrupted. Its files are deleted and this installation is empty "
    "again: restore once more."
)
"""What a start says that has cleared an unfinished restore."""
_RESTORING = ".restoring"
_UNCOUNTED = {
    "auth_permission",
    "backups_backup",
    "django_content_type",
    "django_migrations",
    "django_session",
    "projects_loginattempts",
    # Each start records the settings.
    "projects_securityevent",
    "workflow_workerseen",
}
"""Tables with rows in an installation that nobody has used yet."""


def require_empty_target() -> None:
    """Raise BackupError if this installation has rows or files, or is in use."""
    require_unused_database()
    used = _table_with_rows()
    if used is not None:
        raise BackupError(
            f"This installation is not empty: its table {used.name} has rows. Restore "
            "into another database, or another SUBTEXT_DATA_DIR."
        )
    file = next(installation_store().list_files(), None)
    if file is not None:
        raise BackupError(
            f"This installation is not empty: its storage has the file {file.name}. "
            "Restore into another bucket, or another SUBTEXT_DATA_DIR."
        )


def mark_unfinished(backup: str) -> None:
    """Mark that this installation is being restored from ``backup``."""
    data = json.dumps({"backup": backup}).encode()
    installation_store().write(UNFINISHED, io.BytesIO(data), len(data))


def remove_unfinished_mark() -> None:
    """Delete the mark."""
    installation_store().delete(UNFINISHED)


def clear_unfinished_restore() -> bool:
    """Empty this installation again if a restore was killed; return whether one was.

    Call it before anything else begins to write.
    """
    if connection.vendor == "sqlite":
        _delete_unfinished_database(_database_file())
    store = installation_store()
    if store.file_size(UNFINISHED) is None:
        return False
    # Otherwise the restore had finished all but deleting its mark.
    was_killed = _table_with_rows() is None
    if was_killed:
        _delete_files(store)
    store.delete(UNFINISHED)
    return was_killed


def _delete_files(store: FileStore) -> None:
    for file in store.list_files():
        if file.name != UNFINISHED:
            store.delete(file.name)


@contextmanager
def replace_database() -> Iterator[None]:
    """Give the block a database without tables, which replaces the empty one at its end.

    If the block raises, the database stays as it was.
    """
    if connection.vendor == "sqlite":
        yield from _replaced_file()
    else:
        yield from _one_transaction()


def _one_transaction() -> Iterator[None]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            for schema in database_tables():
                name = connection.ops.quote_name(schema.name)
                cursor.execute(f"DROP TABLE IF EXISTS {name} CASCADE")
        yield


def _replaced_file() -> Iterator[None]:
    file = _database_file()
    unfinished = file.with_name(f"{file.name}{_RESTORING}")
    _delete_unfinished_database(file)
    connection.close()
    connection.settings_dict["NAME"] = unfinished
    try:
        yield
        # Closing the last connection writes the journal back into the file.
        connection.close()
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        for ending in ("-wal", "-shm"):
            file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)
        unfinished.replace(file)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = file
        _delete_unfinished_database(file)


def _database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _delete_unfinished_database(file: Path) -> None:
    for left in file.parent.glob(f"{file.name}{_RESTORING}*"):
        left.unlink()


def _table_with_rows() -> TableSchema | None:
    """Return a table with rows that people or jobs have written."""
    if connection.vendor == "sqlite" and not _database_file().exists():
        return None  # Connecting would create the file.
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for schema in database_tables():
            if schema.name in existing - _UNCOUNTED:
                name = connection.ops.quote_name(schema.name)
                cursor.execute(f"SELECT 1 FROM {name} LIMIT 1")  # noqa: S608
                if cursor.fetchone():
                    return schema
    return None


def require_unused_database() -> None:
    """Raise BackupError while other processes are connected to the database."""
    if count_other_connections():
        raise BackupError(
            "Other processes use this database. Stop the web service, beat and all "
            "workers, and restore again."
        )


def count_other_connections() -> int:
    """Return the connections of other processes to a database on PostgreSQL.

    A folder's own lock tells of those of an SQLite database.
    """
    if connection.vendor == "sqlite":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND usename = current_user AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        return int(cursor.fetchone()[0])
