"""Flags: short texts under a name in the broker, which anybody there may look at.

Unlike a message, a flag stays: several processes see it, again and again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from celery import Celery
from kombu.exceptions import OperationalError

LIFETIME = timedelta(days=8)
"""Longer than any message waits in a queue."""


def set_flag(app: Celery, name: str, value: str) -> None:
    """Keep a text under a name for ``LIFETIME``. Raises kombu's OperationalError."""
    with _channel(app, patience=2) as channel:
        channel.set_flag(name, value, lifetime=LIFETIME)


def read_flag(app: Celery, name: str) -> str | None:
    """Return the text under a name, if any. Raises kombu's OperationalError."""
    with _channel(app, patience=60) as channel:
        text: str | None = channel.read_flag(name)
    return text


@contextmanager
def _channel(app: Celery, *, patience: float) -> Iterator[Any]:
    """A channel of ``core.broker``; ``patience`` in seconds, to connect."""
    with app.connection_or_acquire() as connection:
        try:
            connection.ensure_connection(max_retries=1, timeout=patience)
            yield connection.default_channel
        except (*connection.connection_errors, *connection.channel_errors) as error:
            raise OperationalError(str(error)) from error
