"""docker-compose.yml without Docker: every service, from an import to an evaluation."""

import json
import os
import re
import shutil
import stat
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import yaml
from celery import Celery
from moto.server import ThreadedMotoServer

from subtext_runner.messages import EXECUTE, FINISH, RECORD, RESULTS
from tests.config.compose import (
    ADMINISTRATOR,
    MODEL_PORT,
    OF_THE_WORKER,
    ROOT,
    Compose,
    eventually,
)
from tests.support.container import can_contain
from tests.support.model_server import Reply, model_server
from tests.support.services import POSTGRESQL, free_port, require_service
from tools import server_secrets
from tools.bootstrap import PEERS_TORCH

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

DATABASE = f"subtext_compose_{os.getpid()}"
URL = POSTGRESQL.rsplit("/", 1)[0] + f"/{DATABASE}"
WRITABLE = {
    "web": {"/tmp", "/var/lib/subtext"},
    "init": {"/tmp", "/var/lib/subtext"},
    "worker-default": {"/tmp", "/var/lib/subtext", "/backups"},
    "worker-curation": {"/tmp", "/var/lib/subtext"},
    "beat": {"/tmp"},
    "worker-gpu": {"/tmp", "/var/lib/subtext/runner"},
    "broker": {"/tmp", "/data"},
}
"""The folders in which a service may write."""
OF_THE_INSTALLATION = {
    "secret_key",
    "worker_secret",
    "database_password",
    "broker_password",
    "storage_secret",
}
SECRETS = {
    "beat": {"broker_password"},
    "broker": {"broker_password"},
    "worker-gpu": {"broker_password", "worker_secret", "worker_storage", "model_key"},
}
"""Those of services that have not all of the installation's."""
LOOK = """
import json, os, pathlib
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
def can_write(folder):
    try:
        pathlib.Path(folder, "probe").write_text("")
        pathlib.Path(folder, "probe").unlink()
    except OSError:
        return False
    return True
places = ["/", "/backups", "/data", "/etc", "/home", "/imports", "/run", "/run/secrets", "/tmp", "/usr"]
places += ["/var", "/var/lib/subtext", "/var/lib/subtext/runner", os.getcwd(), "config"]
print(json.dumps({
    "user": os.getuid(),
    "rights": [status[name].strip() for name in ("CapEff", "CapBnd", "NoNewPrivs")],
    "writable": list(filter(can_write, places)),
    "secrets": {path.name: path.read_text() for path in pathlib.Path("/run/secrets").iterdir()},
}))
"""
NONE = "0" * 16
"""No capability."""
OURS = ["web", "beat", "worker-default", "worker-curation", "worker-gpu"]
"""The services of the image, beside init."""


