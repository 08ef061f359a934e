"""Turning files into images: bounded, repeatable, nothing lost."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from django.db import transaction

from curation.domain.archives import ManifestError, RawFile, open_source
from curation.domain.decoding import Limits
from curation.domain.rejection import Rejected
from curation.models import (
    Image,
    ImageAlias,
    ImageFingerprint,
    ImportRejection,
    Rights,
    Source,
    Upload,
)
from curation.services.sources import source_named, source_require_usable
from curation.services.storing import Prepared, image_store
from curation.services.uploads import (
    upload_clear,
    upload_require_complete,
    uploaded_files,
    uploaded_read,
    uploaded_to_disk,
)
from projects.models import Project
from workflow.errors import Conflict, FieldProblem, Invalid
from workflow.jobs import job_enqueue
from workflow.models import Job
from workflow.services import Actor

PROHIBITED = "prohibited"
"""The code of files whose source may not be used."""
KIND = "curation.import"
_CHUNK = 32
"""Files between two commits. A killed import repeats at most so many."""

Progress = Callable[[int, int], None]


def import_begin(*, project: Project, source: Source, path: Path, actor: Actor) -> Job:
    """Queue the import of a folder, archive or manifest on the server.

    Raises Invalid when the source is prohibited, Conflict when an import is running.
    """
    source_require_usable(source)
    return job_enqueue(
        kind=KIND,
        scope_id=project.pk,
        actor=actor,
        parameters={"source": source.pk, "path": str(path.absolute())},
    )


@transaction.atomic
def import_begin_from_upload(*, upload: Upload, actor: Actor) -> Job:
    """Queue the import of what was uploaded. Raises Invalid or Conflict."""
    source_require_usable(upload.source)
    upload_require_complete(upload)
    if upload.job_id is not None:
        raise Conflict("This upload is being imported already.")
    job = job_enqueue(
        kind=KIND,
        scope_id=upload.project_id,
        actor=actor,
        parameters={"source": upload.source_id, "upload": upload.pk},
    )
    if not Upload.objects.filter(pk=upload.pk, job=None).update(job=job):
        raise Conflict("This upload is being imported already.")
    upload.job = job
    return job


def images_import(
    *, job: Job, progress: Progress, limits: Limits | None = None
) -> Mapping[str, Any]:
    """Do an import: every file becomes an image, an alias of one, or a rejection.

    Run again after it was killed it goes through the files again, and finds those that
    it has stored already. Returns the counts ``files``, ``imported``,
    ``already_present`` and ``rejected``. Raises Invalid when there is nothing to import
    or a manifest cannot be understood.
    """
    begun = monotonic()
    limits = limits or Limits()
    source = Source.objects.get(pk=job.parameters["source"])
    source_require_usable(source)
    with _material(job) as walk:
        total = sum(1 for _ in walk())
        progress(0, total)
        found = _Examined()
        for done, file in enumerate(walk(), start=1):
            _examine(found, file, source, limits)
            if done % _CHUNK == 0:
                _take(found, job)
                found = _Examined()
                progress(done, total)
        _take(found, job)
        progress(total, total)
    imported = Image.objects.filter(job=job).count()
    rejected = ImportRejection.objects.filter(job=job).count()
    upload = Upload.objects.filter(job=job).first()
    if upload is not None:
        upload_clear(upload)
    return {
        "source": source.pk,
        "files": max(total, imported + rejected),
        "imported": imported,
        "already_present": max(0, total - imported - rejected),
        "rejected": rejected,
        "seconds": round(monotonic() - begun, 3),
    }


Walk = Callable[[], Iterator[RawFile]]


@contextmanager
def _material(job: Job) -> Iterator[Walk]:
    """What the job is to import, as something that can be walked through repeatedly."""
    if "path" in job.parameters:
        path = Path(job.parameters["path"])
        yield lambda: _walk(path, path.name)
        return
    upload = Upload.objects.get(pk=job.parameters["upload"])
    with ExitStack() as stack:
        walks = []
        for file in uploaded_files(upload):
            if file.path.lower().endswith(".zip"):
                archive = stack.enter_context(uploaded_to_disk(file))
                walks.append(partial(_walk, archive, file.path))
            else:
                read = partial(uploaded_read, file)
                walks.append(partial(iter, (RawFile(file.path, read),)))
        yield lambda: chain.from_iterable(walk() for walk in walks)


def _walk(path: Path, name: str) -> Iterator[RawFile]:
    """The files at ``path``; an archive that cannot be opened is one refused file."""
    try:
        yield from open_source(path)
    except FileNotFoundError as error:
        problem = FieldProblem("path", "Does not exist.")
        raise Invalid(f"There is nothing at {path}.", [problem]) from error
    except ManifestError as error:
        problem = FieldProblem("path", str(error))
        raise Invalid("The manifest cannot be used.", [problem]) from error
    except Rejected as rejection:
        yield RawFile(name, partial(_refuse, rejection))


def _refuse(rejection: Rejected) -> bytes:
    raise rejection


class _Seen(NamedTuple):
    """A file with its path as it can be stored, and the source that it names."""

    path: str
    source: Source
    details: Mapping[str, str]
    prohibited: bool


@dataclass
class _Examined:
    """What some files turned out to be."""

    prepared: dict[str, tuple[Prepared, _Seen]] = field(default_factory=dict)
    """By SHA-256: contents that the project does not have yet."""
    accepted: list[tuple[_Seen, str]] = field(default_factory=list)
    """Every readable picture with its SHA-256."""
    rejected: list[tuple[_Seen, str, str]] = field(default_factory=list)
    """With code and reason."""


def _examine(found: _Examined, file: RawFile, source: Source, limits: Limits) -> None:
    """Read a file; decode it and store its files if its content is new."""
    seen = _seen(file, source)
    if seen.prohibited:
        found.rejected.append((seen, PROHIBITED, "its rights prohibit any use"))
        return
    try:
        data = file.read()
        sha256 = hashlib.sha256(data).hexdigest()
        if (
            sha256 not in found.prepared
            and not Image.objects.filter(
                project_id=source.project_id, sha256=sha256
            ).exists()
        ):
            found.prepared[sha256] = image_store(data, sha256, limits=limits), seen
    except Rejected as rejection:
        found.rejected.append(
            (seen, rejection.reason_code.value, shown(rejection.message))
        )
    else:
        found.accepted.append((seen, sha256))


def _seen(file: RawFile, source: Source) -> _Seen:
    """A manifest may name another source, licence or rights for a single file."""
    details = {name: shown(text) for name, text in file.details.items()}
    name = details.pop("source", source.name)
    licence = details.pop("licence", source.licence)
    rights = details.pop("rights", None)
    if rights == Rights.PROHIBITED:
        return _Seen(shown(file.path), source, details, prohibited=True)
    if (name, licence) != (source.name, source.licence) or rights is not None:
        source = source_named(
            project=source.project,
            name=name,
            licence=licence,
            rights=rights,
            actor=Actor.system(),
        )
    prohibited = source.rights == Rights.PROHIBITED
    return _Seen(shown(file.path), source, details, prohibited)


def shown(text: str) -> str:
    """Text as it can be stored and shown: UTF-8 without NUL.

    File names may hold any bytes; Python then gives them as lone surrogates.
    """
    clean = text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return clean.replace("\0", "\ufffd")


@transaction.atomic
def _take(found: _Examined, job: Job) -> None:
    """Write what was found. Everything here may be there already."""
    Image.objects.bulk_create(
        [_image(prepared, seen, job) for prepared, seen in found.prepared.values()],
        ignore_conflicts=True,
    )
    images = {
        image.sha256: image
        for image in Image.objects.filter(
            project_id=job.scope_id, sha256__in={sha for _, sha in found.accepted}
        )
    }
    ImageFingerprint.objects.bulk_create(
        [
            ImageFingerprint(image=images[sha256], packed=prepared.fingerprint.pack())
            for sha256, (prepared, _) in found.prepared.items()
        ],
        ignore_conflicts=True,
    )
    ImageAlias.objects.bulk_create(
        [
            ImageAlias(
                image=image,
                path=seen.path,
                source=seen.source,
                details=dict(seen.details),
            )
            for seen, image in (
                (seen, images[sha256]) for seen, sha256 in found.accepted
            )
            if (image.original_path, image.source_id) != (seen.path, seen.source.pk)
        ],
        ignore_conflicts=True,
    )
    ImportRejection.objects.bulk_create(
        [
            ImportRejection(
                project_id=job.scope_id,
                job=job,
                source=seen.source,
                path=seen.path,
                code=code,
                reason=reason,
            )
            for seen, code, reason in found.rejected
        ],
        ignore_conflicts=True,
    )


def _image(prepared: Prepared, seen: _Seen, job: Job) -> Image:
    return Image(
        project_id=job.scope_id,
        source=seen.source,
        job=job,
        sha256=prepared.sha256,
        original_path=seen.path,
        original=prepared.original,
        published=prepared.published,
        preview=prepared.preview,
        thumbnail=prepared.thumbnail,
        published_sha256=prepared.published_sha256,
        reencoded=prepared.reencoded,
        format=prepared.format,
        width=prepared.width,
        height=prepared.height,
        size=prepared.size,
        phash=prepared.fingerprint.hex,
        details={**prepared.details, **seen.details},
    )
