"""Earlier states of the database, reached through the migrations of their time."""

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrate_back(*targets: tuple[str, str]) -> Apps:
    """Migrate to ``targets`` (app and migration); return the models of that state.

    `manage.py migrate` goes forward again, as on an installation of that time.
    """
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return executor.loader.project_state(list(targets)).apps
