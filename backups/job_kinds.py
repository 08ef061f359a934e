"""Kinds of jobs of backups."""

from core.job_kinds import job_kind

BACKUP = job_kind("backups.backup", (), run="backups.services.schedule.run_backup")
"""Back up; no person requests it."""
