"""The wheel in an environment of its own, as `pip install` leaves it."""

import json
import os
import re
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from config.version import VERSION
from tests.journeys.product import free_port

ROOT = Path(__file__).resolve().parent.parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(
        [sys.executable, ROOT / "tools" / "bootstrap.py", "wheel"], cwd=ROOT, check=True
    )
    (wheel,) = (ROOT / "dist").glob("subtext_bench-*.whl")
    venv.create(folder / "environment", with_pip=True)
    programs = folder / "environment" / "bin"
    # The versions that are tested; hashes are for files of another index.
    lock = (ROOT / "requirements.lock").read_text()
    locked = re.findall(r"^(\S+==.+) \\$", lock, re.M)
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(locked))
    subprocess.run(
        [programs / "pip", "install", "-q", "-c", constraints, wheel],
        cwd=folder,
        check=True,
    )
    return programs


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The variables of a person's shell on a machine without a checkout."""
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "LANG", "TMPDIR"}}
    return {**kept, "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}


def test_the_command_names_its_version(installed: Path, home: dict[str, str]) -> None:
    said = subprocess.run(
        [installed / "subtext", "--version"],
        env=home,
        cwd=home["HOME"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == f"subtext {VERSION}\n"


def test_the_runner_has_a_command_of_its_own(
    installed: Path, home: dict[str, str]
) -> None:
    completed = subprocess.run(
        [installed / "subtext-runner", "extract"],
        input='{"response": "The answer is B.", "options": ["joy", "grief"]}\n',
        env=home,
        cwd=home["HOME"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(completed.stdout)["letter"] == "B"


def test_an_installed_subtext_serves_an_empty_installation(
    installed: Path, home: dict[str, str]
) -> None:
    port = free_port()
    with running(installed, {**home, "SUBTEXT_PORT": str(port)}) as lines:
        printed = ""
        for line in lines:
            printed += line
            if "Press Ctrl-C to stop" in line:
                break
        assert f"http://127.0.0.1:{port}/first-maintainer/" in printed
        kept = re.search(r"All data is in (.+)\. Press Ctrl-C", printed)
        assert kept is not None
        assert Path(kept[1]).is_relative_to(home["HOME"])
        page = httpx.get(f"http://127.0.0.1:{port}/login")
        assert page.is_success
        (script,) = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page.text)
        assert httpx.get(f"http://127.0.0.1:{port}{script}").is_success
        assert httpx.get(f"http://127.0.0.1:{port}/api/schema/").is_success
        unknown = httpx.get(
            f"http://127.0.0.1:{port}/api/projects/",
            headers={"Accept-Language": "zh-CN"},
        )
        assert unknown.json()["title"] == "无法完成此请求"


@contextmanager
def running(installed: Path, variables: dict[str, str]) -> Iterator[Iterator[str]]:
    """`subtext run`: the lines that it prints; stopped at the end as by Ctrl-C."""
    process = subprocess.Popen(
        [installed / "subtext", "run"],
        env=variables,
        cwd=variables["HOME"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield iter(process.stdout)
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
