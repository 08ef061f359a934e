"""What those who order runs and their workers say to each other, signed.

Whoever reaches the broker can write to all of its queues: order a run that sends the
model key elsewhere, or report scores that no model got. So every message carries an
HMAC-SHA256 by a secret that both sides have from their environment
(``SUBTEXT_WORKER_SECRET``) and that never travels through the broker.
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
"""The queue that evaluation workers read."""
RESULTS = "results"
"""The queue that they answer to."""


class ForgedMessageError(Exception):
    """The message was not written by who has the secret."""


def signed(task: str, content: Mapping[str, Any]) -> dict[str, str]:
    """The arguments of a message to ``task``: its content as JSON, and a signature."""
    body = json.dumps(content)
    return {"body": body, "signature": _signature(task, body)}


def checked(task: str, body: str, signature: str) -> dict[str, Any]:
    """The content of a message to ``task``. Raises ForgedMessageError."""
    if not hmac.compare_digest(_signature(task, body), signature):
        raise ForgedMessageError(
            f"A message to {task} is not signed with SUBTEXT_WORKER_SECRET."
        )
    content: dict[str, Any] = json.loads(body)
    return content


def _signature(task: str, body: str) -> str:
    key = env.secret("SUBTEXT_WORKER_SECRET").encode()
    return hmac.digest(key, f"{task}\n{body}".encode(), "sha256").hex()
