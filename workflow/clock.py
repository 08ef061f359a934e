"""What time it is, for whoever has to agree on it with other machines."""

from datetime import datetime

from django.db import connection
from django.utils import timezone


def database_now() -> datetime:
    """The database's time: leases and signs of life are compared by one clock.

    A machine whose own clock is wrong would free every lease, or seem dead. SQLite has
    the clock of the one machine that it is on.
    """
    if connection.vendor == "sqlite":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        [now] = cursor.fetchone()
    assert isinstance(now, datetime)  # noqa: S101 - for mypy
    return now
