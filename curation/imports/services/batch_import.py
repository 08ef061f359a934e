"""Turning entries into images, aliases and rejections, in one transaction per batch."""

import hashlib
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from core.domain.text_folding import fold_text
from core.domain.texts import _
from core.errors import InvalidInputError
from core.models import Job
from core.services import Actor
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.images.models import Image, ImageAlias, Rights, Source
from curation.images.services.storage import (
    PreparedImage,
    StoredImage,
    prepare_image,
    store_image,
)
from curation.imports.models import ImportRejection
from curation.imports.services.batches import BatchClaim
from curation.imports.services.fetcher import Fetcher
from curation.imports.services.sources import find_or_create_source
from curation.material.domain.base import Material, MaterialFile, printable_path


class _Seen(NamedTuple):
    """A file with its source and its metadata."""

    path: str
    source: Source
    details: Mapping[str, str]


@dataclass
class FileImporter:
    """The part of a worker that imports batches of files."""

    job: Job
    source: Source
    material: Material
    fetcher: Fetcher
    limits: DecodingLimits
    threads: int
    """Files whose images are prepared at once."""

    def import_batch(
        self, claim: BatchClaim, *, on_heartbeat: Callable[[], None]
    ) -> None:
        """Import a batch; ``on_heartbeat`` is called between files and may stop it.

        It stops the import by raising. Raises ConflictError when another worker holds
        the batch; nothing is written then.
        """
        examined = _Examined()
        waiting: deque[_Reading] = deque()
        with ThreadPoolExecutor(self.threads, "import") as pool:
            try:
                for entry in claim.entries:
                    on_heartbeat()
                    waiting.append(
                        self._begin(
                            examined, entry, pool, claim.has_stopped_too_many_workers
                        )
                    )
                    if len(waiting) > self.threads:
                        examined.finish(waiting.popleft())
                while waiting:
                    on_heartbeat()
                    examined.finish(waiting.popleft())
            finally:
                for reading in waiting:
                    if reading.preparing:
                        reading.preparing.cancel()
        with transaction.atomic():
            _leave_out_prohibited(examined)
            _write(examined, self.job)
            claim.mark_done(rejected=len(examined.rejected))

    def _begin(
        self, examined: "_Examined", entry: MaterialFile, pool: Executor, deadly: bool
    ) -> "_Reading":
        """Read a file; if its content is new, let the pool prepare its image."""
        seen = _Seen(entry.path, self.source, {})
        try:
            if deadly:
                reason = _("several workers stopped while reading it")
                raise RejectedFileError(RejectionReason.STOPS_WORKERS, reason)
            seen = self._seen(entry)
            data, details = self._read(entry)
        except RejectedFileError as rejection:
            return _Reading(seen, rejection=rejection)
        seen = seen._replace(details={**seen.details, **details})
        sha256 = hashlib.sha256(data).hexdigest()
        preparing = examined.preparing.get(sha256)
        if (
            preparing is None
            and sha256 not in examined.prepared
            and not Image.objects.filter(
                project_id=self.source.project_id, sha256=sha256
            ).exists()
        ):
            preparing = pool.submit(prepare_image, data, sha256, limits=self.limits)
            examined.preparing[sha256] = preparing
        return _Reading(seen, sha256, preparing)

    def _read(self, entry: MaterialFile) -> tuple[bytes, Mapping[str, str]]:
        """Return the bytes and how they were obtained. Raises RejectedFileError."""
        if entry.refused:
            raise RejectedFileError(*entry.refused)
        if not entry.address:
            return self.material.read(entry.place), {}
        at = timezone.now().isoformat(timespec="seconds")
        fetched = self.fetcher.fetch(entry.address)
        details = {"fetched_at": at}
        if fetched.address != entry.address:
            details["fetched_from"] = fetched.address
        return fetched.content, details

    def _seen(self, entry: MaterialFile) -> _Seen:
        """Return the file with its source; a manifest may name another source."""
        details = dict(entry.details)
        source = self.source
        name = details.pop("source", source.name)
        licence = details.pop("licence", source.licence)
        rights = details.pop("rights", None)
        if rights == Rights.PROHIBITED:
            raise RejectedFileError(
                RejectionReason.PROHIBITED, _("its rights prohibit any use")
            )
        if (name, licence) != (source.name, source.licence) or rights is not None:
            try:
                source = find_or_create_source(
                    project=source.project,
                    name=name,
                    licence=licence,
                    rights=rights,
                    rights_if_new=source.rights,
                    actor=Actor.system(),
                )
            except InvalidInputError as error:
                raise RejectedFileError(
                    RejectionReason.INVALID_ROW, error.detail
                ) from error
        if source.rights == Rights.PROHIBITED:
            reason = _("its source {name} is prohibited", name=source.name)
            raise RejectedFileError(RejectionReason.PROHIBITED, reason)
        return _Seen(entry.path, source, details)


