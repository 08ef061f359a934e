"""Copy this installation into another, empty one: other database, other storage.

Both have to be stopped. The other one is described by a file of its environment
variables, one NAME=VALUE a line, such as `.env` of a server. This installation stays as
it is.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from backups.domain.manifest import BackupManifest
from backups.domain.stores.folder import FolderStore
from backups.services.backup import find_manifest, make_backup
from backups.services.migrations import require_all_migrations
from backups.services.target import require_unused_database
from config.backup_command import BackupCommand
from config.data_folder import unused_folder
from core.domain.reasons import describe_failure
from core.scratch import scratch_folder


class Command(BackupCommand):
    help = __doc__ or ""

    def add_options(self, parser: CommandParser) -> None:
        self.add_file_argument(
            parser,
            "environment",
            "FILE",
            help="file with the environment variables of the other installation",
        )

    def run_command(self, **options: Any) -> None:
        environment = read_environment(options["environment"])
        require_all_migrations()
        with unused_folder(), scratch_folder() as folder:
            require_unused_database()
            before = make_backup(FolderStore(folder), progress=self.show_files)
            run_there(environment, "restore", str(folder))
            name = run_there(environment, "backup", str(folder))["backup"]
            require_equal(before, find_manifest(FolderStore(folder), name))
        self.print_outcome(
            {"rows": before.total_rows, "files": before.files.count},
            f"Moved {before.total_rows:,} rows and {before.files.count:,} files. Every table "
            "and file of the other installation is equal. Copy the secrets, then start "
            "it.",
        )


def read_environment(file: Path) -> dict[str, str]:
    """Return the environment of the other installation.

    A database's address makes it a server. Raises CommandError for a line without a
    name and a value.
    """
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file}: {describe_failure(error)}") from error
    variables = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, separator, value = line.strip().removeprefix("export ").partition("=")
        if not separator or not name.isidentifier():
            raise CommandError(f"{file}: line {number} is not NAME=VALUE.")
        variables[name] = value.strip("\"'")
    is_server = "SUBTEXT_DATABASE_URL" in variables
    settings = "production" if is_server else "embedded"
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("SUBTEXT_")
    }
    return {
        **inherited,
        "DJANGO_SETTINGS_MODULE": f"config.settings.{settings}",
        **variables,
    }


def run_there(environment: Mapping[str, str], *arguments: str) -> Any:
    """Run a command in the other installation; return what it says.

    Raises CommandError with what it prints when it fails.
    """
    done = subprocess.run(  # noqa: S603 - this very program
        [sys.executable, sys.argv[0], *arguments, "--json"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        reason = done.stderr.strip().removeprefix("CommandError: ")
        raise CommandError(f"The other installation: {reason}")
    return json.loads(done.stdout)


def require_equal(before: BackupManifest, after: BackupManifest) -> None:
    """Raise CommandError naming the tables that differ."""
    expected = {table.name: table.digest for table in before.tables}
    digests = {table.name: table.digest for table in after.tables}
    different = sorted(
        name
        for name in expected.keys() | digests.keys()
        if expected.get(name) != digests.get(name)
    )
    if (before.files.count, before.files.bytes) != (
        after.files.count,
        after.files.bytes,
    ):
        different.append("files")
    if different:
        raise CommandError(
            f"The other installation differs: {', '.join(different)}. Empty it, and "
            "move again."
        )
