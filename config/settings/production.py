"""Settings for any number of machines: PostgreSQL, Redis and S3."""

import dj_database_url

from config.settings.base import *  # noqa: F403
from config.settings.postgresql import OPTIONS
from workflow import env

SECRET_KEY = env.random_secret("SUBTEXT_SECRET_KEY")
DEBUG = False
ALLOWED_HOSTS = env.words("SUBTEXT_HOSTS", ["localhost"])
CSRF_TRUSTED_ORIGINS = env.words("SUBTEXT_ORIGINS", [])
ORIGIN = env.text(
    "SUBTEXT_ORIGIN", next(iter(CSRF_TRUSTED_ORIGINS), f"https://{ALLOWED_HOSTS[0]}")
)

_database = dj_database_url.parse(
    env.address("SUBTEXT_DATABASE_URL", "SUBTEXT_DATABASE_PASSWORD"),
    conn_max_age=60,
    conn_health_checks=True,
)
DATABASES = {
    "default": {**_database, "OPTIONS": {**OPTIONS, **_database.get("OPTIONS", {})}}
}

STORAGES = {
    "default": {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": env.text("SUBTEXT_S3_BUCKET"),
            "endpoint_url": env.text("SUBTEXT_S3_ENDPOINT"),
            "access_key": env.secret("SUBTEXT_S3_KEY"),
            "secret_key": env.secret("SUBTEXT_S3_SECRET"),
            "region_name": env.text("SUBTEXT_S3_REGION", "us-east-1"),
            "file_overwrite": True,
            "default_acl": None,
        },
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage",
    },
}

CELERY_BROKER_URL = env.address("SUBTEXT_BROKER_URL", "SUBTEXT_BROKER_PASSWORD")
# Read by evaluation.runner.messages; nothing starts without it.
env.random_secret("SUBTEXT_WORKER_SECRET")
# A message held by a killed worker is delivered again after this many seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}

SESSION_COOKIE_SECURE = env.flag("SUBTEXT_HTTPS", default=True)
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 31536000 if SESSION_COOKIE_SECURE else 0