class _Reading(NamedTuple):
    """A file that was read, and whose image may still be prepared."""

    seen: _Seen
    sha256: str = ""
    preparing: Future[PreparedImage] | None = None
    """None if the content is known already."""
    rejection: RejectedFileError | None = None


@dataclass
class _Examined:
    """The results of examining some files."""

    preparing: dict[str, Future[PreparedImage]] = field(default_factory=dict)
    """By SHA-256: what is not finished yet, so that copies wait for it."""
    prepared: dict[str, tuple[StoredImage, _Seen]] = field(default_factory=dict)
    """By SHA-256: contents that are new to the project."""
    accepted: list[tuple[_Seen, str]] = field(default_factory=list)
    """Every readable image with its SHA-256."""
    rejected: list[tuple[_Seen, str, str]] = field(default_factory=list)
    """Rejected files with code and reason."""

    def finish(self, reading: _Reading) -> None:
        """Store the files of an image once it is prepared."""
        seen, sha256, preparing, rejection = reading
        self.preparing.pop(sha256, None)
        try:
            if rejection:
                raise rejection
            if preparing and sha256 not in self.prepared:
                self.prepared[sha256] = store_image(preparing.result()), seen
        except RejectedFileError as error:
            message = printable_path(error.message)
            self.rejected.append((seen, error.reason_code.value, message))
        else:
            self.accepted.append((seen, sha256))


def _leave_out_prohibited(examined: _Examined) -> None:
    """Reject files from a source that was prohibited while they were read.

    Locking the sources makes a prohibition wait until these files are images, so that
    it withdraws them as well.
    """
    used = {seen.source.pk for seen, _ in examined.accepted}
    held = Source.objects.select_for_update().filter(pk__in=used).order_by("pk")
    prohibited = {source.pk for source in held if source.rights == Rights.PROHIBITED}
    if not prohibited:
        return
    allowed = [
        (seen, s) for seen, s in examined.accepted if seen.source.pk not in prohibited
    ]
    reason = _("its source was prohibited during the import")
    examined.rejected.extend(
        (seen, RejectionReason.PROHIBITED.value, reason)
        for seen, _ in examined.accepted
        if seen.source.pk in prohibited
    )
    examined.accepted = allowed
    allowed_hashes = {sha256 for _, sha256 in allowed}
    examined.prepared = {
        sha256: (prepared, next(seen for seen, s in allowed if s == sha256))
        for sha256, (prepared, _) in examined.prepared.items()
        if sha256 in allowed_hashes
    }


def _write(examined: _Examined, job: Job) -> None:
    """Write the results. Another worker may have written the same content."""
    Image.objects.bulk_create(
        [_image(prepared, seen, job) for prepared, seen in examined.prepared.values()],
        ignore_conflicts=True,
    )
    images = {
        image.sha256: image
        for image in Image.objects.filter(
            project_id=job.scope_id, sha256__in={sha for _, sha in examined.accepted}
        )
    }
    ImageAlias.objects.bulk_create(
        [
            ImageAlias(
                image=image,
                path=seen.path,
                search_path=fold_text(seen.path),
                source=seen.source,
                details=dict(seen.details),
            )
            for seen, image in (
                (seen, images[sha256]) for seen, sha256 in examined.accepted
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
            for seen, code, reason in examined.rejected
        ],
        ignore_conflicts=True,
    )


def _image(prepared: StoredImage, seen: _Seen, job: Job) -> Image:
    details = dict(seen.details)
    together = details.pop("item", "")
    return Image(
        project_id=job.scope_id,
        together=together,
        together_at=int(details.pop("item_row", 0)),
        source=seen.source,
        job=job,
        sha256=prepared.sha256,
        original_path=seen.path,
        search_path=fold_text(seen.path),
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
        phash=prepared.phash,
        details={**prepared.details, **details},
    )
