"""Interface of raw material: a folder, an archive, an upload or a bucket."""

import posixpath
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, BinaryIO, NamedTuple, Protocol

from core.domain.texts import Text, _, read_text, store_text
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.material.domain.archive_names import NameReading

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class ArchiveLimits:
    """Resource limits for unpacking an archive."""

    max_member_bytes: int = 64 * 2**20
    max_total_bytes: int = 200 * 2**30
    max_members: int = 1_000_000
    max_ratio: int = 200
    """Unpacked over packed bytes, per member and in total; images hardly compress."""
    free_bytes: int = 64 * 2**20
    """The ratio is not checked for archives that unpack to less than this."""
    free_member_bytes: int = 4096 * 200
    """The same for one member."""

    def unpacked(self, packed: int) -> int:
        """Return the maximum unpacked size of an archive of ``packed`` bytes."""
        allowed = max(self.free_bytes, packed * self.max_ratio)
        return min(self.max_total_bytes, allowed)


class MaterialFile(NamedTuple):
    """One file of the material: its name and location.

    ``path`` is the name that people see. ``place`` is meaningful to the material that
    created the entry; an entry with an ``address`` is fetched from there instead.
    ``details`` is the file's metadata from a manifest. ``refused`` is the reason why it
    is not read at all. ``archive`` is the archive of several that contains the file; it
    matters only while the material is listed.
    """

    path: str
    place: str = ""
    address: str = ""
    details: Mapping[str, str] = NOTHING
    refused: tuple[RejectionReason, str] | None = None
    archive: str = ""

    def to_json(self) -> list[Any]:
        refused = self.refused and [self.refused[0], store_text(self.refused[1])]
        return [self.path, self.place, self.address, dict(self.details), refused]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "MaterialFile":
        path, place, address, details, refused = stored
        why = (RejectionReason(refused[0]), read_text(refused[1])) if refused else None
        return cls(path, place, address, details, why)


class Material(Protocol):
    """Source of files for an import.

    Iterating over ``entries`` reads no file. Several processes may read the same
    material.
    """

    sequential: bool
    """Whether reading a file requires unpacking everything before it. One process then
    reads the entries in order."""

    def entries(self) -> Iterator[MaterialFile]:
        """Yield every file. Raises RejectedFileError when the material is unreadable."""
        ...

    def read(self, place: str) -> bytes:
        """Return the bytes of an entry by its place. Raises RejectedFileError."""
        ...

    def name_readings(self) -> Sequence[NameReading]:
        """Return how the names of archives are read that do not say their encoding."""
        ...

    def open(self, place: str) -> BinaryIO:
        """Open an entry by its place. Raises RejectedFileError."""
        ...

    def close(self) -> None: ...


class ManifestError(ValueError):
    """An invalid manifest; the message names file and line."""


def printable_path(text: str) -> str:
    """Return the text in a form that can be stored and shown: UTF-8 without NUL.

    File names may contain any bytes, which Python represents as lone surrogates.
    """
    if isinstance(text, Text):
        values = {
            name: printable_path(value) if isinstance(value, str) else value
            for name, value in text.values.items()
        }
        return Text(text.template, **values)
    try:
        stored = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # JSON may contain surrogates that stand for no byte.
        stored = text.encode("utf-8", "surrogatepass")
    clean = stored.decode("utf-8", "replace")
    return clean.replace("\0", "\ufffd")


def check_size(name: str, size: int, limits: ArchiveLimits) -> None:
    """Raise RejectedFileError when a file is larger than the limit."""
    if size > limits.max_member_bytes:
        raise RejectedFileError(
            RejectionReason.TOO_MANY_BYTES,
            _(
                "{name}: {size:,} bytes are more than the {max_member_bytes:,} allowed",
                name=name,
                size=size,
                max_member_bytes=limits.max_member_bytes,
            ),
        )


def size_rejection(
    name: str, size: int, limits: ArchiveLimits
) -> tuple[RejectionReason, str] | None:
    """Return why a file is larger than the limit, None if it is not."""
    try:
        check_size(name, size, limits)
    except RejectedFileError as rejection:
        return rejection.reason_code, rejection.message
    return None


class LinkedBytes:
    """The bytes that the links of an archive stand for besides its files."""

    def __init__(self, allowed: int) -> None:
        self._left = allowed
        self._allowed = allowed

    def add_link(self, name: str, size: int) -> tuple[RejectionReason, str] | None:
        """Count a link to a file of ``size``; return why it is too much, else None."""
        self._left -= size
        if self._left >= 0:
            return None
        return RejectionReason.ARCHIVE_TOO_LARGE, _(
            "{name}: the links in the archive stand for more than {allowed:,} bytes",
            name=name,
            allowed=self._allowed,
        )


MOST_LINKS = 40
"""Links that may lead from one to the next, as many as Linux follows."""
_SYSTEM_FILES = frozenset(
    {
        *("__macosx", "thumbs.db", "ehthumbs.db", "desktop.ini", "icon\r"),
        *("$recycle.bin", "system volume information", "lost+found", "@eadir"),
    }
)


def is_system_file(path: str) -> bool:
    """Return whether a file or folder belongs to an operating system, or is hidden.

    ``path`` has ``/`` between its parts. Every way of reading files passes over these.
    """
    return any(
        (part.startswith(".") and part not in (".", ".."))
        or part.lower() in _SYSTEM_FILES
        for part in path.split("/")
    )


def comparable_path(path: str) -> str:
    """Return a path as it is compared: in NFC, with ``/``, without ``./``."""
    text = unicodedata.normalize("NFC", path.replace("\\", "/"))
    return "/".join(part for part in text.split("/") if part not in ("", "."))


def linked_name(name: str, target: str) -> str | None:
    """Return the path that a symbolic link in an archive names, None outside of it."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
    return None if leaves_folder(path) else path


def leaves_folder(name: str) -> bool:
    """Return whether a member's name points outside its archive."""
    parts = name.split("/")
    return name.startswith("/") or ".." in parts or parts[0].endswith(":")
