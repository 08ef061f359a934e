"""Files of a tar archive, plain or compressed, read member by member.

``tarfile`` finds the members; their bytes are read by offset, through a bounded stream.
The headers of a hostile archive may announce names of gigabytes, and a small compressed
file may unpack to terabytes.
"""

import bz2
import gzip
import importlib
import io
import lzma
import posixpath
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import BinaryIO, NamedTuple

from core.domain.reasons import describe_failure
from core.domain.texts import _
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.material.domain.archive_names import UTF_8, NameDecoder, NameReading
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

_MOST_AT_ONCE = 2**20
"""Maximum size of a long name or comment, which ``tarfile`` reads at once."""
_XZ_MEMORY = 128 * 2**20
_PACKINGS: dict[bytes, str] = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}


class _Member(NamedTuple):
    """A member that is no folder, with its texts as tarfile reads them."""

    name: str
    declared: bool
    """Whether the archive says that the name is UTF-8."""
    link: str | None
    """The path in the archive that a link names; None for other files."""
    regular: bool
    offset: int
    size: int


class _Listing(NamedTuple):
    """The members of an archive, as far as it is not damaged."""

    members: Sequence[_Member]
    damage: RejectedFileError | None


class TarMaterial:
    """Every file in a tar archive. Closing it closes ``file``.

    A link is the file inside the archive that it names, and follows that file. Devices,
    paths outside the archive and links to such are rejected one by one. Damage of the
    archive itself ends it: members before it are read, and the damage is one rejected
    entry. ``names`` is the encoding of names that do not say theirs; without it, it is
    found.
    """

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
        self._encoding = names
        self._stream: _Bounded | None = None
        self._latest = "", b""
        head = file.read(8)
        self._packing = next(
            (name for magic, name in _PACKINGS.items() if head.startswith(magic)), ""
        )
        file.seek(0, io.SEEK_END)
        self._size = file.tell()
        self.sequential = bool(self._packing)

    def entries(self) -> Iterator[MaterialFile]:
        members, damage = self._listing
        by_path = {posixpath.normpath(member.name): member for member in members}
        linked = LinkedBytes(self._limits.unpacked(self._size))
        entries = []
        for member in members:
            name = self._name_of(member)
            if not is_system_file(name):
                target = _follow(member, by_path)
                entry = self._entry(printable_path(name), member, target)
                if target and target is not member and not entry.refused:
                    refused = linked.add_link(entry.path, target.size)
                    entry = entry._replace(refused=refused)
                entries.append(((target or member).offset, target is not member, entry))
        # A compressed archive is read only forward.
        entries.sort(key=lambda place_and_entry: place_and_entry[:2])
        yield from (entry for _offset, _is_link, entry in entries)
        if damage is not None:
            raise damage

    def read(self, place: str) -> bytes:
        if self._latest[0] != place:
            self._latest = place, self._read(place)
        return self._latest[1]

    def name_readings(self) -> Sequence[NameReading]:
        decoder = self._decoder
        return [decoder.describe_reading(self._name)] if decoder.raw_names else []

    def open(self, place: str) -> BinaryIO:
        return io.BytesIO(self.read(place))

    def close(self) -> None:
        self._file.close()

    @cached_property
    def _decoder(self) -> NameDecoder:
        members = self._listing.members
        undeclared = [_raw(member.name) for member in members if not member.declared]
        return NameDecoder.for_archive(undeclared, self._encoding)

    def _name_of(self, member: _Member) -> str:
        if member.declared:
            return member.name
        return self._decoder.decode(_raw(member.name))

    @cached_property
    def _listing(self) -> _Listing:
        members: list[_Member] = []
        try:
            members.extend(self._list())
        except RejectedFileError as damage:
            return _Listing(members, damage)
        return _Listing(members, None)

    def _list(self) -> Iterator[_Member]:
        try:
            stream = self._unpacked()
            stream.seek(0)
            with tarfile.open(
                fileobj=stream, mode="r:", encoding=UTF_8, errors="surrogateescape"
            ) as archive:
                yield from self._members(archive)
        except RejectedFileError:
            raise
        # Damaged archives raise zlib, lzma, struct, EOF and value errors.
        except Exception as error:
            raise RejectedFileError(
                RejectionReason.UNREADABLE,
                _(
                    "{name} is not a valid tar archive: {error}",
                    name=self._name,
                    error=describe_failure(error),
                ),
            ) from error

    def _members(self, archive: tarfile.TarFile) -> Iterator[_Member]:
        count = 0
        while (member := archive.next()) is not None:
            # tarfile remembers every member that it has read; this frees the memory.
            archive.members.clear()  # type: ignore[attr-defined]  # not in the stubs
            if member.isdir():
                continue
            count += 1
            if count > self._limits.max_members:
                raise RejectedFileError(
                    RejectionReason.ARCHIVE_TOO_LARGE,
                    _(
                        "{name} contains more than {max_members:,} files",
                        name=self._name,
                        max_members=self._limits.max_members,
                    ),
                )
            yield _Member(
                member.name,
                "path" in member.pax_headers
                and printable_path(member.name) == member.name,
                _link(member),
                member.isreg() and not member.issparse(),
                member.offset_data,
                member.size,
            )

    def _entry(
        self, name: str, member: _Member, target: _Member | None
    ) -> MaterialFile:
        refused: tuple[RejectionReason, str] | None = None
        if leaves_folder(member.name):
            message = _("{name} leads outside the archive", name=name)
            refused = RejectionReason.LEAVES_FOLDER, message
        elif target is None:
            message = _(
                "{name} is a link to a file that is not in the archive", name=name
            )
            refused = RejectionReason.LEAVES_FOLDER, message
        elif not target.regular:
            refused = (
                RejectionReason.UNREADABLE,
                _("{name} is not a regular file", name=name),
            )
        else:
            refused = size_rejection(name, target.size, self._limits)
        place = f"{target.offset}+{target.size}" if target else ""
        return MaterialFile(name, place, refused=refused)

    def _read(self, place: str) -> bytes:
        offset, size = map(int, place.split("+"))
        try:
            stream = self._unpacked()
            stream.seek(offset)
            pieces = bytearray()
            while len(pieces) < size:
                piece = stream.read(min(_MOST_AT_ONCE, size - len(pieces)))
                if not piece:
                    raise EOFError(_("the archive ends before it"))
                pieces += piece
            return bytes(pieces)
        except RejectedFileError:
            raise
        except Exception as error:
            raise RejectedFileError(
                RejectionReason.UNREADABLE,
                _("a file cannot be unpacked: {error}", error=describe_failure(error)),
            ) from error

    def _unpacked(self) -> "_Bounded":
        if self._stream is None:
            stream = self._opener()(self._file)
            allowed = self._limits.unpacked(self._size)
            self._stream = _Bounded(self._name, stream, allowed)
        return self._stream

    def _opener(self) -> Callable[[BinaryIO], BinaryIO]:
        self._file.seek(0)
        match self._packing:
            case "gzip":
                return lambda file: _binary(gzip.GzipFile(fileobj=file, mode="rb"))
            case "bzip2":
                return lambda file: _binary(bz2.BZ2File(file))
            case "xz":
                self._check_xz()
                return lambda file: _binary(lzma.LZMAFile(file))
            case "zstd":
                return self._zstd()
            case _:
                return lambda file: file

    def _check_xz(self) -> None:
        """Limit the memory of an xz file, which chooses its own requirement."""
        try:
            lzma.LZMADecompressor(memlimit=_XZ_MEMORY).decompress(self._file.read(4096))
        except (lzma.LZMAError, EOFError) as error:
            raise RejectedFileError(
                RejectionReason.UNREADABLE,
                _(
                    "{name} cannot be unpacked: {error}",
                    name=self._name,
                    error=describe_failure(error),
                ),
            ) from error
        self._file.seek(0)

    def _zstd(self) -> Callable[[BinaryIO], BinaryIO]:
        try:
            zstd = importlib.import_module("compression.zstd")
        except ImportError as error:
            raise RejectedFileError(
                RejectionReason.UNSUPPORTED_FORMAT,
                _(
                    "{name} is compressed with zstd, which needs Python 3.14: "
                    "use gzip or xz",
                    name=self._name,
                ),
            ) from error
        return lambda file: _binary(zstd.ZstdFile(file))


