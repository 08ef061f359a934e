"""docker-compose.yml without Docker: every service, from an import to an evaluation."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from celery import Celery
from moto.server import ThreadedMotoServer

from evaluation.runner.messages import EXECUTE, FINISH, RECORD, RESULTS
from tests.config.compose import (
    MODEL_PORT,
    OF_THE_WORKER,
    ROOT,
    Compose,
    eventually,
)
from tests.support.model_server import Reply, model_server
from tests.support.services import POSTGRESQL, free_port, require_service

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

DATABASE = f"subtext_compose_{os.getpid()}"
URL = POSTGRESQL.rsplit("/", 1)[0] + f"/{DATABASE}"
OURS = ["web", "beat", "worker-default", "worker-curation", "worker-gpu"]
"""The services of the image, beside init."""


def rows(query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(URL) as connection:
        return connection.execute(query.encode()).fetchall()


@pytest.fixture(scope="module")
def compose(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compose]:
    """Everything prepared and started, as `docker compose up` does it."""
    require_service(POSTGRESQL, "PostgreSQL")
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed: the broker has a password here")
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {DATABASE}".encode())
        connection.execute(f"CREATE DATABASE {DATABASE}".encode())
    storage = ThreadedMotoServer(port=free_port())
    storage.start()
    address = f"http://127.0.0.1:{storage.get_host_and_port()[1]}"
    # Moto keeps the buckets of every test of this process.
    httpx.post(f"{address}/moto-api/reset").raise_for_status()
    made = Compose(tmp_path_factory.mktemp("compose"), database=URL, storage=address)
    try:
        made.start("broker")
        prepared = made.run("init")
        assert prepared.returncode == 0, prepared.stderr
        assert "Created the bucket subtext." in prepared.stdout
        made.start(*OURS)
        assert eventually(lambda: answers(made)), made.log("web")
        yield made
    finally:
        codes = made.stop()
        storage.stop()
        with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)".encode())
    assert set(codes.values()) == {0}, codes


def answers(compose: Compose) -> bool:
    try:
        return httpx.get(f"http://localhost:{compose.web_port}/healthz").is_success
    except httpx.HTTPError:
        return False


def test_preparing_again_changes_nothing(compose: Compose) -> None:
    again = compose.run("init")
    assert again.returncode == 0, again.stderr
    assert "Created the bucket" not in again.stdout


def test_every_service_is_there(compose: Compose) -> None:
    def queues() -> set[str]:
        seen = rows("SELECT queues FROM workflow_workerseen")
        return {queue for (queues,) in seen for queue in queues}

    assert eventually(lambda: queues() >= {"default", "results", "curation"}), queues()
    assert eventually(lambda: "ready" in compose.log("worker-gpu"))
    assert eventually(lambda: "Sending due task" in compose.log("beat"))
    assert compose.ended() == []


def test_a_project_goes_from_an_import_to_a_finished_evaluation(
    compose: Compose, drawn: Path
) -> None:
    """Over HTTP, with workers that know what their service's environment tells them."""
    compose.manage(
        *("shell", "--verbosity=0", "--command"),
        "from projects.models import User; User.objects.create_user('mateo')",
    )
    compose.manage(
        *("project_create", "pictures", "--protocol=ii-bench"),
        *("--name=Pictures", "--maintainer=mateo"),
    )
    token = compose.manage("drf_create_token", "mateo").split()[2]
    base = f"http://localhost:{compose.web_port}"
    api = httpx.Client(
        base_url=f"{base}/api/projects/pictures/",
        headers={"Authorization": f"Token {token}"},
        timeout=60,
    )

    def post(path: str, **options: Any) -> Any:
        return api.post(path, **options).raise_for_status().json()

    def reached(path: str, *wanted: str) -> bool:
        found = api.get(path).raise_for_status().json()
        assert found["status"] != "failed", (found, compose.log("worker-default"))
        return found["status"] in wanted

    def job_done(job: Any) -> bool:
        jobs = api.get("jobs/").raise_for_status().json()["jobs"]
        found = next(one for one in jobs if one["id"] == job["id"])
        assert found["status"] != "failed", found
        return bool(found["status"] == "finished")

    source = post(
        "sources/",
        json={"name": "Drawn", "licence": "CC0-1.0", "rights": "redistribute"},
    )
    upload = post("uploads/", json={"source_id": source["id"]})
    pictures = sorted(path for path in drawn.rglob("*.png"))[:20]
    for picture in pictures:
        post(
            f"uploads/{upload['id']}/parts/",
            data={"path": picture.name},
            files={"content": (picture.name, picture.read_bytes())},
        )
    job = post(f"uploads/{upload['id']}/import/", json={"filters": False})
    assert eventually(lambda: job_done(job), seconds=120)
    assert 0 < api.get("funnel/").json()["raw"] <= len(pictures)
    job = post("filter-runs/", json={"stages": ["near_duplicates", "text_area"]})
    assert eventually(lambda: job_done(job), seconds=180)

    compose.manage(
        *("crew_simulate", "pictures", "--people=4", "--accuracy=1"),
    )
    post(
        "releases/cut/",
        json={"version": "1.0.0", "overrides": {"simulated": "A test."}},
    )
    assert eventually(lambda: reached("releases/1.0.0/", "published"), seconds=120)

    with model_server(lambda _: Reply("A"), port=MODEL_PORT) as models:
        [run] = post(
            "evaluation/runs/",
            json={
                "version": "1.0.0",
                "model": "stub",
                "backend": "openai",
                "endpoint": "laboratory",
                "settings": ["none"],
            },
        )
        assert eventually(
            lambda: reached(f"evaluation/runs/{run['id']}/", "finished"), seconds=120
        ), compose.log("worker-gpu") + compose.log("worker-default")
        key = OF_THE_WORKER["SUBTEXT_MODEL_KEY_LABORATORY"]
        assert {asked.headers["Authorization"] for asked in models.asked} == {
            f"Bearer {key}"
        }
    scored = api.get(f"evaluation/runs/{run['id']}/").json()
    assert scored["answered"] == scored["total"] > 0
    assert compose.ended() == []


