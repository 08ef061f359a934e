"""The data folder of an embedded installation: its lock and its database."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command


class FolderInUseError(Exception):
    """Another process uses the folder; the text is the address at which it serves."""


@contextmanager
def locked(folder: Path, address: str) -> Iterator[None]:
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
