"""Back up the database and the files of this installation, while people work.

Files are copied once: a later backup to the same place adds what is new. Secrets are not
in a backup; keep them elsewhere.
"""

import os
import sys
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandParser

from backups.domain.errors import BackupError
from backups.services.backup import make_backup
from backups.services.migrations import require_all_migrations
from backups.services.retention import delete_outdated
from backups.services.schedule import record_backup
from backups.services.stores import STDOUT, backup_store
from config.backup_command import BackupCommand
from core.clock import database_now

_MOST_NAMES = 20
"""Damaged files that are printed."""


def positive_number(text: str) -> int:
    """Return the number of an argument, at least 1. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number from 1.")
    return int(text)


class Command(BackupCommand):
    help = __doc__ or ""
    place = "destination"

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "destination",
            help="folder, s3://bucket/prefix, or - for a tar archive on standard output",
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="also read every file that the destination already has, and copy "
            "damaged ones again",
        )
        parser.add_argument(
            "--keep",
            type=positive_number,
            metavar="NUMBER",
            help="delete older backups there beyond this number (default: keep all)",
        )

    def run_command(self, **options: Any) -> None:
        destination = options["destination"]
        require_all_migrations()
        if destination == STDOUT:
            # The archive is all that may be printed there.
            self.stdout = self.stderr
        store = backup_store(destination)
        try:
            manifest = make_backup(
                store, progress=self.show_files, check_all=options["check"]
            )
        except BrokenPipeError as error:
            # Also discard what is still buffered.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise BackupError(
                "What reads the archive ended too early: there is no backup."
            ) from error
        record_backup(manifest, place=destination)
        if options["keep"] is not None:
            delete_outdated(store, number_kept=options["keep"], now=database_now())
        for name in manifest.damaged[:_MOST_NAMES]:
            self.stderr.write(
                f"{name} is missing or damaged in the storage, and not in the backup."
            )
        if (more := len(manifest.damaged) - _MOST_NAMES) > 0:
            self.stderr.write(f"So are {more:,} others; `--json` names them all.")
        self.print_outcome(
            {
                "backup": manifest.name,
                "rows": manifest.total_rows,
                "files": manifest.files.count,
                "bytes": manifest.total_bytes,
                "damaged": list(manifest.damaged),
            },
            f"Backup {manifest.name}: {manifest.total_rows:,} rows and "
            f"{manifest.files.count:,} files, {manifest.total_bytes / 1e6:,.1f} MB.",
        )
