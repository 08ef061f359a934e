"""kill -9 at any moment: no image is lost, taken in twice, or stuck.

Real processes on an installation of their own, killed at random moments. The moments
come from a seed that a failure prints; they fall otherwise on every machine.
"""

import io
import json
import random
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from tests.curation.drawn_images import draw, encoded, folder_of
from tests.curation.installation import INSTALLATIONS, Installation
from tests.support.services import free_port

pytestmark = pytest.mark.slow

DIFFERENT = 200
COPIES = 20
BAD = 10
KILLS = 4


@pytest.fixture
def installation(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Installation]:
    with INSTALLATIONS[request.param](tmp_path) as found:
        found.manage("project_create", "bench", "--protocol=ii-bench", "--name=B")
        yield found


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """Different pictures, exact copies of some, and files that are none."""
    found = {f"a/{n:03}.png": encoded(draw(n, (200, 150))) for n in range(DIFFERENT)}
    found |= {f"b/{n:03}.png": found[f"a/{n:03}.png"] for n in range(COPIES)}
    return found | {f"c/{n}.txt": b"no picture" for n in range(BAD)}


def packed(files: dict[str, bytes], kind: str, folder: Path) -> Path:
    """The files as a folder, a zip, or a compressed tar."""
    if kind == "folder":
        return folder_of(folder / "raw", files)
    path = folder / f"raw.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    else:
        with tarfile.open(path, "w:gz") as out:
            for name, content in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                out.addfile(member, io.BytesIO(content))
    return path


def check(installation: Installation) -> None:
    """Every file has become what it should, once, and its bytes are there."""
    (result,) = installation.rows(
        "SELECT result FROM workflow_job WHERE kind = 'curation.import'"
        " ORDER BY id DESC LIMIT 1"
    )[0]
    counts = json.loads(result) if isinstance(result, str) else result
    assert counts["files"] == DIFFERENT + COPIES + BAD
    assert counts["imported"] == DIFFERENT
    assert counts["already_present"] == COPIES
    assert counts["rejected"] == BAD
    images = installation.rows(
        "SELECT sha256, original, published_sha256, published, preview, thumbnail"
        " FROM curation_image"
    )
    assert len(images) == DIFFERENT
    for sha256, original, published_sha256, published, *others in images:
        assert installation.stored(original) == sha256
        assert installation.stored(published) == published_sha256
        for name in others:
            assert installation.stored(name)
    count = "SELECT count(*) FROM curation_"
    assert installation.rows(f"{count}imagealias")[0][0] == COPIES
    assert installation.rows(f"{count}importrejection")[0][0] == BAD
    assert installation.rows(f"{count}importbatch WHERE done = false")[0][0] == 0


@pytest.mark.parametrize(
    ("installation", "kind"),
    [
        ("one machine", "zip"),
        ("one machine", "tar.gz"),
        ("many machines", "folder"),
    ],
    indirect=["installation"],
)
def test_workers_killed_while_they_import(
    installation: Installation, files: dict[str, bytes], kind: str, tmp_path: Path
) -> None:
    seed = random.randrange(10**6)  # noqa: S311
    chance = random.Random(seed)  # noqa: S311
    path = packed(files, kind, tmp_path)
    workers = {name: installation.worker(name) for name in ("one", "two")}
    wait_for_rows(installation, "workflow_workerseen", 2)
    asking = installation.start(
        *(sys.executable, "manage.py", "images_import", "bench", str(path)),
        *(
            "--source=Crawl",
            "--licence=CC0-1.0",
            "--rights=redistribute",
            "--no-filters",
        ),
    )
    wait_for_rows(installation, "curation_image", 1)
    for _ in range(KILLS):
        sleep(chance.uniform(0.0, 1.5))
        name = chance.choice(sorted(workers))
        installation.kill(workers[name])
        if asking.poll() is None and chance.random() < 0.3:
            # Whoever asked for it may go as well.
            installation.kill(asking)
        workers[name] = installation.worker(name)
    assert installation.wait_for_job() == ("finished", ""), f"seed {seed}"
    check(installation)


def wait_for_rows(installation: Installation, table: str, wanted: int) -> None:
    deadline = monotonic() + 60
    query = f"SELECT count(*) FROM {table}"  # noqa: S608
    while installation.rows(query)[0][0] < wanted:
        assert monotonic() < deadline, installation.log.read_text()[-5000:]
        sleep(0.1)


@pytest.mark.parametrize("installation", INSTALLATIONS, indirect=True)
def test_the_web_killed_while_files_come_in(
    installation: Installation, files: dict[str, bytes]
) -> None:
    """The browser sends what did not arrive again, and says when it is complete."""
    chance = random.Random(11)  # noqa: S311
    token = installation.manage(
        "shell",
        "--verbosity=0",
        "--command",
        "from projects.models import Project, User\n"
        "from projects.roles import Role\n"
        "from projects.memberships.services.members import add_member\n"
        "from projects.accounts.services.api_tokens import make_api_token\n"
        "person = User.objects.create_user('organizer', password='x')\n"
        "project = Project.objects.get(slug='bench')\n"
        "add_member(project=project, user=person, role=Role.ORGANIZER)\n"
        "print(make_api_token(person))",
    ).strip()
    port = free_port()
    web = installation.web(port)
    client = httpx.Client(
        base_url=f"http://127.0.0.1:{port}/api/projects/bench/",
        headers={"Authorization": f"Token {token}"},
        timeout=20,
    )

    def post(path: str, **options: object) -> httpx.Response:
        nonlocal web
        deadline = monotonic() + 60
        while True:
            try:
                answer = client.post(path, **options)  # type: ignore[arg-type]
                answer.raise_for_status()
                return answer
            except httpx.TransportError:
                # As a browser does: the server is away, try again.
                assert monotonic() < deadline, installation.log.read_text()[-3000:]
                sleep(0.2)

    source = post(
        "sources/",
        json={"name": "Crawl", "licence": "CC0-1.0", "rights": "redistribute"},
    ).json()
    upload = post("uploads/", json={"source_id": source["id"]}).json()
    kills = set(chance.sample(range(len(files)), 2))
    for number, (name, content) in enumerate(files.items()):
        if number in kills:
            installation.kill(web)
            web = installation.web(port)
        post(
            f"uploads/{upload['id']}/parts/",
            data={"path": name},
            files={"content": ("x", content)},
        )
    # Filters would be a job of their own, after the one that is tested.
    post(f"uploads/{upload['id']}/import/", json={"filters": False})
    installation.kill(web)
    installation.worker("one")
    assert installation.wait_for_job() == ("finished", "")
    check(installation)
