"""The peer's side: answer the requests of ``benchmarks.peers.client``."""

import json
import os
import sys
import traceback
from collections.abc import Callable


def serve(*actions: Callable[..., object]) -> None:
    """Call the action that each line of standard input names, until it ends.

    Actions return what JSON holds. What they and their libraries print goes to
    standard error.
    """
    by_name = {action.__name__: action for action in actions}
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(2, 1)
        for line in sys.stdin:
            name, arguments = json.loads(line)
            try:
                reply = {"value": by_name[name](**arguments)}
            # Every exception of a peer is sent to its client.
            except Exception:  # noqa: BLE001
                reply = {"error": traceback.format_exc()}
            answers.write(json.dumps(reply) + "\n")
            answers.flush()
