"""The guides to extensions are followed word by word in a copy of the tree."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.guides.guide import ROOT, read_guide

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

LINKED = (
    ".venv",
    "frontend/dist",
    "core/locale/zh_Hans/LC_MESSAGES/django.mo",
)
PACKAGES = "frontend/node_modules"
MOST_FILES = 6
"""New and changed files of a newcomer's task, those included that commands write."""


def tracked_files() -> list[str]:
    """Return the files of the tree that git does not ignore."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in names.stdout.split("\0") if (ROOT / name).is_file()]


def changed_files(tree: Path) -> set[str]:
    """Return the tracked files that differ in a copy of the tree."""
    return {
        name
        for name in tracked_files()
        if (tree / name).read_bytes() != (ROOT / name).read_bytes()
    }


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The tree as somebody has it after `make setup`."""
    for name in tracked_files():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in LINKED:
        (tmp_path / name).symlink_to(ROOT / name)
    # A folder of its own, because tools keep their caches in it.
    (tmp_path / PACKAGES).mkdir()
    for package in (ROOT / PACKAGES).iterdir():
        if package.name == "subtext-stamp":
            shutil.copy(package, tmp_path / PACKAGES)
        elif package.name not in {"subtext-schema-stamp", ".cache"}:
            (tmp_path / PACKAGES / package.name).symlink_to(package)
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "add-a-curation-stage",
        "add-a-metric",
        "add-a-protocol",
        "add-a-question-format",
        "add-an-export-layout",
    ],
)
def test_a_guide_is_followed(name: str, copy: Path) -> None:
    guide = read_guide(name)
    assert guide.commands, "a guide ends with what shows that it worked"
    guide.apply(copy)
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SUBTEXT_", "DJANGO_", "PYTEST_"))
    }
    for command in guide.commands:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=copy,
            env=clean,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    files = changed_files(copy) | guide.new_files.keys()
    assert len(files) <= MOST_FILES, sorted(files)
