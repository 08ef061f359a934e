"""What an upgrade of the database will do, found without changing anything."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from backups.services.migrations import MigrationName, unknown_migrations
from config.upgrade.compatibility import describe_function, judge_migration
from config.upgrade.earliest import load_migration_executor


@dataclass(frozen=True)
class PlannedMigration:
    """A migration that the database lacks."""

    name: str
    """App and name, with a point between."""
    changes: list[str]
    conflicts: list[str]
    """What the version before cannot serve through."""
    excuse: str
    """Why it can nevertheless, by the migration's own word."""
    tables: list[str]
    """The tables that it may rewrite."""


@dataclass(frozen=True)
class UpgradePlan:
    """The migrations that the database lacks, in their order."""

    migrations: list[PlannedMigration]
    unknown: list[MigrationName]
    """Applied migrations that this version does not have."""
    last_migrated_at: datetime | None
    """When the database was last upgraded; None for an empty one."""
    rows: int
    """Rows of all tables that the migrations may rewrite."""

    @property
    def conflicts(self) -> list[str]:
        return [
            f"{migration.name}: {conflict}"
            for migration in self.migrations
            for conflict in migration.conflicts
        ]


def plan_upgrade() -> UpgradePlan:
    """Return what the installed version would do to the database.

    Raises ConflictError if it is too early for this version.
    """
    executor = load_migration_executor()
    applied = MigrationRecorder(connection).applied_migrations()
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    planned = describe_migrations(
        executor.loader, {(step.app_label, step.name) for step, _ in missing}
    )
    tables = {table for migration in planned for table in migration.tables}
    return UpgradePlan(
        migrations=planned,
        unknown=unknown_migrations(applied),
        last_migrated_at=max(
            (migration.applied for migration in applied.values()), default=None
        ),
        rows=sum(map(_count_rows, tables & {*connection.introspection.table_names()})),
    )


def describe_migrations(
    loader: MigrationLoader, selected: Collection[MigrationName]
) -> list[PlannedMigration]:
    """Return the selected migrations of a loader's graph in their order."""
    ordered: dict[MigrationName, None] = {}
    for leaf in sorted(loader.graph.leaf_nodes()):
        ordered |= dict.fromkeys(loader.graph.forwards_plan(leaf))
    state = ProjectState(real_apps=loader.unmigrated_apps)
    planned = []
    for key in ordered:
        migration = loader.graph.nodes[key]
        if key in selected:
            planned.append(_describe(migration, state))
        else:
            migration.mutate_state(state, preserve=False)
    return planned


def _describe(migration: Migration, state: ProjectState) -> PlannedMigration:
    tables = sorted({*_rewritten_tables(migration, state)})
    compatibility = judge_migration(migration, state)
    return PlannedMigration(
        name=f"{migration.app_label}.{migration.name}",
        changes=[describe_operation(operation) for operation in migration.operations],
        conflicts=[] if compatibility.excuse else compatibility.conflicts,
        excuse=compatibility.excuse,
        tables=tables,
    )


def describe_operation(operation: Operation) -> str:
    """Return in words what an operation does; of a function, its first sentence."""
    if isinstance(operation, RunPython):
        return describe_function(operation.code)
    return operation.describe()


def _rewritten_tables(migration: Migration, state: ProjectState) -> Iterator[str]:
    """Yield the tables of the models that a migration alters.

    A function may change any table of its app; those of others it mostly reads.
    """
    app = migration.app_label
    for operation in migration.operations:
        name = getattr(operation, "model_name", "").lower()
        if isinstance(operation, RunPython):
            names = [model for label, model in state.models if label == app]
        else:
            names = [name] if (app, name) in state.models else []
        for model in names:
            yield state.models[app, model].options.get("db_table") or f"{app}_{model}"


def _count_rows(table: str) -> int:
    with connection.cursor() as cursor:
        name = connection.ops.quote_name(table)
        cursor.execute(f"SELECT COUNT(*) FROM {name}")  # noqa: S608
        return int(cursor.fetchone()[0])
