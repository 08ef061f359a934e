"""Build what a `make` target needs if it is out of date, then run the target.

Runs on any Python 3 and imports only the standard library, because it installs all other
packages.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
FRONTEND = ROOT / "frontend"
LOCK = ROOT / "requirements.lock"
RUN_LOCK = ROOT / "requirements-run.lock"
"""Without the packages of tests and development."""
RUN_COMMANDS = {"run", "build", "packages"}
# Tools that Subtext is compared with (benchmarks/, tests/peers).
PEERS = ROOT / ".venv-peers"
PEERS_LOCK = ROOT / "benchmarks" / "peers" / "requirements.lock"
# Annotation tools (benchmarks/annotate_loop); they need other versions of packages that
# Subtext uses.
ANNOTATORS = ROOT / ".venv-annotators"
ANNOTATORS_LOCK = ROOT / "benchmarks" / "peers" / "annotating.lock"
# Builds of torch differ by machine (CPU, CUDA), so no lock file can hold their hashes.
# Only the Python part of torchvision is needed, which every build has.
PEERS_TORCH = (["torch==2.13.0"], ["--no-deps", "torchvision==0.28.0"])


class SetupError(Exception):
    """A problem that ends the run; its message is printed."""


def main(arguments: Sequence[str]) -> int:
    try:
        if sys.version_info < (3, 11):  # noqa: UP036 - checked here
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
        if command == "run":
            _demo()
            require_port()
            announce()
        if command in RUN_COMMANDS:
            # An environment for development has all that it needs.
            environment(VENV, RUN_LOCK, instead=LOCK)
        else:
            environment(VENV, LOCK)
        if command == "packages":
            node_modules()
            return 0
        if command == "texts":
            return replace("-m", "tools.texts")
        compile_texts()
        if command == "test-changed":
            node_modules()
            return replace("-m", "tools.changed")
        schema()
        if command == "schema":
            return 0
        if command == "reference":
            return replace("-m", "tools.reference")
        frontend()
        empty_database()
        if command == "test":
            return replace("tools/check.py", *arguments[1:])
        if command == "tutorial":
            return replace("-m", "tools.tutorial")
        if command == "test-slow":
            return replace("tools/check.py", "--slow", *arguments[1:])
        if command == "wheel":
            wheel()
            return 0
        if command == "run":
            return replace("manage.py", "run", *_demo())
        if command == "build":
            return 0
        if command != "setup":
            raise SetupError(
                "Usage: bootstrap.py setup | build | run | test | test-slow | test-changed"
                " | schema | reference | texts | tutorial | packages | wheel | peers"
            )
        print("Ready. `make run` starts the demo, `make test` checks everything.")
    except SetupError as stop:
        print(stop, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def replace(*arguments: str, venv: Path = VENV) -> int:
    """Replace this process by the environment's Python, which then gets the signals."""
    python = str(scripts(venv) / "python")
    os.chdir(str(ROOT))
    os.execv(python, [python, *arguments])  # noqa: S606


def scripts(venv: Path) -> Path:
    """Return the folder of an environment's programs."""
    return venv / ("Scripts" if os.name == "nt" else "bin")


def environment(
    venv: Path, lock: Path, *more: list[str], instead: Path | None = None
) -> None:
    """Install the packages of the lock file, and ``more``, into the environment.

    Does nothing where they, or those of the lock file ``instead``, are installed.
    """
    expected_digest = packages_digest(lock, *more)
    stamp = venv / "subtext-stamp"
    installed = read(stamp)
    if installed == expected_digest or (
        instead and installed == packages_digest(instead)
    ):
        return
    name = lock.relative_to(ROOT)
    print(f"Installing the Python packages of {name} …", flush=True)
    if not (scripts(venv) / "python").exists():
        call([sys.executable, "-m", "venv", str(venv)], "make a virtual environment")
    # The lock file is complete, so dependencies such as torch are not resolved again.
    for pip_arguments in (["--require-hashes", "--no-deps", "-r", str(lock)], *more):
        call(
            [
                str(scripts(venv) / "python"),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                *pip_arguments,
            ],
            "install the Python packages (is there a network?)",
        )
    stamp.write_text(expected_digest)


def packages_digest(lock: Path, *more: list[str]) -> str:
    """Return what identifies the packages of an environment."""
    return digest([lock], str(sys.version_info[:2]) + " ".join(map(" ".join, more)))


def is_first_start() -> bool:
    """Return whether packages have to be installed before the start."""
    return not (VENV / "subtext-stamp").exists()


def announce() -> None:
    """Say what the first start installs, how long it takes and how much disk."""
    if is_first_start():
        print(
            "First start: installing Python packages into .venv and packages of the front"
            " end into frontend/node_modules. This takes about five minutes and"
            " 1.8 GB of disk, once; later starts take seconds.",
            flush=True,
        )


def require_port() -> None:
    """Raise SetupError if the port is taken, before minutes of installation."""
    # Needs no packages.
    sys.path.insert(0, str(ROOT))
    from core.environment.general import PORT  # noqa: PLC0415
    from core.environment.variables import (  # noqa: PLC0415
        EnvironmentVariableError,
    )

    try:
        port = PORT.read()
    except EnvironmentVariableError as error:
        raise SetupError(str(error)) from error
    if not is_first_start():
        # `manage.py run` also says whether Subtext itself holds the port.
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise SetupError(
                f"Port {port} is in use. Choose another one in {PORT.name}, "
                f"for example {PORT.name}={port % 65535 + 1}."
            ) from error


