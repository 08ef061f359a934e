"""What commands cost, beside an earlier revision: start, import, stages and audit.

Each command is a process of its own on an installation on SQLite in an empty folder, so
that nothing measured before is taken from a cache. Both versions run in turn with this
environment's libraries.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Cost
from benchmarks.results import Results, benchmark_parser

ROOT = Path(__file__).resolve().parent.parent
LICENCE = ("--licence", "CC0-1.0", "--rights", "redistribute", "--source", "Files")


class Command(NamedTuple):
    """A line of the table."""

    name: str
    arguments: tuple[str, ...]
    #: What `audit` exits with where a finding is blocking is no failure.
    statuses: tuple[int, ...] = (0,)


def main() -> None:
    parser = benchmark_parser("versions", __doc__)
    parser.add_argument("--before", required=True, metavar="REVISION")
    parser.add_argument("--images", type=Path, help="folder to import and filter")
    parser.add_argument("--audit", type=Path, help="published benchmark to audit")
    chosen = parser.parse_args()
    results = Results(chosen)
    with ExitStack() as stack:
        installations = {
            "before": Installation(
                stack.enter_context(_checkout(chosen.before)),
                stack.enter_context(_folder()),
            ),
            "after": Installation(ROOT, stack.enter_context(_folder())),
        }
        for installation in installations.values():
            installation.prepare()
        rows = []
        for command in _commands(chosen.images, chosen.audit):
            row = [command.name]
            for version, installation in installations.items():
                cost = installation.run(command)
                row += [f"{cost.processor:.1f}", f"{cost.clock:.1f}"]
                print(f"{version}: {' · '.join(row)}", file=sys.stderr)
            rows.append(row)
    units = ("processor s", "clock s")
    heads = [f"{version}, {unit}" for version in installations for unit in units]
    results.print_table("commands", ("command", *heads), *rows)


def _commands(images: Path | None, audited: Path | None) -> Iterator[Command]:
    yield Command("start (`check`)", ("check",))
    if images:
        source = (str(images.resolve()), *LICENCE)
        yield Command("import", ("images_import", "p", *source, "--no-filters"))
        for stage in ("near_duplicates", "text_area"):
            yield Command(stage, ("curation_run", "p", "--stage", stage, "--wait"))
        yield Command("nothing to do", ("curation_run", "p", "--wait"))
    if audited:
        yield Command("audit", ("audit", str(audited.resolve())), (0, 2))


class Installation:
    """A checkout with a data folder."""

    def __init__(self, code: Path, data: Path) -> None:
        self._code = code
        self._environment = {**os.environ, "SUBTEXT_DATA_DIR": str(data)}

    def prepare(self) -> None:
        """Make the database and an empty project."""
        for arguments in (
            ("migrate",),
            ("project_create", "p", "--protocol", "ii-bench", "--name", "P"),
        ):
            self.run(Command("", arguments))

    def run(self, command: Command) -> Cost:
        """Return what the command cost with the processes that it started."""
        cost = Cost()
        with cost:
            process = subprocess.Popen(
                [sys.executable, "manage.py", *command.arguments],
                cwd=self._code,
                env=self._environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
            _, errors = process.communicate()
        if process.returncode not in command.statuses:
            sys.exit(errors.decode(errors="replace"))
        return cost


@contextmanager
def _checkout(revision: str) -> Iterator[Path]:
    with _folder() as folder:
        code = folder / "code"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "-q", "--detach", code, revision], check=True)
        try:
            yield code
        finally:
            subprocess.run([*git, "remove", "--force", code], check=True)


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="subtext-benchmark-") as folder:
        yield Path(folder)


if __name__ == "__main__":
    main()
