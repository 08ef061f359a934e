"""What a person with the wrong Python, or without a network, reads."""

import os
import re
import runpy
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.services import free_port

ROOT = Path(__file__).resolve().parent.parent.parent


def bootstrap() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "bootstrap.py"))


def test_too_old_a_python_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main = bootstrap()["main"]
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert main(["setup"]) == 1
    said = capsys.readouterr().err.strip()
    assert said.count("\n") == 0
    assert "3.11 or newer" in said
    assert "this is 3.9" in said


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What `make run` needs before its packages, with a lock that cannot be met."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "bootstrap.py", tmp_path / "tools")
    for used in ("environment", "time_zones.py"):
        source = ROOT / "core" / used
        copy = shutil.copytree if source.is_dir() else shutil.copy
        (tmp_path / "core").mkdir(exist_ok=True)
        copy(source, tmp_path / "core" / used)
    (tmp_path / "frontend").mkdir()
    lock = f"django==5.2 --hash=sha256:{'0' * 64}\n"
    (tmp_path / "requirements.lock").write_text(lock)
    (tmp_path / "requirements-run.lock").write_text(lock)
    return tmp_path


def run_target(folder: Path, target: str, **variables: str) -> Any:
    """Run a target without a network."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SUBTEXT_")}
    return subprocess.run(
        [sys.executable, str(folder / "tools" / "bootstrap.py"), target],
        env={**kept, "PIP_NO_INDEX": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_first_start_says_what_it_installs_first(checkout: Path) -> None:
    done = run_target(checkout, "run", SUBTEXT_PORT=str(free_port()))
    first, second = done.stdout.splitlines()[:2]
    assert first.startswith("First start: installing")
    assert re.search(r"about \w+ minutes and [\d.]+ GB of disk", first)
    assert "requirements-run.lock" in second


def test_a_taken_port_is_named_before_anything_is_installed(checkout: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run_target(checkout, "run", SUBTEXT_PORT=str(port))
    assert done.returncode == 1
    assert done.stderr.startswith(f"Port {port} is in use. Choose another one in")
    assert not (checkout / ".venv").exists()


def test_a_port_that_is_none_is_named_before_anything_is_installed(
    checkout: Path,
) -> None:
    done = run_target(checkout, "run", SUBTEXT_PORT="80000")
    assert done.stderr.strip() == (
        "SUBTEXT_PORT is '80000': it must be a whole number from 1 to 65535."
    )
    assert not (checkout / ".venv").exists()


def test_other_targets_install_the_packages_of_tests_too(checkout: Path) -> None:
    done = run_target(checkout, "setup")
    assert "packages of requirements.lock …" in done.stdout


def test_a_start_needs_no_packages_of_development() -> None:
    """Both locks hold the same versions, so that `make test` only adds packages."""
    run, full = (
        dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / name).read_text("utf-8")))
        for name in ("requirements-run.lock", "requirements.lock")
    )
    assert run.items() <= full.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["demo"], *extras["build"]]
    names = {re.split(r"[\[<>=]", need)[0].lower() for need in needed}
    assert names <= run.keys()
    assert not run.keys() & {"mypy", "playwright", "pytest", "ruff", "moto", "datasets"}


def test_without_a_network_the_last_line_says_so(checkout: Path) -> None:
    done = run_target(checkout, "setup")
    assert done.returncode == 1
    assert "is there a network?" in done.stderr.strip().splitlines()[-1]
    assert "Traceback" not in done.stderr
