"""Adaptive limit of concurrent calls to a served model.

The limit follows TCP congestion control (RFC 5681, §3.1). Until the first sign of
overload each response raises it by one, later by a fraction. Each sign of overload
halves it, once for all calls in progress.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class ConcurrencyLimit:
    """Limit of concurrent calls, shared by the threads that make them."""

    def __init__(self, *, maximum: int, start: int = 4) -> None:
        self._maximum = max(1, maximum)
        self._limit = float(min(start, self._maximum))
        self._overloaded = False
        self._active = 0
        self._epoch = 0
        self._paused_until = 0.0
        self._stopped = False
        self._changed = threading.Condition()

    @property
    def limit(self) -> int:
        """Number of concurrent calls allowed now."""
        with self._changed:
            return int(self._limit)

    def stop(self) -> None:
        """Let no further call begin and wake all waiting threads."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    @contextmanager
    def hold_slot(self) -> Iterator[int | None]:
        """Wait for a free slot and hold it; yield a token, or None if stopped."""
        with self._changed:
            while not self._stopped:
                wait = self._paused_until - time.monotonic()
                if wait <= 0 and self._active < int(self._limit):
                    break
                self._changed.wait(timeout=wait if wait > 0 else None)
            token = None if self._stopped else self._epoch
            self._active += 1
        try:
            yield token
        finally:
            with self._changed:
                self._active -= 1
                self._changed.notify_all()

    def report_success(self) -> None:
        with self._changed:
            step = 1 / self._limit if self._overloaded else 1
            self._limit = min(self._maximum, self._limit + step)
            self._changed.notify_all()

    def report_overload(self, token: int, *, pause: float = 0) -> None:
        """Halve the limit and pause all new calls for ``pause`` seconds.

        A report of a call that began before the last halving does not halve it again.
        """
        with self._changed:
            self._overloaded = True
            if token == self._epoch:
                self._limit = max(1.0, self._limit / 2)
                self._epoch += 1
            self._paused_until = max(self._paused_until, time.monotonic() + pause)
            self._changed.notify_all()

    def sleep(self, seconds: float) -> None:
        """Wait without holding a slot; ``stop`` ends the wait."""
        until = time.monotonic() + seconds
        with self._changed:
            while not self._stopped and (left := until - time.monotonic()) > 0:
                self._changed.wait(timeout=left)
