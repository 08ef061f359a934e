"""The folder in which an embedded installation keeps everything: its lock, its database."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management import call_command


class FolderInUseError(Exception):
    """Another process has the folder; the text says at which address it serves."""


@contextmanager
def locked(folder: Path, address: str) -> Iterator[None]:
    """Keep the folder to this process for as long as it lives, however it ends.

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
    """Begin with a copy of the empty database, where there is one; migrate what is left.

    All migrations together take ten seconds, none of them a tenth.
    """
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    if not database.exists() and settings.EMPTY_DATABASE.exists():
        # Whole or not at all, also where the copying is interrupted.
        unfinished = database.with_suffix(".copy")
        shutil.copyfile(settings.EMPTY_DATABASE, unfinished)
        unfinished.rename(database)
    call_command("migrate", verbosity=0)
