"""The task of an evaluation worker.

Responses go back as messages by task name, so the recipient's code is not imported.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from celery import Celery, Task, shared_task
from celery.signals import worker_ready
from kombu.exceptions import OperationalError

from core.broker.health import sign_of_health
from core.domain.texts import _, store_text
from subtext_runner.cancelling import watch_cancel_flag
from subtext_runner.errors import SpecError
from subtext_runner.journal import Journal
from subtext_runner.messages import (
    ALIVE,
    EXECUTE,
    FINISH,
    LIFETIME,
    ORDERS,
    RECORD,
    RESULTS,
    ReplayedMessageError,
    sign_message,
    verify_message,
)
from subtext_runner.offer import offer_of_models
from subtext_runner.records import Response, RunSpec, response_to_data, spec_from_data
from subtext_runner.storage import default_cache
from subtext_runner.worker import drop_failed_responses, run_evaluation

_logger = logging.getLogger(__name__)
_HEARTBEAT = 30.0
"""Seconds between heartbeats; a run without six of them in a row is sent again."""
_ALIVE_EVERY = 20.0
"""Seconds between the messages by which a worker says that it reads the queue."""
_JOURNALS_KEPT = 7 * 24 * 3600
"""Seconds for which a second delivery of a run can reuse the first one's responses."""


@worker_ready.connect
def report_worker_alive(sender: Any, **_: object) -> None:
    """Start a thread that reports this worker: it has no database to do so itself."""

    def beat() -> None:
        # Weights may be added while the worker runs.
        runs = offer_of_models()
        content = {"name": sender.hostname, "queues": [ORDERS], "runs": runs}
        sender.app.send_task(
            ALIVE,
            kwargs=sign_message(ALIVE, content),
            queue=RESULTS,
            # Who reads it later learns nothing about now.
            expires=_ALIVE_EVERY,
        )

    def beat_for_ever() -> None:
        while True:
            with suppress(OperationalError):
                beat()
                sign_of_health(sender)
            time.sleep(_ALIVE_EVERY)

    threading.Thread(target=beat_for_ever, daemon=True).start()


@shared_task(name=EXECUTE, bind=True)
def execute_run(self: "Task[..., None]", body: str, signature: str) -> None:
    """Execute the run of a signed message and send back its responses and summary.

    A later order for the same run sends the responses that this machine has from an
    earlier one again and asks only the rest. ``evaluation.finish_run`` is sent in any
    case, except for a message that is refused (RefusedMessageError).
    """
    message = verify_message(EXECUTE, body, signature)
    if message.id is not None:
        _remember_order(message.id)
    sender = _Sender(self.app, message.attempt)
    try:
        order = spec_from_data(message.content)
    except SpecError as error:
        run = str(message.content.get("run"))
        sender.finish(run, {"state": "failed", "reason": store_text(str(error))})
        return
    with (
        _report_progress(sender, order.run),
        watch_cancel_flag(self.app, order.run, message.attempt) as cancelled,
    ):
        _execute(sender, order, cancelled=cancelled)


def _remember_order(message_id: str) -> None:
    """Raise ReplayedMessageError if this machine has executed the message before."""
    folder = default_cache() / "orders"
    folder.mkdir(parents=True, exist_ok=True)
    _remove_old(folder, LIFETIME.total_seconds())
    try:
        (folder / message_id).touch(exist_ok=False)
    except FileExistsError as error:
        raise ReplayedMessageError("It was received before.") from error


class _Sender:
    """Sends what a worker reports about one attempt of a run."""

    def __init__(self, app: Celery, attempt: int | None) -> None:
        self._app = app
        self._attempt = attempt

    def record(self, run_id: str, responses: Sequence[Response]) -> None:
        data = [response_to_data(response) for response in responses]
        self._send(RECORD, {"run": run_id, "responses": data})

    def finish(self, run_id: str, summary: Mapping[str, Any]) -> None:
        self._send(FINISH, {"run": run_id, "summary": summary})

    def _send(self, task: str, content: Mapping[str, Any]) -> None:
        self._app.send_task(
            task,
            kwargs=sign_message(task, content, attempt=self._attempt),
            queue=RESULTS,
        )


def _execute(sender: _Sender, spec: RunSpec, *, cancelled: Callable[[], bool]) -> None:
    try:
        journal = Journal(_journal_path(spec))
        earlier_responses = drop_failed_responses(journal.responses())
    except (OSError, SpecError) as error:
        reason = _("The worker cannot read its earlier responses: {error}", error=error)
        sender.finish(spec.run, {"state": "failed", "reason": store_text(reason)})
        return
    answered_ids = set(spec.answered)
    unsent_responses = [
        r for r in earlier_responses if r.question_id not in answered_ids
    ]
    if unsent_responses:
        sender.record(spec.run, unsent_responses)
    remaining = spec.model_copy(
        update={
            "answered": (*spec.answered, *(r.question_id for r in unsent_responses))
        }
    )
    summary = run_evaluation(
        remaining,
        keep=journal.append,
        record=lambda responses: sender.record(spec.run, responses),
        cancelled=cancelled,
    )._asdict()
    if summary["reason"]:
        summary["reason"] = store_text(summary["reason"])
    sender.finish(spec.run, summary)


@contextmanager
def _report_progress(sender: _Sender, run_id: str) -> Iterator[None]:
    """Report at once and every half minute that a worker has this run."""
    done = threading.Event()

    def beat() -> None:
        while not done.is_set():
            try:
                sender.record(run_id, [])
            except OperationalError:
                _logger.warning("The broker does not respond.", exc_info=True)
            done.wait(_HEARTBEAT)

    beating = threading.Thread(target=beat, daemon=True)
    beating.start()
    try:
        yield
    finally:
        done.set()
        beating.join()


def _journal_path(spec: RunSpec) -> Path:
    """Return the file of a run's responses, the same for all its deliveries."""
    folder = default_cache() / "runs"
    _remove_old(folder, _JOURNALS_KEPT)
    return folder / f"{spec.run_digest}.jsonl"


def _remove_old(folder: Path, seconds: float) -> None:
    for old in folder.glob("*"):
        if time.time() - old.stat().st_mtime > seconds:
            old.unlink(missing_ok=True)
