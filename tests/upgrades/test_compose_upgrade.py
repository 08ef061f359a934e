"""The guide “Upgrade and go back” is followed on docker-compose.

From a kept installation of the first 0.2.0, with each service's own command.
"""

import shlex
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import boto3
import httpx
import pytest
from moto.server import ThreadedMotoServer

from tests.config.compose import Compose, eventually
from tests.config.test_compose import OURS, answers
from tests.guides.guide import read_guide
from tests.support.container import can_contain
from tests.support.services import free_port, require_program
from tests.upgrades.kept import Kept, unpacked
from tools.upgrades import SINCE

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
BUCKET = "subtext"
RELEASES = "SELECT version, manifest_sha256 FROM releases_release ORDER BY id"

MEMBERS = (
    "SELECT slug, MIN(username) FROM projects_membership "
    "JOIN projects_project ON projects_project.id = project_id "
    "JOIN projects_user ON projects_user.id = user_id GROUP BY slug"
)
"""A person of each project."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    """A kept database on PostgreSQL, with what it held before."""
    with unpacked(SINCE, "PostgreSQL", tmp_path_factory.mktemp("kept")) as kept:
        yield kept


@pytest.fixture(scope="module")
def before(kept: Kept) -> list[tuple[str, str]]:
    return kept.installation.rows(RELEASES)


@pytest.fixture(scope="module")
def compose(
    kept: Kept,
    before: list[tuple[str, str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Compose]:
    """The services after every command of the guide."""
    if not can_contain():
        pytest.skip("containers need root, unshare and setpriv")
    require_program("redis-server")
    commands = [
        line
        for line in read_guide("upgrade-and-go-back").commands
        if line.startswith("docker compose")
    ]
    assert commands
    with ExitStack() as stack:
        storage = ThreadedMotoServer(port=free_port())
        storage.start()
        stack.callback(storage.stop)
        address = f"http://127.0.0.1:{storage.get_host_and_port()[1]}"
        # Moto keeps the buckets of every test of this process.
        httpx.post(f"{address}/moto-api/reset").raise_for_status()
        upload(kept.folder / "data" / "media", address)
        compose = Compose(
            tmp_path_factory.mktemp("compose"),
            database=kept.installation.database,
            storage=address,
        )
        shutil.copyfile(
            kept.folder / "data" / "secret-key",
            compose.folder / "secrets" / "secret_key",
        )
        stack.callback(compose.stop)
        compose.start("broker")
        for line in commands:
            follow(compose, line)
        assert eventually(lambda: answers(compose)), compose.log("web")
        yield compose


def upload(media: Path, endpoint: str) -> None:
    """Copy a kept folder of media into the bucket of the compose file."""
    bucket = boto3.resource(
        "s3",
        endpoint_url=endpoint,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        region_name="us-east-1",
    ).Bucket(BUCKET)
    bucket.create()
    for file in media.rglob("*"):
        if file.is_file():
            bucket.upload_file(str(file), file.relative_to(media).as_posix())


def follow(compose: Compose, line: str) -> None:
    """Do what an engine would do."""
    match shlex.split(line)[2:]:
        case ["build"]:
            pass  # This checkout is the new code.
        case ["run", "--rm", "--no-deps", name, *command]:
            # As the guide says of this version, which could not back up.
            done = compose.run(name, *command, "--without-backup")
            assert done.returncode == 0, done.stdout + done.stderr
        case ["stop", *names]:
            assert set(names) == set(OURS)
        case ["up", "--detach"]:
            prepared = compose.run("init")
            assert prepared.returncode == 0, prepared.stderr
            compose.start(*OURS)
        case _:
            raise AssertionError(f"{line} is not known here")


def test_every_service_serves(compose: Compose) -> None:
    for name in OURS:
        assert eventually(lambda name=name: compose.is_healthy(name)), compose.log(name)
    assert compose.ended() == []


def test_the_releases_are_those_of_before(
    compose: Compose, kept: Kept, before: list[tuple[str, str]]
) -> None:
    assert kept.installation.rows(RELEASES) == before != []
    people = dict(kept.installation.rows(MEMBERS))
    for (version, manifest), slug in zip(before, ("ii-bench", "cmmmu"), strict=True):
        token = compose.manage("api_token_create", people[slug]).strip()
        answer = httpx.get(
            f"http://localhost:{compose.web_port}/api/projects/{slug}/releases/{version}/",
            headers={"Authorization": f"Token {token}"},
        )
        assert answer.raise_for_status().json()["manifest_sha256"] == manifest


def test_workers_go_on_with_the_jobs_that_the_upgrade_left(
    compose: Compose, kept: Kept
) -> None:
    def open_jobs() -> list[tuple[str]]:
        return kept.installation.rows(
            "SELECT kind, error FROM workflow_job WHERE status <> 'finished'"
        )

    assert eventually(lambda: not open_jobs(), seconds=180), open_jobs()
