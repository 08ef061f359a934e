"""Files of a zip archive, read member by member."""

import stat
import zipfile
from collections.abc import Iterator
from typing import BinaryIO

from curation.domain.material.base import (
    ArchiveLimits,
    Entry,
    check_size,
    leaves_folder,
    printable_path,
)
from curation.domain.rejection import Reason, RejectedFileError
from workflow.domain.texts import _


class Zip:
    """Every file in a zip archive, in the archive's order. Closing it closes ``file``.

    Members that are encrypted, too large or outside the archive are rejected one by
    one.
    """

    sequential = False

    def __init__(
        self, name: str, file: BinaryIO, limits: ArchiveLimits | None = None
    ) -> None:
        self._name = name
        self._file = file
        self._limits = limits or ArchiveLimits()
        self._archive: zipfile.ZipFile | None = None

    def entries(self) -> Iterator[Entry]:
        for number, member in enumerate(self._opened().infolist()):
            if not member.is_dir():
                name = member.filename.replace("\\", "/")
                refused = self._refused(name, member)
                yield Entry(printable_path(name), str(number), refused=refused)

    def read(self, place: str) -> bytes:
        archive = self._opened()
        member = archive.infolist()[int(place)]
        try:
            with archive.open(member) as stream:
                # zipfile stops at the announced size; a wrong size gives a checksum
                # error.
                return stream.read(self._limits.max_member_bytes)
        # Damaged archives raise zlib, struct, EOF and unicode errors.
        except Exception as error:
            raise RejectedFileError(
                Reason.UNREADABLE,
                _(
                    "{filename} cannot be unpacked: {error}",
                    filename=member.filename,
                    error=error,
                ),
            ) from error

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()
        self._file.close()

    def _opened(self) -> zipfile.ZipFile:
        if self._archive is None:
            try:
                archive = zipfile.ZipFile(self._file)
            except (
                zipfile.BadZipFile,
                OSError,
                ValueError,
                NotImplementedError,
            ) as error:
                raise RejectedFileError(
                    Reason.UNREADABLE,
                    _(
                        "{name} is not a valid zip archive: {error}",
                        name=self._name,
                        error=error,
                    ),
                ) from error
            self._check_whole(archive)
            self._archive = archive
        return self._archive

    def _check_whole(self, archive: zipfile.ZipFile) -> None:
        members = archive.infolist()
        total = sum(member.file_size for member in members)
        self._file.seek(0, 2)
        allowed = self._limits.unpacked(self._file.tell())
        if len(members) > self._limits.max_members or total > allowed:
            raise RejectedFileError(
                Reason.ARCHIVE_TOO_LARGE,
                _(
                    "{name} contains {count:,} files with {total:,} bytes in total; "
                    "at most {allowed:,} are allowed for an archive of this size",
                    name=self._name,
                    count=len(members),
                    total=total,
                    allowed=allowed,
                ),
            )

    def _refused(self, name: str, member: zipfile.ZipInfo) -> tuple[Reason, str] | None:
        limits = self._limits
        if leaves_folder(name):
            return Reason.LEAVES_FOLDER, _(
                "{name} leads outside the archive", name=name
            )
        if stat.S_ISLNK(member.external_attr >> 16):
            return Reason.LEAVES_FOLDER, _("{name} is a link", name=name)
        if member.flag_bits & 1:
            return Reason.ENCRYPTED, _("{name} is encrypted", name=name)
        try:
            check_size(name, member.file_size, limits)
        except RejectedFileError as rejection:
            return rejection.reason_code, rejection.message
        if member.file_size > max(
            limits.free_member_bytes, limits.max_ratio * member.compress_size
        ):
            message = _(
                "{name} unpacks to {file_size:,} bytes from {compress_size:,}",
                name=name,
                file_size=member.file_size,
                compress_size=member.compress_size,
            )
            return Reason.SUSPICIOUS_COMPRESSION, message
        return None
