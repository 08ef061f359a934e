"""The files of a published release, in any storage of the installation."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.core.files import File
from django.core.files.storage import default_storage

from core.domain.texts import _
from core.errors import NotFoundError
from releases.layouts.domain.release_folder import MANIFEST, SUMS
from releases.records.models import Release, ReleaseNoticeKind

_CHUNK = 1 << 20
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip archive can hold, so that it has no creation time."""


class ReleaseFile(NamedTuple):
    path: str
    sha256: str
    """Empty for SHA256SUMS, which no file lists."""
    bytes: int


def release_prefix(release: Release) -> str:
    """Return the path of the release in the storage, without a trailing slash."""
    return f"releases/{release.project.slug}/{release.version}"


def folder_name(release: Release) -> str:
    return f"{release.project.slug}-{release.version}"


def release_uri(release: Release) -> str:
    """Return the URI for evaluation workers: file:///… or s3://bucket/prefix."""
    prefix = release_prefix(release)
    try:
        return Path(default_storage.path(prefix)).as_uri()
    except NotImplementedError:
        # django-storages' S3 is the only supported storage without paths.
        bucket: str = getattr(default_storage, "bucket_name")  # noqa: B009
        location: str = getattr(default_storage, "location")  # noqa: B009
        return "/".join(part for part in (f"s3://{bucket}", location, prefix) if part)


def stored_names(prefix: str) -> Iterator[str]:
    """Yield every name in the storage below ``prefix``; none if there is no folder."""
    try:
        folders, files = default_storage.listdir(prefix)
    except FileNotFoundError:
        return
    yield from (f"{prefix}/{file}" for file in files)
    for folder in folders:
        yield from stored_names(f"{prefix}/{folder}")


def release_files(release: Release) -> list[ReleaseFile]:
    """Return every file of a published release, sorted by path."""
    prefix = release_prefix(release)
    with default_storage.open(f"{prefix}/{MANIFEST}") as file:
        manifest: dict[str, Any] = json.load(file)
    files = [
        ReleaseFile(entry["path"], entry["sha256"], entry["bytes"])
        for entry in manifest["files"]
    ]
    size = default_storage.size(f"{prefix}/{MANIFEST}")
    files.append(ReleaseFile(MANIFEST, release.manifest_sha256, size))
    files.append(ReleaseFile(SUMS, "", default_storage.size(f"{prefix}/{SUMS}")))
    return sorted(files)


def require_given_out(release: Release) -> None:
    """Raise NotFoundError when the release holds an image that was taken down."""
    if release.notices.filter(kind=ReleaseNoticeKind.TAKEDOWN).exists():
        raise NotFoundError(
            _(
                "The files of {version} are no longer available: an image in it "
                "was taken down.",
                version=release.version,
            )
        )


def open_release_file(release: Release, path: str) -> File[bytes]:
    """Open one file of a release.

    Raises NotFoundError when the release has no such file or is blocked by a takedown.
    """
    require_given_out(release)
    if path not in {file.path for file in release_files(release)}:
        raise NotFoundError(
            _(
                "Release {version} has no file {path!r}.",
                version=release.version,
                path=path,
            )
        )
    opened: File[bytes] = default_storage.open(f"{release_prefix(release)}/{path}")
    return opened


class _Outlet(io.RawIOBase):
    """A buffer that a zip archive is written to and read from in pieces."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._chunks.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        content = b"".join(self._chunks)
        self._chunks.clear()
        return content


def release_zip(release: Release) -> Iterator[bytes]:
    """Yield the whole folder as a zip archive, in pieces."""
    outlet = _Outlet()
    prefix, folder = release_prefix(release), folder_name(release)
    with zipfile.ZipFile(outlet, "w") as archive:
        for file in release_files(release):
            entry = zipfile.ZipInfo(f"{folder}/{file.path}", _LONG_AGO)
            entry.external_attr = 0o644 << 16
            # Images and parquet files are already compressed.
            packed = file.path.startswith(("images/", "opaque/", "data/"))
            entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            entry.file_size = file.bytes
            with (
                default_storage.open(f"{prefix}/{file.path}") as source,
                archive.open(entry, "w") as target,
            ):
                while piece := source.read(_CHUNK):
                    target.write(piece)
                    yield outlet.take()
    yield outlet.take()
