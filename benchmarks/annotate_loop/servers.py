"""Start a web server, wait until it answers, and end it with all its children."""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx

from benchmarks.peers.client import ROOT

ANNOTATORS = ROOT / ".venv-annotators" / "bin"
"""Where `make peers` puts Label Studio and Potato."""

_PATIENCE = 180.0
_TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A running server and all its processes, by their group."""

    def __init__(self, group: int, database: str = "") -> None:
        self._group = group
        self._database = database
        self._used: dict[str, float] = {}

    def processor(self) -> float:
        """Return the seconds of processor that it has used (where /proc has them).

        On a busy machine they are more meaningful than the clock. They include the
        PostgreSQL processes on this machine that serve it, and processes that ended.
        """
        for process in Path("/proc").glob("[0-9]*"):
            if self._is(process):
                self._used[process.name] = max(
                    _seconds(process), self._used.get(process.name, 0.0)
                )
        return sum(self._used.values())

    def _is(self, process: Path) -> bool:
        try:
            if int(_fields(process)[2]) == self._group:
                return True
            title = (process / "cmdline").read_text()
        except OSError:
            return False
        answers = title.startswith("postgres: ") and f" {self._database} " in title
        return bool(self._database) and answers


def _fields(process: Path) -> list[str]:
    return (process / "stat").read_text().rpartition(")")[2].split()


def _seconds(process: Path) -> float:
    try:
        user, system = _fields(process)[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) / _TICKS


@contextmanager
def serving(
    command: Sequence[str],
    port: int,
    path: str,
    *,
    log: Path,
    env: Mapping[str, str],
    cwd: Path | None = None,
    database: str = "",
) -> Iterator["Server"]:
    """Yield the server once it answers at ``path``.

    ``database`` is the name of its PostgreSQL database, if any.

    Raises RuntimeError with the end of its log when it does not start.
    """
    with log.open("wb") as written:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _wait(process, f"http://127.0.0.1:{port}{path}", log)
        yield Server(process.pid, database)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _wait(process: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    deadline = monotonic() + _PATIENCE
    while process.poll() is None and monotonic() < deadline:
        try:
            if httpx.get(url, timeout=5, follow_redirects=True).is_success:
                return
        except httpx.HTTPError:
            pass
        sleep(0.2)
    raise RuntimeError(log.read_text(errors="replace")[-3000:])
