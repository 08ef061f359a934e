"""The console command ``subtext``: `manage.py` from any folder."""

import gc
import os
import sys

import django
from django.conf import settings
from django.core.management import execute_from_command_line, get_commands
from django.db import DatabaseError
from django.db.migrations.exceptions import NodeNotFoundError

from config.data_folder import prepare_new_database
from config.service_errors import describe_service_error
from config.upgrade.earliest import load_migration_executor
from config.version import VERSION
from core.errors import ConflictError

MISSING = (
    "The database of this installation is empty or of an earlier version: run"
    " `manage.py migrate` (`subtext migrate`) first."
)
_PREPARE_THEMSELVES = {"run", "doctor", "restore", "upgrade"}
"""Commands that start with, or look at, an installation without a database."""


def main() -> None:
    """Run a management command, by default on this machine's own installation.

    ``--version`` prints Subtext's version instead of Django's. Wrong settings, services
    that do not respond and missing migrations are one sentence, not a traceback.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"subtext {VERSION}\n")
        return
    try:
        # Before, Django lists no commands of applications.
        django.setup()
        if _uses_the_database(sys.argv[1:]):
            prepare_new_database()
        execute_from_command_line(sys.argv)
    except Exception as error:
        sentence = describe_service_error(error)
        if not sentence and isinstance(error, DatabaseError | NodeNotFoundError):
            sentence = _describe_migrations()
        if not sentence:
            raise
        sys.exit(sentence)
    finally:
        # Python would search all that is loaded for garbage several times before it
        # ends, which takes a third of the processor time of a short command.
        gc.freeze()


def _uses_the_database(arguments: list[str]) -> bool:
    """Return whether a command may be the first one of an installation."""
    name = arguments[0] if arguments else ""
    if name in _PREPARE_THEMSELVES or {"-h", "--help"} & set(arguments):
        return False
    own_packages = {"config", *settings.PACKAGES}
    return name == "createsuperuser" or get_commands().get(name) in own_packages


def _describe_migrations() -> str | None:
    """Return why the database cannot be used as it is, or None if it can."""
    try:
        executor = load_migration_executor()
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except ConflictError as error:
        return error.detail
    except DatabaseError:
        return None
    return MISSING if missing else None
