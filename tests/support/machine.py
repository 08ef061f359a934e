"""A Debian machine without systemd: a namespace with files and a network of its own.

Commands of a guide run there as root and change only copies. Services run as their
units say: user, environment, credentials, folders and limits of rights.
"""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.container import ROOT, Container, code_folders

CODE = "/srv/subtext"
ADDRESS = "192.168.7.20"
"""That of the machine in its local network."""
_DYNAMIC_USER = 61_184
"""The first number of those that systemd gives to users of running services."""
_CLEAN = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "LANG": "C.UTF-8",
}


@dataclass(frozen=True)
class Unit:
    """A unit with its drop-ins: every value of each key, in order."""

    name: str
    values: dict[str, list[str]]

    def all(self, key: str) -> list[str]:
        return self.values.get(key, [])

    def last(self, key: str, default: str = "") -> str:
        return (self.all(key) or [default])[-1]

    def expand(self, text: str) -> str:
        """Replace the specifiers that Subtext's units have."""
        parts = text.split("%%")
        return "%".join(part.replace("%d", self.credentials) for part in parts)

    @property
    def credentials(self) -> str:
        return f"/run/credentials/{self.name}"


class Machine:
    """A machine with the code in /srv."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree("/etc", folder / "etc", symlinks=True)
        for path in (CODE, "/run", "/var/lib"):
            self.at(path).mkdir(parents=True)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._holder = self._hold()

    def at(self, path: str) -> Path:
        """Return where a path of the machine lies outside of it."""
        return self.folder / path.lstrip("/")

    def command(self, *arguments: str) -> list[str]:
        """Return the command that runs ``arguments`` as root of the machine."""
        script = f'cd {CODE} && exec "$@"'
        entering = ["nsenter", f"--target={self._holder.pid}", "--mount", "--net"]
        return [*entering, "sh", "-c", script, "sh", *arguments]

    def run(self, line: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a line of shell as root."""
        return subprocess.run(
            self.command("sh", "-c", line),
            env={**_CLEAN, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    def execute(self, unit: Unit, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command in place of a service's own."""
        return subprocess.run(
            self.contained(unit, *arguments),
            env=self.environment(unit),
            capture_output=True,
            text=True,
            check=False,
        )

    def write(self, path: str, content: str) -> None:
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")

    def install_packages(self) -> None:
        """Make the folders that Debian's packages make; their programs are here."""
        for owner in ("postgres", "redis", "caddy"):
            name = "postgresql" if owner == "postgres" else owner
            for path in (f"/run/{name}", f"/var/lib/{name}"):
                self.at(path).mkdir()
                shutil.chown(self.at(path), owner, owner)
        for file in (self.at("/etc/redis"), *self.at("/etc/redis").iterdir()):
            shutil.chown(file, "redis", "redis")

    def start_postgresql(self) -> None:
        """Start a cluster that knows who connects over its socket, as Debian's does."""
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        as_owner, data = "runuser -u postgres --", "/var/lib/postgresql/data"
        cluster = self.run(
            f"{as_owner} {programs}/initdb -D {data} -A peer -E UTF8 --no-sync"
        )
        assert cluster.returncode == 0, cluster.stderr
        server = f"{programs}/postgres -D {data} -k /run/postgresql -h '' -F"
        self.spawn("postgresql", self.command(*shlex.split(f"{as_owner} {server}")))

    def systemctl(self, *arguments: str) -> None:
        """Do what systemd would do to the services."""
        match arguments:
            case ("daemon-reload",):
                pass
            case ("enable", "--now", name) | ("start" | "restart", name):
                self.start(name)
            case ("stop", "subtext.target"):
                self.stop(unit.name for unit in self.units())
            case _:
                raise AssertionError(f"systemctl {arguments} is not known here")

    def start(self, name: str) -> None:
        """Start a unit, and before it those that it requires."""
        unit = self.unit(name)
        for dependency in unit.last("Requires").split():
            if dependency.startswith("subtext") and dependency not in self._running:
                self.start(dependency)
        for dependency in (
            unit.last("Wants").split() if name.endswith(".target") else []
        ):
            self.start(dependency)
        if not unit.last("ExecStart"):
            return
        self.spawn(unit.name, self.contained(unit), self.environment(unit))
        if unit.last("Type") == "oneshot":
            assert self._running[unit.name].wait() == 0, self.log(unit.name)

    def unit(self, name: str) -> Unit:
        """Read a unit of the machine, or of Debian, with its drop-ins."""
        name = name if "." in name else f"{name}.service"
        own, systems = "/etc/systemd/system", Path("/lib/systemd/system")
        main = self.at(f"{own}/{name}")
        files = [main if main.exists() else systems / name]
        for prefix in ("subtext-.service", name):
            if name.startswith(prefix.removesuffix(".service")):
                files += sorted(self.at(f"{own}/{prefix}.d").glob("*.conf"))
        values: dict[str, list[str]] = {}
        for file in files:
            for line in file.read_text("utf-8").splitlines():
                key, separator, value = line.partition("=")
                if separator and not line.startswith(("#", ";")):
                    values.setdefault(key.strip(), []).append(value.strip())
        return Unit(name, values)

    def units(self) -> list[Unit]:
        """Return Subtext's services."""
        there = self.at("/etc/systemd/system").glob("subtext-*.service")
        return [self.unit(file.name) for file in sorted(there)]

    def environment(self, unit: Unit) -> dict[str, str]:
        """Return the variables of the service; those of files take precedence."""
        values = {**_CLEAN, "HOME": self._home(unit)}
        pairs = [part for line in unit.all("Environment") for part in shlex.split(line)]
        for path in unit.all("EnvironmentFile"):
            name = path.removeprefix("-")
            file = ROOT / name.removeprefix(f"{CODE}/")
            file = file if name.startswith(CODE) else self.at(name)
            if file.exists() or not path.startswith("-"):
                lines = map(str.strip, file.read_text("utf-8").splitlines())
                pairs += [line for line in lines if line and line[0] not in "#;"]
        # A specifier is replaced in a unit, and not in a file.
        units = {*unit.all("Environment")}
        for pair in pairs:
            key, _, value = pair.partition("=")
            values[key] = unit.expand(value) if pair in units else value.strip("\"'")
        return values

    def container(self, unit: Unit) -> Container:
        """Return what the service sees and may do."""
        user, group = self.user(unit), self.group(unit)
        folders = {}
        for key, parent in (
            ("StateDirectory", "/var/lib"),
            ("RuntimeDirectory", "/run"),
        ):
            for name in unit.last(key).split():
                path = f"{parent}/{name}"
                self.at(path).mkdir(parents=True, exist_ok=True)
                os.chown(self.at(path), user, group)
                self.at(path).chmod(int(unit.last(f"{key}Mode", "755"), 8))
                folders[path] = self.at(path)
        readable = {CODE: ROOT, "/run/postgresql": self.at("/run/postgresql")}
        if "/var/lib/subtext" not in folders:
            readable["/var/lib/subtext"] = self.at("/var/lib/subtext")
        readable[unit.credentials] = self._load_credentials(unit, user)
        return Container(
            user=user,
            group=group,
            groups=[self._group(name) for name in unit.all("SupplementaryGroups")],
            folders=folders,
            readable=readable,
            temporary=["/tmp", "/var/tmp"] if unit.last("PrivateTmp") == "yes" else [],
            is_read_only=unit.last("ProtectSystem") == "strict",
            drops_capabilities=unit.all("CapabilityBoundingSet") == [""],
            no_new_privileges=unit.last("NoNewPrivileges") == "yes",
        )

    def contained(self, unit: Unit, *arguments: str) -> list[str]:
        """Return the service's command, or another in its place, with its rights."""
        program = arguments or shlex.split(unit.expand(unit.last("ExecStart")))
        if not unit.name.startswith("subtext"):
            number = str(self._number(unit.last("User")))
            group = self.group(unit)
            rights = [f"--reuid={number}", f"--regid={group}", "--clear-groups"]
            if ambient := unit.last("AmbientCapabilities"):
                right = "+" + ambient.removeprefix("CAP_").lower()
                rights += [f"--inh-caps={right}", f"--ambient-caps={right}"]
            return self.command("setpriv", *rights, *program)
        mask = f'umask {unit.last("UMask")} && exec "$@"'
        program = ("sh", "-c", mask, "sh", *program)
        folder = unit.last("WorkingDirectory")
        return self.command(*self.container(unit).command(*program, folder=folder))

    def user(self, unit: Unit) -> int:
        """Return the number of the service's user."""
        if unit.last("DynamicUser") == "yes":
            names = [path.name for path in sorted((ROOT / "config").rglob("*.service"))]
            return _DYNAMIC_USER + names.index(unit.name)
        return self._number(unit.last("User"))

    def group(self, unit: Unit) -> int:
        """Return the number of the service's group."""
        name = unit.last("User")
        return self._group(name) if name else self.user(unit)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def ended(self) -> list[str]:
        """Return the services that should be running and are not."""
        return [
            name
            for name, process in self._running.items()
            if process.poll() is not None and name != "subtext-init.service"
        ]

    def close(self) -> None:
        """End every service, then the machine."""
        self.stop(reversed([*self._running]))
        self._holder.kill()
        self._holder.wait()

    def stop(self, names: Iterable[str]) -> None:
        """End those of the services that are running."""
        for name in names:
            process = self._running.pop(name, None)
            if process is None:
                continue
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                process.wait()

    def spawn(
        self, name: str, command: Sequence[str], environment: dict[str, str] = _CLEAN
    ) -> None:
        """Start a command that goes on, with a log of its own."""
        with (self.folder / f"{name}.log").open("wb") as log:
            self._running[name] = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def _hold(self) -> subprocess.Popen[bytes]:
        """Start the process that keeps the namespaces."""
        lines = [
            "set -e",
            "ip link set lo up",
            "ip link add lan type veth peer name switch",
            f"ip address add {ADDRESS}/24 dev lan",
            "ip link set lan up",
            "ip link set switch up",
        ]
        for path in ("/etc", "/run", "/srv", "/var/lib"):
            lines.append(f"mount --bind {shlex.quote(str(self.at(path)))} {path}")
        lines.append(f"mount --bind {shlex.quote(str(ROOT))} {CODE}")
        lines += [*self._open_home(), "echo ready", "exec sleep infinity"]
        holder = subprocess.Popen(
            [
                *("unshare", "--mount", "--net", "--propagation=private"),
                *("sh", "-c", "\n".join(lines)),
            ],
            stdout=subprocess.PIPE,
        )
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"ready\n"
        return holder

    def _open_home(self) -> list[str]:
        """Let every user run a Python that is installed for root only."""
        hidden = [path for path in code_folders() if path.is_relative_to("/root")]
        places = {path: self.folder / "home" / str(n) for n, path in enumerate(hidden)}
        lines = []
        for path, place in places.items():
            place.mkdir(parents=True)
            lines.append(f"mount --bind {path} {place}")
        lines.append("mount -t tmpfs -o mode=755 home /root")
        for path, place in places.items():
            lines.append(f"mkdir -p {path} && mount --bind {place} {path}")
        return lines

    def _load_credentials(self, unit: Unit, user: int) -> Path:
        folder = self.folder / "credentials" / unit.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for line in unit.all("LoadCredential"):
            name, _, path = line.partition(":")
            shutil.copyfile(self.at(path), folder / name)
            (folder / name).chmod(0o400)
            os.chown(folder / name, user, user)
        folder.chmod(0o500)
        os.chown(folder, user, user)
        return folder

    def _home(self, unit: Unit) -> str:
        name = unit.last("User")
        return self._entry("passwd", name)[5] if name else "/"

    def _number(self, name: str) -> int:
        return int(self._entry("passwd", name)[2])

    def _group(self, name: str) -> int:
        return int(self._entry("group", name)[2])

    def _entry(self, file: str, name: str) -> list[str]:
        rows = self.at(f"/etc/{file}").read_text().splitlines()
        return next(row.split(":") for row in rows if row.startswith(f"{name}:"))
