"""What is to know before an upgrade: migrations, duration, services and backup."""

from collections.abc import Iterator
from datetime import timedelta
from math import ceil

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from backups.models import Backup
from backups.selectors.history import last_backup
from backups.services.target import count_other_connections
from config.doctor.findings import Finding, FindingLevel
from config.upgrade.plan import UpgradePlan
from core.clock import database_now

SECONDS_EACH = 0.5
"""Of a migration of small tables: Django builds the models of its time."""
ROWS_A_SECOND = 5_000
"""Rows of the tables that change; benchmarks/README.md has what was measured."""


def estimate_seconds(plan: UpgradePlan) -> int:
    """Return about how long the migrations take, from their number and the rows."""
    return ceil(len(plan.migrations) * SECONDS_EACH + plan.rows / ROWS_A_SECOND)


def check_upgrade(plan: UpgradePlan, *, needs_backup: bool) -> list[Finding]:
    """Return what is to know, with a problem where the upgrade should wait.

    Without ``needs_backup``, an old or missing backup is a warning.
    """
    if plan.unknown:
        app, name = plan.unknown[0]
        return [
            Finding(
                "database",
                FindingLevel.PROBLEM,
                f"It is of a later version: {settings.SUBTEXT_VERSION} lacks its "
                f"migration {app}.{name}.",
                "Install the later version, or restore a backup into an empty "
                "installation.",
            )
        ]
    if not plan.migrations:
        message = f"It has all migrations of version {settings.SUBTEXT_VERSION}."
        return [Finding("database", FindingLevel.OK, message)]
    if plan.last_migrated_at is None:
        message = "It is empty. The first start creates its tables."
        return [Finding("database", FindingLevel.OK, message)]
    return [*_check_database(plan), *_check_services(plan), _check_backup(needs_backup)]


def require_stopped(plan: UpgradePlan) -> None:
    """Raise CommandError while a version serves that the upgrade would break."""
    if plan.conflicts and (connections := count_other_connections()):
        raise CommandError(
            f"Other processes have {connections} connections to this database, and cannot go "
            "on after the upgrade. Stop the web service, beat and all workers, and "
            "upgrade again."
        )


def _check_database(plan: UpgradePlan) -> Iterator[Finding]:
    number = len(plan.migrations)
    yield Finding(
        "database",
        FindingLevel.OK,
        f"It was last upgraded on {plan.last_migrated_at:%Y-%m-%d} (UTC). Version "
        f"{settings.SUBTEXT_VERSION} adds {number} migration{'s' * (number > 1)}.",
        names=[
            f"{migration.name}: {'; '.join(migration.changes)}"
            for migration in plan.migrations
        ],
    )
    yield Finding(
        "duration",
        FindingLevel.OK,
        f"About {timedelta(seconds=estimate_seconds(plan))} (h:mm:ss), estimated from "
        f"{plan.rows:,} rows of the tables that change.",
    )


def _check_services(plan: UpgradePlan) -> Iterator[Finding]:
    if not plan.conflicts:
        yield Finding(
            "services",
            FindingLevel.OK,
            "The version before can serve until the upgrade has ended.",
        )
        return
    yield Finding(
        "services",
        FindingLevel.WARNING,
        "The version before cannot serve on the upgraded database, because "
        f"{plan.conflicts[0]}{_further(len(plan.conflicts) - 1)}.",
        "Stop the web service, beat and all workers first.",
    )


def _further(number: int) -> str:
    return f" ({number} more in --json)" if number else ""


def _check_backup(is_needed: bool) -> Finding:
    # An earlier version has no record of backups.
    tables = connection.introspection.table_names()
    last = last_backup() if Backup._meta.db_table in tables else None
    now = database_now()
    if last is not None and last.is_recent(now):
        age = timedelta(seconds=round(last.age(now).total_seconds()))
        return Finding("backup", FindingLevel.OK, f"The last one was made {age} ago.")
    return Finding(
        "backup",
        FindingLevel.PROBLEM if is_needed else FindingLevel.WARNING,
        "None is recorded."
        if last is None
        else f"The last one was made on {last.at:%Y-%m-%d} (UTC).",
        "Back up with the version before. Version 0.2.0 has no command for it:"
        " copy the data folder, or the database and the bucket, and use --without-backup.",
    )
