"""The data folder of an embedded installation: its lock and its database."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection


class FolderInUseError(Exception):
    """Another process uses the folder; the text is the address at which it serves."""


@contextmanager
def lock_data_folder(folder: Path, address: str) -> Iterator[None]:
    """Lock the folder for this process until it ends, in whatever way.

    Raises FolderInUseError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise FolderInUseError(file.read()) from error
        file.truncate(0)
        file.write(address)
        file.flush()
        yield


@contextmanager
def unused_folder() -> Iterator[None]:
    """Lock the data folder of an installation on one machine during the block.

    Raises CommandError while Subtext runs on it. A server's data is in its services.
    """
    if connection.vendor != "sqlite":
        yield
        return
    try:
        with lock_data_folder(settings.DATA_DIR, ""):
            yield
    except FolderInUseError as error:
        raise CommandError(
            f"Subtext is running on {settings.DATA_DIR}. Stop it first."
        ) from error


def prepare_database() -> None:
    """Copy the empty database if there is none yet, and apply the missing migrations.

    All migrations together take five seconds; none takes a tenth of a second.
    """
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    if not database.exists() and settings.EMPTY_DATABASE.exists():
        # Renamed when complete, so that an interrupted copy is never used.
        unfinished = database.with_suffix(".copy")
        shutil.copyfile(settings.EMPTY_DATABASE, unfinished)
        unfinished.rename(database)
    call_command("migrate", verbosity=0)


def prepare_new_database() -> None:
    """Prepare the database of this machine, if there is none yet.

    A database of an earlier version is left as it is: `run` and `migrate` update it.
    """
    default = settings.DATABASES["default"]
    if connection.vendor != "sqlite":
        return
    database = Path(str(default["NAME"]))
    if database.exists() and database.stat().st_size:
        return
    # If another process holds the folder, that one prepares it.
    with suppress(FolderInUseError), lock_data_folder(settings.DATA_DIR, ""):
        prepare_database()
