"""Earlier states of the database, reached through the migrations of their time."""

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class SingleMigrations(MigrationLoader):
    """All migrations but the squashed ones, which have no states in between."""

    def load_disk(self) -> None:
        super().load_disk()
        self.disk_migrations = {
            name: migration
            for name, migration in self.disk_migrations.items()
            if not migration.replaces
        }


def migrate_back(*targets: tuple[str, str]) -> Apps:
    """Migrate to ``targets`` (app and migration); return the models of that state.

    `manage.py migrate` goes forward again, as on an installation of that time.
    """
    executor = MigrationExecutor(connection)
    executor.loader = SingleMigrations(connection)
    executor.migrate(list(targets))
    return executor.loader.project_state(list(targets)).apps
