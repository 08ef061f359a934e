"""Settings for any number of machines: PostgreSQL, Redis and S3.

A server on one machine may keep files in a folder in place of S3.
"""

import dj_database_url

from config.settings.postgresql import OPTIONS
from core.environment import servers
from core.environment.exits import exit_on_wrong_settings
from core.environment.table import require_valid
from core.environment.variables import INSTALLATION

with exit_on_wrong_settings():
    require_valid(INSTALLATION, is_server=True)

# Read only when all are known to be valid, so that one message names all that are not.
from config.settings.base import *  # noqa: F403

SECRET_KEY = servers.SECRET_KEY.read()
DEBUG = False
ALLOWED_HOSTS = servers.HOSTS.read()
CSRF_TRUSTED_ORIGINS = servers.ORIGINS.read()
ORIGIN = servers.ORIGIN.read(
    next(iter(CSRF_TRUSTED_ORIGINS), f"https://{ALLOWED_HOSTS[0]}")
)

_database = dj_database_url.parse(
    servers.DATABASE_URL.read_with(servers.DATABASE_PASSWORD),
    conn_max_age=60,
    conn_health_checks=True,
)
DATABASES = {
    "default": {**_database, "OPTIONS": {**OPTIONS, **_database.get("OPTIONS", {})}}
}


def _storage() -> dict[str, object]:
    """Return the storage of media and releases."""
    folder = servers.MEDIA_FOLDER.find_value()
    if folder is not None:
        return {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": folder},
        }
    return {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": servers.S3_BUCKET.read(),
            "endpoint_url": servers.S3_ENDPOINT.read(),
            "access_key": servers.S3_KEY.read(),
            "secret_key": servers.S3_SECRET.read(),
            "region_name": servers.S3_REGION.read(),
            "file_overwrite": True,
            "default_acl": None,
        },
    }


STORAGES = {
    "default": _storage(),
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}

CELERY_BROKER_URL = servers.BROKER_URL.read_with(servers.BROKER_PASSWORD)
# A message held by a killed worker is delivered again after this many seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}

SESSION_COOKIE_SECURE = servers.HTTPS.read()
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 31536000 if SESSION_COOKIE_SECURE else 0
