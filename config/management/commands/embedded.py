"""Everything in one go on this machine: what `make run` starts."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config import env
from config.demo_project import demo_project_ready
from projects.selectors import demo_people

HOST = "127.0.0.1"
PATIENCE = 20.0
"""Seconds that a part gets to stop by itself before it is ended."""


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        port = env.whole_number("SUBTEXT_PORT", 8000)
        _refuse_a_taken_port(port)
        os.environ["SUBTEXT_DEMO"] = "true"
        # Either signal ends the set-up, or the serving, in the same way. SIGINT too is
        # set here because a shell's background process begins with it ignored.
        signal.signal(signal.SIGINT, _interrupt)
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            call_command("migrate", verbosity=0)
            demo_project_ready(say=self._say)
            self._serve(port)
        except KeyboardInterrupt:
            self._say("Stopped.")

    def _serve(self, port: int) -> None:
        logs = settings.DATA_DIR / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        helpers: list[subprocess.Popen[bytes]] = []
        parts = {
            name: _start(name, command, logs)
            for name, command in _commands(port).items()
        }
        try:
            _wait_until_it_answers(port, parts["web"])
            finishes = env.flag("SUBTEXT_DEMO_FINISHED", default=True)
            self._greet(port, finishes=finishes)
            if finishes:
                helper = [sys.executable, "manage.py", "demo_finish"]
                helpers.append(_start("demo-finish", helper, logs))
            while True:
                for name, part in parts.items():
                    if part.poll() is not None:
                        raise CommandError(
                            f"The {name} ended with {part.returncode}: "
                            f"see {logs / name}.log."
                        )
                sleep(0.5)
        finally:
            _stop([*helpers, *parts.values()])

    def _greet(self, port: int, *, finishes: bool) -> None:
        self._say(f"\nSubtext is at http://{HOST}:{port}\n")
        self._say("The demo people (the login page offers them as buttons):")
        for membership in demo_people():
            self._say(f"  {membership.user.shown_name:<12} {membership.role}")
        if finishes:
            self._say("\nA second project, finished by a simulated crew, follows soon.")
        self._say(f"\nEverything is kept in {settings.DATA_DIR}. Ctrl-C ends it.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _commands(port: int) -> dict[str, list[str]]:
    bin_folder = Path(sys.executable).parent
    celery = str(bin_folder / "celery")
    quiet = ["--without-mingle", "--without-gossip", "--loglevel", "WARNING"]
    return {
        "web": [
            str(bin_folder / "granian"),
            "--interface",
            "wsgi",
            "--host",
            HOST,
            "--port",
            str(port),
            # One process uses no more than one core.
            "--workers",
            str(min(2, os.cpu_count() or 1)),
            "--blocking-threads",
            "4",
            "--runtime-mode",
            "st",
            "--no-ws",
            "--log-level",
            "warning",
            "config.wsgi:application",
        ],
        "worker": [
            celery,
            "--app",
            "config.celery",
            "worker",
            "--beat",
            "--schedule",
            str(settings.DATA_DIR / "broker" / "schedule"),
            "--queues",
            "default,curation",
            "--concurrency",
            "2",
            *quiet,
        ],
        "gpu-worker": [
            celery,
            "--app",
            "evaluation.runner.celery_app",
            "worker",
            "--queues",
            "gpu",
            "--pool",
            "threads",
            "--concurrency",
            "1",
            "--hostname",
            "gpu@%h",
            *quiet,
        ],
    }


def _start(name: str, command: list[str], logs: Path) -> subprocess.Popen[bytes]:
    with (logs / f"{name}.log").open("ab") as log:
        # A group of its own: Ctrl-C reaches this process alone, which ends the parts.
        return subprocess.Popen(  # noqa: S603
            command,
            cwd=settings.BASE_DIR,
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )


def _stop(parts: list[subprocess.Popen[bytes]]) -> None:
    for part in parts:
        if part.poll() is None:
            part.terminate()
    deadline = monotonic() + PATIENCE
    for part in parts:
        try:
            part.wait(max(0.1, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            part.kill()
            part.wait()
        # One that ended while it was starting has left its own children.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(part.pid, signal.SIGKILL)


def _wait_until_it_answers(port: int, web: subprocess.Popen[bytes]) -> None:
    deadline = monotonic() + 60
    while monotonic() < deadline and web.poll() is None:
        try:
            if httpx.get(f"http://{HOST}:{port}/healthz").status_code == 200:
                return
        except httpx.HTTPError:
            sleep(0.2)
    raise CommandError(f"The web server did not start: see {settings.DATA_DIR}/logs.")


def _refuse_a_taken_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is in use: choose another, "
                f"as in `SUBTEXT_PORT={port + 1} make run`."
            ) from error


def _interrupt(signal_number: int, frame: object) -> None:
    raise KeyboardInterrupt
