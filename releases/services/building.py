"""Creating a release: freeze it, build its folder, store and publish it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.utils import timezone

from curation.models.images import Image
from releases.domain.folder import write_release
from releases.domain.frozen import FrozenImage, FrozenRelease
from releases.domain.gate import GateLine
from releases.domain.release_folder import MANIFEST, BuildError
from releases.domain.states import BUILDING, OUT
from releases.domain.statistics import statistics_of
from releases.domain.verify import verify_release
from releases.models import Release
from releases.selectors.files import release_files, release_prefix, require_given_out
from releases.selectors.records import frozen_release
from releases.services.freezing import BlockedReleaseError, Progress, freeze_release
from workflow.errors import InvalidInputError, NotFoundError
from workflow.jobs import JobCancelledError, JobLostError
from workflow.scratch import scratch_folder
from workflow.services import Actor, transition


def release_build(*, release_id: int, progress: Progress) -> dict[str, Any]:
    """Freeze, build, store and publish a release; a repeated run continues the first.

    Returns its version, hash and counts. An error is stored with the release, as are
    the checks that block it; the release can then be created again.
    """
    release = Release.objects.select_related(
        "project", "protocol_version", "previous", "job"
    ).get(pk=release_id)
    if release.status in OUT:
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
        reason = "Cancelled." if cancelled else str(error) or type(error).__name__
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
    frozen = frozen_release(release)
    # Progress counts items when frozen, images when written and files when stored.
    items, pictures = len(frozen.items), len(frozen.images)
    with scratch_folder() as folder:
        try:
            sha256 = write_release(
                frozen,
                folder,
                read_image=_image_reader(release),
                progress=lambda done, _: progress(items + done, items + 2 * pictures),
            )
        except BuildError as error:
            raise InvalidInputError(str(error)) from error
        files = sorted(file for file in folder.rglob("*") if file.is_file())
        # Store the manifest last: if it exists, all other files do.
        files.sort(key=lambda file: file.name == MANIFEST)
        total = items + pictures + len(files)
        prefix = release_prefix(release)
        default_storage.delete(f"{prefix}/{MANIFEST}")
        for done, file in enumerate(files, start=items + pictures):
            progress(done, total)
            _store(file, f"{prefix}/{file.relative_to(folder).as_posix()}")
        kept = {f"{prefix}/{file.relative_to(folder).as_posix()}" for file in files}
        for left_over in set(_stored(prefix)) - kept:
            default_storage.delete(left_over)
        progress(total, total)
        size = sum(file.stat().st_size for file in files)
    transition(
        release,
        "publish",
        actor=Actor.system(),
        data={"sha256": sha256},
        changes={
            "manifest_sha256": sha256,
            "summary": _summary(frozen, size, len(files)),
            "published_at": timezone.now(),
        },
    )
    return _outcome(release)


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
            raise BuildError(f"{image.path}: the stored image is missing") from error
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


def _stored(prefix: str) -> Iterator[str]:
    """Yield every name in the storage below ``prefix``."""
    folders, files = default_storage.listdir(prefix)
    yield from (f"{prefix}/{file}" for file in files)
    for folder in folders:
        yield from _stored(f"{prefix}/{folder}")


def _summary(frozen: FrozenRelease, size: int, files: int) -> dict[str, Any]:
    statistics = statistics_of(frozen)
    licences = Counter(image.licence for image in frozen.images)
    return {
        "bytes": size,
        "files": files,
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


def release_export(*, release: Release, folder: Path) -> int:
    """Copy a published release into a new or empty ``folder`` and verify the copy.

    Returns the number of files. Raises InvalidInputError when the folder is not empty
    or the stored files differ from those published, and NotFoundError when an image of
    the release was taken down.
    """
    require_given_out(release)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InvalidInputError(f"{folder} already exists and is not an empty folder.")
    files, prefix = release_files(release), release_prefix(release)
    for file in files:
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with default_storage.open(f"{prefix}/{file.path}") as source:
                target.write_bytes(source.read())
        except OSError as error:
            raise NotFoundError(f"{file.path} cannot be read: {error}") from error
    found = verify_release(folder, sha256=release.manifest_sha256)
    if not found.ok:
        said = "; ".join(f"{path} {reason}" for path, reason in found.problems)
        raise InvalidInputError(f"The stored release is damaged: {said}")
    return len(files)
