"""How often somebody may try a password.

Failures are counted in the cache, by account and by address, in windows of fifteen
minutes that begin with the first failure. Without a shared cache each web process counts
by itself.
"""

import hashlib
import math
from collections.abc import Iterator
from time import time

from django.core.cache import cache

from workflow.errors import TooMany

WINDOW = 15 * 60
MOST_OF_AN_ACCOUNT = 8
MOST_OF_AN_ADDRESS = 40
"""A whole laboratory may come from one address."""


def require_attempt(*, username: str, address: str) -> None:
    """Raises TooMany while the account or the address has failed too often."""
    wait = 0.0
    for key, most in _counted(username, address):
        if cache.get(key, 0) >= most:
            wait = max(wait, cache.get(f"{key}:until", 0) - time())
    if wait > 0:
        seconds = math.ceil(wait)
        raise TooMany(
            f"Too many attempts. Try again in {math.ceil(seconds / 60)} min.",
            wait=seconds,
        )


def attempt_failed(*, username: str, address: str) -> None:
    """The password was wrong."""
    for key, _ in _counted(username, address):
        cache.add(f"{key}:until", time() + WINDOW, WINDOW)
        cache.add(key, 0, WINDOW)
        try:
            cache.incr(key)
        except ValueError:
            # The window ended just now: another one begins.
            cache.set(key, 1, WINDOW)


def attempt_succeeded(*, username: str, address: str) -> None:
    """The person knows the password: the account's failures are forgotten."""
    key, _ = next(_counted(username, address))
    cache.delete_many([key, f"{key}:until"])


def _counted(username: str, address: str) -> Iterator[tuple[str, int]]:
    yield _key("account", username.casefold()), MOST_OF_AN_ACCOUNT
    yield _key("address", address), MOST_OF_AN_ADDRESS


def _key(kind: str, name: str) -> str:
    return f"login:{kind}:{hashlib.sha256(name.encode()).hexdigest()}"
