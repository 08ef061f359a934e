"""Creating a release: freeze it, build its folder, store and publish it."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.utils import timezone

from core.domain.reasons import describe_failure
from core.domain.texts import _
from core.errors import InvalidInputError, NotFoundError
from core.heartbeats import keep_job_heartbeat
from core.job_kinds import Progress
from core.jobs import JobCancelledError, JobLostError, describe_job_failure
from core.models import Job
from core.scratch import scratch_folder
from core.services import Actor, transition
from curation.images.models import Image
from releases.building.services.freezing import BlockedReleaseError, freeze_release
from releases.content.domain.frozen import FrozenImage, FrozenRelease
from releases.content.domain.statistics import compute_statistics
from releases.gate.domain import GateLine
from releases.layouts.domain.folder import write_release
from releases.layouts.domain.release_folder import MANIFEST, BuildError
from releases.layouts.domain.verify import verify_release
from releases.records.models import Release
from releases.records.selectors.files import (
    release_files,
    release_prefix,
    require_given_out,
    stored_names,
)
from releases.records.selectors.releases import frozen_release
from releases.records.states import BUILDING, BUILT


def run_build(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Check, freeze, build and publish the release that the job names."""
    # Writing parquet files and storing a large file report no progress for a while.
    with keep_job_heartbeat(job.pk):
        return build_release(release_id=job.parameters["release"], progress=progress)


def build_release(*, release_id: int, progress: Progress) -> dict[str, Any]:
    """Freeze, build, store and publish a release; a repeated run continues the first.

    A release that was requested as a preview is not published.

    Returns its version, hash and counts. An error is stored with the release, as are
    the checks that block it; the release can then be created again.
    """
    release = Release.objects.select_related(
        "project", "protocol_version", "previous", "job"
    ).get(pk=release_id)
    if release.status in BUILT:
        return _outcome(release)
    if release.status != BUILDING:
        transition(release, "build", actor=Actor.system())
    try:
        if release.frozen_at is None:
            freeze_release(release, progress)
        return _build(release, progress)
    except JobLostError:
        raise  # another worker runs the job: nothing has failed
    except Exception as error:
        cancelled = isinstance(error, JobCancelledError)
        reason = (
            _("Cancelled.")
            if cancelled
            else describe_job_failure(error, release.job_id)
        )
        lines = error.lines if isinstance(error, BlockedReleaseError) else []
        release.refresh_from_db()
        transition(
            release,
            "fail",
            actor=Actor.system(),
            reason=reason,
            changes={"blocked": [_line(line) for line in lines]},
        )
        raise


def _line(line: GateLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "message": dict(line.message),
        "overridable": line.overridable,
    }


def _build(release: Release, progress: Progress) -> dict[str, Any]:
    sha256, summary = _store_folder(release, progress)
    preview = bool(release.asked.get("preview"))
    transition(
        release,
        "preview" if preview else "publish",
        actor=Actor.system(),
        data={"sha256": sha256},
        changes={
            "manifest_sha256": sha256,
            "summary": summary,
            "published_at": None if preview else timezone.now(),
        },
    )
    return _outcome(release)


def _store_folder(release: Release, progress: Progress) -> tuple[str, dict[str, Any]]:
    """Write the release's folder and store it; return its hash and its summary."""
    with scratch_folder() as folder:
        sha256, summary = _write_folder(release, folder, progress)
        sizes = {
            file.relative_to(folder).as_posix(): file.stat().st_size
            for file in folder.rglob("*")
            if file.is_file()
        }
        begun = summary["items"] + summary["images"]
        total = begun + len(sizes)
        prefix = release_prefix(release)
        default_storage.delete(f"{prefix}/{MANIFEST}")
        # Store the manifest last: if it exists, all other files do.
        names = sorted(sizes, key=lambda name: (name == MANIFEST, name))
        for done, name in enumerate(names, start=begun):
            progress(done, total)
            _store(folder / name, f"{prefix}/{name}")
        for stored in list(stored_names(prefix)):
            if stored.removeprefix(f"{prefix}/") not in sizes:
                default_storage.delete(stored)
        progress(total, total)
    return sha256, {**summary, "bytes": sum(sizes.values()), "files": len(sizes)}


