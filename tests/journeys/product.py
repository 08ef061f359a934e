"""The product as a person starts it: `manage.py run --demo` on a folder of its own."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent.parent
GREETING = "Subtext runs at "
IMAGES_READY = "The demo images are ready."
SET_UP = 480.0
"""Seconds in which the demo has been drawn and filtered on a slow machine."""


RUNNING: dict[str, Path] = {}
"""The folder of each product that was started, by its address."""
DATABASE = "subtext.sqlite3"
"""In that folder."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


OPEN_SOURCE = ("--source=Drawn", "--licence=CC0-1.0", "--rights=redistribute")
"""Options of ``images_import``: its images may be redistributed."""
MODEL_PORTS = {"laboratory": free_port(), "bought": free_port()}
"""Where the endpoints of the product are, if a journey starts a model server there."""


def environment(data_dir: Path, port: int) -> dict[str, str]:
    """What a person's shell has, without what belongs to the tests."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name == "SUBTEXT_FRONTEND_DIST"
        or not name.startswith(("SUBTEXT_", "DJANGO_", "PYTEST_"))
    }
    return {
        **kept,
        "SUBTEXT_DATA_DIR": str(data_dir),
        "SUBTEXT_PORT": str(port),
        "SUBTEXT_DEMO_FINISHED": "false",
        "SUBTEXT_ENDPOINTS": ",".join(
            f"{name}=http://127.0.0.1:{at}/v1" for name, at in MODEL_PORTS.items()
        ),
        "PYTHONUNBUFFERED": "1",
    }


def manage(
    data_dir: Path, *arguments: str, port: int = 8000, extra: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    """One command over the same folder; what it printed."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**environment(data_dir, port), **extra},
        capture_output=True,
        text=True,
        check=False,
    )


class Product:
    """A running product. What it prints is read line by line."""

    def __init__(self, data_dir: Path, port: int, *, demo: bool = True) -> None:
        self.data_dir = data_dir
        self.url = f"http://127.0.0.1:{port}"
        RUNNING[self.url] = data_dir
        self.printed: list[str] = []
        self._lines: Queue[str | None] = Queue()
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "run", *(["--demo"] if demo else [])],
            cwd=ROOT,
            env=environment(data_dir, port),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def wait_for(self, text: str, patience: float = SET_UP) -> None:
        """Until a line holds the text. Fails with all that was printed."""
        deadline = monotonic() + patience
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - monotonic()))
            except Empty:
                line = None
            if line is None:
                raise AssertionError(f"No {text!r} in:\n" + "\n".join(self.printed))
            self.printed.append(line)
            if text in line:
                return

    def stop(self, patience: float = 60) -> int:
        """Ctrl-C; the exit code, once nothing of it runs any more."""
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(patience)
        while (line := self._lines.get(timeout=patience)) is not None:
            self.printed.append(line)
        return code

    def kill(self) -> None:
        """However a test ended: leave nothing behind."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for pid in self.processes():
            os.kill(pid, signal.SIGKILL)

    def processes(self) -> list[int]:
        """Everything that runs on this folder (on systems that say so in /proc)."""
        mark = f"SUBTEXT_DATA_DIR={self.data_dir}\0".encode()
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
        return found


@contextmanager
def started(
    data_dir: Path, port: int | None = None, *, demo: bool = True
) -> Iterator[Product]:
    """A product that is on its way up; nothing of it is left afterwards."""
    product = Product(data_dir, port or free_port(), demo=demo)
    try:
        yield product
    finally:
        product.kill()
