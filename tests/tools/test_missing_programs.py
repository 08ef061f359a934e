"""What a `make` target says where git, `main` or a browser is missing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder with the tools alone."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    return tmp_path


def say_of(folder: Path, module: str, path: str) -> str:
    """What a tool says with these programs in reach."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        cwd=folder,
        env={"PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return (done.stdout + done.stderr).strip()


def test_without_git_the_other_target_is_named(tools: Path) -> None:
    said = say_of(tools, "tools.changed", path="/nowhere")
    assert said == "git is missing. Install it, or run `make test`, which needs none."


def test_without_main_the_way_to_it_is_named(tools: Path) -> None:
    git = shutil.which("git")
    assert git is not None
    subprocess.run([git, "init", "-q", "-b", "topic"], cwd=tools, check=True)
    said = say_of(tools, "tools.changed", path=str(Path(git).parent))
    assert said.startswith("There is no branch `main`")
    assert "`git fetch origin main:main`" in said


def test_without_a_browser_the_variable_is_named(tools: Path) -> None:
    said = say_of(tools, "tools.tutorial", path="/nowhere")
    assert said == "Chromium is missing. Install it, or name it in SUBTEXT_CHROMIUM."