def _write_folder(
    release: Release, folder: Path, progress: Progress
) -> tuple[str, dict[str, Any]]:
    """Write the release into ``folder``; return its hash and the counts of its content.

    The content of a large release takes half of a worker's memory, which is free again
    when this returns.
    """
    frozen = frozen_release(release)
    # Progress counts items when frozen, images when written and files when stored.
    items, images = len(frozen.items), len(frozen.images)
    try:
        sha256 = write_release(
            frozen,
            folder,
            read_image=_image_reader(release),
            progress=lambda done, _: progress(items + done, items + 2 * images),
        )
    except BuildError as error:
        raise InvalidInputError(str(error)) from error
    return sha256, _summary(frozen)


def _image_reader(release: Release) -> Callable[[FrozenImage], bytes]:
    """Return a function that reads published bytes by their hash from the storage."""
    stored = dict(
        Image.objects.filter(project=release.project_id).values_list(
            "published_sha256", "published"
        )
    )

    def read(image: FrozenImage) -> bytes:
        try:
            with default_storage.open(stored[image.sha256]) as file:
                content: bytes = file.read()
        except (KeyError, OSError) as error:
            raise BuildError(
                _("{path}: the stored image is missing", path=image.path)
            ) from error
        return content

    return read


def _store(file: Path, name: str) -> None:
    """Store a file under exactly this name.

    A killed worker may have left a partial or complete file there. Images are named by
    their content, so a complete image is not stored again.
    """
    if default_storage.exists(name):
        whole = default_storage.size(name) == file.stat().st_size
        if whole and file.parent.name == "images":
            return
        default_storage.delete(name)
    with file.open("rb") as opened:
        default_storage.save(name, File(opened))


def _summary(frozen: FrozenRelease) -> dict[str, Any]:
    statistics = compute_statistics(frozen)
    licences = Counter(image.licence for image in frozen.images)
    return {
        "items": statistics.items,
        "images": statistics.images,
        "questions": statistics.questions,
        "splits": [
            {
                "split": split.split,
                "items": split.items,
                "images": split.images,
                "questions": split.questions,
            }
            for split in statistics.splits
        ],
        "licences": [
            {"licence": licence, "images": count}
            for licence, count in sorted(licences.items())
        ],
        "withheld": sum(image.withheld for image in frozen.images),
    }


def _outcome(release: Release) -> dict[str, Any]:
    summary: Mapping[str, Any] = release.summary
    return {
        "version": release.version,
        "sha256": release.manifest_sha256,
        "items": summary["items"],
        "images": summary["images"],
        "questions": summary["questions"],
        "bytes": summary["bytes"],
    }


def require_new_folder(folder: Path) -> None:
    """Raise InvalidInputError unless the folder is new or empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidInputError(
            _("{folder} already exists and is not an empty folder.", folder=folder)
        )


def export_release(*, release: Release, folder: Path) -> int:
    """Copy a published release into a new or empty ``folder`` and verify the copy.

    Returns the number of files. Raises InvalidInputError when the folder is not empty
    or the stored files differ from those published, and NotFoundError when an image of
    the release was taken down.
    """
    require_given_out(release)
    require_new_folder(folder)
    files, prefix = release_files(release), release_prefix(release)
    for file in files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with default_storage.open(f"{prefix}/{file.path}") as source:
                target.write_bytes(source.read())
        except OSError as error:
            raise NotFoundError(
                _(
                    "{path} cannot be read: {error}",
                    path=file.path,
                    error=describe_failure(error),
                )
            ) from error
    verified = verify_release(folder, sha256=release.manifest_sha256)
    if not verified.is_intact:
        problems = "; ".join(f"{path} {reason}" for path, reason in verified.problems)
        raise InvalidInputError(
            _("The stored release is damaged: {said}", said=problems)
        )
    return len(files)
