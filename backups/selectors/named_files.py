"""The files of the storage that rows of the database name."""

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.models import Job, JobStatus
from curation.filters.models import FilterRun
from curation.images.models import Image
from curation.imports.models import UploadPart
from evaluation.job_kinds import SITE
from projects.models import ProtocolVersion
from published.models import Audit
from releases.layouts.domain.release_folder import MANIFEST, SUMS
from releases.records.models import Release, ReleaseNotice, ReleaseNoticeKind
from releases.records.selectors.files import release_prefix
from releases.records.states import BUILT
from subtext_protocol.guideline_images import named_images

_CHUNK = 2_000


class NamedFile(NamedTuple):
    """A file, and its SHA-256 where the database knows it."""

    name: str
    sha256: str | None = None


ReadFile = Callable[[str], bytes | None]
"""Returns a file's content, None where there is none."""


def named_files(read: ReadFile) -> Iterator[NamedFile]:
    """Yield every file that a row names, and those of every complete release."""
    yield from _files_of_images()
    for parts in UploadPart.objects.values_list("stored").iterator(_CHUNK):
        yield NamedFile(parts[0])
    yield from _indexes()
    for [thumbnails] in Audit.objects.values_list("thumbnails").iterator(_CHUNK):
        yield from map(NamedFile, thumbnails.get("files", ()))
    yield from _guideline_images()
    yield from _files_of_releases(read)
    yield from _sites()


def _files_of_images() -> Iterator[NamedFile]:
    rows = Image.objects.values_list(
        *("original", "sha256", "published", "published_sha256"),
        *("preview", "thumbnail"),
    )
    for original, sha256, published, published_sha256, *small in rows.iterator(_CHUNK):
        yield NamedFile(original, sha256)
        yield NamedFile(published, published_sha256)
        yield from map(NamedFile, small)


def _indexes() -> Iterator[NamedFile]:
    runs = FilterRun.objects.filter(parameters__has_key="index")
    for [parameters] in runs.values_list("parameters"):
        yield NamedFile(parameters["index"])


def _guideline_images() -> Iterator[NamedFile]:
    versions = ProtocolVersion.objects.select_related("project")
    for version in versions.iterator(_CHUNK):
        for _path, name in named_images(version.protocol.guideline_texts()):
            yield NamedFile(f"guidelines/{version.project.slug}/{name}")


def _files_of_releases(read: ReadFile) -> Iterator[NamedFile]:
    releases = Release.objects.filter(status__in=BUILT).select_related("project")
    for release in releases.iterator(_CHUNK):
        prefix = release_prefix(release)
        manifest = NamedFile(f"{prefix}/{MANIFEST}", release.manifest_sha256)
        yield manifest
        yield NamedFile(f"{prefix}/{SUMS}")
        content = read(manifest.name)
        if content is None:
            continue
        try:
            files = json.loads(content)["files"]
        except (ValueError, KeyError):
            continue  # Its hash is not the one that the row knows.
        for file in files:
            yield NamedFile(f"{prefix}/{file['path']}", file["sha256"])


def _sites() -> Iterator[NamedFile]:
    """Yield the last site of each release; a new one replaces it, a takedown deletes it."""
    takedowns = ReleaseNotice.objects.filter(kind=ReleaseNoticeKind.TAKEDOWN)
    deleted = set(takedowns.values_list("release_id", flat=True))
    jobs = Job.objects.filter(kind=SITE, status=JobStatus.FINISHED).order_by("pk")
    last = {job.parameters["release"]: job.result["path"] for job in jobs}
    for release, path in last.items():
        if release not in deleted:
            yield NamedFile(path)
