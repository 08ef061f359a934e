"""The console command ``subtext``: `manage.py` from any folder."""

import gc
import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from config.version import VERSION

MISSING = (
    "The database of this installation is empty or of an earlier version: run"
    " `manage.py migrate` (`subtext migrate`) first."
)


def main() -> None:
    """Run a management command, by default on this machine's own installation.

    ``--version`` prints Subtext's version instead of Django's. Where tables are missing
    because migrations are, one line says so.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"subtext {VERSION}\n")
        return
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError:
        if not _has_missing_migrations():
            raise
        sys.exit(MISSING)
    finally:
        # Python would search all that is loaded for garbage several times before it
        # ends, which takes a third of the processor time of a short command.
        gc.freeze()


def _has_missing_migrations() -> bool:
    try:
        executor = MigrationExecutor(connection)
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return False
