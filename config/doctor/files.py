"""Checks of the stored files: missing, damaged, and named by no row."""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.core.files.storage import default_storage
from django.utils import timezone

from backups.selectors.named_files import named_files
from config.doctor.findings import Finding, FindingLevel
from releases.records.selectors.files import stored_names

_CACHES = {"descriptions", "full-size"}
"""Folders whose files are made again where they are missing."""
_LEFT_OVER = timedelta(days=1)
"""Younger files may belong to work that has not stored its row yet."""
_CHUNK = 2**20
_RESTORE = "Restore the files from a backup."


def check_files() -> Iterator[Finding]:
    """Read every stored file once and compare it with the rows that name it."""
    named: dict[str, str | None] = {}
    for file in named_files(_read):
        named[file.name] = file.sha256 or named.get(file.name)
    missing = [name for name in named if not default_storage.exists(name)]
    absent = set(missing)
    damaged = [
        name
        for name, sha256 in named.items()
        if sha256 and name not in absent and _digest(name) != sha256
    ]
    if missing:
        yield _finding(missing, "missing", FindingLevel.PROBLEM, _RESTORE)
    if damaged:
        yield _finding(
            damaged, "not what their hash says", FindingLevel.PROBLEM, _RESTORE
        )
    if orphans := list(_find_orphans(named)):
        yield _finding(
            orphans,
            "named by no row and older than a day",
            FindingLevel.WARNING,
            "They harm nothing but take space. Delete them after a backup.",
        )
    if not missing and not damaged:
        hashed = sum(sha256 is not None for sha256 in named.values())
        yield Finding(
            "files",
            FindingLevel.OK,
            f"All {len(named)} files are there; {hashed} were compared with their hash.",
        )


def _finding(names: list[str], state: str, level: FindingLevel, advice: str) -> Finding:
    number = "1 file is" if len(names) == 1 else f"{len(names)} files are"
    some = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
    return Finding("files", level, f"{number} {state}: {some}.", advice, names)


def _find_orphans(named: Mapping[str, str | None]) -> Iterator[str]:
    try:
        folders, files = default_storage.listdir("")
    except FileNotFoundError:
        return
    yield from _unnamed(files, named)
    for folder in folders:
        if folder not in _CACHES:
            yield from _unnamed(stored_names(folder), named)


def _unnamed(
    names: Iterator[str] | list[str], named: Mapping[str, str | None]
) -> Iterator[str]:
    latest = timezone.now() - _LEFT_OVER
    for name in names:
        if name in named:
            continue
        if default_storage.get_modified_time(name) < latest:
            yield name


def _read(name: str) -> bytes | None:
    if not default_storage.exists(name):
        return None
    with default_storage.open(name) as file:
        content: bytes = file.read()
    return content


def _digest(name: str) -> str:
    digest = hashlib.sha256()
    with default_storage.open(name) as file:
        for chunk in file.chunks(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
