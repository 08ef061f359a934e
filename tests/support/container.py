"""A container without an engine: a mount namespace with a root of its own.

Needs root and the programs of util-linux. What the compose file says of a service is
applied as an engine does it, so what the service cannot do there fails here, too.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

ROOT = Path(__file__).resolve().parent.parent.parent
_OF_THE_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "usr", "etc", "opt")
_OF_THE_KERNEL = ("proc", "sys", "dev")


def can_contain() -> bool:
    """Return whether this process may start containers."""
    programs = ("unshare", "nsenter", "mount", "chroot", "setpriv")
    if os.geteuid() != 0 or not all(map(shutil.which, programs)):
        return False
    # Root of a container without further rights may make no namespaces.
    trial = ["unshare", "--mount", "--net", "mount", "-t", "tmpfs", "trial", "/mnt"]
    return subprocess.run(trial, capture_output=True, check=False).returncode == 0


@dataclass(frozen=True)
class Container:
    """What a process sees of this machine, and what it may do."""

    user: int
    group: int | None = None
    """Its group; by default the one of the same number."""
    groups: Sequence[int] = ()
    """Further groups of the user."""
    folders: Mapping[str, Path] = field(default_factory=dict)
    """Writable folders of this machine, by their path inside."""
    readable: Mapping[str, Path] = field(default_factory=dict)
    """Files and folders that nobody can write. They keep owner and mode."""
    temporary: Sequence[str] = ()
    """Empty folders in memory."""
    is_read_only: bool = False
    drops_capabilities: bool = False
    no_new_privileges: bool = False

    def command(self, *arguments: str, folder: str = str(ROOT)) -> list[str]:
        """Return the command that runs ``arguments`` in ``folder`` of the container."""
        entering = " ".join(["chroot", "/mnt", *self._rights(), f"--chdir={folder}"])
        script = "\n".join([*self._mounts(), f'exec {entering} "$@"'])
        return ["unshare", "--mount", "sh", "-c", script, "sh", *arguments]

    def inside(self, process: int, *arguments: str) -> list[str]:
        """Return the command that runs ``arguments`` beside a process of a container."""
        entering = ["nsenter", f"--target={process}", "--mount", "--root"]
        return [*entering, *self._rights(), f"--chdir={ROOT}", *arguments]

    def _rights(self) -> list[str]:
        """The programs that become the user and give up rights, up to `env`."""
        group = self.user if self.group is None else self.group
        options = [f"--reuid={self.user}", f"--regid={group}"]
        groups = ",".join(map(str, self.groups))
        options.append(f"--groups={groups}" if groups else "--clear-groups")
        if self.drops_capabilities:
            options += ["--bounding-set=-all", "--inh-caps=-all"]
        if self.no_new_privileges:
            options.append("--no-new-privs")
        return ["setpriv", *options, "env"]

    def _mounts(self) -> list[str]:
        lines = ["set -e", "mount -t tmpfs -o mode=755 root /mnt", "cd /mnt"]
        for name in (*_OF_THE_SYSTEM, *_OF_THE_KERNEL):
            path = Path("/", name)
            if path.is_symlink():
                lines.append(f"ln -s {quote(str(path.readlink()))} {name}")
            elif path.is_dir():
                lines += [f"mkdir {name}", f"mount --rbind {path} {name}"]
                if name in _OF_THE_SYSTEM:
                    lines.append(f"mount -o remount,bind,ro {name}")
        for inside, path in self.folders.items():
            lines += self._bind(inside, path)
        for inside in self.temporary:
            lines += [f"mkdir -p .{inside}", f"mount -t tmpfs -o mode=1777 t .{inside}"]
        image = {str(path): path for path in code_folders()}
        for inside, path in {**image, **self.readable}.items():
            lines += self._bind(inside, path)
            lines.append(f"mount -o remount,bind,ro .{quote(inside)}")
        # Anybody could write there if the root were not read-only.
        lines.append("mkdir -m 1777 ./home")
        if self.is_read_only:
            lines.append("mount -o remount,ro /mnt")
        return lines

    def _bind(self, inside: str, path: Path) -> list[str]:
        there = f".{quote(inside)}"
        creation = f"mkdir -p {there}"
        if not path.is_dir():
            creation = f"mkdir -p .{quote(str(Path(inside).parent))}; touch {there}"
        return [creation, f"mount --bind {quote(str(path))} {there}"]


def code_folders() -> list[Path]:
    """Return the checkout and its Python, which an image has elsewhere."""
    paths = {
        ROOT,
        Path(sys.prefix).absolute(),
        Path(sys.prefix).resolve(),
        Path(sys.base_prefix).resolve(),
    }
    outer = [
        path for path in paths if not any(parent in paths for parent in path.parents)
    ]
    return sorted(path for path in outer if not path.is_relative_to("/usr"))
