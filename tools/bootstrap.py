"""What `make` calls: builds the environment when it is out of date, then goes on.

Runs on any Python 3 and imports nothing but the standard library, because it is what
makes everything else available.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
FRONTEND = ROOT / "frontend"
LOCK = ROOT / "requirements.lock"
# The tools that Subtext is compared with (benchmarks/, tests/peers).
PEERS = ROOT / ".venv-peers"
PEERS_LOCK = ROOT / "benchmarks" / "peers" / "requirements.lock"
# Those that annotators work with (benchmarks/annotate_loop); they need other versions of
# packages that Subtext uses.
ANNOTATORS = ROOT / ".venv-annotators"
ANNOTATORS_LOCK = ROOT / "benchmarks" / "peers" / "annotating.lock"
# Builds of torch differ by machine (CPU, CUDA), so no lock can name their bytes. Of
# torchvision only the Python part is needed, which any build has.
PEERS_TORCH = (["torch==2.13.0"], ["--no-deps", "torchvision==0.28.0"])


class SetupError(Exception):
    """Ends the run with one clear sentence."""


def main(arguments: Sequence[str]) -> int:
    try:
        if sys.version_info < (3, 11):  # noqa: UP036 - this is who says so
            raise SetupError(
                "Subtext needs Python 3.11 or newer, but this is {}.{}: "
                "choose another one, for example `make run PYTHON=python3.12`.".format(
                    *sys.version_info[:2]
                )
            )
        command = arguments[0] if arguments else "setup"
        if command == "peers":
            peers()
            return replace("-m", "pytest", "-q", "tests/peers", venv=PEERS)
        environment(VENV, LOCK)
        if command == "packages":
            node_modules()
            return 0
        schema()
        if command == "schema":
            return 0
        if command == "reference":
            return replace("-m", "tools.reference")
        if command == "test-changed":
            node_modules()
            return replace("-m", "tools.changed")
        frontend()
        if command == "test":
            return replace("tools/check.py", *arguments[1:])
        if command == "test-slow":
            return replace("tools/check.py", "--slow", *arguments[1:])
        empty_database()
        if command == "wheel":
            wheel()
            return 0
        if command == "run":
            return replace("manage.py", "run", *_demo())
        if command != "setup":
            raise SetupError(
                "Usage: bootstrap.py setup | run | test | test-slow | test-changed"
                " | schema | reference | packages | wheel | peers"
            )
        print("Ready. `make run` starts the demo, `make test` checks everything.")
    except SetupError as stop:
        print(stop, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def replace(*arguments: str, venv: Path = VENV) -> int:
    """Go on as the environment's Python, so that signals reach it directly."""
    python = str(scripts(venv) / "python")
    os.chdir(str(ROOT))
    os.execv(python, [python, *arguments])  # noqa: S606


def scripts(venv: Path) -> Path:
    """Where an environment keeps its programs."""
    return venv / ("Scripts" if os.name == "nt" else "bin")


def environment(venv: Path, lock: Path, *more: list[str]) -> None:
    """The environment holds exactly what the lock file says, and ``more``."""
    wanted = digest([lock], str(sys.version_info[:2]) + " ".join(map(" ".join, more)))
    stamp = venv / "subtext-stamp"
    if read(stamp) == wanted:
        return
    name = lock.relative_to(ROOT)
    print(f"Installing the Python packages of {name} …", flush=True)
    if not (scripts(venv) / "python").exists():
        call([sys.executable, "-m", "venv", str(venv)], "make a virtual environment")
    # The lock is complete: torch is not looked for where a peer asks for it.
    for wants in (["--require-hashes", "--no-deps", "-r", str(lock)], *more):
        call(
            [
                str(scripts(venv) / "python"),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                *wants,
            ],
            "install the Python packages (is there a network?)",
        )
    stamp.write_text(wanted)


def peers() -> None:
    """`.venv-peers` holds Subtext's packages and those it is compared with.

    `.venv-annotators` holds other tools for annotating, without Subtext.
    """
    environment(PEERS, PEERS_LOCK, *PEERS_TORCH)
    environment(ANNOTATORS, ANNOTATORS_LOCK)


def node_modules() -> None:
    """`frontend/node_modules` holds exactly what the npm lock says."""
    wanted = digest([FRONTEND / "package-lock.json"], "")
    stamp = FRONTEND / "node_modules" / "subtext-stamp"
    if read(stamp) == wanted:
        return
    print("Installing the front end's packages …", flush=True)
    call(
        [
            str(scripts(VENV) / "npm"),
            "ci",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ],
        "install the front end's packages (is there a network?)",
        cwd=FRONTEND,
    )
    stamp.write_text(wanted)


