"""Access to release folders on this machine or in an S3 bucket.

Files whose SHA-256 differs from the manifest's are rejected. Files of a bucket are
fetched when they are first read and cached in a folder under their digest.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import unquote, urlsplit
from uuid import uuid4

from core.domain.texts import _
from core.environment.models import RUNNER_CACHE
from subtext_runner.errors import ReleaseError

MANIFEST = "manifest.json"
SCHEMA = "subtext-release/1"


class ReleaseLocation(Protocol):
    """Place that files are read from by their path inside the release."""

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raises ReleaseError that names the file."""


class FolderLocation:
    """Release folder on a disk of this machine."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, path: str) -> bytes:
        file = self._root / path
        try:
            return file.read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            raise ReleaseError(str(file), reason) from error


class CachedFolderLocation:
    """Local cache of another location, with files named by their SHA-256."""

    def __init__(
        self, origin: ReleaseLocation, *, digests: Mapping[str, str], folder: Path
    ) -> None:
        self._origin = origin
        self._digests = digests
        self._folder = folder

    def read(self, path: str) -> bytes:
        digest = self._digests[path]
        cached_file = self._folder / digest[:2] / digest
        if cached_file.exists():
            content = cached_file.read_bytes()
            if hashlib.sha256(content).hexdigest() == digest:
                return content
        content = self._origin.read(path)
        if hashlib.sha256(content).hexdigest() == digest:
            # Threads and workers share the folder: a file only appears once it is
            # complete. On a full disk, none does.
            partial = cached_file.with_name(f"{digest}.{uuid4()}")
            with suppress(OSError):
                cached_file.parent.mkdir(parents=True, exist_ok=True)
                partial.write_bytes(content)
                partial.replace(cached_file)
        return content


class ReleaseManifest(NamedTuple):
    """Validated manifest of a release."""

    sha256: str
    """SHA-256 of the manifest's bytes: the release hash."""
    project: str
    name: str
    version: str
    digests: Mapping[str, str]
    """SHA-256 of every file by its path."""


class ReleaseFiles:
    """Verified files of one release."""

    def __init__(
        self, manifest: ReleaseManifest, location: ReleaseLocation, *, uri: str
    ) -> None:
        self.manifest = manifest
        self.uri = uri
        self._location = location

    def read(self, path: str) -> bytes:
        """Return the content of a file.

        Raises ReleaseError when it is missing, unlisted or altered.
        """
        expected = self.manifest.digests.get(path)
        where = f"{self.uri}/{path}"
        if expected is None:
            raise ReleaseError(
                where, _("is not listed in {manifest}", manifest=MANIFEST)
            )
        content = self._location.read(path)
        actual = hashlib.sha256(content).hexdigest()
        if actual != expected:
            reason = _(
                "was changed: SHA-256 is {actual}, {manifest} says {expected}",
                actual=actual,
                manifest=MANIFEST,
                expected=expected,
            )
            raise ReleaseError(where, reason)
        return content

    def has_file(self, path: str) -> bool:
        return path in self.manifest.digests


def default_cache() -> Path:
    """Return ``SUBTEXT_RUNNER_CACHE``, else the user's cache folder."""
    if configured := RUNNER_CACHE.find_value():
        return configured
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "subtext-runner"


def open_release(
    uri: str,
    *,
    sha256: str | None = None,
    cache: Path | None = None,
    location: ReleaseLocation | None = None,
) -> ReleaseFiles:
    """Open a release by its address and verify its hash.

    ``uri`` is a path, ``file:///…`` or ``s3://bucket/prefix``; ``sha256`` is the
    expected release hash, if known. With a ``location`` files are read through it, and
    the address only appears in messages. Raises ReleaseError.
    """
    location = location or _location(uri)
    content = location.read(MANIFEST)
    where = f"{uri.rstrip('/')}/{MANIFEST}"
    manifest = _manifest(content, where=where)
    if sha256 is not None and manifest.sha256 != sha256:
        reason = _(
            "is another release: {sha256} instead of {expected}",
            sha256=manifest.sha256,
            expected=sha256,
        )
        raise ReleaseError(where, reason)
    if not isinstance(location, FolderLocation):
        folder = (cache or default_cache()) / "files"
        location = CachedFolderLocation(
            location, digests=manifest.digests, folder=folder
        )
    return ReleaseFiles(manifest, location, uri=uri.rstrip("/"))


def _location(uri: str) -> ReleaseLocation:
    parts = urlsplit(uri)
    if parts.scheme == "s3" and parts.netloc:
        # It loads boto3, which releases in folders do without.
        from subtext_runner.bucket import BucketLocation  # noqa: PLC0415

        return BucketLocation(parts.netloc, parts.path)
    if parts.scheme == "file" and parts.netloc in {"", "localhost"}:
        return FolderLocation(Path(unquote(parts.path)))
    if "://" not in uri:
        return FolderLocation(Path(uri))
    raise ReleaseError(uri, _("is neither a path, file:///… nor s3://bucket/prefix"))


def _manifest(content: bytes, *, where: str) -> ReleaseManifest:
    try:
        data = json.loads(content)
        if data["schema"] != SCHEMA:
            raise ReleaseError(
                where,
                _(
                    "schema is {schema!r}, not {expected!r}",
                    schema=data["schema"],
                    expected=SCHEMA,
                ),
            )
        digests = {str(file["path"]): str(file["sha256"]) for file in data["files"]}
        return ReleaseManifest(
            sha256=hashlib.sha256(content).hexdigest(),
            project=str(data["project"]),
            name=str(data["name"]),
            version=str(data["version"]),
            digests=digests,
        )
    except KeyError as error:
        raise ReleaseError(where, _("lacks {error}", error=error)) from error
    except (ValueError, TypeError) as error:
        raise ReleaseError(
            where, _("is not a manifest: {error}", error=error)
        ) from error
