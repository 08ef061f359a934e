"""Backups that the tests of this folder share."""

import shutil
from pathlib import Path

import pytest

from tests.backups.installations import OLDER, one_machine, run, unpack_kept
from tests.curation.installation import OneMachine


@pytest.fixture(scope="session")
def older_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a backup at the migrations of the first 0.2.0."""
    folder = tmp_path_factory.mktemp("older")
    unpack_kept(folder)
    place = folder / "backups"
    code = OLDER.format(destination=str(place))
    one_machine(folder / "data").manage("shell", "--verbosity=0", "--command", code)
    return place


@pytest.fixture(scope="session")
def restored(older_place: Path, tmp_path_factory: pytest.TempPathFactory) -> OneMachine:
    """That backup, restored on one machine by this version. Only read it."""
    installation = one_machine(tmp_path_factory.mktemp("restored") / "data")
    installation.manage("restore", str(older_place))
    return installation


@pytest.fixture(scope="session")
def shared_place(
    restored: OneMachine, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with one backup of ``restored``. Only read it."""
    place = tmp_path_factory.mktemp("backups") / "place"
    done = run(restored, "backup", str(place))
    assert done.returncode == 0, done.stderr.decode()
    return place


@pytest.fixture
def place(shared_place: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to change."""
    return Path(shutil.copytree(shared_place, tmp_path / "place"))


@pytest.fixture
def target(tmp_path: Path) -> OneMachine:
    """An installation in which nothing is yet."""
    return one_machine(tmp_path / "target")
