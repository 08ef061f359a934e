"""Deleting backups beyond a number, and the contents that only they name."""

import json
from datetime import datetime, timedelta
from pathlib import Path

from backups.domain.file_index import FileIndex, IndexedFile
from backups.domain.manifest import MANIFEST
from backups.domain.parts import read_lines
from backups.domain.stores.base import FileStore
from backups.services.backup import BACKUPS, find_manifest, list_backups
from backups.services.files import CONTENTS
from core.scratch import scratch_folder

_GRACE = timedelta(days=1)
"""Age below which nothing unnamed is deleted: a backup under way may have written it."""


def delete_outdated(store: FileStore, *, number_kept: int, now: datetime) -> int:
    """Keep the newest backups in a place; return how many others were deleted.

    What unfinished backups left there is deleted after a day.
    """
    names = list_backups(store)
    remaining, outdated = names[-number_kept:], names[:-number_kept]
    before = int((now - _GRACE).timestamp() * 1e9)
    # The manifest first: without one, what is left is no backup.
    files = sorted(
        store.list_files(BACKUPS), key=lambda file: not file.name.endswith(MANIFEST)
    )
    for file in files:
        name = file.name.removeprefix(BACKUPS).split("/")[0]
        if name in outdated or (name not in remaining and file.changed < before):
            store.delete(file.name)
    with scratch_folder() as folder:
        _delete_unnamed(store, remaining, folder, before)
    return len(outdated)


def _delete_unnamed(
    store: FileStore, remaining: list[str], folder: Path, before: int
) -> None:
    index = FileIndex(folder / "named.sqlite3")
    try:
        for name in remaining:
            for line in read_lines(store, find_manifest(store, name).files.parts):
                file = IndexedFile(*json.loads(line))
                index.add_content(file.sha256, file.bytes)
        for stored in store.list_files(CONTENTS):
            sha256 = stored.name.rpartition("/")[2]
            if stored.changed < before and not index.has_content(sha256, stored.bytes):
                store.delete(stored.name)
    finally:
        index.close()
