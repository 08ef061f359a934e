"""The batches of an import: planned once, taken by any number of workers.

A batch counts when its transaction commits, and it can commit once only: whoever takes
its files in marks it done in the same transaction, where it is still theirs. A worker
that is killed loses the batch it was at; another takes it up when the first has not
been heard of for a while.
"""

import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import PurePath
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum

from curation.domain.material.base import Entry, Material, shown
from curation.domain.rejection import RejectedFileError
from curation.models.imports import ImportBatch, ImportPlan
from workflow.clock import database_now
from workflow.errors import ConflictError
from workflow.jobs import DEAD_AFTER
from workflow.models import Job, JobStatus

BATCH = 32
"""Files between two commits. A killed import repeats at most so many a worker."""
_ROWS = 50
_LOST_TOGETHER = 3
"""After so many workers lost over a batch its files are taken one by one."""
_AMONG = 16
"""So many of the next batches a worker tries before it looks again."""


def plan_of(job: Job) -> ImportPlan | None:
    """The finished plan of an import, if it has one."""
    return ImportPlan.objects.filter(job=job).exclude(made_by="").first()


def plan_make(job: Job, material: Material, *, heard: Callable[[], None]) -> ImportPlan:
    """Go through the material and write down its batches, unless that was done.

    One that was killed over it begins anew. ``heard`` is called now and then and may
    raise to end it. Raises what the material does.
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
            heard()
    ImportBatch.objects.bulk_create(rows)
    # Somebody who was held for dead may have come to an end as well: the first counts.
    ImportPlan.objects.filter(pk=plan.pk, made_by="").update(
        made_by=maker, files=files, helped=not material.sequential
    )
    plan.refresh_from_db()
    plan.batches.exclude(made_by=plan.made_by).delete()
    return plan


def _reported(job: Job, material: Material) -> Iterator[Entry]:
    """The entries; what cannot be read as a whole is one refused file at their end."""
    try:
        yield from material.entries()
    except RejectedFileError as rejection:
        name = PurePath(job.parameters.get("path", "")).name
        why = (rejection.reason_code, rejection.message)
        yield Entry(shown(name), refused=why)


def _batched(entries: Iterator[Entry]) -> Iterator[list[Entry]]:
    while batch := list(islice(entries, BATCH)):
        yield batch


class Claim(NamedTuple):
    """A batch that a worker has taken."""

    batch: ImportBatch
    worker: str

    @property
    def entries(self) -> list[Entry]:
        return [Entry.from_json(stored) for stored in self.batch.files]

    @property
    def deadly(self) -> bool:
        """Whether this one file has cost as many workers as is enough."""
        return self.batch.count == 1 and self.batch.lost >= 2 * _LOST_TOGETHER

    def beat(self) -> None:
        """Say that the worker is still at it."""
        ImportBatch.objects.filter(pk=self.batch.pk, worker=self.worker).update(
            beat_at=database_now()
        )

    def give_back(self) -> None:
        """Leave it to others at once: the worker stops for a reason of its own."""
        ImportBatch.objects.filter(
            pk=self.batch.pk, worker=self.worker, done=False
        ).update(worker="", beat_at=None)

    def finish(self, *, rejected: int) -> None:
        """Mark it done, within the transaction that took its files in.

        Raises ConflictError when somebody else has it now: nothing must be written then.
        """
        done = ImportBatch.objects.filter(
            pk=self.batch.pk, worker=self.worker, done=False
        ).update(done=True, rejected=rejected)
        if not done:
            raise ConflictError("Another worker is importing these files.")


def claim_batch(plan: ImportPlan, worker: str) -> Claim | None:
    """Take the next batch that nobody is at; None when there is none now.

    In the order of the plan: of files with the same content the first names the image.
    """
    while True:
        now = database_now()
        following = list(_free(plan, now).order_by("number", "pk")[:_AMONG])
        if not following:
            return None
        # Whoever finds the first one taken meanwhile goes on to the next.
        batch = next((one for one in following if _taken(plan, one, worker, now)), None)
        if batch is None:
            continue
        batch.refresh_from_db()
        if batch.count > 1 and batch.lost >= _LOST_TOGETHER:
            _split(batch)
            continue
        return Claim(batch, worker)


def _taken(plan: ImportPlan, batch: ImportBatch, worker: str, now: datetime) -> bool:
    lost = F("lost") + int(batch.worker != "")
    mine = _free(plan, now).filter(pk=batch.pk)
    return bool(mine.update(worker=worker, beat_at=now, lost=lost))


def _free(plan: ImportPlan, now: datetime) -> QuerySet[ImportBatch]:
    left = Q(beat_at=None) | Q(beat_at__lt=now - DEAD_AFTER)
    return ImportBatch.objects.filter(left, plan=plan, made_by=plan.made_by, done=False)


@transaction.atomic
def _split(batch: ImportBatch) -> None:
    """One file among these ends every worker that reads it: each gets its own batch."""
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
    mine = ImportBatch.objects.filter(pk=batch.pk, worker=batch.worker, done=False)
    if mine.delete()[0]:
        ImportBatch.objects.bulk_create(alone)


def delete_import_plans() -> None:
    """Delete the plans of imports that are over: their results say what is worth it."""
    over = Job.objects.exclude(status__in=(JobStatus.QUEUED, JobStatus.RUNNING))
    plans = ImportPlan.objects.filter(job__in=over)
    ImportBatch.objects.filter(plan__in=plans).delete()
    plans.delete()


def files_done(plan: ImportPlan) -> int:
    """How many files have been gone through."""
    return _sum(plan, "count")


def files_rejected(plan: ImportPlan) -> int:
    """How many of them did not become images."""
    return _sum(plan, "rejected")


def _sum(plan: ImportPlan, field: str) -> int:
    done = plan.batches.filter(made_by=plan.made_by, done=True)
    return int(done.aggregate(total=Sum(field))["total"] or 0)


def is_over(plan: ImportPlan) -> bool:
    """Whether every batch is done."""
    return not plan.batches.filter(made_by=plan.made_by, done=False).exists()


def workers_at(plan: ImportPlan) -> int:
    """How many workers have been at it within the last minute."""
    recent = database_now() - DEAD_AFTER
    at_it = plan.batches.filter(done=False, beat_at__gt=recent)
    return at_it.values("worker").distinct().count()
