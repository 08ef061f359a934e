"""kill -9 during a backup or a restore harms nothing."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.backups.installations import (
    bucket_names,
    is_empty,
    manifests,
    one_machine,
    rows_of,
    server,
)
from tests.curation.installation import Installation, ManyMachines, OneMachine
from tests.support.services import POSTGRESQL

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


def kill_when(
    installation: Installation, is_time: Callable[[], bool], *arguments: str
) -> None:
    """Begin a command and kill it at a moment."""
    process: subprocess.Popen[bytes] = installation.start(
        sys.executable, "manage.py", *arguments
    )
    deadline = monotonic() + 300
    while not is_time():
        assert process.poll() is None, installation.log.read_text()[-2000:]
        assert monotonic() < deadline
        sleep(0.001)
    installation.kill(process)


def has(folder: Path, pattern: str) -> Callable[[], bool]:
    return lambda: next(folder.glob(pattern), None) is not None


@pytest.mark.parametrize(
    "moment",
    ["media/restore-unfinished.json", "media/thumbnails/*/*", "*.restoring-wal"],
)
def test_a_killed_restore_is_cleared_by_the_next(
    moment: str, shared_place: Path, target: OneMachine, tmp_path: Path
) -> None:
    kill_when(target, has(target.folder, moment), "restore", str(shared_place))
    assert not (target.folder / "subtext.sqlite3").exists()

    target.manage("restore", str(shared_place))
    target.manage("backup", str(tmp_path / "again"))

    [before], [after] = manifests(shared_place), manifests(tmp_path / "again")
    assert rows_of(after) == rows_of(before)
    assert after["files"]["count"] == before["files"]["count"]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Children that Ctrl-C ends, also if a shell has begun the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_restore_says_so_in_a_sentence(
    shared_place: Path, target: OneMachine
) -> None:
    command = (sys.executable, "manage.py", "restore", str(shared_place))
    process = target.start(*command)
    is_time = has(target.folder, "media/restore-unfinished.json")
    while not is_time():
        assert process.poll() is None, target.log.read_text()[-2000:]
        sleep(0.001)
    process.send_signal(signal.SIGINT)

    assert process.wait() == 130
    said = target.log.read_text().splitlines()[-1]
    assert said.startswith("CommandError: Interrupted: nothing is done by halves.")
    assert "Traceback" not in target.log.read_text()
    assert is_empty(target)


def test_a_killed_restore_is_cleared_by_the_next_start(
    shared_place: Path, target: OneMachine
) -> None:
    moment = has(target.folder, "*.restoring")
    kill_when(target, moment, "restore", str(shared_place))
    assert not is_empty(target)

    said = target.manage("installation_prepare")

    assert "A restore was interrupted." in said
    assert is_empty(target)


def copies_rows(installation: ManyMachines) -> bool:
    """Whether rows are being written, seen from outside.

    A restore does not begin while another process uses its database.
    """
    name = urlsplit(installation.environment["SUBTEXT_DATABASE_URL"]).path[1:]
    query = "SELECT 1 FROM pg_stat_activity WHERE datname = %s AND query LIKE 'COPY %%'"
    with psycopg.connect(POSTGRESQL) as database:
        return database.execute(query, [name]).fetchone() is not None


def test_a_killed_restore_leaves_an_empty_server(
    shared_place: Path, tmp_path: Path
) -> None:
    with server(tmp_path / "server") as other:
        kill_when(other, lambda: copies_rows(other), "restore", str(shared_place))
        endpoint = other.environment["SUBTEXT_S3_ENDPOINT"]
        assert bucket_names(endpoint, "subtext") != set()

        assert "A restore was interrupted." in other.manage("installation_prepare")

        assert bucket_names(endpoint, "subtext") == set()
        assert other.rows("SELECT COUNT(*) FROM projects_user")[0][0] == 0
        other.manage("restore", str(shared_place))
        assert len(other.rows("SELECT id FROM releases_release")) == 2


@pytest.mark.parametrize("moment", ["files/*/*", "backups/*/tables/*"])
def test_a_killed_backup_counts_for_nothing(
    moment: str, restored: OneMachine, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    kill_when(restored, has(place, moment), "backup", str(place))
    assert manifests(place) == []

    restored.manage("backup", str(place))
    target = one_machine(tmp_path / "target")
    target.manage("restore", str(place))

    assert len(manifests(place)) == 1
    assert len(target.rows("SELECT id FROM releases_release")) == 2
