"""Checks of settings, database, clock, broker, storage, disk space, jobs and backups."""

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import timezone

from backups.selectors.history import (
    are_backups_expected,
    is_last_backup_outdated,
    last_backup,
)
from config.doctor.findings import Finding, FindingLevel
from config.service_checks import broker_answers
from config.service_errors import describe_service_error
from config.status import ENOUGH_DISK, LATE_AFTER, list_disks_in_use, list_work_queues
from config.upgrade.earliest import load_migration_executor
from core.clock import database_now
from core.environment import backups, general, images, servers
from core.environment.table import REMOVED, list_variables
from core.errors import ConflictError

_CLOCK_TOLERANCE = timedelta(seconds=5)
_PROBE = "doctor-probe"
"""A file that the check of the storage writes and deletes."""


def check_settings() -> Iterator[Finding]:
    """The settings are valid, or no command would start; some still have no effect."""
    number = sum(variable.is_set for variable, _ in list_variables())
    yield Finding(
        "settings", FindingLevel.OK, f"{number} variables are set, all valid."
    )
    for name in REMOVED.keys() & os.environ.keys():
        yield Finding(
            "settings",
            FindingLevel.WARNING,
            f"{name} is no longer read.",
            REMOVED[name],
        )
    if settings.OCR_ENGINE == "easyocr" and not find_spec("easyocr"):
        yield Finding(
            "settings",
            FindingLevel.PROBLEM,
            f"{images.OCR_ENGINE.name} is easyocr, which is not installed.",
            "Install it (`pip install 'subtext-bench[easyocr]'`) or set rapidocr.",
        )
    if settings.OCR_RUNTIME == "openvino" and not find_spec("openvino"):
        yield Finding(
            "settings",
            FindingLevel.PROBLEM,
            f"{images.OCR_RUNTIME.name} is openvino, which is not installed.",
            "Install it (`pip install openvino`) or set auto.",
        )


def find_missing_database() -> Finding | None:
    """Return that there is no file of SQLite, before connecting would create it."""
    path = Path(str(settings.DATABASES["default"]["NAME"]))
    if connection.vendor != "sqlite" or path.exists():
        return None
    return Finding(
        "database",
        FindingLevel.PROBLEM,
        f"There is no database in {settings.DATA_DIR}.",
        f"Start the installation (`subtext run`), or correct {general.DATA_DIR.name}.",
    )


def check_database() -> Iterator[Finding]:
    """It responds and has all migrations."""
    if (missing_file := find_missing_database()) is not None:
        yield missing_file
        return
    try:
        executor = load_migration_executor()
    except ConflictError as error:
        yield Finding("database", FindingLevel.PROBLEM, error.detail)
        return
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        yield Finding(
            "database",
            FindingLevel.PROBLEM,
            f"{len(missing)} migrations are not applied.",
            "Run `manage.py migrate`; on a server `manage.py installation_prepare`.",
        )
    else:
        yield Finding("database", FindingLevel.OK, "It responds and is up to date.")


def check_clock() -> Iterator[Finding]:
    """This machine's clock and the database's agree: tokens and logs depend on it."""
    difference = abs(timezone.now() - database_now())
    seconds = difference.total_seconds()
    if difference > _CLOCK_TOLERANCE:
        yield Finding(
            "clock",
            FindingLevel.PROBLEM,
            f"It differs from the database's by {seconds:.0f} seconds.",
            "Synchronise both machines with a time server (NTP).",
        )
    else:
        yield Finding("clock", FindingLevel.OK, "It agrees with the database's.")


def check_broker() -> Iterator[Finding]:
    """Messages to workers are accepted."""
    if broker_answers():
        yield Finding("broker", FindingLevel.OK, "It responds.")
        return
    address = urlsplit(settings.CELERY_BROKER_URL).netloc.rpartition("@")[2]
    yield Finding(
        "broker",
        FindingLevel.PROBLEM,
        f"It does not respond at {address}. Jobs wait until it does.",
        f"Start it, or correct {servers.BROKER_URL.name}.",
    )


