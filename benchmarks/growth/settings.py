"""The embedded installation on the database that SUBTEXT_GROWTH_DATABASE names."""

import dj_database_url

from config.settings import postgresql
from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import DATABASES
from core.environment.table import GROWTH_DATABASE

_database = dj_database_url.parse(GROWTH_DATABASE.read())
if "sqlite3" in _database["ENGINE"]:
    DATABASES["default"]["NAME"] = _database["NAME"]
else:
    # Parallel workers of PostgreSQL would be processor time that nobody counts.
    _plan = "-c max_parallel_workers_per_gather=0 -c synchronous_commit=off"
    DATABASES["default"] = {
        **_database,
        "OPTIONS": {**postgresql.OPTIONS, "options": _plan},
    }
