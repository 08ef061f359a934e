"""The earliest version of which this one upgrades the database."""

from django.db import connection
from django.db.migrations.exceptions import NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor

from core.domain.texts import _
from core.errors import ConflictError


def load_migration_executor() -> MigrationExecutor:
    """Return what compares the database with the migrations, and applies them.

    Raises ConflictError if a version before 0.2.0 made the database. It has only some of
    the migrations that a squashed one replaces, so Django cannot order the later ones.
    """
    try:
        return MigrationExecutor(connection)
    except NodeNotFoundError as error:
        raise ConflictError(
            _(
                "This database is of a version before 0.2.0. Upgrade it with version"
                " 0.2.0 first, and then with this version."
            )
        ) from error
