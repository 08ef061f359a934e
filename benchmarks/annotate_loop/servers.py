"""Starting a web server, waiting until it answers, ending it with all its children."""

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

    def __init__(self, group: int) -> None:
        self._group = group

    def processor(self) -> float:
        """Seconds of processor that it has used (on systems that say so in /proc).

        On a machine that does other work as well this says more than the clock.
        """
        used = 0
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == self._group:
                used += int(fields[11]) + int(fields[12])
        return used / _TICKS


@contextmanager
def serving(
    command: Sequence[str],
    port: int,
    path: str,
    *,
    log: Path,
    env: Mapping[str, str],
    cwd: Path | None = None,
) -> Iterator["Server"]:
    """The server, from the moment when it answers at ``path``.

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
        yield Server(process.pid)
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
