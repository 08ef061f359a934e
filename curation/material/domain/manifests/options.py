"""What a person decides about manifests, and what their rows say about sources."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple


class UnlistedFiles(StrEnum):
    """What happens to files that no manifest lists, if there is one."""

    LEAVE_OUT = "leave_out"
    IMPORT = "import"


@dataclass(frozen=True)
class ManifestOptions:
    """What a person decided about the manifests of an import."""

    encoding: str = ""
    """The encoding of tables that are not marked as Unicode; empty: find it."""
    unlisted: UnlistedFiles = UnlistedFiles.LEAVE_OUT


@dataclass
class ManifestSummary:
    """A manifest as it was read."""

    path: str
    encoding: str
    separator: str
    """Empty for JSON Lines and lists of addresses."""
    columns: list[str] = field(default_factory=list)
    rows: int = 0
    refused: int = 0
    """Rows that cannot be used, or prohibit their file."""


class StatedSource(NamedTuple):
    """What a row says about the source of its file; empty where it says nothing."""

    source: str
    licence: str
    rights: str

    @classmethod
    def from_details(cls, details: Mapping[str, str]) -> "StatedSource":
        return cls(*(details.get(name, "") for name in cls._fields))


RefuseSources = Callable[[Collection[StatedSource]], Mapping[StatedSource, str]]
"""Which of the stated sources cannot be used, with the reasons."""
