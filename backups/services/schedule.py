"""Backups by schedule, as jobs that belong to no project."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.conf import settings

from backups.domain.errors import BackupError
from backups.domain.manifest import BackupManifest
from backups.job_kinds import BACKUP
from backups.models import Backup
from backups.selectors.history import is_backup_due
from backups.services.backup import make_backup
from backups.services.retention import delete_outdated
from backups.services.stores import FAILURES, backup_store, failure_reason
from core.clock import database_now
from core.errors import ConflictError
from core.job_kinds import Progress
from core.jobs import enqueue_job
from core.models import Job, JobStatus
from core.services import Actor

_INSTALLATION = 0
"""The scope of jobs that concern all projects."""
_RETRY_AFTER = timedelta(hours=1)


def record_backup(manifest: BackupManifest, *, place: str) -> Backup:
    """Record a verified backup for the status of the installation."""
    return Backup.objects.create(
        name=manifest.name,
        place=place[:500],
        at=manifest.at,
        rows=manifest.total_rows,
        files=manifest.files.count,
        bytes=manifest.total_bytes,
    )


def begin_due_backup() -> Job | None:
    """Queue a backup if one is due and none has failed within the last hour."""
    now = database_now()
    failed = Job.objects.filter(
        kind=BACKUP, status=JobStatus.FAILED, finished_at__gt=now - _RETRY_AFTER
    )
    if not is_backup_due(now) or failed.exists():
        return None
    with suppress(ConflictError):
        return enqueue_job(
            kind=BACKUP, scope_id=_INSTALLATION, actor=Actor.system(), parameters={}
        )
    return None


def run_backup(*, job: Job, progress: Progress) -> Mapping[str, Any]:
    """Back up to the configured place and delete what is outdated there.

    Raises BackupError when the place has been unset since, or does not answer.
    """
    place = settings.BACKUP_TO
    if not place:
        raise BackupError("SUBTEXT_BACKUP_TO is not set.")
    try:
        store = backup_store(place)
        manifest = make_backup(store, progress=lambda done: progress(done, None))
        record_backup(manifest, place=place)
        delete_outdated(store, number_kept=settings.BACKUP_KEEP, now=database_now())
    except FAILURES as error:
        raise BackupError(f"{place}: {failure_reason(error)}") from error
    return {"backup": manifest.name, "bytes": manifest.total_bytes}
