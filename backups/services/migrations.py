"""Migrations of a backup's database and of this version."""

from collections.abc import Collection, Iterable

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from backups.domain.errors import BackupError
from backups.domain.manifest import BackupManifest

MigrationName = tuple[str, str]
"""App and name."""
_REMOVED_APPS = {"authtoken"}
"""Apps of earlier versions, whose migrations stay applied where they were."""
_SQUASHED = "0001_squashed_"
"""Names of squashed migrations, which are recorded beside those that they replace."""


def require_all_migrations() -> None:
    """Raise BackupError unless the database is at the state of this version."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise BackupError(
            "The database is of an earlier version. Back it up with that version, or "
            "run `manage.py migrate` first."
        )


def require_known_migrations(manifest: BackupManifest) -> None:
    """Raise BackupError if a later version made the backup."""
    unknown = unknown_migrations(manifest.migrations)
    if unknown:
        app, name = unknown[0]
        raise BackupError(
            f"Version {manifest.version} of Subtext made this backup. Its database has "
            f"migrations that this version lacks, such as {app} {name}. Install "
            f"version {manifest.version} or a later one, and restore again."
        )


def unknown_migrations(applied: Iterable[MigrationName]) -> list[MigrationName]:
    """Return the applied migrations that this version lacks, as after a later one."""
    migrations = MigrationLoader(None).disk_migrations
    known = {*migrations}.union(*(each.replaces for each in migrations.values()))
    return [
        (app, name)
        for app, name in applied
        if (app, name) not in known
        and app not in _REMOVED_APPS
        and not name.startswith(_SQUASHED)
    ]


def reached_migrations(
    loader: MigrationLoader, applied: Collection[MigrationName]
) -> set[MigrationName]:
    """Return the migrations that are applied, by themselves or by all they replace."""
    have = set(applied)
    return {
        key
        for key, migration in loader.graph.nodes.items()
        if key in have or (migration.replaces and have.issuperset(migration.replaces))
    }


def create_tables_as_of(applied: Collection[MigrationName]) -> None:
    """Create the tables of an empty database as they are after ``applied``."""
    executor = MigrationExecutor(connection)
    nodes = executor.loader.graph.node_map
    reached = reached_migrations(executor.loader, applied)
    executor.migrate(
        [
            key
            for key in sorted(reached)
            if not any(child.key in reached for child in nodes[key].children)
        ]
    )


def migrate_to_latest() -> None:
    """Apply the migrations that came after the backup."""
    ContentType.objects.clear_cache()
    call_command("migrate", verbosity=0)
