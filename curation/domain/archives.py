"""Raw material as a stream of files: a folder, a zip archive or a manifest.

Nothing is read before it is asked for, and one file is in memory at a time.
"""

import csv
import json
import os
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from curation.domain.rejection import Reason, Rejected

COLUMNS = ("path", "source", "licence", "rights", "address", "page", "author")
"""Columns of a manifest; ``path`` is required, relative to the manifest's folder."""


@dataclass(frozen=True)
class ArchiveLimits:
    """How much an archive may ask for when it is unpacked."""

    max_member_bytes: int = 64 * 2**20
    max_total_bytes: int = 200 * 2**30
    max_members: int = 1_000_000
    max_ratio: int = 200
    """Unpacked over packed bytes of one member; pictures hardly compress."""


class RawFile(NamedTuple):
    """One file of the raw material.

    ``path`` is relative, with forward slashes. ``read`` gives the bytes or raises
    ``Rejected``. ``details`` holds the manifest's other columns.
    """

    path: str
    read: Callable[[], bytes]
    details: Mapping[str, str] = {}


class ManifestError(ValueError):
    """A manifest that cannot be used; the message names file and line."""


def open_source(
    path: Path, *, limits: ArchiveLimits | None = None
) -> Iterator[RawFile]:
    """Walk a folder, zip archive, CSV or JSON Lines manifest, or take a single file.

    Raises:
        FileNotFoundError: there is nothing at ``path``.
        Rejected: the archive cannot be opened or is too large as a whole.
        ManifestError: while iterating, at the first bad line.
    """
    limits = limits or ArchiveLimits()
    if path.is_dir():
        return from_folder(path, limits=limits)
    if not path.exists():
        raise FileNotFoundError(f"{path}: no such file or folder")
    match path.suffix.lower():
        case ".zip":
            return from_zip(path, limits=limits)
        case ".csv" | ".jsonl":
            return from_manifest(path, limits=limits)
        case _:
            return iter((_file(path.parent.resolve(), path, path.name, limits),))


def from_folder(
    folder: Path, *, limits: ArchiveLimits | None = None
) -> Iterator[RawFile]:
    """Every file below ``folder``, sorted by path within each folder.

    Hidden files and folders are skipped. Links are followed only to files inside the
    folder; others are yielded and refuse to be read, so that they are reported.
    """
    limits = limits or ArchiveLimits()
    root = folder.resolve()
    for current, folders, names in os.walk(root, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(current)
        linked = [name for name in folders if (here / name).is_symlink()]
        for name in sorted([*names, *linked]):
            if not name.startswith("."):
                path = here / name
                yield _file(root, path, path.relative_to(root).as_posix(), limits)


def from_zip(path: Path, *, limits: ArchiveLimits | None = None) -> Iterator[RawFile]:
    """Every file in a zip archive, in the archive's order.

    Raises:
        Rejected: no zip archive, or larger in all than the limits. Members that are
            encrypted, too large or point outside refuse to be read one by one.
    """
    limits = limits or ArchiveLimits()
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise Rejected(
            Reason.UNREADABLE, f"{path.name} is no zip archive: {error}"
        ) from error
    members = [member for member in archive.infolist() if not member.is_dir()]
    total = sum(member.file_size for member in members)
    if len(members) > limits.max_members or total > limits.max_total_bytes:
        archive.close()
        raise Rejected(
            Reason.ARCHIVE_TOO_LARGE,
            f"{path.name} holds {len(members):,} files of {total:,} bytes in all",
        )
    return _members(archive, members, limits)


def from_manifest(
    path: Path, *, limits: ArchiveLimits | None = None
) -> Iterator[RawFile]:
    """Every file that a CSV or JSON Lines manifest lists, with its details.

    Raises:
        ManifestError: unknown column, no path, or a line that cannot be read; the
            message names the line.
    """
    limits = limits or ArchiveLimits()
    root = path.parent.resolve()
    rows = _json_rows(path) if path.suffix.lower() == ".jsonl" else _csv_rows(path)
    for line, row in rows:
        unknown = [column for column in row if column not in COLUMNS]
        if unknown:
            raise ManifestError(
                f"{path.name}, line {line}: unknown column {unknown[0]!r}; "
                f"known are {', '.join(COLUMNS)}"
            )
        name = row.get("path", "")
        if not name:
            raise ManifestError(f"{path.name}, line {line}: column 'path' is empty")
        details = {key: text for key, text in row.items() if key != "path" and text}
        yield _file(root, root / name, name, limits)._replace(details=details)


def _file(root: Path, path: Path, name: str, limits: ArchiveLimits) -> RawFile:
    def read() -> bytes:
        try:
            resolved = path.resolve(strict=True)
            if not resolved.is_relative_to(root):
                raise Rejected(Reason.LEAVES_FOLDER, f"{name} leads outside the folder")
            status = resolved.stat()
            if not stat.S_ISREG(status.st_mode):
                raise Rejected(Reason.UNREADABLE, f"{name} is no ordinary file")
            _check_member(name, status.st_size, limits)
            return resolved.read_bytes()
        except (OSError, ValueError, RuntimeError) as error:
            raise Rejected(
                Reason.UNREADABLE, f"{name} cannot be read: {error}"
            ) from error

    return RawFile(name, read)


def _check_member(name: str, size: int, limits: ArchiveLimits) -> None:
    if size > limits.max_member_bytes:
        raise Rejected(
            Reason.TOO_MANY_BYTES,
            f"{name}: {size:,} bytes are more than the {limits.max_member_bytes:,} "
            "allowed",
        )


def _members(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], limits: ArchiveLimits
) -> Iterator[RawFile]:
    with archive:
        for member in members:
            name = member.filename.replace("\\", "/")
            yield RawFile(name, partial(_unzip, archive, member, name, limits))


def _unzip(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, limits: ArchiveLimits
) -> bytes:
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
        raise Rejected(Reason.LEAVES_FOLDER, f"{name} leads outside the archive")
    if stat.S_ISLNK(member.external_attr >> 16):
        raise Rejected(Reason.LEAVES_FOLDER, f"{name} is a link")
    if member.flag_bits & 1:
        raise Rejected(Reason.ENCRYPTED, f"{name} is encrypted")
    _check_member(name, member.file_size, limits)
    if member.file_size > limits.max_ratio * max(member.compress_size, 4096):
        raise Rejected(
            Reason.SUSPICIOUS_COMPRESSION,
            f"{name} unpacks to {member.file_size:,} bytes from "
            f"{member.compress_size:,}",
        )
    try:
        with archive.open(member) as stream:
            # zipfile stops at the announced size; a lie is a checksum error.
            return stream.read(limits.max_member_bytes)
    # Damaged archives surface as zlib, struct, EOF and unicode errors alike.
    except Exception as error:
        raise Rejected(
            Reason.UNREADABLE, f"{name} cannot be unpacked: {error}"
        ) from error


def _csv_rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file, restkey="(more columns than names)")
        try:
            for row in reader:
                yield (
                    reader.line_num,
                    {str(key): _text(value) for key, value in row.items()},
                )
        except (csv.Error, UnicodeDecodeError) as error:
            raise ManifestError(
                f"{path.name}, line {reader.line_num + 1}: {error}"
            ) from error


def _json_rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ManifestError(f"{path.name}, line {number}: {error}") from error
            if not isinstance(row, dict):
                raise ManifestError(f"{path.name}, line {number}: not an object")
            yield number, {str(key): _text(value) for key, value in row.items()}


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()
