"""One worker's time at an import: its own, or one that it helps with."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

from celery import current_app

from curation.domain.limits import Limits
from curation.domain.material.base import Material
from curation.models.images import Source
from curation.models.imports import ImportPlan
from curation.services.importing.batches import (
    Claim,
    claim_batch,
    files_done,
    is_over,
    workers_at,
)
from curation.services.importing.fetching import make_fetcher
from curation.services.importing.taking import Taker
from curation.services.imports import QUEUE
from workflow.errors import ConflictError
from workflow.jobs import HEARTBEAT, processes_for
from workflow.models import Job, JobStatus

HELP = "curation.import_help"
"""The task by which further workers come to an import."""
_HELP_SECONDS = 20.0
"""After so long a helper goes to the end of the queue, so that others have their turn."""
_CALL_SECONDS = 60.0
_COUNT_SECONDS = 1.0
_NAP = 0.3

Progress = Callable[[int, int | None], None]


def is_wanted(job: Job) -> bool:
    """Whether an import is under way and nobody has cancelled it."""
    return Job.objects.filter(
        pk=job.pk, status=JobStatus.RUNNING, cancel_requested=False
    ).exists()


class _JobLostError(Exception):
    """The import was cancelled, or is over, while a helper was at it."""


class ImportWorkerSession:
    """One worker's time at an import."""

    def __init__(
        self,
        job: Job,
        source: Source,
        plan: ImportPlan,
        material: Material,
        limits: Limits,
    ) -> None:
        self._job = job
        self._plan = plan
        self._worker = uuid.uuid4().hex
        self._claim: Claim | None = None
        self._said = monotonic()
        self._fetcher = make_fetcher(beat=self._beat)
        self._taker = Taker(job, source, material, self._fetcher, limits)

    def close(self) -> None:
        self._fetcher.close()

    def see_through(self, progress: Progress) -> None:
        """Until every batch is done, by whomever."""

        def heard() -> None:
            progress(done, self._plan.files)
            self._beat_now_and_then()

        called = counted = float("-inf")
        done = files_done(self._plan)
        while True:
            if self._plan.helped and monotonic() - called > _CALL_SECONDS:
                self._call()
                called = monotonic()
            if not self._take_one(heard):
                if is_over(self._plan):
                    break
                sleep(_NAP)
            # Counting costs more the further the import is, so not after every batch.
            if monotonic() - counted > _COUNT_SECONDS:
                done = files_done(self._plan)
                counted = monotonic()
            progress(done, self._plan.files)
        progress(self._plan.files, self._plan.files)

    def help(self) -> bool:
        """For a while; returns whether there is more to do."""

        def heard() -> None:
            if self._beat_now_and_then() and not is_wanted(self._job):
                raise _JobLostError

        begun = monotonic()
        try:
            while is_wanted(self._job):
                if not self._take_one(heard):
                    return False
                if monotonic() - begun > _HELP_SECONDS:
                    return True
        except _JobLostError:
            pass
        return False

    def _take_one(self, heard: Callable[[], None]) -> bool:
        """Take a batch in, if there is one that nobody is at."""
        self._claim = claim_batch(self._plan, self._worker)
        if self._claim is None:
            return False
        try:
            # A conflict: held for dead in the meantime; another has these files now.
            with suppress(ConflictError):
                self._taker.take(self._claim, heard=heard)
        except BaseException:
            self._claim.give_back()
            raise
        finally:
            self._claim = None
        return True

    def _beat(self) -> None:
        if self._claim is not None:
            self._claim.beat()
        self._said = monotonic()

    def _beat_now_and_then(self) -> bool:
        if monotonic() - self._said < HEARTBEAT.total_seconds():
            return False
        self._beat()
        return True

    def _call(self) -> None:
        """Ask workers that have nothing to do to help."""
        missing = processes_for(QUEUE) - max(1, workers_at(self._plan))
        waiting = self._plan.batches.filter(done=False, worker="").count()
        for _ in range(min(missing, waiting - 1)):
            current_app.send_task(HELP, args=[self._job.pk], queue=QUEUE)
