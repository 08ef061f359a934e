"""What raw material has in common, whether it is a folder, an archive or a list."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from curation.domain.rejection import Reason, RejectedFileError

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class ArchiveLimits:
    """How much an archive may ask for when it is unpacked."""

    max_member_bytes: int = 64 * 2**20
    max_total_bytes: int = 200 * 2**30
    max_members: int = 1_000_000
    max_ratio: int = 200
    """Unpacked over packed bytes, of one member and of all; pictures hardly compress."""
    free_bytes: int = 64 * 2**20
    """An archive that unpacks to less than this is not asked for its ratio."""
    free_member_bytes: int = 4096 * 200
    """The same for one member."""

    def unpacked(self, packed: int) -> int:
        """The most bytes that an archive of ``packed`` bytes may unpack to."""
        allowed = max(self.free_bytes, packed * self.max_ratio)
        return min(self.max_total_bytes, allowed)


class Entry(NamedTuple):
    """One file of the material: what it is called, and where it is to be found.

    ``path`` is what people are shown. ``place`` means something to the material that
    made the entry; one with an ``address`` is fetched from there instead. ``details``
    is what a manifest says of the file. ``refused`` is why it will not be read at all.
    """

    path: str
    place: str = ""
    address: str = ""
    details: Mapping[str, str] = NOTHING
    refused: tuple[Reason, str] | None = None

    def to_json(self) -> list[Any]:
        return [self.path, self.place, self.address, dict(self.details), self.refused]

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> "Entry":
        path, place, address, details, refused = stored
        why = (Reason(refused[0]), str(refused[1])) if refused else None
        return cls(path, place, address, details, why)


class Material(Protocol):
    """Something that files are imported from.

    Going through ``entries`` reads no file. Several processes may read one material.
    """

    sequential: bool
    """Reading costs as much as unpacking everything before it: one process at a time,
    in the order of the entries."""

    def entries(self) -> Iterator[Entry]:
        """Every file. Raises RejectedFileError when the whole cannot be read, ManifestError."""
        ...

    def read(self, place: str) -> bytes:
        """The bytes of an entry by its place. Raises RejectedFileError."""
        ...

    def close(self) -> None: ...


class ManifestError(ValueError):
    """A manifest that cannot be used; the message names file and line."""


def shown(text: str) -> str:
    """Text as it can be stored and shown: UTF-8 without NUL.

    File names may hold any bytes; Python then gives them as lone surrogates.
    """
    clean = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return clean.replace("\0", "\ufffd")


def check_size(name: str, size: int, limits: ArchiveLimits) -> None:
    """Raises RejectedFileError when one file is larger than is read."""
    if size > limits.max_member_bytes:
        raise RejectedFileError(
            Reason.TOO_MANY_BYTES,
            f"{name}: {size:,} bytes are more than the {limits.max_member_bytes:,} "
            "allowed",
        )


def leaves(name: str) -> bool:
    """Whether a member's name leads out of its archive."""
    parts = name.split("/")
    return name.startswith("/") or ".." in parts or parts[0].endswith(":")
