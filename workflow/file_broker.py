"""A broker made of files for one machine: Kombu's, whose messages appear whole.

Kombu's filesystem transport opens a message under its final name and then writes it, so
that a reader may find it empty and lose it, and moves what it reads to another folder
that may lie on another disk. Here both steps are one rename on one disk. Its table of an
exchange is empty for a moment too, on which another worker that starts then would die:
here it appears whole.

``register`` makes ``files://`` an address that Celery understands. The options are
Kombu's: ``data_folder_in``, ``data_folder_out`` and ``control_folder``.
"""

import json
import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from queue import Empty
from threading import Lock
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem

SCHEME = "files"
_binding = Lock()


class Channel(filesystem.Channel):
    """Reads and writes one message a file, in the order in which they were sent."""

    # What a transport has to define, as `kombu.transport.virtual` says. Kombu itself names
    # the second argument differently in two classes.
    def _put(  # type: ignore[override]
        self, queue: str, message: Any, **kwargs: Any
    ) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        # Begins with a dot, so that no queue's messages are looked for in it.
        unfinished = folder / f".{name}"
        unfinished.write_text(json.dumps(message), encoding="utf-8")
        unfinished.replace(folder / name)

    def queue_bind(self, *args: Any, **kwargs: Any) -> None:
        # A thread that finds a queue bound sends to it at once: only then, when the
        # other thread that binds it is done.
        with _binding:
            super().queue_bind(*args, **kwargs)

    def _queue_bind(  # type: ignore[override]
        self, exchange: str, routing_key: str, pattern: str, queue: str
    ) -> None:
        table = Path(self.control_folder) / f"{exchange}.exchange"
        if not table.exists():
            table.parent.mkdir(exist_ok=True)
            unfinished = table.with_name(f".{uuid.uuid4()}")
            unfinished.write_text("[]", encoding="utf-8")
            # Another was faster; or a disk has no links, and Kombu makes the table.
            with suppress(OSError):
                table.hardlink_to(unfinished)
            unfinished.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in sorted(os.listdir(self.data_folder_in)):  # noqa: PTH208
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            message = Path(self.data_folder_in) / name
            taken = message.with_name(f".{name}")
            try:
                message.rename(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            payload = json.loads(taken.read_text(encoding="utf-8"))
            taken.unlink()
            return payload
        raise Empty


class Transport(filesystem.Transport):
    """Kombu's transport with the channel above."""

    Channel = Channel


def register() -> None:
    """Let Kombu know the scheme."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"
