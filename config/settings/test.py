"""Settings for tests: SQLite, or PostgreSQL if SUBTEXT_TEST_DATABASE_URL is set."""

import tempfile
from pathlib import Path

import dj_database_url

from config.settings.base import *  # noqa: F403
from config.settings.postgresql import OPTIONS
from core.environment.table import TEST_DATABASE_URL

ADMIN = True
ORIGIN = "http://testserver"
SECRET_KEY = "tests only"  # noqa: S105
DEBUG = False
ALLOWED_HOSTS = ["*"]

_FOLDER = Path(tempfile.mkdtemp(prefix="subtext-test-"))
DATA_DIR = _FOLDER
MEDIA_ROOT = _FOLDER / "media"

_url = TEST_DATABASE_URL.find_value()
if _url:
    DATABASES = {
        "default": {
            **dj_database_url.parse(_url),
            # As for SQLite: test data need not survive a power cut.
            "OPTIONS": {**OPTIONS, "options": "-c synchronous_commit=off"},
        }
    }
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": _FOLDER / "subtext.sqlite3",
            "TEST": {"NAME": _FOLDER / "test.sqlite3"},
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
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
# Tests of text recognition choose a real engine.
OCR_ENGINE = "tests.support.black_on_white:BlackOnWhite"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_AUTOREFRESH = True
# Jobs run where they are enqueued; tests of real workers start their own.
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_BROKER_URL = "memory://"
