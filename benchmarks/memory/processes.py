"""The memory of a tree of processes, by what each of them is."""

from collections import Counter
from contextlib import suppress
from pathlib import Path

from benchmarks.faults.processes import children, command_of

ROLES = {
    "manage.py run": "run",
    "granian": "web",
    "subtext_runner": "worker-gpu",
    "celery --app config.celery beat": "beat",
    "celery --app config.celery worker": "worker",
}
"""What a process is, by a part of its command line."""


def memory_of(root: int, name: str = "") -> dict[str, int]:
    """Return the bytes of the processes from ``root`` on.

    Each is named by its role and its number among those of its parent with this role;
    the first is ``name``, if given.
    """
    sizes: dict[str, int] = {}
    name = name or _role_of(root)
    size = _proportional_size(root)
    if size is not None:
        sizes[name] = size
    numbers = Counter[str]()
    for child in children(root):
        role = _role_of(child)
        numbers[role] += 1
        inherits = role in {_role_of(root), "process"}
        below = f"{name}, process {numbers[role]}" if inherits else role
        sizes |= memory_of(child, below)
    return sizes


def _role_of(process: int) -> str:
    command = command_of(process)
    return next((role for part, role in ROLES.items() if part in command), "process")


def _proportional_size(process: int) -> int | None:
    """Return the bytes of its memory, with a part of each shared page; None if gone."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return None
