"""Temporary folders for one piece of work."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

_PREFIX = "subtext-scratch-"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yield a temporary folder that is removed at the end of the block.

    A killed process leaves its folder behind; the next call on this machine removes it.
    A lock on the folder, which ends with its process, marks it as in use.
    """
    for left in Path(gettempdir()).glob(f"{_PREFIX}*"):
        lock = _locked(left)
        if lock is not None:
            shutil.rmtree(left, ignore_errors=True)
            os.close(lock)
    folder, lock = _begun()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _begun() -> tuple[Path, int]:
    while True:
        folder = Path(mkdtemp(prefix=_PREFIX))
        lock = _locked(folder)
        # Another process's cleanup may come before the lock.
        if lock is not None and folder.exists():
            return folder, lock


def _locked(folder: Path) -> int | None:
    """Lock a folder; return None if another process has the lock or it is gone."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(opened)
            raise
        return opened
    return None