def peers() -> None:
    """`.venv-peers` holds Subtext's packages and those it is compared with.

    `.venv-annotators` holds other tools for annotating, without Subtext.
    """
    environment(PEERS, PEERS_LOCK, *PEERS_TORCH)
    environment(ANNOTATORS, ANNOTATORS_LOCK)


def node_modules() -> None:
    """Install the packages of the npm lock file into `frontend/node_modules`."""
    expected_digest = digest([FRONTEND / "package-lock.json"], "")
    stamp = FRONTEND / "node_modules" / "subtext-stamp"
    if read(stamp) == expected_digest:
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
    stamp.write_text(expected_digest)


def server_catalogues() -> list[Path]:
    """Return the files with the translations of server texts."""
    return sorted(ROOT.glob("*/locale/*/LC_MESSAGES/django.po"))


def compile_texts() -> None:
    """Write the translations of server texts in the form that Django reads."""
    catalogues = server_catalogues()
    outputs = [path.with_suffix(".mo") for path in catalogues]
    stamp = ROOT / "build" / "texts.stamp"
    expected_digest = digest(catalogues, "")
    if read(stamp) == expected_digest and all(path.exists() for path in outputs):
        return
    call(
        [str(scripts(VENV) / "python"), "-m", "tools.texts", "--compile"],
        "compile the translations",
    )
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(expected_digest)


def schema() -> None:
    """Write the API's description, its TypeScript types and the table of roles."""
    types = FRONTEND / "src" / "api"
    outputs = [FRONTEND / "openapi.json", types / "generated.ts", types / "roles.json"]
    sources = sorted(
        path
        for package in ROOT.iterdir()
        if (package / "__init__.py").exists()
        and package.name not in {"benchmarks", "tests"}
        for path in package.rglob("*.py")
        if "migrations" not in path.parts
    )
    expected_digest = digest([*sources, *server_catalogues(), LOCK], "")
    stamp = FRONTEND / "node_modules" / "subtext-schema-stamp"
    if read(stamp) == expected_digest and all(path.exists() for path in outputs):
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
            f"--file={outputs[0]}",
        ],
        "write the API's schema",
    )
    call(
        [str(scripts(VENV) / "npm"), "run", "--silent", "generate"],
        "write the API's types",
        cwd=FRONTEND,
    )
    call(
        [str(scripts(VENV) / "python"), "-m", "tools.roles", str(outputs[2])],
        "write the table of roles",
    )
    stamp.write_text(expected_digest)


def frontend() -> None:
    """Build `frontend/dist` from the current sources."""
    sources = sorted(
        path
        for path in FRONTEND.rglob("*")
        if path.is_file()
        and path.relative_to(FRONTEND).parts[0] not in {"node_modules", "dist"}
    )
    expected_digest = digest(sources, "")
    stamp = FRONTEND / "dist" / "subtext-stamp"
    if read(stamp) == expected_digest:
        return
    node_modules()
    print("Building the front end …", flush=True)
    call(
        [str(scripts(VENV) / "npm"), "run", "--silent", "build"],
        "build it",
        cwd=FRONTEND,
    )
    stamp.write_text(expected_digest)


def empty_database() -> None:
    """Create `build/empty.sqlite3` with all migrations; the first start copies it."""
    sources = sorted(
        path
        for package in ROOT.iterdir()
        if package.is_dir() and package.name not in {"frontend", "tests"}
        for path in package.glob("migrations/*.py")
    )
    expected_digest = digest([*sources, *server_catalogues(), LOCK], "")
    database = ROOT / "build" / "empty.sqlite3"
    stamp = database.with_suffix(".stamp")
    if read(stamp) == expected_digest and database.exists():
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
    stamp.write_text(expected_digest)


def wheel() -> None:
    """Build the wheel of this version into `dist/`, with the built front end."""
    folder = ROOT / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    pip = [str(scripts(VENV) / "python"), "-m", "pip", "--disable-pip-version-check"]
    call(
        [*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), "."],
        "build the wheel (is there a network?)",
    )
    print(*folder.iterdir())


def _demo() -> list[str]:
    """Return the option for the demo; `make run DEMO=no` runs without it."""
    answer = os.environ.get("DEMO", "yes")
    if answer not in {"yes", "no"}:
        raise SetupError(f"DEMO is {answer!r}. It must be yes or no.")
    return ["--demo"] if answer == "yes" else []


def call(
    command: Sequence[str], purpose: str, cwd: Path = ROOT, **variables: str
) -> None:
    # The environment's own Node takes precedence over an installed one.
    path = os.pathsep.join([str(scripts(VENV)), os.environ.get("PATH", "")])
    try:
        result = subprocess.run(
            command,
            cwd=str(cwd),
            env={**os.environ, "PATH": path, **variables},
            check=False,
        )
    except OSError as error:
        raise SetupError(f"Could not {purpose}: {error}") from error
    if result.returncode:
        raise SetupError(f"Could not {purpose}: see the messages above.")


def digest(paths: Sequence[Path], extra: str) -> str:
    file_hash = hashlib.sha256(extra.encode())
    for path in paths:
        file_hash.update(str(path.relative_to(ROOT)).encode())
        file_hash.update(path.read_bytes())
    return file_hash.hexdigest()


def read(path: Path) -> str | None:
    try:
        return path.read_text()
    except OSError:
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
