"""Interface of raw material: a folder, an archive or a manifest."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from curation.domain.rejection import Reason, RejectedFileError
from workflow.domain.texts import Text, _, read_text, store_text

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


class Entry(NamedTuple):
    """One file of the material: its name and location.

    ``path`` is the name that people see. ``place`` is meaningful to the material that
    created the entry; an entry with an ``address`` is fetched from there instead.
    ``details`` is the file's metadata from a manifest. ``refused`` is the reason why it
    is not read at all.
    """

    path: str
    place: str = ""
    address: str = ""
    details: Mapping[str, str] = NOTHING
    refused: tuple[Reason, str] | None = None

    def to_json(self) -> list[Any]:
        refused = self.refused and [self.refused[0], store_text(self.refused[1])]
        return [self.path, self.place, self.address, dict(self.details), refused]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "Entry":
        path, place, address, details, refused = stored
        why = (Reason(refused[0]), read_text(refused[1])) if refused else None
        return cls(path, place, address, details, why)


class Material(Protocol):
    """Source of files for an import.

    Iterating over ``entries`` reads no file. Several processes may read the same
    material.
    """

    sequential: bool
    """Whether reading a file requires unpacking everything before it. One process then
    reads the entries in order."""

    def entries(self) -> Iterator[Entry]:
        """Yield every file.

        Raises RejectedFileError when the material is unreadable, and ManifestError.
        """
        ...

    def read(self, place: str) -> bytes:
        """Return the bytes of an entry by its place. Raises RejectedFileError."""
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
    clean = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return clean.replace("\0", "\ufffd")


def check_size(name: str, size: int, limits: ArchiveLimits) -> None:
    """Raise RejectedFileError when a file is larger than the limit."""
    if size > limits.max_member_bytes:
        raise RejectedFileError(
            Reason.TOO_MANY_BYTES,
            _(
                "{name}: {size:,} bytes are more than the {max_member_bytes:,} allowed",
                name=name,
                size=size,
                max_member_bytes=limits.max_member_bytes,
            ),
        )


def leaves_folder(name: str) -> bool:
    """Return whether a member's name points outside its archive."""
    parts = name.split("/")
    return name.startswith("/") or ".." in parts or parts[0].endswith(":")
