"""Signed messages between the application and its evaluation workers.

Anyone who reaches the broker can write to all of its queues: create a run that sends
the model key elsewhere, or report scores that no model got. So every message carries an
HMAC-SHA256. Both sides have its secret in their environment
(``SUBTEXT_WORKER_SECRET``); it never travels through the broker.
"""

import hmac
import json
from collections.abc import Mapping
from typing import Any

from workflow import env

EXECUTE = "evaluation.runner.execute"
RECORD = "evaluation.record_responses"
FINISH = "evaluation.finish_run"
ORDERS = "gpu"
"""Queue that evaluation workers read."""
RESULTS = "results"
"""Queue that evaluation workers answer to."""


class ForgedMessageError(Exception):
    """The message was not signed with the secret."""


def sign_message(task: str, content: Mapping[str, Any]) -> dict[str, str]:
    """Return the arguments of a message to ``task``: JSON content and signature."""
    body = json.dumps(content)
    return {"body": body, "signature": _signature(task, body)}


def verify_message(task: str, body: str, signature: str) -> dict[str, Any]:
    """Return the content of a message to ``task``. Raises ForgedMessageError."""
    if not hmac.compare_digest(_signature(task, body), signature):
        raise ForgedMessageError(
            f"A message to {task} is not signed with SUBTEXT_WORKER_SECRET."
        )
    content: dict[str, Any] = json.loads(body)
    return content


def _signature(task: str, body: str) -> str:
    key = env.secret("SUBTEXT_WORKER_SECRET").encode()
    return hmac.digest(key, f"{task}\n{body}".encode(), "sha256").hex()
