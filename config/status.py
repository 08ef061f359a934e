"""Status of an installation: services, disks, workers and queues."""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, get_args

from celery import current_app
from django.conf import settings
from django.core.files.storage import FileSystemStorage, storages
from django.db.models import Count, Min
from kombu.exceptions import OperationalError as BrokerError

from evaluation.models import Run
from workflow.api.problems import describe_expected_error
from workflow.clock import database_now
from workflow.models import Job, JobStatus
from workflow.workers import live_workers

QueueName = Literal["default", "curation", "results", "gpu"]
QUEUES: tuple[QueueName, ...] = get_args(QueueName)
ENOUGH_DISK = 2**30
"""In bytes; with less, imports and releases soon run out of space."""
LATE_AFTER = timedelta(minutes=10)
"""Work that has waited this long is late, whether or not there are workers."""
_PATIENCE = 2
"""Seconds to wait for the broker, and for the workers' replies."""

Trouble = Literal["broker", "storage", "disk", "no_worker", "late"]


@dataclass(frozen=True)
class DiskSpace:
    """Disk space in a folder of the responding machine, in bytes."""

    folder: Literal["data", "temporary"]
    free: int
    total: int


@dataclass(frozen=True)
class WorkQueue:
    """The workers of a queue, and the work that waits there.

    ``processes`` is the number of jobs that run at a time. ``oldest_seconds`` is the
    age of the oldest waiting job.
    """

    name: QueueName
    workers: int
    processes: int
    waiting: int
    running: int
    oldest_seconds: int | None


@dataclass(frozen=True)
class StatusProblem:
    """A problem; ``subject`` is the queue or folder, if there is one."""

    code: Trouble
    subject: str


@dataclass(frozen=True)
class SystemStatus:
    """Status of the installation.

    ``degraded`` means that something is wrong; pages are served nevertheless.
    """

    status: Literal["ok", "degraded"]
    checked_at: datetime
    version: str
    broker: bool
    storage: bool
    disks: list[DiskSpace]
    queues: list[WorkQueue]
    problems: list[StatusProblem]


def system_status() -> SystemStatus:
    """Check all parts of the installation, within a few seconds."""
    now = database_now()
    evaluators = evaluation_workers()
    broker = evaluators is not None
    storage = storage_answers()
    disks = disks_in_use()
    queues = queues_now(now, evaluators or 0)
    problems = list(_problems(broker, storage, disks, queues))
    return SystemStatus(
        status="degraded" if problems else "ok",
        checked_at=now,
        version=settings.SUBTEXT_VERSION,
        broker=broker,
        storage=storage,
        disks=disks,
        queues=queues,
        problems=problems,
    )


def require_storage() -> None:
    """Check the storage. Raises the storage's own error if it does not answer.

    A folder also has to accept a file, because a full disk can still be read.
    """
    storage = storages["default"]
    if isinstance(storage, FileSystemStorage):
        parent = storage.location if storage.exists("") else settings.DATA_DIR
        with tempfile.TemporaryFile(dir=parent) as file:
            file.write(b"\0" * 4096)
    else:
        storage.exists("readyz")


def storage_answers() -> bool:
    """Return whether files can be read and written."""
    try:
        require_storage()
    except Exception as error:
        if describe_expected_error(error) is None:
            raise
        return False
    return True


def evaluation_workers() -> int | None:
    """Count the workers that accept evaluation runs; None without a broker.

    They reply through the broker because, unlike other workers, they have no database
    for a sign of life.
    """
    try:
        with current_app.connection_for_write(connect_timeout=_PATIENCE) as connection:
            connection.ensure_connection(max_retries=1, timeout=_PATIENCE)
            inspect = current_app.control.inspect(
                timeout=_PATIENCE / 2, connection=connection
            )
            replies = inspect.active_queues() or {}
    except (BrokerError, OSError):
        return None
    return sum(
        any(queue["name"] == "gpu" for queue in queues) for queues in replies.values()
    )


def disks_in_use() -> list[DiskSpace]:
    """Return the disk space of the data folder and of the temporary folder."""
    return [
        _disk("data", settings.DATA_DIR),
        _disk("temporary", Path(tempfile.gettempdir())),
    ]


def _disk(name: Literal["data", "temporary"], folder: Path) -> DiskSpace:
    existing_folder = next(path for path in (folder, *folder.parents) if path.is_dir())
    usage = shutil.disk_usage(existing_folder)
    return DiskSpace(name, usage.free, usage.total)


def queues_now(now: datetime, evaluators: int) -> list[WorkQueue]:
    """Return every queue with its workers, its jobs or runs, and their age."""
    workers = live_workers()
    queued = Job.objects.filter(status=JobStatus.QUEUED).values("queue")
    waiting: dict[str, tuple[int, datetime | None]] = {
        row["queue"]: (row["n"], row["since"])
        for row in queued.annotate(n=Count("pk"), since=Min("created_at"))
    }
    running = dict(
        Job.objects.filter(status=JobStatus.RUNNING)
        .values_list("queue")
        .annotate(Count("pk"))
    )
    runs = Run.objects.filter(status="queued").aggregate(
        n=Count("pk"), since=Min("created_at")
    )
    waiting["gpu"] = (runs["n"], runs["since"])
    running["gpu"] = Run.objects.filter(status="running").count()
    queues = []
    for name in QUEUES:
        queue_workers = [worker for worker in workers if name in worker.queues]
        number = len(queue_workers)
        processes = sum(worker.processes for worker in queue_workers)
        if name == "gpu":
            # Each runs one evaluation at a time.
            number = processes = evaluators
        n, since = waiting.get(name, (0, None))
        age = None if since is None else max(0, round((now - since).total_seconds()))
        queues.append(WorkQueue(name, number, processes, n, running.get(name, 0), age))
    return queues


def _problems(
    broker: bool, storage: bool, disks: list[DiskSpace], queues: list[WorkQueue]
) -> Iterator[StatusProblem]:
    if not broker:
        yield StatusProblem("broker", "")
    if not storage:
        yield StatusProblem("storage", "")
    for disk in disks:
        if disk.free < ENOUGH_DISK:
            yield StatusProblem("disk", disk.folder)
    for queue in queues:
        # Without a broker it is unknown whether there is an evaluation worker.
        if not queue.workers and (broker or queue.name != "gpu"):
            yield StatusProblem("no_worker", queue.name)
        if (queue.oldest_seconds or 0) > LATE_AFTER.total_seconds():
            yield StatusProblem("late", queue.name)
