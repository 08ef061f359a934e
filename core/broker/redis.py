"""Kombu's Redis transport, which an unreadable message does not end.

``core.broker.transports`` puts it in the place of Kombu's own under ``redis://`` and
``rediss://``.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from kombu.transport import redis

from core.broker.messages import CheckedMessage, log_dropped_message


class RedisChannel(redis.Channel):
    """A channel that drops malformed messages, and keeps flags."""

    Message = CheckedMessage

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.handlers["BRPOP"] = partial(_read_or_drop, self.handlers["BRPOP"])

    def set_flag(self, name: str, value: str, *, lifetime: timedelta) -> None:
        """Keep a text under a name for so long."""
        # Kombu puts its ``global_keyprefix`` before the keys of these commands.
        self.client.hset(name, "value", value)
        self.client.pexpire(name, lifetime)

    def read_flag(self, name: str) -> str | None:
        """Return the text under a name."""
        value: bytes | None = self.client.hget(name, "value")
        return None if value is None else value.decode("utf-8", "replace")


def _read_or_drop(read: Callable[..., Any], **options: Any) -> Any:
    """Read the next message; one that is no message has left the queue by then."""
    try:
        return read(**options)
    # Kombu's and this package's errors of reading; the worker handles its own.
    except (ValueError, RecursionError) as error:
        log_dropped_message(error)
        return True


class RedisTransport(redis.Transport):
    """Kombu's transport with ``RedisChannel``."""

    Channel = RedisChannel
