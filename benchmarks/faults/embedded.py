"""`manage.py run`: SQLite, a folder, a broker of files; what fails there."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import httpx

from benchmarks.faults.processes import children, command_of, descendants, kill
from benchmarks.faults.releasing import Releasing
from benchmarks.faults.work import Outcome, Work
from tests.support.services import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
_START = 240.0
_FULL_FOR = 10
_DISK = "800m"


class Embedded:
    """An installation in a folder, served."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self._port = free_port()
        environment = {
            k: v for k, v in os.environ.items() if not k.startswith("SUBTEXT_")
        }
        self._environment = {
            **environment,
            "SUBTEXT_DATA_DIR": str(folder),
            "SUBTEXT_PORT": str(self._port),
            "TMPDIR": str(self.temporary),
        }
        self.base = f"http://127.0.0.1:{self._port}"
        with (folder / "embedded.log").open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "run"],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until_ready(self.base)

    def manage(self, *arguments: str) -> str:
        """Run a command over the same folder; return what it printed."""
        return self._run("manage.py", *arguments)

    def python(self, module: str, *arguments: str) -> str:
        """Run a module over the same folder; return what it printed."""
        return self._run("-m", module, *arguments)

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={
                **self._environment,
                "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            },
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def service(self, part: str) -> int:
        """Return the process, of those started first, whose command has ``part``."""
        return next(
            pid for pid in children(self._process.pid) if part in command_of(pid)
        )

    def kill_web_process(self) -> None:
        """One of those that answer; the web server starts it again."""
        kill(children(self.service("granian"))[-1])

    def kill_web(self) -> None:
        """The web server with its processes."""
        web = self.service("granian")
        kill(web, *descendants(web))

    def kill_worker(self) -> None:
        """The worker with its processes, in the middle of a job."""
        worker = self.service("config.celery")
        kill(worker, *descendants(worker))

    def kill_worker_process(self) -> None:
        """One process of the worker's pool."""
        kill(descendants(self.service("config.celery"))[-1])

    def fill_disk(self) -> None:
        """Leave no byte on the data folder's disk for a while."""
        ballast = self.folder / "ballast"
        with ballast.open("wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 65536):
                    pass
            except OSError:
                sleep(_FULL_FOR)
        ballast.unlink()

    def stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)


def wait_until_ready(base: str) -> None:
    """Wait until the server is ready. Raises TimeoutError."""
    deadline = monotonic() + _START
    while monotonic() < deadline:
        try:
            if httpx.get(f"{base}/readyz", timeout=10).is_success:
                return
        except httpx.HTTPError:
            pass
        sleep(0.3)
    raise TimeoutError(f"{base} does not answer")


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Mount a disk of its own at ``folder``; False where only root may."""
    folder.mkdir()
    if os.geteuid() != 0:
        yield False
        return
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)]
    mounted = subprocess.run(mount, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            # Lazily: a process that outlives its installation may still use it.
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


PREPARE = "from projects.models import User; User.objects.create_user('mateo')"
PROJECT = (
    *("project_create", "pictures", "--protocol=ii-bench"),
    *("--name=Pictures", "--maintainer=mateo"),
)


def faults(folder: Path) -> Iterator[Outcome]:
    """Cause one fault after the other in one installation."""
    with small_disk(folder / "disk") as has_own_disk:
        stack = Embedded(folder / "disk")
        try:
            stack.manage("shell", "--verbosity=0", "--command", PREPARE)
            stack.manage(*PROJECT)
            token = stack.manage("api_token_create", "mateo").strip()
            releasing = Releasing(stack.base, token, stack.python, stack.temporary)
            yield releasing.killed_build("mateo", stack.kill_worker)
            yield releasing.first_messages()
            work = Work(stack.base, token)
            yield work.outcome("kill -9 of a web process", stack.kill_web_process)
            yield work.outcome("kill -9 of the web server", stack.kill_web)
            yield work.outcome(
                "kill -9 of a worker's process", stack.kill_worker_process
            )
            yield work.outcome("kill -9 of a worker", stack.kill_worker)
            if has_own_disk:
                yield work.outcome(f"full disk for {_FULL_FOR} s", stack.fill_disk)
            else:
                print("Left out: a full disk, which needs root to mount a small one.")
        finally:
            stack.stop()
