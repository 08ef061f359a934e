"""Opening raw material by its file name."""

from pathlib import Path
from typing import BinaryIO

from curation.domain.material.base import ArchiveLimits, Material
from curation.domain.material.folders import Folder, SingleFile
from curation.domain.material.manifests import MANIFESTS, Manifest
from curation.domain.material.tars import Tar
from curation.domain.material.zips import Zip
from workflow.domain.texts import _

_TARS = (".tar", ".tgz", ".tbz2", ".txz", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst")
ARCHIVES = (".zip", *_TARS)
"""File name extensions of archives."""


def open_material(path: Path, *, limits: ArchiveLimits | None = None) -> Material:
    """Open a folder, an archive, a manifest, or a single file.

    Raises FileNotFoundError when ``path`` does not exist.
    """
    limits = limits or ArchiveLimits()
    if path.is_dir():
        return Folder(path, limits)
    if not path.exists():
        raise FileNotFoundError(_("{path}: no such file or folder", path=path))
    if is_archive(path.name):
        return open_archive(path.name, path.open("rb"), limits=limits)
    kind = Manifest if path.suffix.lower() in MANIFESTS else SingleFile
    return kind(path.parent, limits, path.name)


def is_archive(name: str) -> bool:
    """Return whether a file with this name is an archive."""
    return name.lower().endswith(ARCHIVES)


def open_archive(
    name: str, file: BinaryIO, *, limits: ArchiveLimits | None = None
) -> Zip | Tar:
    """Open an archive by its file name extension. Closing it closes ``file``."""
    kind = Zip if name.lower().endswith(".zip") else Tar
    return kind(name, file, limits)
