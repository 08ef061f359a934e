"""A worker's session at an import: its own import, or one that it helps with."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

from celery import current_app

from core.domain.processors import count_available_processors
from core.errors import ConflictError
from core.heartbeats import HEARTBEAT
from core.job_kinds import Progress
from core.models import Job, JobStatus
from core.workers import count_live_processes
from curation.image_files.domain.limits import DecodingLimits
from curation.images.models import Source
from curation.imports.models import ImportPlan
from curation.imports.services.batch_import import FileImporter
from curation.imports.services.batches import (
    BatchClaim,
    claim_batch,
    count_active_workers,
    count_imported_files,
    is_import_finished,
)
from curation.imports.services.requests import IMPORT_HELP, QUEUE
from curation.imports.services.shared_fetcher import make_fetcher
from curation.material.domain.base import Material

"""The task that calls more workers to an import."""
_HELP_SECONDS = 20.0
"""After that time a helper goes to the end of the queue, so that others get a turn."""
_CALL_SECONDS = 60.0
_COUNT_SECONDS = 1.0
_NAP = 0.3


def is_import_running(job: Job) -> bool:
    """Return whether an import is running and not cancelled."""
    return Job.objects.filter(
        pk=job.pk, status=JobStatus.RUNNING, cancel_requested=False
    ).exists()


class _JobLostError(Exception):
    """The import was cancelled or finished while a helper was working on it."""


class ImportWorkerSession:
    """One worker's session at an import."""

    def __init__(
        self,
        job: Job,
        source: Source,
        plan: ImportPlan,
        material: Material,
        limits: DecodingLimits,
    ) -> None:
        self._job = job
        self._plan = plan
        self._worker = uuid.uuid4().hex
        self._claim: BatchClaim | None = None
        self._said = monotonic()
        self._fetcher = make_fetcher(beat=self._beat)
        # Processes that help prepare images on the other processors.
        helpers = count_live_processes(QUEUE) if plan.helped else 1
        threads = max(1, count_available_processors() // max(1, helpers))
        self._taker = FileImporter(
            job, source, material, self._fetcher, limits, threads
        )

    def close(self) -> None:
        self._fetcher.close()

    def see_through(self, progress: Progress) -> None:
        """Work until every batch is done, by this or another worker."""

        def on_heartbeat() -> None:
            progress(done, self._plan.files)
            self._beat_now_and_then()

        called = counted = float("-inf")
        done = count_imported_files(self._plan)
        while True:
            if self._plan.helped and monotonic() - called > _CALL_SECONDS:
                self._call()
                called = monotonic()
            if not self._take_one(on_heartbeat):
                if is_import_finished(self._plan):
                    break
                sleep(_NAP)
            # Do not count after every batch: counting slows down as the import
            # proceeds.
            if monotonic() - counted > _COUNT_SECONDS:
                done = count_imported_files(self._plan)
                counted = monotonic()
            progress(done, self._plan.files)
        progress(self._plan.files, self._plan.files)

    def import_for_limited_time(self) -> bool:
        """Work for a limited time; return whether there is more to do."""

        def on_heartbeat() -> None:
            if self._beat_now_and_then() and not is_import_running(self._job):
                raise _JobLostError

        begun = monotonic()
        try:
            while is_import_running(self._job):
                if not self._take_one(on_heartbeat):
                    return False
                if monotonic() - begun > _HELP_SECONDS:
                    return True
        except _JobLostError:
            pass
        return False

    def _take_one(self, on_heartbeat: Callable[[], None]) -> bool:
        """Import a batch, if one is free."""
        self._claim = claim_batch(self._plan, self._worker)
        if self._claim is None:
            return False
        try:
            # Conflict: this worker was considered dead, and another has the batch now.
            with suppress(ConflictError):
                self._taker.import_batch(self._claim, on_heartbeat=on_heartbeat)
        except BaseException:
            self._claim.release_batch()
            raise
        finally:
            self._claim = None
        return True

    def _beat(self) -> None:
        if self._claim is not None:
            self._claim.record_heartbeat()
        self._said = monotonic()

    def _beat_now_and_then(self) -> bool:
        if monotonic() - self._said < HEARTBEAT.total_seconds():
            return False
        self._beat()
        return True

    def _call(self) -> None:
        """Ask idle workers to help."""
        missing = count_live_processes(QUEUE) - max(1, count_active_workers(self._plan))
        waiting = self._plan.batches.filter(done=False, worker="").count()
        for _ in range(min(missing, waiting - 1)):
            current_app.send_task(IMPORT_HELP, args=[self._job.pk], queue=QUEUE)