def test_the_brokers_password_alone_forges_nothing(compose: Compose) -> None:
    def runs() -> list[tuple[Any, ...]]:
        return rows("SELECT id, status, answered FROM evaluation_run ORDER BY id")

    # The release's baselines may still be under way.
    assert eventually(lambda: {status for _, status, _ in runs()} == {"finished"})
    before = runs()
    stranger = Celery(broker=compose.broker_url(), set_as_current=False)
    run, _, _ = before[-1]
    forged = {"run": str(run), "responses": [{"question_id": "q", "text": "A"}]}
    message = {"body": json.dumps(forged), "signature": "0" * 64}
    stranger.send_task(RECORD, kwargs=message, queue=RESULTS)
    ended = {"run": str(run), "summary": {"state": "failed", "reason": "forged"}}
    message = {"body": json.dumps(ended), "signature": "0" * 64}
    stranger.send_task(FINISH, kwargs=message, queue=RESULTS)
    stranger.send_task(EXECUTE, kwargs=message, queue="gpu")
    for worker, task in (
        ("worker-default", RECORD),
        ("worker-default", FINISH),
        ("worker-gpu", EXECUTE),
    ):
        refusal = f"A message to {task} is not signed"
        assert eventually(lambda w=worker, r=refusal: r in compose.log(w)), worker
    assert runs() == before


def test_what_the_file_promises(compose: Compose) -> None:
    """Exact versions, a check of every service, secrets as files, one way in."""
    for name, service in compose.services.items():
        if service["image"] != "subtext":
            assert service["image"].count(":") == 1
            assert service["image"].rpartition(":")[2][:2].strip("v")[0].isdigit()
        if name != "init":
            assert "healthcheck" in service, name
        assert ("ports" in service) == (name == "proxy")
        for secret in service.get("secrets", []):
            assert (secret if isinstance(secret, str) else secret["source"]) in (
                compose.secrets
            )
    for secret, where in compose.secrets.items():
        assert where == {"file": f"secrets/{secret}"}
        assert (compose.folder / where["file"]).is_file()
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", "*.env", "secrets"} <= set(ignored)
    worker = compose.services["worker-gpu"]
    assert {"secret_key", "database_password", "storage_secret"}.isdisjoint(
        worker["secrets"]
    )
