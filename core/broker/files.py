"""A Celery broker of files for one machine, based on Kombu's filesystem transport.

Kombu's transport opens a message under its final name and then writes it, so a reader
may find it empty and lose it. It also moves messages that it reads to a folder that may
be on another disk. Here both steps are one rename on one disk. Kombu's table of an
exchange is briefly empty, too, which would stop a worker that starts then. Here it
appears complete.

The options are Kombu's: ``data_folder_in``, ``data_folder_out`` and
``control_folder``.
"""

import json
import os
import time
import uuid
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from queue import Empty
from threading import Lock
from typing import Any

from kombu.transport import filesystem

from core.broker.messages import check_envelope, log_dropped_message

_FLAGS = "flags"
_binding = Lock()


class FileChannel(filesystem.Channel):
    """A channel with one file per message, read in the order of sending."""

    # Methods that a transport must define (`kombu.transport.virtual`). Kombu itself
    # names the second argument differently in two classes.
    def _put(  # type: ignore[override]
        self, queue: str, message: Any, **kwargs: Any
    ) -> None:
        name = f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg"
        folder = Path(self.data_folder_out)
        # The leading dot hides the file from readers of the queue.
        unfinished = folder / f".{name}"
        unfinished.write_text(json.dumps(message), encoding="utf-8")
        unfinished.replace(folder / name)

    def queue_bind(self, *args: Any, **kwargs: Any) -> None:
        # A thread sends to a bound queue at once, so it must wait until another thread
        # has finished binding it.
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
            # Another process created it first, or the disk has no links and Kombu
            # creates it.
            with suppress(OSError):
                table.hardlink_to(unfinished)
            unfinished.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in sorted(os.listdir(self.data_folder_in)):  # noqa: PTH208
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            message = Path(self.data_folder_in) / name
            claimed = message.with_name(f".{name}")
            try:
                message.rename(claimed)
            except FileNotFoundError:
                continue  # another worker took it
            try:
                payload = json.loads(claimed.read_text(encoding="utf-8"))
                check_envelope(payload)
            except (ValueError, RecursionError) as error:
                log_dropped_message(error)
                continue
            finally:
                claimed.unlink()
            return payload
        raise Empty

    def set_flag(self, name: str, value: str, *, lifetime: timedelta) -> None:
        """Keep a text under a name, at least for so long."""
        folder = Path(self.control_folder) / _FLAGS
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            with suppress(FileNotFoundError):  # another process removed it
                if time.time() - old.stat().st_mtime > lifetime.total_seconds():
                    old.unlink()
        unfinished = folder / f".{uuid.uuid4()}"
        unfinished.write_text(value, encoding="utf-8")
        unfinished.replace(folder / name)

    def read_flag(self, name: str) -> str | None:
        """Return the text under a name."""
        try:
            flag = Path(self.control_folder) / _FLAGS / name
            return flag.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None


class FileTransport(filesystem.Transport):
    """Kombu's transport with ``FileChannel``."""

    Channel = FileChannel