def check_storage() -> Iterator[Finding]:
    """A file can be written, read and deleted."""
    name = default_storage.save(_PROBE, ContentFile(b"doctor"))
    try:
        with default_storage.open(name) as file:
            content = file.read()
    finally:
        default_storage.delete(name)
    if content != b"doctor":
        yield Finding(
            "storage",
            FindingLevel.PROBLEM,
            "A file that was written is read with another content.",
            "Check the disk or the S3 server.",
        )
        return
    yield Finding("storage", FindingLevel.OK, "Files can be written, read and deleted.")


def check_disk() -> Iterator[Finding]:
    """Data folder and temporary folder have room."""
    for disk in list_disks_in_use():
        message = f"{disk.free / 2**30:.1f} GB are free for {disk.folder} files."
        if disk.free < ENOUGH_DISK:
            advice = f"Make space, or set another folder in {general.DATA_DIR.name}"
            if disk.folder == "temporary":
                advice = "Make space, or set another folder in TMPDIR"
            yield Finding("disk", FindingLevel.PROBLEM, message, f"{advice}.")
        else:
            yield Finding("disk", FindingLevel.OK, message)


def check_jobs() -> Iterator[Finding]:
    """No job waits long, and none without a worker."""
    is_well = True
    for queue in list_work_queues(database_now()):
        age = timedelta(seconds=queue.oldest_seconds or 0)
        if not queue.waiting or (queue.workers and age <= LATE_AFTER):
            continue
        is_well = False
        jobs = f"{queue.waiting} job{'s' if queue.waiting > 1 else ''}"
        yield Finding(
            "jobs",
            FindingLevel.PROBLEM,
            f"{jobs} waiting in the queue {queue.name}, the oldest for {age}, with"
            f" {queue.workers} workers.",
            "Look at the worker's log."
            if queue.workers
            else "Start a worker of this queue (`subtext run`, or the server's worker).",
        )
    if is_well:
        yield Finding("jobs", FindingLevel.OK, "None waits for long.")


def check_backup() -> Iterator[Finding]:
    """A day's work is lost at most, where there is work."""
    last, now = last_backup(), database_now()
    if last is None:
        message = "None was made."
    else:
        age = timedelta(seconds=round(last.age(now).total_seconds()))
        message = (
            f"The last one was made {age} ago: {last.files:,} files, "
            f"{last.bytes / 1e6:,.1f} MB."
        )
    if not are_backups_expected():
        message += " None is needed: no project has work besides the demo's."
    elif is_last_backup_outdated(now):
        yield Finding("backup", FindingLevel.WARNING, message, _how_to_back_up())
        return
    yield Finding("backup", FindingLevel.OK, message)


def _how_to_back_up() -> str:
    if settings.BACKUP_TO:
        return (
            f"See in the log of the worker of the queue `default` why none came to"
            f" {settings.BACKUP_TO}, or run `manage.py backup {settings.BACKUP_TO}`."
        )
    return (
        "Run `manage.py backup FOLDER`, or set"
        f" {backups.BACKUP_TO.name} to back up by schedule."
    )


Check = Callable[[], Iterator[Finding]]
INDEPENDENT: dict[str, Check] = {
    "settings": check_settings,
    "disk": check_disk,
    "broker": check_broker,
    "storage": check_storage,
}
ON_DATABASE: dict[str, Check] = {
    "clock": check_clock,
    "jobs": check_jobs,
    "backup": check_backup,
}
"""Checks that need a database that is up to date."""


def run_check(name: str, check: Check) -> list[Finding]:
    """Return what a check found; a service that does not respond is a problem."""
    try:
        return list(check())
    except Exception as error:
        sentence = describe_service_error(error)
        if sentence is None:
            raise
        return [Finding(name, FindingLevel.PROBLEM, sentence)]
