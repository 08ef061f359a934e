"""Migrations of a backup's database and of this version."""

from collections.abc import Collection, Iterable

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from backups.domain.errors import BackupError
from backups.domain.manifest import Manifest

MigrationName = tuple[str, str]
"""App and name."""
_REMOVED_APPS = {"authtoken"}
"""Apps of earlier versions, whose migrations stay applied where they were."""


def require_all_migrations() -> None:
    """Raise BackupError unless the database is at the state of this version."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise BackupError(
            "The database is of an earlier version. Back it up with that version, or "
            "run `manage.py migrate` first."
        )


def require_known_migrations(manifest: Manifest) -> None:
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
    known = MigrationLoader(None).disk_migrations
    return [
        migration
        for migration in applied
        if migration not in known and migration[0] not in _REMOVED_APPS
    ]


def migrate_to(applied: Collection[MigrationName]) -> None:
    """Create the tables of an empty database as they are after ``applied``."""
    executor = MigrationExecutor(connection)
    if not _missing(executor.loader, applied):
        # By squashed migrations, which take a fraction of the time.
        executor.migrate(executor.loader.graph.leaf_nodes())
        return
    executor.loader.replace_migrations = False
    executor.loader.build_graph()
    nodes = executor.loader.graph.node_map
    known = executor.loader.disk_migrations
    squashed = {key for key, migration in known.items() if migration.replaces}
    left = nodes.keys() & set(applied) - squashed
    last = [
        key
        for key in sorted(left)
        if not any(child.key in left for child in nodes[key].children)
    ]
    executor.migrate(last)


def _missing(
    loader: MigrationLoader, applied: Collection[MigrationName]
) -> list[MigrationName]:
    """Return the migrations of this version that are neither applied nor replaced."""
    have = set(applied)
    return [
        key
        for key, node in loader.graph.nodes.items()
        if key not in have and not (node.replaces and have.issuperset(node.replaces))
    ]


def migrate_to_latest() -> None:
    """Apply the migrations that came after the backup."""
    ContentType.objects.clear_cache()
    call_command("migrate", verbosity=0)
