"""Restore a backup into this installation, which has to be empty and stopped.

The database and the storage may be of another kind than those of the backup. A backup of
an earlier version is migrated. The installation stays empty if anything is wrong.
"""

from typing import Any

from django.core.management.base import CommandParser

from backups.services.backup import list_backups
from backups.services.restore import open_backup_source, restore_backup
from config.backup_command import BackupCommand
from config.data_folder import unused_folder


class Command(BackupCommand):
    help = __doc__ or ""
    place = "source"

    def add_options(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            help="folder or s3://bucket/prefix with backups, a tar archive, or - for one "
            "on standard input",
        )
        parser.add_argument(
            "--backup", default="", help="name of the backup (default: the newest)"
        )
        parser.add_argument(
            "--list",
            action="store_true",
            help="print the names of the backups and stop",
        )

    def run_command(self, **options: Any) -> None:
        with open_backup_source(options["source"]) as store:
            if options["list"]:
                names = list_backups(store)
                self.print_outcome({"backups": names}, "\n".join(names))
                return
            with unused_folder():
                manifest = restore_backup(
                    store, name=options["backup"], progress=self.show_files
                )
        self.print_outcome(
            {
                "backup": manifest.name,
                "at": manifest.at,
                "version": manifest.version,
                "rows": manifest.total_rows,
                "files": manifest.files.count,
            },
            f"Restored {manifest.name}: {manifest.total_rows:,} rows and "
            f"{manifest.files.count:,} files. Every hash is as in the backup.",
        )
