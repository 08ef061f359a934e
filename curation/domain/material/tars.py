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
import tarfile
from collections.abc import Callable, Iterator
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

_MOST_AT_ONCE = 2**20
"""Maximum size of a long name or comment, which ``tarfile`` reads at once."""
_XZ_MEMORY = 128 * 2**20
_PACKINGS: dict[bytes, str] = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}


class Tar:
    """Every file in a tar archive, in its order. Closing it closes ``file``.

    Links, devices and paths outside the archive are rejected one by one. Damage of the
    archive itself ends it: members before it are read, and the damage is one rejected
    entry.
    """

    def __init__(
        self, name: str, file: BinaryIO, limits: ArchiveLimits | None = None
    ) -> None:
        self._name = name
        self._file = file
        self._limits = limits or ArchiveLimits()
        self._stream: _Bounded | None = None
        head = file.read(8)
        self._packing = next(
            (name for magic, name in _PACKINGS.items() if head.startswith(magic)), ""
        )
        file.seek(0, io.SEEK_END)
        self._size = file.tell()
        self.sequential = bool(self._packing)

    def entries(self) -> Iterator[Entry]:
        stream = self._unpacked()
        stream.seek(0)
        try:
            with tarfile.open(
                fileobj=stream, mode="r:", errors="surrogateescape"
            ) as archive:
                yield from self._members(archive)
        except RejectedFileError:
            raise
        # Damaged archives raise zlib, lzma, struct, EOF and value errors.
        except Exception as error:
            raise RejectedFileError(
                Reason.UNREADABLE,
                _(
                    "{name} is not a valid tar archive: {error}",
                    name=self._name,
                    error=error,
                ),
            ) from error

    def read(self, place: str) -> bytes:
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
                Reason.UNREADABLE, _("a file cannot be unpacked: {error}", error=error)
            ) from error

    def close(self) -> None:
        self._file.close()

    def _members(self, archive: tarfile.TarFile) -> Iterator[Entry]:
        count = 0
        while (member := archive.next()) is not None:
            # tarfile remembers every member that it has read; this frees the memory.
            archive.members.clear()  # type: ignore[attr-defined]  # not in the stubs
            if member.isdir():
                continue
            count += 1
            if count > self._limits.max_members:
                raise RejectedFileError(
                    Reason.ARCHIVE_TOO_LARGE,
                    _(
                        "{name} contains more than {max_members:,} files",
                        name=self._name,
                        max_members=self._limits.max_members,
                    ),
                )
            refused = self._refused(member)
            place = f"{member.offset_data}+{member.size}"
            yield Entry(printable_path(member.name), place, refused=refused)

    def _refused(self, member: tarfile.TarInfo) -> tuple[Reason, str] | None:
        name = printable_path(member.name)
        if leaves_folder(member.name):
            return Reason.LEAVES_FOLDER, _(
                "{name} leads outside the archive", name=name
            )
        if member.issym() or member.islnk():
            return Reason.LEAVES_FOLDER, _("{name} is a link", name=name)
        if not member.isreg() or member.issparse():
            return Reason.UNREADABLE, _("{name} is not a regular file", name=name)
        try:
            check_size(name, member.size, self._limits)
        except RejectedFileError as rejection:
            return rejection.reason_code, rejection.message
        return None

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
                Reason.UNREADABLE,
                _("{name} cannot be unpacked: {error}", name=self._name, error=error),
            ) from error
        self._file.seek(0)

    def _zstd(self) -> Callable[[BinaryIO], BinaryIO]:
        try:
            zstd = importlib.import_module("compression.zstd")
        except ImportError as error:
            raise RejectedFileError(
                Reason.UNSUPPORTED_FORMAT,
                _(
                    "{name} is compressed with zstd, which needs Python 3.14: "
                    "use gzip or xz",
                    name=self._name,
                ),
            ) from error
        return lambda file: _binary(zstd.ZstdFile(file))


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
                Reason.ARCHIVE_TOO_LARGE,
                _(
                    "{name} unpacks to more than {allowed:,} bytes",
                    name=self._name,
                    allowed=self._allowed,
                ),
            )
