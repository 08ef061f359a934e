"""The processes of an embedded installation: a web server and two workers."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings

from config.web_address import local_host
from core.environment import general

_BIN = Path(sys.executable).parent
_QUIET = ("--loglevel", "WARNING")
# Pages go first: people wait for them, but not for a job's next image.
_NICE = ("nice", "-n", "10")
# Reading text takes and frees large arrays, of which glibc would keep a third. Other
# systems ignore this.
_LEAN = (
    "env",
    "MALLOC_ARENA_MAX=1",
    "MALLOC_MMAP_THRESHOLD_=8388608",
    "MALLOC_TRIM_THRESHOLD_=67108864",
)
_CELERY = (*_NICE, str(_BIN / "celery"), "--app")
# No proxy stands before this server: a slow connection holds a thread.
_THREADS = "64"
_START_SECONDS = 60.0
_STOP_SECONDS = 1.0
_STEADY_SECONDS = 10.0
"""A process that has run this long works. If it ends, that was an accident, as is
being killed, for example when memory runs out."""


class ProcessEndedError(Exception):
    """A process that should keep running ended at once or did not start."""


class ProcessGroup:
    """Processes that are started one by one and stopped together."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._logs = settings.DATA_DIR / "logs"
        self._logs.mkdir(parents=True, exist_ok=True)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._commands: dict[str, tuple[str, ...]] = {}
        self._begun: dict[str, float] = {}

    def start_web(self) -> None:
        """Start the web server, and wait until it answers. Raises ProcessEndedError."""
        # One process uses at most one core.
        workers = str(min(2, os.cpu_count() or 1))
        self._start(
            "web",
            *(str(_BIN / "granian"), "--interface", "wsgi", "--runtime-mode", "st"),
            *(
                "--host",
                str(general.LISTEN.read()),
                "--port",
                str(self._port),
                "--no-ws",
            ),
            *("--workers", workers, "--blocking-threads", _THREADS),
            *("--respawn-failed-workers", "--log-level", "warning"),
            "config.wsgi:application",
        )
        deadline = monotonic() + _START_SECONDS
        while monotonic() < deadline:
            self.restart_ended_processes()
            with suppress(URLError, OSError):
                urlopen(f"http://{local_host()}:{self._port}/readyz", timeout=5).close()
                return
            sleep(0.1)
        raise ProcessEndedError(f"The web server did not start: see {self._logs}.")

    def start_workers(self) -> None:
        """Start the worker for jobs and the one for model evaluation."""
        schedule = str(settings.DATA_DIR / "broker" / "schedule")
        self._start(
            "worker",
            *(
                *_LEAN,
                *_CELERY,
                "config.celery",
                "worker",
                "--queues",
                "default,curation,results",
            ),
            *("--beat", "--schedule", schedule, "--concurrency", "2", *_QUIET),
        )
        self._start(
            "gpu-worker",
            *(*_NICE, sys.executable, "-m", "subtext_runner", "worker"),
            *("--loglevel", "WARNING"),
        )

    def restart_ended_processes(self) -> list[str]:
        """Restart processes that ended after running for a while, or that were killed.

        Returns their names. Raises ProcessEndedError if one ends by itself soon after
        its start, because it would end again.
        """
        again = []
        for name, process in [*self._running.items()]:
            if process.poll() is None:
                continue
            was_killed = process.returncode == -signal.SIGKILL
            begun = self._begun[name]
            if not was_killed and monotonic() - begun < _STEADY_SECONDS:
                raise ProcessEndedError(
                    f"The {name} stopped with exit code {process.returncode}: "
                    f"see {self._logs / name}.log."
                )
            # Its child processes may still run, and hold its port or its jobs.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            self._start(name, *self._commands[name])
            again.append(name)
        return again

    def stop_all(self) -> None:
        """End all processes within seconds; every job can be continued later."""
        for name, process in self._running.items():
            if process.poll() is None:
                # After SIGTERM a worker would first finish its jobs.
                process.send_signal(signal.SIGTERM if name == "web" else signal.SIGQUIT)
        deadline = monotonic() + _STOP_SECONDS
        for process in self._running.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, deadline - monotonic()))
            # Also for one that has ended, because its child processes may still run.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _start(self, name: str, *command: str) -> None:
        self._commands[name] = command
        self._begun[name] = monotonic()
        with (self._logs / f"{name}.log").open("ab") as log:
            # A group of its own: Ctrl-C reaches only this process, which ends the
            # others.
            self._running[name] = subprocess.Popen(  # noqa: S603
                command,
                cwd=settings.BASE_DIR,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
