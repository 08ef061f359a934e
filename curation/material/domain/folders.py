"""Files in a folder, all or one."""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, unquote_to_bytes

from core.domain.reasons import describe_failure
from core.domain.texts import _
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.material.domain.archive_names import NameReading
from curation.material.domain.base import (
    ArchiveLimits,
    MaterialFile,
    check_size,
    is_system_file,
    printable_path,
)


@dataclass(frozen=True)
class FolderMaterial:
    """Every file below ``root``, sorted by path within each folder.

    System files are passed over. Links are followed only to files inside the
    folder; other links are rejected when read, so that they are reported.
    """

    root: Path
    limits: ArchiveLimits = field(default_factory=ArchiveLimits)
    sequential = False

    def entries(self) -> Iterator[MaterialFile]:
        unread: list[OSError] = []
        walk = os.walk(self.root, onerror=unread.append, followlinks=False)
        for current, folders, names in walk:
            folders[:] = sorted(name for name in folders if not is_system_file(name))
            here = Path(current)
            linked = [name for name in folders if (here / name).is_symlink()]
            for name in sorted([*names, *linked]):
                if not is_system_file(name):
                    yield self.entry((here / name).relative_to(self.root).as_posix())
        for error in unread:
            name = Path(error.filename).relative_to(self.root).as_posix()
            refusal = _(
                "the folder cannot be read: {reason}", reason=describe_failure(error)
            )
            why = (RejectionReason.UNREADABLE, refusal)
            yield self.entry(name)._replace(refused=why)

    def entry(self, name: str) -> MaterialFile:
        """Return a file by its path below the folder.

        The place is percent-encoded, because a name may contain bytes that no database
        stores.
        """
        return MaterialFile(printable_path(name), place=quote(os.fsencode(name)))

    def read(self, place: str) -> bytes:
        name = _name(place)
        try:
            with self.open(place) as file:
                check_size(name, os.fstat(file.fileno()).st_size, self.limits)
                return file.read(self.limits.max_member_bytes)
        except OSError as error:
            raise RejectedFileError(
                RejectionReason.UNREADABLE,
                _(
                    "{name} cannot be read: {error}",
                    name=name,
                    error=describe_failure(error),
                ),
            ) from error

    def open(self, place: str) -> BinaryIO:
        name = _name(place)
        try:
            root = self.root.resolve()
            resolved = (root / name).resolve(strict=True)
            if not resolved.is_relative_to(root):
                raise RejectedFileError(
                    RejectionReason.LEAVES_FOLDER,
                    _("{name} leads outside the folder", name=name),
                )
            # Check before opening, because opening a pipe would block.
            if not stat.S_ISREG(resolved.stat().st_mode):
                raise RejectedFileError(
                    RejectionReason.UNREADABLE,
                    _("{name} is not a regular file", name=name),
                )
            return resolved.open("rb")
        except (OSError, ValueError, RuntimeError) as error:
            raise RejectedFileError(
                RejectionReason.UNREADABLE,
                _(
                    "{name} cannot be read: {error}",
                    name=name,
                    error=describe_failure(error),
                ),
            ) from error

    def name_readings(self) -> Sequence[NameReading]:
        """Return nothing: these names are the operating system's."""
        return ()

    def close(self) -> None:
        """Do nothing, because no file stays open."""


def _name(place: str) -> str:
    return os.fsdecode(unquote_to_bytes(place))


@dataclass(frozen=True)
class SingleFileMaterial(FolderMaterial):
    """One file of a folder."""

    name: str = ""

    def entries(self) -> Iterator[MaterialFile]:
        yield self.entry(self.name)
