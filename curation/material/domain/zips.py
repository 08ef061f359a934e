"""Files of a zip archive, read member by member."""

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import BinaryIO

from core.domain.reasons import describe_failure
from core.domain.texts import _
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.material.domain.archive_names import NameDecoder, NameReading
from curation.material.domain.base import (
    MOST_LINKS,
    ArchiveLimits,
    LinkedBytes,
    MaterialFile,
    is_system_file,
    leaves_folder,
    linked_name,
    printable_path,
    size_rejection,
)

_UTF_8_FLAG = 0x800
_UNICODE_PATH = 0x7075
"""Extra field with the name in UTF-8 (PKWARE's specification 4.6.9, from Info-ZIP)."""
_LONGEST_LINK = 4096


class ZipMaterial:
    """Every file in a zip archive, in the archive's order. Closing it closes ``file``.

    Members that are encrypted, too large or outside the archive are rejected one by
    one; a link is the file inside the archive that it names. ``names`` is the encoding
    of names that do not say theirs; without it, it is found.
    """

    sequential = False

    def __init__(
        self,
        name: str,
        file: BinaryIO,
        limits: ArchiveLimits | None = None,
        names: str = "",
    ) -> None:
        self._name = name
        self._file = file
        self._limits = limits or ArchiveLimits()
        self._size = file.seek(0, io.SEEK_END)
        self._encoding = names
        self._archive: zipfile.ZipFile | None = None

    def entries(self) -> Iterator[MaterialFile]:
        linked = LinkedBytes(self._limits.unpacked(self._size))
        for number, member in enumerate(self._opened().infolist()):
            name = self._names[number]
            if not name.endswith("/") and not is_system_file(name):
                yield self._entry(name, number, member, linked)

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
                RejectionReason.UNREADABLE,
                _(
                    "{filename} cannot be unpacked: {error}",
                    filename=printable_path(self._names[int(place)]),
                    error=describe_failure(error),
                ),
            ) from error

    def name_readings(self) -> Sequence[NameReading]:
        try:
            decoder = self._decoder
        except RejectedFileError:
            return []
        return [decoder.describe_reading(self._name)] if decoder.raw_names else []

    def open(self, place: str) -> BinaryIO:
        return io.BytesIO(self.read(place))

    def close(self) -> None:
        if self._archive is not None:
            self._archive.close()
        self._file.close()

    @cached_property
    def _decoder(self) -> NameDecoder:
        return NameDecoder.for_archive(
            [
                _raw_name(member)
                for member in self._opened().infolist()
                if _declared_name(member) is None
            ],
            self._encoding,
        )

    @cached_property
    def _names(self) -> Sequence[str]:
        """The names of all members, with ``/`` between their parts."""
        names = []
        for member in self._opened().infolist():
            name = _declared_name(member)
            if name is None:
                name = self._decoder.decode(_raw_name(member))
            names.append(name.partition("\0")[0].replace("\\", "/"))
        return names

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self._names)}

    def _entry(
        self, name: str, number: int, member: zipfile.ZipInfo, linked: LinkedBytes
    ) -> MaterialFile:
        refused = self._refused(name, member)
        if refused is None and _is_link(member):
            target = self._link_target(name, number)
            if target is None:
                message = _(
                    "{name} is a link to a file that is not in the archive", name=name
                )
                refused = RejectionReason.LEAVES_FOLDER, message
            else:
                number = target
                member = self._opened().infolist()[number]
                refused = self._refused(name, member)
                refused = refused or linked.add_link(name, member.file_size)
        return MaterialFile(printable_path(name), str(number), refused=refused)

    def _link_target(self, name: str, number: int) -> int | None:
        """Return the number of the file that a link names; None if there is none."""
        members = self._opened().infolist()
        for _step in range(MOST_LINKS):
            path = self._linked_path(name, number)
            if path is None or path not in self._numbers:
                return None
            name, number = path, self._numbers[path]
            if not _is_link(members[number]):
                return number
        return None

    def _linked_path(self, name: str, number: int) -> str | None:
        if self._opened().infolist()[number].file_size > _LONGEST_LINK:
            return None
        try:
            target = self.read(str(number))
        except RejectedFileError:
            return None
        return linked_name(name, target.decode("utf-8", "surrogateescape"))

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
                    RejectionReason.UNREADABLE,
                    _(
                        "{name} is not a valid zip archive: {error}",
                        name=self._name,
                        error=describe_failure(error),
                    ),
                ) from error
            self._check_whole(archive)
            self._archive = archive
        return self._archive

    def _check_whole(self, archive: zipfile.ZipFile) -> None:
        members = archive.infolist()
        total = sum(member.file_size for member in members)
        allowed = self._limits.unpacked(self._size)
        if len(members) > self._limits.max_members or total > allowed:
            raise RejectedFileError(
                RejectionReason.ARCHIVE_TOO_LARGE,
                _(
                    "{name} contains {count:,} files with {total:,} bytes in total; "
                    "at most {allowed:,} are allowed for an archive of this size",
                    name=self._name,
                    count=len(members),
                    total=total,
                    allowed=allowed,
                ),
            )

    def _refused(
        self, name: str, member: zipfile.ZipInfo
    ) -> tuple[RejectionReason, str] | None:
        limits = self._limits
        if leaves_folder(name):
            return RejectionReason.LEAVES_FOLDER, _(
                "{name} leads outside the archive", name=name
            )
        if member.flag_bits & 1:
            return RejectionReason.ENCRYPTED, _("{name} is encrypted", name=name)
        if refused := size_rejection(name, member.file_size, limits):
            return refused
        if member.file_size > max(
            limits.free_member_bytes, limits.max_ratio * member.compress_size
        ):
            message = _(
                "{name} unpacks to {file_size:,} bytes from {compress_size:,}",
                name=name,
                file_size=member.file_size,
                compress_size=member.compress_size,
            )
            return RejectionReason.SUSPICIOUS_COMPRESSION, message
        return None


def _is_link(member: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(member.external_attr >> 16)


def _raw_name(member: zipfile.ZipInfo) -> bytes:
    """Return the bytes of a name without the UTF-8 flag, which zipfile reads as CP437."""
    return member.orig_filename.encode("cp437")


def _declared_name(member: zipfile.ZipInfo) -> str | None:
    """Return the name if the archive says its encoding, else None."""
    if member.flag_bits & _UTF_8_FLAG:
        return member.orig_filename
    extra = member.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        content, extra = extra[4 : 4 + size], extra[4 + size :]
        # One byte of version, the checksum of the plain name, and the name.
        if kind == _UNICODE_PATH and len(content) > 5 and content[0] == 1:
            checksum = int.from_bytes(content[1:5], "little")
            if checksum == zlib.crc32(_raw_name(member)):
                try:
                    return content[5:].decode("utf-8")
                except UnicodeDecodeError:
                    return None
    return None
