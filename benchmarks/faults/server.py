"""The services of docker-compose.yml as processes, and what fails there."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import psycopg
from moto.server import ThreadedMotoServer

from benchmarks.faults.embedded import PREPARE, PROJECT, wait_until_ready
from benchmarks.faults.processes import children, descendants, kill
from benchmarks.faults.releasing import Releasing
from benchmarks.faults.work import Outcome, Work
from tests.config.compose import Compose
from tests.support.services import free_port

DATABASE = "subtext_faults"
SERVICES = ("web", "beat", "worker-default", "worker-curation", "worker-gpu")
AWAY_FOR = 10
"""Seconds without the database, or without the broker."""
WRONG_FOR = 30
"""Seconds with a wrong clock: the periodic work is done three times."""


class Server(Compose):
    """Starts again what ends, as the container engine does (`restart`)."""

    def __init__(self, folder: Path, *, postgresql: str, storage: str) -> None:
        self._postgresql = postgresql
        database = f"{postgresql.rpartition('/')[0]}/{DATABASE}"
        super().__init__(folder, database=database, storage=storage)
        self.temporary = self.volume("temporary")

    def python(self, module: str, *arguments: str) -> str:
        """Run a module in the web service's environment; return what it printed."""
        done = self.run("web", "python", "-m", module, *arguments)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return str(done.stdout)

    def process(self, name: str) -> int:
        return self._running[name].pid

    def kill_web_process(self) -> None:
        """One of those that answer; the web server starts it again."""
        kill(children(self.process("web"))[-1])

    def kill(self, name: str) -> None:
        """A service with all its processes; it is started again."""
        process = self.process(name)
        kill(process, *descendants(process))
        self._running[name].wait()
        self.start(name)

    def without_database(self) -> None:
        """Let nobody connect for a while, and end what was connected."""
        with psycopg.connect(self._postgresql, autocommit=True) as server:
            server.execute(
                f"ALTER DATABASE {DATABASE} ALLOW_CONNECTIONS false".encode()
            )
            try:
                for _ in range(AWAY_FOR):
                    server.execute(
                        b"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        b" WHERE datname = %s",
                        [DATABASE],
                    )
                    sleep(1)
            finally:
                server.execute(
                    f"ALTER DATABASE {DATABASE} ALLOW_CONNECTIONS true".encode()
                )

    def without_broker(self) -> None:
        """Kill Redis and start it again after a while."""
        kill(self.process("broker"))
        self._running["broker"].wait()
        sleep(AWAY_FOR)
        self.start("broker")

    def wrong_clock(self) -> None:
        """Add a machine whose clock is a day ahead for a while.

        Its worker does half of the periodic work, such as taking up jobs that have been
        silent and ending leases.
        """
        _, *arguments = self.command("worker-default")
        with (self.folder / "wrong-clock.log").open("wb") as log:
            worker = subprocess.Popen(
                self.contained(
                    "worker-default",
                    *(sys.executable, "-m", "benchmarks.faults.wrong_clock"),
                    *arguments,
                ),
                env=self.environment("worker-default"),
                stdout=log,
                stderr=log,
            )
        sleep(WRONG_FOR)
        worker.send_signal(signal.SIGTERM)
        worker.wait()

    def end(self) -> None:
        for name in [*self._running]:
            process = self._running.pop(name)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def running_server(folder: Path, postgresql: str) -> Iterator[Server]:
    """Run a new installation with a database and a storage of its own."""
    with psycopg.connect(postgresql, autocommit=True) as server:
        server.execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)".encode())
        server.execute(f"CREATE DATABASE {DATABASE}".encode())
    # It would name every request.
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    storage = ThreadedMotoServer(ip_address="127.0.0.1", port=free_port())
    storage.start()
    address = f"http://127.0.0.1:{storage.get_host_and_port()[1]}"
    stack = Server(folder, postgresql=postgresql, storage=address)
    try:
        stack.start("broker")
        prepared: subprocess.CompletedProcess[str] = stack.run("init")
        if prepared.returncode:
            raise RuntimeError(prepared.stderr)
        stack.start(*SERVICES)
        wait_until_ready(f"http://localhost:{stack.web_port}")
        yield stack
    finally:
        stack.end()
        storage.stop()
        with psycopg.connect(postgresql, autocommit=True) as server:
            server.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)".encode())


def faults(folder: Path, postgresql: str) -> Iterator[Outcome]:
    """Cause one fault after the other in one installation."""
    with running_server(folder, postgresql) as stack:
        base = f"http://localhost:{stack.web_port}"
        stack.manage("shell", "--verbosity=0", "--command", PREPARE)
        stack.manage(*PROJECT)
        token = stack.manage("api_token_create", "mateo").strip()
        releasing = Releasing(base, token, stack.python, stack.temporary)
        yield releasing.killed_build("mateo", lambda: stack.kill("worker-default"))
        yield releasing.first_messages()
        work = Work(base, token)
        yield work.outcome("kill -9 of a web process", stack.kill_web_process)
        yield work.outcome("kill -9 of the web server", lambda: stack.kill("web"))
        yield work.outcome("kill -9 of a worker", lambda: stack.kill("worker-curation"))
        yield work.outcome(f"no database for {AWAY_FOR} s", stack.without_database)
        yield work.outcome(f"no broker for {AWAY_FOR} s", stack.without_broker)
        yield work.outcome(
            f"a clock one day ahead for {WRONG_FOR} s", stack.wrong_clock
        )
