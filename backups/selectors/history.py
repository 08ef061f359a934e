"""When this installation was backed up, and when it will be again."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings

from backups.models import Backup
from core.models import Job
from projects.models import Project

RECENT = timedelta(days=1)
"""Age up to which a backup is recent enough, such as before an upgrade."""


@dataclass(frozen=True)
class LastBackup:
    """The last verified backup; ``bytes`` is what restoring it reads."""

    at: datetime
    files: int
    bytes: int

    def age(self, now: datetime) -> timedelta:
        return now - self.at

    def is_recent(self, now: datetime) -> bool:
        """Return whether it is at most a day old."""
        return self.age(now) <= RECENT


def last_backup() -> LastBackup | None:
    """Return the last backup, by schedule or by command."""
    # Not the whole row: before an upgrade, the table may lack later columns.
    row = Backup.objects.order_by("-at").values("at", "files", "bytes").first()
    return LastBackup(**row) if row else None


def is_backup_due(now: datetime) -> bool:
    """Return whether backups are scheduled and the last one there is an interval old."""
    return bool(settings.BACKUP_TO) and _is_older(now, settings.BACKUP_HOURS)


def is_last_backup_outdated(now: datetime) -> bool:
    """Return whether there is no backup, or none of the last day.

    Of the last interval, if backups are scheduled less often.
    """
    interval = timedelta(hours=settings.BACKUP_HOURS if settings.BACKUP_TO else 0)
    last = last_backup()
    return last is None or last.age(now) > max(RECENT, interval)


def is_backup_overdue(now: datetime) -> bool:
    """Return whether backups are scheduled and two of them are missing."""
    return bool(settings.BACKUP_TO) and _is_older(now, 2 * settings.BACKUP_HOURS)


def are_backups_expected() -> bool:
    """Return whether backups are scheduled, or there is work besides the demo's."""
    of_demo = Job.objects.filter(kind__startswith="demo.").values("scope_id")
    work = Project.objects.exclude(pk__in=of_demo)
    return bool(settings.BACKUP_TO) or work.exists()


def _is_older(now: datetime, hours: int) -> bool:
    # One that somebody made elsewhere does not put off the next.
    there = Backup.objects.filter(place=settings.BACKUP_TO)
    return not there.filter(at__gt=now - timedelta(hours=hours)).exists()