def rows(query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(URL) as connection:
        return connection.execute(query.encode()).fetchall()


@pytest.fixture(scope="module")
def compose(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compose]:
    """Everything prepared and started, as `docker compose up` does it."""
    require_service(POSTGRESQL, "PostgreSQL")
    if not can_contain():
        pytest.skip("containers need root, unshare and setpriv")
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
    token = compose.manage("api_token_create", "mateo").strip()
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
    images = sorted(path for path in drawn.rglob("*.png"))[:20]
    for image in images:
        post(
            f"uploads/{upload['id']}/parts/",
            data={"path": image.name},
            files={"content": (image.name, image.read_bytes())},
        )
    job = post(f"uploads/{upload['id']}/import/", json={"filters": False})
    assert eventually(lambda: job_done(job), seconds=120)
    assert 0 < api.get("funnel/").json()["raw"] <= len(images)
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


def test_every_service_is_healthy_by_its_own_check(compose: Compose) -> None:
    for name in OURS:
        assert eventually(lambda one=name: compose.is_healthy(one)), compose.log(name)


@pytest.mark.parametrize("name", ["worker-default", "worker-curation", "worker-gpu"])
def test_a_worker_that_takes_no_messages_is_not_healthy(
    compose: Compose, name: str
) -> None:
    def is_healthy() -> bool:
        return compose.is_healthy(name)

    def forget() -> None:
        file = compose.environment(name)["SUBTEXT_HEARTBEAT"]
        assert compose.execute(name, "touch", "--date=10 minutes ago", file) == 0

    assert eventually(is_healthy), compose.log(name)
    forget()
    assert eventually(is_healthy), compose.log(name)
    compose.pause(name)
    try:
        forget()
        assert not is_healthy()
    finally:
        compose.pause(name, is_over=True)
    assert eventually(is_healthy), compose.log(name)


def test_a_cancelled_run_stops_its_worker(compose: Compose) -> None:
    """And the next attempt, which the first one's late reports do not end, finishes."""
    token = compose.manage("api_token_create", "mateo").strip()
    api = httpx.Client(
        base_url=f"http://localhost:{compose.web_port}/api/projects/pictures/",
        headers={"Authorization": f"Token {token}"},
        timeout=60,
    )

    def state(run: Any) -> str:
        found = api.get(f"evaluation/runs/{run['id']}/").raise_for_status().json()
        return str(found["status"])

    go_on = threading.Event()

    def held(_: object) -> Reply:
        time.sleep(0.3)
        return Reply("A", wait_for=go_on)

    with model_server(held, port=MODEL_PORT) as models:
        [run] = (
            api.post(
                "evaluation/runs/",
                json={
                    "version": "1.0.0",
                    "model": "held",
                    "backend": "openai",
                    "endpoint": "laboratory",
                    "settings": ["none"],
                },
            )
            .raise_for_status()
            .json()
        )
        assert eventually(lambda: models.asked), compose.log("worker-gpu")
        address = f"evaluation/runs/{run['id']}"
        api.post(f"{address}/cancel/").raise_for_status()
        assert state(run) == "cancelled"
        asked = len(models.asked)
        total = api.get(f"{address}/").json()["total"]
        go_on.set()
        api.post(f"{address}/retry/").raise_for_status()
        assert eventually(lambda: state(run) == "finished", seconds=120), compose.log(
            "worker-gpu"
        ) + compose.log("worker-default")
        assert asked <= total == len(models.asked)


def test_no_worker_answers_remote_control(compose: Compose) -> None:
    stranger = Celery(broker=compose.broker_url(), set_as_current=False)
    with stranger.connection() as connection:
        assert connection.ensure_connection(max_retries=1).connected
    assert stranger.control.inspect(timeout=3).ping() is None
    stranger.control.broadcast("shutdown")
    assert not eventually(compose.ended, seconds=5)


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
        refusal = f"Dropped a message to {task!r}: It is not signed"
        assert eventually(lambda w=worker, r=refusal: r in compose.log(w)), worker
    assert runs() == before


@pytest.mark.parametrize("name", WRITABLE)
def test_a_service_can_only_do_what_it_needs(compose: Compose, name: str) -> None:
    """As another user than who made the secrets, and tried from inside."""
    looked = compose.run(name, sys.executable, "-c", LOOK)
    assert looked.returncode == 0, looked.stderr
    seen = json.loads(looked.stdout)
    assert seen["user"] not in (0, ADMINISTRATOR)
    assert seen["rights"] == [NONE, NONE, "1"]
    assert set(seen["writable"]) == WRITABLE[name]
    kept = compose.folder / "secrets"
    assert seen["secrets"] == {
        secret: (kept / secret).read_text()
        for secret in SECRETS.get(name, OF_THE_INSTALLATION)
    }


def test_other_people_of_the_machine_cannot_reach_the_secrets(compose: Compose) -> None:
    folder = (compose.folder / "secrets").stat()
    assert (folder.st_uid, stat.S_IMODE(folder.st_mode)) == (ADMINISTRATOR, 0o700)


def test_earlier_secrets_can_be_read_by_containers_too(tmp_path: Path) -> None:
    folder = tmp_path / "secrets"
    folder.mkdir(mode=0o755)
    earlier = folder / "secret_key"
    earlier.write_text("kept")
    earlier.chmod(0o600)
    server_secrets.main(folder)
    assert earlier.read_text() == "kept"
    assert stat.S_IMODE(earlier.stat().st_mode) == 0o644
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_services_reach_only_what_they_need(compose: Compose) -> None:
    networks = {name: set(one["networks"]) for name, one in compose.services.items()}

    def reached_by(name: str) -> set[str]:
        return {other for other in networks if networks[name] & networks[other]} - {
            name
        }

    workers = {"init", "worker-default", "worker-curation"}
    assert reached_by("proxy") == {"web"}
    assert reached_by("database") == {"web", *workers}
    assert reached_by("worker-gpu") == {"broker", "storage"}
    assert reached_by("beat") == {"broker", "storage", "web", *workers}
    internal = {name for name, one in compose.networks.items() if one}
    assert internal == {"database", "services", "evaluation"}
    for name in ("database", "broker", "storage", "beat"):
        assert networks[name] <= internal, name


def test_every_service_is_limited(compose: Compose) -> None:
    added = {
        name: one["cap_add"]
        for name, one in compose.services.items()
        if "cap_add" in one
    }
    assert added == {"proxy": ["NET_BIND_SERVICE"]}
    for name, service in compose.services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert 0 < service["pids_limit"] <= 1024, name
        assert re.fullmatch(r"\d+g", service["mem_limit"]), name


def test_a_worker_with_a_gpu_finds_the_weights(compose: Compose) -> None:
    """docker-compose.gpu.yml adds to the same service what models need."""
    text = (ROOT / "docker-compose.gpu.yml").read_text(encoding="utf-8")
    added = yaml.safe_load(text)["services"]
    assert list(added) == ["worker-gpu"]
    worker = added["worker-gpu"]
    [weights] = worker["volumes"]
    assert weights.endswith(f":{worker['environment']['SUBTEXT_MODELS']}:ro")
    [device] = worker["deploy"]["resources"]["reservations"]["devices"]
    assert device["capabilities"] == ["gpu"]
    [(wanted, _)] = worker["build"]["args"].items()
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.search(rf'"\${wanted}" = true .*"transformers==', dockerfile)


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
    dockerfile = (ROOT / "Dockerfile").read_text()
    bases = re.findall(r"^FROM (\S+)", dockerfile, flags=re.MULTILINE)
    assert all(re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+", base) for base in bases)
    pinned = dict(re.findall(r"(\w+)==([\d.]+)", dockerfile))
    assert list(pinned) == ["torch", "torchvision", "easyocr", "transformers"]
    tried = dict(part.split("==") for parts in PEERS_TORCH for part in parts[-1:])
    assert tried.items() <= pinned.items()
