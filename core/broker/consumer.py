"""The consumer of every worker: it drops what it cannot follow, and obeys tasks only."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from celery.worker import consumer
from kombu.message import Message

from core.broker.messages import check_task_message, log_dropped_message

_TICK = 5.0
_ALIVE_FOR = 60.0


class Consumer(consumer.Consumer):
    """Celery's consumer without remote control, events and talk among workers.

    Those are unsigned messages, read from the same broker. A message that Celery cannot
    turn into a call is logged in one line and rejected.
    """

    connection_errors: tuple[type[Exception], ...]
    channel_errors: tuple[type[Exception], ...]
    _ticked_at: float | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        silent = ("without_mingle", "without_gossip", "without_heartbeat")
        options["worker_options"] = {
            **(options.get("worker_options") or {}),
            **dict.fromkeys(silent, True),
        }
        super().__init__(*args, **options)

    @property
    def is_consuming(self) -> bool:
        """Whether the loop that takes messages went round within the last minute."""
        return (
            self._ticked_at is not None and monotonic() - self._ticked_at < _ALIVE_FOR
        )

    def create_task_handler(self, *args: Any, **options: Any) -> Callable[..., Any]:
        """Return the function that takes each message; called when the loop begins."""
        handle = super().create_task_handler(*args, **options)
        lost = (*self.connection_errors, *self.channel_errors)
        self._tick()
        # The loop calls the timer; while there is no connection, it does not run.
        self.timer.call_repeatedly(_TICK, self._tick)

        def handle_or_drop(message: Message) -> None:
            try:
                check_task_message(message.headers, message.body or b"")
                handle(message)
            except lost:
                raise
            except Exception as error:  # noqa: BLE001 - whatever a message causes
                self._reject(message, error)

        return handle_or_drop

    def on_unknown_message(self, body: object, message: Message) -> None:
        self._reject(message, "it names no task")

    def on_unknown_task(self, body: object, message: Message, exc: object) -> None:
        self._reject(message, "there is no such task")

    def on_invalid_task(self, body: object, message: Message, exc: object) -> None:
        self._reject(message, exc)

    def on_decode_error(self, message: Message, exc: Exception) -> None:
        self._reject(message, exc)

    def _reject(self, message: Message, reason: object) -> None:
        headers = message.headers or {}
        log_dropped_message(reason, task=str(headers.get("task") or ""))
        message.reject()

    def _tick(self) -> None:
        self._ticked_at = monotonic()
