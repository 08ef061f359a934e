"""Status of an installation: services, disks, workers and queues."""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, get_args

from django.conf import settings
from django.db.models import Count, Min

from backups.selectors.history import LastBackup, is_backup_overdue, last_backup
from config.service_checks import monitor
from core.clock import database_now
from core.models import Job, JobStatus
from core.workers import live_workers
from evaluation.runs.models.runs import Run

QueueName = Literal["default", "curation", "results", "gpu"]
QUEUES: tuple[QueueName, ...] = get_args(QueueName)
ENOUGH_DISK = 2**30
"""In bytes; with less, imports and releases soon run out of space."""
LATE_AFTER = timedelta(minutes=10)
"""Work that has waited this long is late, whether or not there are workers."""

Trouble = Literal[
    "broker", "storage", "unchecked", "disk", "no_worker", "late", "backup"
]


def security_settings(*, demo: bool = False) -> dict[str, bool]:
    """Return the settings whose changes the security record holds."""
    return {
        "admin": settings.ADMIN,
        "mail": bool(settings.EMAIL_HOST),
        "demo": demo,
    }


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
class BackupStatus:
    """The last verified backup, and whether backups are made by schedule."""

    scheduled: bool
    last: LastBackup | None


@dataclass(frozen=True)
class StatusProblem:
    """A problem; ``subject`` is the queue or folder, if there is one."""

    code: Trouble
    subject: str


@dataclass(frozen=True)
class SystemStatus:
    """Status of the installation.

    ``degraded`` means that something is wrong; pages are served nevertheless. Broker and
    storage are checked every 15 seconds, last at ``checked_at``. All three are null in
    the first seconds of a web process, and while a check gets no answer for a minute.
    """

    status: Literal["ok", "degraded"]
    checked_at: datetime | None
    version: str
    broker: bool | None
    storage: bool | None
    disks: list[DiskSpace]
    queues: list[WorkQueue]
    backups: BackupStatus
    problems: list[StatusProblem]


def system_status() -> SystemStatus:
    """Return the status of all parts of the installation without asking any service."""
    check = monitor.last_check
    broker, storage = (check.broker, check.storage) if check else (None, None)
    disks = list_disks_in_use()
    now = database_now()
    queues = list_work_queues(now)
    problems = list(_problems(broker, storage, disks, queues))
    if is_backup_overdue(now):
        problems.append(StatusProblem("backup", ""))
    return SystemStatus(
        status="degraded" if problems else "ok",
        checked_at=check.checked_at if check else None,
        version=settings.SUBTEXT_VERSION,
        broker=broker,
        storage=storage,
        disks=disks,
        queues=queues,
        backups=BackupStatus(bool(settings.BACKUP_TO), last_backup()),
        problems=problems,
    )


def list_disks_in_use() -> list[DiskSpace]:
    """Return the disk space of the data folder and of the temporary folder."""
    return [
        _disk("data", settings.DATA_DIR),
        _disk("temporary", Path(tempfile.gettempdir())),
    ]


def _disk(name: Literal["data", "temporary"], folder: Path) -> DiskSpace:
    existing_folder = next(path for path in (folder, *folder.parents) if path.is_dir())
    usage = shutil.disk_usage(existing_folder)
    return DiskSpace(name, usage.free, usage.total)


def list_work_queues(now: datetime) -> list[WorkQueue]:
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
        n, since = waiting.get(name, (0, None))
        age = None if since is None else max(0, round((now - since).total_seconds()))
        queues.append(WorkQueue(name, number, processes, n, running.get(name, 0), age))
    return queues


def _problems(
    broker: bool | None,
    storage: bool | None,
    disks: list[DiskSpace],
    queues: list[WorkQueue],
) -> Iterator[StatusProblem]:
    if broker is False:
        yield StatusProblem("broker", "")
    if storage is False:
        yield StatusProblem("storage", "")
    if monitor.is_overdue:
        yield StatusProblem("unchecked", "")
    for disk in disks:
        if disk.free < ENOUGH_DISK:
            yield StatusProblem("disk", disk.folder)
    for queue in queues:
        # Without a broker it is unknown whether there is an evaluation worker.
        if not queue.workers and (broker or queue.name != "gpu"):
            yield StatusProblem("no_worker", queue.name)
        if (queue.oldest_seconds or 0) > LATE_AFTER.total_seconds():
            yield StatusProblem("late", queue.name)
