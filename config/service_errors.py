"""Errors of PostgreSQL, Redis, S3 and the disk as one sentence that says what to do."""

import errno
import os
import sys
from contextlib import suppress
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from kombu.exceptions import OperationalError as BrokerError

from core.environment import general, servers

_NOT_WRITABLE = {
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENOTDIR,
}
_FULL = {errno.ENOSPC, errno.EDQUOT}
_SQLITE = ("unable to open database file", "readonly database", "disk is full")
_NO_BUCKET = {"404", "NoSuchBucket"}
_NO_RIGHT = {
    "401",
    "403",
    "AccessDenied",
    "InvalidAccessKeyId",
    "SignatureDoesNotMatch",
}


def describe_service_error(error: BaseException) -> str | None:
    """Return what does not answer and what to do, or None for another error."""
    if isinstance(error, OperationalError | InterfaceError):
        return _describe_database(error)
    if isinstance(error, BrokerError) or _is_of(
        "redis.exceptions", "ConnectionError", error
    ):
        return (
            f"Redis does not respond at {_host(settings.CELERY_BROKER_URL)}. Start it, or"
            f" correct {servers.BROKER_URL.name}."
        )
    if _is_of("botocore.exceptions", "ConnectionError", error) or _is_of(
        "botocore.exceptions", "HTTPClientError", error
    ):
        return (
            f"The S3 server does not respond at {servers.S3_ENDPOINT.find_value()}. Start it, or"
            f" correct {servers.S3_ENDPOINT.name}."
        )
    if _is_of("botocore.exceptions", "ClientError", error):
        return _describe_refusal(error)
    if isinstance(error, OSError):
        return _describe_disk(error)
    return None


def _describe_database(error: OperationalError | InterfaceError) -> str | None:
    if connection.vendor == "sqlite":
        if not str(error).endswith(_SQLITE):
            return None
        return (
            f"The database {settings.DATABASES['default']['NAME']} cannot be written"
            f" ({error}). Give this user the right, make space, or choose another folder"
            f" in {general.DATA_DIR.name}."
        )
    with suppress(DatabaseError):
        # It responds, so the error has another cause.
        connection.close()
        connection.ensure_connection()
        return None
    at = settings.DATABASES["default"]
    reason = str(error).splitlines()[0].rpartition("failed: ")[2]
    return (
        f"PostgreSQL cannot be used at {at['HOST'] or 'localhost'}:{at['PORT'] or 5432}"
        f" ({reason}). Start it, or correct {servers.DATABASE_URL.name}."
    )


def _describe_refusal(error: BaseException) -> str | None:
    """Return what an answer of the S3 server means."""
    code = str(getattr(error, "response", {}).get("Error", {}).get("Code", ""))
    if code in _NO_BUCKET:
        return (
            f"The S3 server has no bucket {servers.S3_BUCKET.find_value()}. Run"
            " `manage.py installation_prepare`, or correct"
            f" {servers.S3_BUCKET.name}."
        )
    if code in _NO_RIGHT:
        return (
            f"The S3 server refuses the access key ({code}). Correct"
            f" {servers.S3_KEY.name} and {servers.S3_SECRET.name}."
        )
    return None


def _describe_disk(error: OSError) -> str | None:
    if error.errno in _FULL:
        reason, advice = "the disk is full", "Make space"
    elif error.errno in _NOT_WRITABLE:
        reason, advice = os.strerror(error.errno), "Give this user the right"
    else:
        return None
    return (
        f"{error.filename or 'A file'} cannot be written ({reason}). {advice}, or choose"
        f" another folder in {general.DATA_DIR.name}."
    )


def _is_of(module: str, name: str, error: BaseException) -> bool:
    """Return whether an error is of a class whose module loads slowly."""
    return module in sys.modules and isinstance(
        error, getattr(sys.modules[module], name)
    )


def _host(url: str) -> str:
    """Return host and port of an address, without its password."""
    return urlsplit(url).netloc.rpartition("@")[2]
