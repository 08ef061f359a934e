"""The guide's lines for docker-compose, with each service's own rights and secrets."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx
import psycopg
import pytest
from moto.server import ThreadedMotoServer

from tests.config.compose import Compose, eventually
from tests.guides.guide import GUIDES, blocks_of
from tests.support.container import can_contain
from tests.support.services import (
    POSTGRESQL,
    free_port,
    require_program,
    require_service,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

DATABASE = f"subtext_backups_{os.getpid()}"
URL = POSTGRESQL.rsplit("/", 1)[0] + f"/{DATABASE}"
DOCKER = """#!{python}
# docker compose: runs a service's container, and writes down what else is asked for.
import json, os, sys
from pathlib import Path
services = json.loads(Path({services!r}).read_text())
verb, *words = sys.argv[2:]
if verb in ("exec", "run"):
    while words[0].startswith("-"):
        words.pop(0)
    service = services[words[0]]
    command = [*service["container"], *words[1:]]
    os.execvpe(command[0], command, service["environment"])
with open({log!r}, "a") as log:
    print(verb, *words, file=log)
"""
WORK = """
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from projects.models import User
User.objects.create_user("ada")
default_storage.save("files/aa/image.png", ContentFile(b"pixels"))
"""
FOUND = """
from django.core.files.storage import default_storage
from projects.models import User
print(User.objects.get().username, default_storage.open("files/aa/image.png").read())
"""


@pytest.fixture
def storage() -> Iterator[str]:
    """The address of an S3 server."""
    server = ThreadedMotoServer(port=free_port())
    server.start()
    yield f"http://127.0.0.1:{server.get_host_and_port()[1]}"
    server.stop()


@pytest.fixture
def compose(storage: str, tmp_path: Path) -> Iterator[Compose]:
    """A server on which nothing runs but the broker; database and storage are empty."""
    require_service(POSTGRESQL, "PostgreSQL")
    require_program("redis-server")
    require_program("gpg")
    if not can_contain():
        pytest.skip("containers need root, unshare and setpriv")
    made = Compose(tmp_path, database=URL, storage=storage)
    empty(storage)
    made.start("broker")
    try:
        yield made
    finally:
        made.stop()
        execute(f"DROP DATABASE {DATABASE} WITH (FORCE)")


def execute(query: str) -> None:
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        connection.execute(query.encode())


def empty(storage: str) -> None:
    """Let the volumes of database and storage be new."""
    execute(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)")
    execute(f"CREATE DATABASE {DATABASE}")
    httpx.post(f"{storage}/moto-api/reset").raise_for_status()


def install_docker(compose: Compose, folder: Path) -> Mapping[str, str]:
    """The environment of somebody who has `docker compose` on this server."""
    services = {
        name: {
            "container": compose.contained(name, "env"),
            "environment": compose.environment(name),
        }
        for name in ("web", "worker-default")
    }
    (folder / "services.json").write_text(json.dumps(services))
    (folder / "home").mkdir()
    (folder / "home" / "passphrase").write_text("four random words\n")
    docker = folder / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(
        DOCKER.format(
            python=sys.executable,
            services=str(folder / "services.json"),
            log=str(folder / "asked"),
        )
    )
    docker.chmod(0o755)
    path = f"{docker.parent}{os.pathsep}{os.environ['PATH']}"
    return {"PATH": path, "HOME": str(folder / "home")}


def follow(block: str, environment: Mapping[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-c", f"set -e -o pipefail\n{block}"],
        env=dict(environment),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


def shell(compose: Compose, code: str) -> str:
    return compose.manage("shell", "--verbosity=0", "--command", code)


def test_a_server_is_backed_up_and_restored(
    compose: Compose, storage: str, tmp_path: Path
) -> None:
    back_up, *restores = blocks_of(GUIDES / "back-up-and-restore.md", "bash")
    someone = install_docker(compose, tmp_path)
    prepared = compose.run("init")
    assert prepared.returncode == 0, prepared.stderr
    shell(compose, WORK)
    follow(back_up, someone)
    assert [*compose.volume("backups").glob("backups/*/manifest.json")]

    assert len(restores) == 2
    for restore in restores:
        empty(storage)
        # What `docker compose run` starts before.
        assert compose.run("init").returncode == 0
        follow(restore, someone)
        assert shell(compose, FOUND) == "ada b'pixels'"
    assert (tmp_path / "asked").read_text().splitlines() == ["stop", "up --detach"] * 2

    compose.start("web")
    address = f"http://localhost:{compose.web_port}/healthz"
    assert eventually(lambda: answers(address)), compose.log("web")


def answers(address: str) -> bool:
    try:
        return httpx.get(address).is_success
    except httpx.HTTPError:
        return False
