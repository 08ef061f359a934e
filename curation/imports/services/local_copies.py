"""Material in a local folder, for code that reads several files at once."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import InvalidInputError
from core.scratch import scratch_folder
from curation.image_files.domain.rejection import RejectedFileError
from curation.imports.services.materials import open_job_material
from curation.material.domain.archive_names import NameReading
from curation.material.domain.base import Material, MaterialFile, leaves_folder
from curation.material.domain.opening import is_archive


class RejectedMember(NamedTuple):
    """A file that was not unpacked, and why."""

    path: str
    reason: str


class UnpackedFiles(NamedTuple):
    """A folder or file with the material of a job."""

    place: Path
    rejected: Sequence[RejectedMember] = ()
    names: Sequence[NameReading] = ()
    """How the names in archives were read."""


@contextmanager
def unpack_files(
    parameters: Mapping[str, Any], *, on_heartbeat: Callable[[], None]
) -> Iterator[UnpackedFiles]:
    """Provide the files of an import job in a folder until the block ends.

    A folder, or a file that is no archive, is used in place on the server. An archive
    or upload is unpacked; files that are too large or cannot be read are ``rejected``.
    ``on_heartbeat`` is called between files and may raise to stop.
    Raises InvalidInputError when the material does not exist, or an archive is damaged.
    """
    path = Path(parameters["path"]) if "path" in parameters else None
    if path and (path.is_dir() or (path.is_file() and not is_archive(path.name))):
        yield UnpackedFiles(path)
        return
    rejected: list[RejectedMember] = []
    with (
        scratch_folder() as folder,
        open_job_material(parameters) as material,
    ):
        for entry in _entries(material):
            on_heartbeat()
            reason = _refusal(entry) or _unpack(material, entry, folder)
            if reason:
                rejected.append(RejectedMember(entry.path, reason))
        yield UnpackedFiles(folder, rejected, material.name_readings())


def _entries(material: Material) -> Iterator[MaterialFile]:
    """Yield every file. Raises InvalidInputError if the material is damaged."""
    try:
        yield from material.entries()
    except RejectedFileError as damage:
        raise InvalidInputError(damage.message) from damage


def _refusal(entry: MaterialFile) -> str:
    """Return why an entry is not read at all; empty if it is."""
    if entry.refused:
        return entry.refused[1]
    if entry.address:
        return _("is an address, not a file")
    return _("leads outside the archive") if leaves_folder(entry.path) else ""


def _unpack(material: Material, entry: MaterialFile, folder: Path) -> str:
    """Write an entry into ``folder``; return why it cannot be, else an empty text."""
    target = folder / entry.path
    try:
        content = material.read(entry.place)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    except RejectedFileError as error:
        return error.message
    except (OSError, ValueError) as error:
        return describe_failure(error)
    return ""