def _raw(name: str) -> bytes:
    return name.encode(UTF_8, "surrogateescape")


def _link(member: tarfile.TarInfo) -> str | None:
    """Return the path that a link names, that of a parent folder if it leads outside."""
    if member.islnk():
        return posixpath.normpath(member.linkname)
    if member.issym():
        return linked_name(member.name, member.linkname) or posixpath.pardir
    return None


def _follow(member: _Member, by_path: Mapping[str, _Member]) -> _Member | None:
    """Return the file that a member is or, as a link, leads to; None if to no file."""
    for _step in range(MOST_LINKS):
        if member.link is None:
            return member
        following = by_path.get(member.link)
        if following is None:
            return None
        member = following
    return None


def _binary(stream: object) -> BinaryIO:
    assert isinstance(stream, io.BufferedIOBase)  # noqa: S101 - all of them are
    return stream  # type: ignore[return-value]  # the stubs know two kinds of files


class _Bounded(io.RawIOBase):
    """A stream with limits on its total size and on the size of each read."""

    def __init__(self, name: str, stream: BinaryIO, allowed: int) -> None:
        self._name = name
        self._stream = stream
        self._allowed = allowed

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _MOST_AT_ONCE:
            raise tarfile.ReadError(_("a header of {size:,} bytes", size=size))
        self._check(self._stream.tell() + size)
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET:
            raise io.UnsupportedOperation("only from the beginning")
        self._check(offset)
        return self._stream.seek(offset)

    def tell(self) -> int:
        return self._stream.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def _check(self, position: int) -> None:
        if position > self._allowed + _MOST_AT_ONCE:
            raise RejectedFileError(
                RejectionReason.ARCHIVE_TOO_LARGE,
                _(
                    "{name} unpacks to more than {allowed:,} bytes",
                    name=self._name,
                    allowed=self._allowed,
                ),
            )
