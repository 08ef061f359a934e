"""The cancel flag of a run's attempt: set by the application, read by its worker."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from celery import Celery
from kombu.exceptions import OperationalError

from core.broker.flags import read_flag, set_flag
from core.broker.messages import RefusedMessageError
from subtext_runner.messages import CANCEL, sign_message, verify_message

_logger = logging.getLogger(__name__)
_LOOK = 1.0
"""Seconds between two looks at the flag."""


def set_cancel_flag(app: Celery, run_id: str, attempt: int) -> None:
    """Tell the worker of an attempt to stop. Raises kombu's OperationalError."""
    message = sign_message(CANCEL, {"run": run_id}, attempt=attempt)
    value = f"{message['signature']}\n{message['body']}"
    set_flag(app, _name(run_id, attempt), value)


def has_cancel_flag(app: Celery, run_id: str, attempt: int) -> bool:
    """Return whether the application has set the flag; a forged one counts for nothing.

    Raises kombu's OperationalError.
    """
    value = read_flag(app, _name(run_id, attempt))
    if value is None:
        return False
    signature, _, body = value.partition("\n")
    try:
        message = verify_message(CANCEL, body, signature)
    except RefusedMessageError as refusal:
        _logger.warning("Ignored the cancel flag of run %s: %s", run_id, refusal)
        return False
    return (message.content.get("run"), message.attempt) == (run_id, attempt)


@contextmanager
def watch_cancel_flag(
    app: Celery, run_id: str, attempt: int | None
) -> Iterator[Callable[[], bool]]:
    """Look at the flag now and every second from a thread; yield whether it was seen.

    The orders of an earlier version have no attempt, and no flag.
    """
    cancelled, done = threading.Event(), threading.Event()

    def look(number: int) -> None:
        try:
            if has_cancel_flag(app, run_id, number):
                cancelled.set()
        except OperationalError as error:
            _logger.warning("The broker does not respond: %s", error)

    def keep_looking(number: int) -> None:
        while not (done.wait(_LOOK) or cancelled.is_set()):
            look(number)

    if attempt is not None:
        # A run that was cancelled in the queue asks nothing, however fast its model.
        look(attempt)
        # It may wait for a broker that is down, and must not hold up the run's end.
        threading.Thread(target=keep_looking, args=(attempt,), daemon=True).start()
    try:
        yield cancelled.is_set
    finally:
        done.set()


def _name(run_id: str, attempt: int) -> str:
    return f"subtext.cancel.{run_id}.{attempt}"
