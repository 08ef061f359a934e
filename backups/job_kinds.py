"""Kinds of jobs of backups."""

from core.job_kinds import register_job_kind

BACKUP = register_job_kind(
    "backups.backup", (), run="backups.services.schedule.run_backup"
)
"""Back up; no person requests it."""
