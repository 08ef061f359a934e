"""Batches of an import: planned once, imported by any number of workers.

A batch counts when its transaction commits, and it can commit only once: the same
transaction marks it as done if the worker still holds it. A killed worker loses its
current batch. Another worker takes the batch over once the first has sent no heartbeat
for a while.
"""

import uuid
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from pathlib import PurePath
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum

from core.clock import database_now
from core.domain.texts import _
from core.errors import ConflictError
from core.heartbeats import DEAD_AFTER
from core.models import Job, JobStatus
from curation.image_files.domain.rejection import RejectedFileError
from curation.imports.models import ImportBatch, ImportPlan
from curation.material.domain.base import Material, MaterialFile, printable_path

BATCH = 32
"""Files between two commits. A killed import repeats at most that many per worker."""
_ROWS = 50
_LOST_TOGETHER = 3
"""After that many workers are lost on a batch, its files are imported one by one."""
_AMONG = 16
"""Number of next batches that a worker tries before it queries again."""


def get_import_plan(job: Job) -> ImportPlan | None:
    """Return the finished plan of an import, if there is one."""
    return ImportPlan.objects.filter(job=job).exclude(made_by="").first()


def make_import_plan(
    job: Job,
    material: Material,
    *,
    on_heartbeat: Callable[[], None],
    listing: Callable[[], Mapping[str, Any]] = dict,
) -> ImportPlan:
    """Read the material and store its batches, unless this is done.

    After a kill, planning begins again. ``on_heartbeat`` is called from time to time and
    may raise to stop the planning. ``listing`` says what the manifests listed, after the
    last file. Errors of the material are raised.
    """
    plan, _ = ImportPlan.objects.get_or_create(job=job)
    if plan.made_by:
        return plan
    maker = uuid.uuid4().hex
    files = 0
    rows = []
    for number, entries in enumerate(_batched(_reported(job, material))):
        rows.append(
            ImportBatch(
                plan=plan,
                made_by=maker,
                number=number,
                files=[entry.to_json() for entry in entries],
                count=len(entries),
            )
        )
        files += len(entries)
        if len(rows) == _ROWS:
            ImportBatch.objects.bulk_create(rows)
            rows = []
            on_heartbeat()
    ImportBatch.objects.bulk_create(rows)
    # A worker that was considered dead may have finished as well: the first one counts.
    ImportPlan.objects.filter(pk=plan.pk, made_by="").update(
        made_by=maker,
        files=files,
        helped=not material.sequential,
        listing=listing(),
    )
    plan.refresh_from_db()
    plan.batches.exclude(made_by=plan.made_by).delete()
    return plan


def _reported(job: Job, material: Material) -> Iterator[MaterialFile]:
    """Yield the entries; material that becomes unreadable adds one rejected file."""
    try:
        yield from material.entries()
    except RejectedFileError as rejection:
        name = PurePath(job.parameters.get("path", "")).name
        why = (rejection.reason_code, rejection.message)
        yield MaterialFile(printable_path(name), refused=why)


def _batched(entries: Iterator[MaterialFile]) -> Iterator[list[MaterialFile]]:
    while batch := list(islice(entries, BATCH)):
        yield batch


class BatchClaim(NamedTuple):
    """A batch that a worker has claimed."""

    batch: ImportBatch
    worker: str

    @property
    def entries(self) -> list[MaterialFile]:
        return [MaterialFile.from_json(stored) for stored in self.batch.files]

    @property
    def has_stopped_too_many_workers(self) -> bool:
        """Return whether this single file has stopped too many workers."""
        return self.batch.count == 1 and self.batch.lost >= 2 * _LOST_TOGETHER

    def record_heartbeat(self) -> None:
        """Record a heartbeat of the worker."""
        ImportBatch.objects.filter(pk=self.batch.pk, worker=self.worker).update(
            beat_at=database_now()
        )

    def release_batch(self) -> None:
        """Release the batch at once, because the worker stops for another reason."""
        ImportBatch.objects.filter(
            pk=self.batch.pk, worker=self.worker, done=False
        ).update(worker="", beat_at=None)

    def mark_done(self, *, rejected: int) -> None:
        """Mark the batch as done, in the transaction that imports its files.

        Raises ConflictError when another worker holds it; nothing may be written then.
        """
        done = ImportBatch.objects.filter(
            pk=self.batch.pk, worker=self.worker, done=False
        ).update(done=True, rejected=rejected)
        if not done:
            raise ConflictError(_("Another worker is importing these files."))


def claim_batch(plan: ImportPlan, worker: str) -> BatchClaim | None:
    """Claim the next free batch; return None if there is none now.

    Batches are claimed in the order of the plan, because the first of several files
    with the same content names the image.
    """
    while True:
        now = database_now()
        following = list(_free(plan, now).order_by("number", "pk")[:_AMONG])
        if not following:
            return None
        # If another worker has claimed the first batch meanwhile, try the next.
        batch = next(
            (
                candidate
                for candidate in following
                if _try_claim(plan, candidate, worker, now)
            ),
            None,
        )
        if batch is None:
            continue
        batch.refresh_from_db()
        if batch.count > 1 and batch.lost >= _LOST_TOGETHER:
            _split(batch)
            continue
        return BatchClaim(batch, worker)


def _try_claim(
    plan: ImportPlan, batch: ImportBatch, worker: str, now: datetime
) -> bool:
    lost = F("lost") + int(batch.worker != "")
    free_batch = _free(plan, now).filter(pk=batch.pk)
    return bool(free_batch.update(worker=worker, beat_at=now, lost=lost))


def _free(plan: ImportPlan, now: datetime) -> QuerySet[ImportBatch]:
    left = Q(beat_at=None) | Q(beat_at__lt=now - DEAD_AFTER)
    return ImportBatch.objects.filter(left, plan=plan, made_by=plan.made_by, done=False)


@transaction.atomic
def _split(batch: ImportBatch) -> None:
    """Give each file its own batch, because one of them stops every worker."""
    alone = [
        ImportBatch(
            plan_id=batch.plan_id,
            made_by=batch.made_by,
            number=batch.number,
            files=[stored],
            count=1,
            lost=batch.lost,
        )
        for stored in batch.files
    ]
    own_batch = ImportBatch.objects.filter(pk=batch.pk, worker=batch.worker, done=False)
    if own_batch.delete()[0]:
        ImportBatch.objects.bulk_create(alone)


def delete_import_plans() -> None:
    """Delete the plans of finished imports, whose results are stored in their jobs."""
    over = Job.objects.exclude(status__in=(JobStatus.QUEUED, JobStatus.RUNNING))
    plans = ImportPlan.objects.filter(job__in=over)
    ImportBatch.objects.filter(plan__in=plans).delete()
    plans.delete()


def count_imported_files(plan: ImportPlan) -> int:
    """Return the number of files that are done."""
    return _sum(plan, "count")


def count_rejected_files(plan: ImportPlan) -> int:
    """Return the number of files that did not become images."""
    return _sum(plan, "rejected")


def _sum(plan: ImportPlan, field: str) -> int:
    done = plan.batches.filter(made_by=plan.made_by, done=True)
    return int(done.aggregate(total=Sum(field))["total"] or 0)


def is_import_finished(plan: ImportPlan) -> bool:
    """Return whether every batch is done."""
    return not plan.batches.filter(made_by=plan.made_by, done=False).exists()


def count_active_workers(plan: ImportPlan) -> int:
    """Return the number of workers with a heartbeat in the last minute."""
    recent = database_now() - DEAD_AFTER
    at_it = plan.batches.filter(done=False, beat_at__gt=recent)
    return at_it.values("worker").distinct().count()
