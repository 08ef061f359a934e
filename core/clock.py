"""The time that all machines of an installation agree on."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime:
    """Return the database's time, by which leases and heartbeats are compared.

    A machine with a wrong clock would expire every lease, or seem dead. On SQLite it is
    the clock of the only machine.
    """
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        [now] = cursor.fetchone()
    assert isinstance(now, datetime)  # noqa: S101 - for mypy
    return now
