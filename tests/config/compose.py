"""The services of docker-compose.yml as processes of this machine.

Each is started by its own command, in exactly the environment that the compose file and
the image give it, and with its user, folders, secrets and limits of rights; only the
addresses are those of the test.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import yaml

from tests.support.container import Container
from tests.support.services import free_port
from tools import server_secrets

ROOT = Path(__file__).resolve().parent.parent.parent
MODEL_PORT = free_port()
CHOSEN = {
    # EasyOCR's weights would have to be downloaded.
    "SUBTEXT_OCR_ENGINE": "rapidocr",
    "SUBTEXT_HOST": "subtext.test",
    "SUBTEXT_ENDPOINTS": f"laboratory=http://127.0.0.1:{MODEL_PORT}/v1 pictures",
}
"""What stands in the .env of the test."""
OF_THE_WORKER = {"SUBTEXT_MODEL_KEY_LABORATORY": "the laboratory's key"}
"""What stands in its worker.env."""
ADMINISTRATOR = 12_001
"""Who ran `make secrets`."""
USERS = {"subtext": 12_002, "redis": 12_003}
"""Users of the images; their numbers are not those of this machine's people."""


class Compose:
    """The compose file, with a folder for what containers would keep."""

    def __init__(self, folder: Path, *, database: str, storage: str) -> None:
        self.folder = folder
        self.web_port, self._probe_port = free_port(), free_port()
        self._broker_port = free_port()
        user, _, where = database.removeprefix("postgres://").rpartition("@")
        self._here = {
            "postgres://subtext@database:5432/subtext": f"postgres://{user}@{where}",
            "http://storage:9000": storage,
            "broker:6379": f"127.0.0.1:{self._broker_port}",
            "--port 8000": f"--port {self.web_port}",
            "0.0.0.0:8001": f"127.0.0.1:{self._probe_port}",
            "localhost:8001": f"localhost:{self._probe_port}",
            "redis-server ": f"redis-server --port {self._broker_port} ",
        }
        self._make_secrets()
        (folder / "imports").mkdir()
        text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
        document = yaml.safe_load(text)
        self.services: dict[str, Any] = document["services"]
        self.secrets: dict[str, Any] = document["secrets"]
        self.networks: dict[str, Any] = document["networks"]
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def _make_secrets(self) -> None:
        secrets = self.folder / "secrets"
        server_secrets.main(secrets)
        for path in (secrets, *secrets.iterdir()):
            os.chown(path, ADMINISTRATOR, ADMINISTRATOR)

    def container(self, name: str) -> Container:
        """What the service sees and may do, as the file says."""
        service = self.services[name]
        user = USERS[service.get("user", service["image"])]
        mounts = [self._placed(each).split(":") for each in service.get("volumes", [])]
        volumes = {
            inside: self.volume(kept, user)
            for kept, inside, *mode in mounts
            if not mode
        }
        readable = {
            inside: self.folder / kept for kept, inside, *mode in mounts if mode
        }
        for secret in service["secrets"]:
            readable[f"/run/secrets/{secret}"] = self.folder / "secrets" / secret
        return Container(
            user=user,
            folders=volumes,
            readable=readable,
            temporary=service.get("tmpfs", []),
            is_read_only=service.get("read_only", False),
            drops_capabilities=service.get("cap_drop") == ["ALL"],
            no_new_privileges="no-new-privileges:true"
            in service.get("security_opt", []),
        )

    def volume(self, name: str, user: int = USERS["subtext"]) -> Path:
        """The folder of a volume; the image of its user has made it theirs."""
        folder = self.folder / "volumes" / name
        folder.mkdir(parents=True, exist_ok=True)
        os.chown(folder, user, user)
        return folder

    def environment(self, name: str) -> dict[str, str]:
        """What the container's process has: the image's variables, then the service's."""
        service = self.services[name]
        image = self._image() if service["image"] == "subtext" else {}
        given = {**image, **self._env_file(service), **service.get("environment", {})}
        values = {key: self._placed(str(value)) for key, value in given.items()}
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return {**values, "PATH": programs}

    def command(self, name: str) -> list[str]:
        return shlex.split(self._placed(self.services[name]["command"]))

    def health_command(self, name: str) -> list[str]:
        kind, *command = self.services[name]["healthcheck"]["test"]
        placed = [self._placed(part) for part in command]
        return ["sh", "-c", *placed] if kind == "CMD-SHELL" else placed

    def contained(self, name: str, *arguments: str) -> list[str]:
        """The service's command, or another in its place, in its container."""
        given = arguments or self.command(name)
        folder = "/data" if name == "broker" else str(ROOT)
        return self.container(name).command(*given, folder=folder)

    def run(self, name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """The service's command, or another in its place (`docker compose exec`)."""
        return subprocess.run(
            self.contained(name, *arguments),
            env=self.environment(name),
            capture_output=True,
            text=True,
            check=False,
        )

    def execute(self, name: str, *arguments: str) -> int:
        """Run a command in the container of a running service; return its status.

        It sees what the service sees, as a health check does.
        """
        inside = self.container(name).inside(self._running[name].pid, *arguments)
        return subprocess.run(
            inside, env=self.environment(name), capture_output=True, check=False
        ).returncode

    def is_healthy(self, name: str) -> bool:
        """Whether the service's own health check says so."""
        return self.execute(name, *self.health_command(name)) == 0

    def pause(self, name: str, *, is_over: bool = False) -> None:
        """Keep the service's first process from doing anything, or let it go on."""
        signal_number = signal.SIGCONT if is_over else signal.SIGSTOP
        self._running[name].send_signal(signal_number)

    def manage(self, *arguments: str) -> str:
        """`docker compose exec web python manage.py …`: what it printed."""
        done = self.run("web", "python", "manage.py", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def start(self, *names: str) -> None:
        for name in names:
            with (self.folder / f"{name}.log").open("wb") as log:
                self._running[name] = subprocess.Popen(
                    self.contained(name),
                    env=self.environment(name),
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def ended(self) -> list[str]:
        """Services that should be running and are not."""
        return [name for name, one in self._running.items() if one.poll() is not None]

    def stop(self, *names: str) -> dict[str, int]:
        """Ask these, or all, to end; their exit codes."""
        ending = {name: self._running.pop(name) for name in names or [*self._running]}
        for process in ending.values():
            process.send_signal(signal.SIGTERM)
        codes = {}
        for name, process in ending.items():
            try:
                codes[name] = process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                codes[name] = -9
        return codes

    def broker_url(self) -> str:
        """As somebody has it who read the broker's password and nothing else."""
        password = (self.folder / "secrets" / "broker_password").read_text()
        return f"redis://:{password}@127.0.0.1:{self._broker_port}/0"

    def _image(self) -> dict[str, str]:
        """The variables of the image's last stage."""
        text = (ROOT / "Dockerfile").read_text().rpartition("\nFROM ")[2]
        lines = text.replace("\\\n", " ").splitlines()
        named = [line[4:] for line in lines if line.startswith("ENV ")]
        return dict(pair.split("=", 1) for line in named for pair in shlex.split(line))

    def _env_file(self, service: dict[str, Any]) -> dict[str, str]:
        files = [file["path"] for file in service.get("env_file", [])]
        known = {".env": CHOSEN, "worker.env": OF_THE_WORKER, "backup.env": {}}
        return {key: value for file in files for key, value in known[file].items()}

    def _placed(self, text: str) -> str:
        """Compose's own substitution, then the places of this machine."""

        def value(match: re.Match[str]) -> str:
            return CHOSEN.get(match[1], match[2] or "")

        text = re.sub(r"\$\{(\w+)(?::-([^}]*))?\}", value, text).replace("$$", "$")
        # In one go: what a place is replaced by may look like another.
        there = "|".join(map(re.escape, self._here))
        return re.sub(there, lambda found: self._here[found[0]], text)


def eventually(check: Callable[[], object], *, seconds: float = 60) -> bool:
    """Whether it is true before so many seconds are over."""
    deadline = monotonic() + seconds
    while monotonic() < deadline:
        if check():
            return True
        sleep(0.3)
    return False
