"""The page of what upgrades do to the database, made from the migrations."""

from django.db.migrations.loader import MigrationLoader

from backups.services.migrations import reached_migrations
from config.upgrade.plan import PlannedMigration, describe_migrations
from tests.upgrades.kept import applied_migrations
from tools.markdown import one_line

SINCE = "0.2.0-2026-11-25"
"""The kept installation whose later migrations are listed: the first of its version."""


def later_migrations() -> list[PlannedMigration]:
    """Return the migrations since then, in their order."""
    loader = MigrationLoader(None)
    reached = reached_migrations(loader, applied_migrations(SINCE))
    return describe_migrations(loader, loader.graph.nodes.keys() - reached)


def upgrades_page(note: str) -> str:
    """Return every later migration, and whether the version before can serve."""
    migrations = later_migrations()
    stopping = [migration for migration in migrations if migration.conflicts]
    version, _, day = SINCE.partition("-")
    lines = [
        "# Upgrades",
        "",
        note,
        "",
        f"What an upgrade does to a database of version {version} as it was on {day}, in this",
        f"order. **Stop the web service, beat and all workers first**: of {len(migrations)}"
        f" migrations, {len(stopping)} take",
        "something away that the version before needs. A migration that changes rows counts as",
        "one of them, unless it says why that version does not mind. `upgrade --check` says the",
        "same of the migrations that your database lacks",
        "([guide](../how-to/upgrade-and-go-back.md)).",
        "",
        "| migration | changes | the version before |",
        "|---|---|---|",
    ]
    for migration in migrations:
        reasons = "; ".join(migration.conflicts)
        serves = f"**cannot serve**: {reasons}" if reasons else "can serve"
        cells = [
            f"`{migration.name}`",
            "; ".join(migration.changes),
            f"{serves}: {migration.excuse}" if migration.excuse else serves,
        ]
        lines.append(f"| {' | '.join(map(one_line, cells))} |")
    return "\n".join(lines) + "\n"
