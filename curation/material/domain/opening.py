"""Opening raw material by its file name."""

from pathlib import Path
from typing import BinaryIO

from core.domain.texts import _
from curation.material.domain.base import ArchiveLimits, Material
from curation.material.domain.folders import FolderMaterial, SingleFileMaterial
from curation.material.domain.manifests.naming import is_table_file
from curation.material.domain.tars import TarMaterial
from curation.material.domain.zips import ZipMaterial

_TARS = (".tar", ".tgz", ".tbz2", ".txz", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst")
ARCHIVES = (".zip", *_TARS)
"""File name extensions of archives."""


def open_material(
    path: Path, *, limits: ArchiveLimits | None = None, names: str = ""
) -> Material:
    """Open a folder, an archive or a single file; for a table, open its folder.

    ``names`` is the encoding of the names in an archive that do not say theirs.
    Raises FileNotFoundError when ``path`` does not exist.
    """
    limits = limits or ArchiveLimits()
    if path.is_dir():
        return FolderMaterial(path, limits)
    if not path.exists():
        raise FileNotFoundError(_("{path}: no such file or folder", path=path))
    if is_archive(path.name):
        return open_archive(path.name, path.open("rb"), limits=limits, names=names)
    if is_table_file(path.name):
        return FolderMaterial(path.parent, limits)
    return SingleFileMaterial(path.parent, limits, path.name)


def is_archive(name: str) -> bool:
    """Return whether a file with this name is an archive."""
    return name.lower().endswith(ARCHIVES)


def open_archive(
    name: str, file: BinaryIO, *, limits: ArchiveLimits | None = None, names: str = ""
) -> ZipMaterial | TarMaterial:
    """Open an archive by its file name extension. Closing it closes ``file``."""
    kind = ZipMaterial if name.lower().endswith(".zip") else TarMaterial
    return kind(name, file, limits, names)
