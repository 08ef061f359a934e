"""Signed messages between the application and its evaluation workers.

Anyone who reaches the broker can write to all of its queues: create a run that sends
the model key elsewhere, or report scores that no model got. So every message carries an
HMAC-SHA256. Both sides have its secret in their environment
(``SUBTEXT_WORKER_SECRET``); it never travels through the broker.

Anyone who reaches the broker can also copy a signed message and send it again. So the
signature covers the message's id and time, and the attempt of the run that it concerns.
A receiver refuses old messages, and those whose id it has received before.
"""

import hmac
import json
import time
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from core.broker.messages import RefusedMessageError, describe_first_problem
from core.environment.servers import UNDATED_MESSAGES_UNTIL, WORKER_SECRET

EXECUTE = "evaluation.runner.execute"
RECORD = "evaluation.record_responses"
FINISH = "evaluation.finish_run"
ALIVE = "evaluation.record_worker"
CANCEL = "evaluation.runner.cancel"
"""No task: the text of a run's cancel flag (``core.broker.flags``)."""
ORDERS = "gpu"
"""Queue that evaluation workers read."""
RESULTS = "results"
"""Queue that evaluation workers answer to."""

LIFETIME = timedelta(days=7)
"""Age from which a message is refused. Messages wait while nobody reads their queue."""
ALIVE_LIFETIME = timedelta(minutes=10)
"""The same for heartbeats, which say nothing about later."""


class ForgedMessageError(RefusedMessageError):
    """The message was not signed with the secret."""


class ReplayedMessageError(RefusedMessageError):
    """The message is old, or was received before."""


class SignedMessage(NamedTuple):
    """A message whose signature was verified."""

    content: dict[str, Any]
    id: str | None = None
    """None, like the next two, in a message of an earlier version."""
    expires_at: datetime | None = None
    """From then on it is refused as old."""
    attempt: int | None = None
    """Number of the run's attempt that it belongs to, if it concerns a run."""


class _Body(BaseModel):
    id: str
    sent_at: float
    """In seconds since 1970, by the sender's clock."""
    attempt: int | None
    content: dict[str, Any]


def sign_message(
    task: str, content: Mapping[str, Any], *, attempt: int | None = None
) -> dict[str, str]:
    """Return the arguments of a message to ``task``: JSON and its signature."""
    message = {
        "id": uuid.uuid4().hex,
        "sent_at": time.time(),
        "attempt": attempt,
        "content": content,
    }
    body = json.dumps(message)
    return {"body": body, "signature": _signature(f"2\n{task}\n{body}")}


def verify_message(task: str, body: str, signature: str) -> SignedMessage:
    """Return the message to ``task``.

    Raises ForgedMessageError, or ReplayedMessageError if it is too old. A receiver must
    still refuse an id that it has received before.
    """
    if _is_signature(signature, f"2\n{task}\n{body}"):
        return _read_dated(task, body)
    if _is_signature(signature, f"{task}\n{body}"):
        # Sent by an earlier version: they may be under way during an upgrade.
        end = UNDATED_MESSAGES_UNTIL.read()
        if datetime.now(UTC).date() >= end:
            raise ReplayedMessageError(
                "It has no time, as messages of earlier versions, which were read until "
                f"{end} ({UNDATED_MESSAGES_UNTIL.name}). Upgrade its sender."
            )
        return SignedMessage(json.loads(body))
    raise ForgedMessageError("It is not signed with SUBTEXT_WORKER_SECRET.")


def _read_dated(task: str, body: str) -> SignedMessage:
    try:
        message = _Body.model_validate_json(body)
    except ValidationError as error:
        # Signed, but by a version with another form of messages.
        raise RefusedMessageError(describe_first_problem(error)) from error
    lifetime = ALIVE_LIFETIME if task == ALIVE else LIFETIME
    sent_at = datetime.fromtimestamp(message.sent_at, UTC)
    if datetime.now(UTC) >= sent_at + lifetime:
        raise ReplayedMessageError(
            f"It was sent at {sent_at:%Y-%m-%d %H:%M:%S} UTC by its sender's clock, "
            "which is too long ago."
        )
    return SignedMessage(
        message.content, message.id, sent_at + lifetime, message.attempt
    )


def _is_signature(signature: str, text: str) -> bool:
    return hmac.compare_digest(
        _signature(text).encode(), signature.encode("utf-8", "replace")
    )


def _signature(text: str) -> str:
    key = WORKER_SECRET.read().encode()
    return hmac.digest(key, text.encode("utf-8", "replace"), "sha256").hex()