def schema() -> None:
    """`frontend/openapi.json` and the TypeScript types say what the Python code says."""
    made = [FRONTEND / "openapi.json", FRONTEND / "src" / "api" / "generated.ts"]
    sources = sorted(
        path
        for package in ROOT.iterdir()
        if (package / "__init__.py").exists()
        and package.name not in {"benchmarks", "tests"}
        for path in package.rglob("*.py")
        if "migrations" not in path.parts
    )
    wanted = digest([*sources, LOCK], "")
    stamp = FRONTEND / "node_modules" / "subtext-schema-stamp"
    if read(stamp) == wanted and all(path.exists() for path in made):
        return
    node_modules()
    print("Writing the API's schema and its TypeScript types …", flush=True)
    call(
        [
            str(scripts(VENV) / "python"),
            "manage.py",
            "spectacular",
            "--settings=config.settings.test",
            "--format=openapi-json",
            f"--file={made[0]}",
        ],
        "write the API's schema",
    )
    call(
        [str(scripts(VENV) / "npm"), "run", "--silent", "generate"],
        "write the API's types",
        cwd=FRONTEND,
    )
    stamp.write_text(wanted)


def frontend() -> None:
    """`frontend/dist` is built from the sources as they are."""
    sources = sorted(
        path
        for path in FRONTEND.rglob("*")
        if path.is_file()
        and path.relative_to(FRONTEND).parts[0] not in {"node_modules", "dist"}
    )
    wanted = digest(sources, "")
    stamp = FRONTEND / "dist" / "subtext-stamp"
    if read(stamp) == wanted:
        return
    node_modules()
    print("Building the front end …", flush=True)
    call(
        [str(scripts(VENV) / "npm"), "run", "--silent", "build"],
        "build it",
        cwd=FRONTEND,
    )
    stamp.write_text(wanted)


def empty_database() -> None:
    """`build/empty.sqlite3` has every migration, for the first start to copy."""
    sources = sorted(
        path
        for package in ROOT.iterdir()
        if package.is_dir() and package.name not in {"frontend", "tests"}
        for path in package.glob("migrations/*.py")
    )
    wanted = digest([*sources, LOCK], "")
    database = ROOT / "build" / "empty.sqlite3"
    stamp = database.with_suffix(".stamp")
    if read(stamp) == wanted and database.exists():
        return
    print("Preparing an empty database …", flush=True)
    database.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=str(database.parent)) as folder:
        call(
            [str(scripts(VENV) / "python"), "manage.py", "migrate", "--verbosity=0"],
            "prepare an empty database",
            SUBTEXT_DATA_DIR=folder,
            DJANGO_SETTINGS_MODULE="config.settings.embedded",
        )
        Path(folder, "subtext.sqlite3").replace(database)
    stamp.write_text(wanted)


def wheel() -> None:
    """`dist/` holds the wheel of this version, built front end included."""
    folder = ROOT / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    pip = [str(scripts(VENV) / "python"), "-m", "pip", "--disable-pip-version-check"]
    call(
        [*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), "."],
        "build the wheel (is there a network?)",
    )
    print(*folder.iterdir())


def _demo() -> list[str]:
    """`make run DEMO=no`: an empty installation."""
    chosen = os.environ.get("DEMO", "yes")
    if chosen not in {"yes", "no"}:
        raise SetupError(f"DEMO is {chosen!r}. It must be yes or no.")
    return ["--demo"] if chosen == "yes" else []


def call(
    command: Sequence[str], purpose: str, cwd: Path = ROOT, **variables: str
) -> None:
    # The environment's own Node comes first, whatever else is installed.
    path = os.pathsep.join([str(scripts(VENV)), os.environ.get("PATH", "")])
    try:
        done = subprocess.run(
            command,
            cwd=str(cwd),
            env={**os.environ, "PATH": path, **variables},
            check=False,
        )
    except OSError as error:
        raise SetupError(f"Could not {purpose}: {error}") from error
    if done.returncode:
        raise SetupError(f"Could not {purpose}: see the messages above.")


def digest(paths: Sequence[Path], extra: str) -> str:
    whole = hashlib.sha256(extra.encode())
    for path in paths:
        whole.update(str(path.relative_to(ROOT)).encode())
        whole.update(path.read_bytes())
    return whole.hexdigest()


def read(path: Path) -> str | None:
    try:
        return path.read_text()
    except OSError:
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
