"""Settings for one machine without servers: SQLite, files and a file-based broker."""

import json
import os

from django.core.management.utils import get_random_secret_key

from config.web_address import allowed_hosts, is_reachable_from_network, web_url
from core.broker.transports import FILES
from core.environment import general, models, servers
from core.environment.exits import exit_on_wrong_settings
from core.environment.table import require_valid
from core.environment.variables import EVERYWHERE

with exit_on_wrong_settings():
    require_valid(EVERYWHERE)

# Read only when all are known to be valid, so that one message names all that are not.
from config.settings.base import *  # noqa: F403
from config.settings.base import DATA_DIR, MEDIA_ROOT


def _secret(name: str) -> str:
    """Return a secret of this installation, created at the first start."""
    path = DATA_DIR / name
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            path.chmod(0o600)
            file.write(get_random_secret_key())
    except FileExistsError:
        pass
    except OSError:
        # On a full disk. The next start would take an empty file for the secret.
        path.unlink(missing_ok=True)
        raise
    return path.read_text(encoding="utf-8")


SECRET_KEY = _secret("secret-key")
DEBUG = False
ADMIN = general.ADMIN.read(default=not is_reachable_from_network())
ORIGIN = servers.ORIGIN.read(web_url())
ALLOWED_HOSTS = allowed_hosts()
DEMO_PEOPLE = general.DEMO.read()
# A front end that is built while the server runs has files of other names.
WHITENOISE_AUTOREFRESH = True

DEMO_FINISHED = general.DEMO_FINISHED.read()

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "subtext.sqlite3",
        # Closing the last connection writes the whole journal back into the file, so
        # each thread keeps its connection open.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # Writers queue instead of failing in the middle of a transaction.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
}

STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": MEDIA_ROOT},
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}

BROKER_FOLDER = DATA_DIR / "broker"
for _name in ("queue", "control"):
    (BROKER_FOLDER / _name).mkdir(parents=True, exist_ok=True)
CELERY_BROKER_URL = f"{FILES}://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "data_folder_in": str(BROKER_FOLDER / "queue"),
    "data_folder_out": str(BROKER_FOLDER / "queue"),
    "control_folder": str(BROKER_FOLDER / "control"),
    "polling_interval": 0.1,
}
# The evaluation worker has no Django settings: it reads its broker, its secret and its
# file locations from these variables.
for _variable, _value in (
    (servers.WORKER_SECRET, _secret("worker-secret")),
    (servers.BROKER_URL, CELERY_BROKER_URL),
    (models.BROKER_OPTIONS, json.dumps(CELERY_BROKER_TRANSPORT_OPTIONS)),
    (models.RUNNER_CACHE, str(DATA_DIR / "runner")),
):
    os.environ.setdefault(_variable.name, _value)
