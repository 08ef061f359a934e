"""The drill: back up while fifty people work, restore, and go on.

The restored installation has every write that was acknowledged before the moment of the
backup, and no half of a later one.
"""

import hashlib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from tests.backups.drill import PEOPLE, SLUG, Write, enroll, people_at_work, saved
from tests.backups.installations import manifests, one_machine, run, server
from tests.curation.installation import Installation
from tests.support.services import REDIS, free_port, require_service

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]


@contextmanager
def served(installation: Installation) -> Iterator[str]:
    """The address of the installation's web server."""
    port = free_port()
    web = installation.web(port)
    url = f"http://127.0.0.1:{port}"
    deadline = monotonic() + 120
    while True:
        try:
            httpx.get(f"{url}/readyz").raise_for_status()
            break
        except httpx.HTTPError:
            assert web.poll() is None, installation.log.read_text()[-3000:]
            assert monotonic() < deadline
            sleep(0.2)
    yield url
    installation.kill(web)


@contextmanager
def source_of(kind: str, place: Path, folder: Path) -> Iterator[Installation]:
    """An installation with work to do, restored from a backup."""
    if kind == "one machine":
        installation: Installation = one_machine(folder)
        installation.manage("restore", str(place))
        yield installation
        installation.stop()
    else:
        require_service(REDIS, "Redis")
        with server(folder) as many:
            many.manage("restore", str(place))
            yield many


@pytest.mark.parametrize("kind", ["one machine", "many machines"])
def test_a_backup_while_fifty_people_work(
    kind: str, shared_place: Path, tmp_path: Path
) -> None:
    place = tmp_path / "place"
    with source_of(kind, shared_place, tmp_path / "source") as source:
        enrolled = enroll(source)
        with served(source) as url, people_at_work(url, enrolled) as crew:
            done: subprocess.CompletedProcess[bytes] = run(source, "backup", str(place))
        assert done.returncode == 0, done.stderr.decode()
        assert done.stderr == b""
    [manifest] = manifests(place)
    moment = datetime.fromisoformat(manifest["at"])
    assert manifest["damaged"] == []

    # On the other database.
    with target_of(kind, tmp_path / "target") as target:
        target.manage("restore", str(place))
        messages = target.rows(
            "SELECT m.text FROM review_message m JOIN review_thread t "
            "ON t.id = m.thread_id WHERE m.text LIKE 'Person %'"
        )
        check({text for (text,) in messages}, [p.threads for p in crew], moment)
        halves = target.rows(
            "SELECT t.id FROM review_thread t LEFT JOIN review_message m "
            "ON m.thread_id = t.id WHERE m.id IS NULL AND t.origin <> 'dissent'"
        )
        assert list(halves) == []
        parts = target.rows(
            "SELECT path, stored FROM curation_uploadpart WHERE path LIKE 'Person %'"
        )
        texts = {path.removesuffix(".txt") for path, _stored in parts}
        check(texts, [person.files for person in crew], moment)
        for path, stored in parts[:: max(1, len(parts) // 50)]:
            assert target.stored(stored) == digest(path.removesuffix(".txt"))
        for slug in ("ii-bench", "cmmmu"):
            target.manage("release_export", slug, "1.0.0", str(tmp_path / slug))
            target.manage("release_verify", str(tmp_path / slug))
        goes_on(target, enrolled.tokens[0], enrolled.item)


@contextmanager
def target_of(kind: str, folder: Path) -> Iterator[Installation]:
    if kind == "one machine":
        require_service(REDIS, "Redis")
        with server(folder) as many:
            yield many
    else:
        installation = one_machine(folder)
        yield installation
        installation.stop()


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def check(restored: set[str], writes: list[list[Write]], moment: datetime) -> None:
    """Everything acknowledged before is there, and nothing that nobody sent by then."""
    everything = [write for of_person in writes for write in of_person]
    before = {w.text for w in saved(everything) if w.acknowledged_at < moment}  # type: ignore[operator]
    assert len(before) >= PEOPLE
    assert before <= restored <= {write.text for write in everything}


def goes_on(target: Installation, token: str, item: int) -> None:
    """It serves what was written, takes new writes, and its workers take jobs up."""
    headers = {"Authorization": f"Token {token}"}
    with served(target) as url:
        api = httpx.Client(
            base_url=f"{url}/api/projects/{SLUG}/", headers=headers, timeout=60
        )
        api.get("threads/").raise_for_status()
        body = {"item": item, "text": "After the restore."}
        assert api.post("threads/open/", json=body).status_code == httpx.codes.CREATED
    # The upgrade of the kept installation left these to workers.
    jobs = "SELECT status FROM workflow_job WHERE kind = 'review.search'"
    assert {status for (status,) in target.rows(jobs)} == {"queued"}
    target.worker("drill")
    deadline = monotonic() + 300
    while {status for (status,) in target.rows(jobs)} != {"finished"}:
        assert monotonic() < deadline, target.log.read_text()[-3000:]
        sleep(0.5)
