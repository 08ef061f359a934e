"""Nothing that somebody sends, and no service that is away, is answered with 500."""

import errno
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from botocore.exceptions import EndpointConnectionError
from celery import Celery, current_app
from django.core.files.storage import FileSystemStorage
from django.db import OperationalError
from django.test import Client
from kombu.exceptions import OperationalError as BrokerError
from pytest_django.fixtures import Settings

from core.jobs import enqueue_job
from core.models import Job
from projects.models import User
from tests.support.cast import Cast, browser

BEYOND = 2**63
DEEP = "[" * 30_000 + "]" * 30_000
PROBLEM = "application/problem+json"

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """Nobody, whose unexpected errors are answered as they would be in production."""
    return Client(raise_request_exception=False)


@pytest.fixture
def organizer(cast: Cast, client: Client) -> Client:
    client.force_login(cast.organizer)
    return client


def problem(answer: Any, status: int) -> dict[str, Any]:
    assert (answer.status_code, answer["Content-Type"]) == (status, PROBLEM)
    document: dict[str, Any] = answer.json()
    assert document["status"] == status
    assert document["title"]
    return document


@pytest.mark.parametrize(
    "path",
    [
        f"projects/bench/items/{BEYOND}/",
        f"projects/bench/releases/{BEYOND}/",
        "no/such/operation/",
    ],
)
def test_an_address_of_nothing_is_404(organizer: Client, path: str) -> None:
    problem(organizer.get(f"/api/{path}"), 404)


@pytest.mark.parametrize(
    "query",
    [
        f"source={BEYOND}",
        "cursor=cD1ub3RoaW5n",
        f"page_size={'9' * 5000}",
    ],
)
def test_a_query_of_nothing_is_no_500(organizer: Client, query: str) -> None:
    answer = organizer.get(f"/api/projects/bench/images/?{query}")
    assert answer.status_code in (200, 400, 404)


def test_the_character_nul_is_refused(organizer: Client) -> None:
    problem(organizer.get("/api/projects/bench/images/?search=a%00b"), 400)
    problem(organizer.get("/api/invitations/a%00b/"), 400)


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        "[" * 65 + "]" * 65,
        f'{{"username": {BEYOND}, "password": "x"}}',
        '{"username": "a", "password": 1e999}',
        '{"username": "a\\u0000", "password": "x"}',
        '{"username": "a\\ud800", "password": "x"}',
        '{"username": {"a\\ud800": 1}, "password": "x"}',
        '{"username"',
    ],
)
def test_json_that_cannot_be_stored_is_refused(client: Client, body: str) -> None:
    """This one needs no account."""
    problem(client.post("/api/session/", body, content_type="application/json"), 400)


def test_numbers_of_64_bits_are_read(client: Client) -> None:
    body = f'{{"username": "ada", "password": {BEYOND - 1}}}'
    answer = client.post("/api/session/", body, content_type="application/json")
    assert "Wrong user name or password" in problem(answer, 400)["detail"]


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; b=x"])
def test_multipart_without_a_boundary_is_refused(client: Client, kind: str) -> None:
    person = User.objects.create_user("ada", password="correct horse")
    strict = Client(raise_request_exception=False, enforce_csrf_checks=True)
    strict.force_login(person)
    for one in (client, strict):
        for path in ("projects/bench/uploads/1/parts/", "session/"):
            answer = one.generic("POST", f"/api/{path}", b"x", content_type=kind)
            assert answer.status_code in (400, 401, 403, 404, 415)
            problem(answer, answer.status_code)


def fails_with(error: Exception) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


@pytest.fixture
def no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    away = fails_with(OperationalError("connection refused"))
    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", away)


def test_without_a_database_the_answer_is_503(
    organizer: Client, no_database: None
) -> None:
    for path in ("projects/", "projects/bench/", "no/such/"):
        answer = organizer.get(f"/api/{path}")
        assert answer.status_code in (404, 503)
        problem(answer, answer.status_code)
    assert organizer.get("/api/projects/")["Retry-After"] == "10"


def test_probes_tell_living_from_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("livez", "readyz", "healthz"):
        assert client.get(f"/{path}").status_code == 200
    for path in ("startz", "livez/", "healthz/db", "ready", "status", "health/"):
        assert client.get(f"/{path}").status_code == 404
    away = fails_with(OperationalError("connection refused"))
    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", away)
    assert client.get("/livez").status_code == 200
    for path in ("readyz", "healthz"):
        answer = client.get(f"/{path}")
        problem(answer, 503)
        assert answer["Retry-After"]


def test_a_bucket_out_of_reach_is_503(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = fails_with(EndpointConnectionError(endpoint_url="https://s3.example.org"))
    monkeypatch.setattr("projects.access.api.base.access_project", away)
    problem(organizer.get("/api/projects/bench/"), 503)


def test_a_full_disk_is_503(
    organizer: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = fails_with(OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr("config.service_checks.tempfile.TemporaryFile", full)
    problem(organizer.get("/readyz"), 503)
    monkeypatch.setattr(FileSystemStorage, "_save", full)
    monkeypatch.setattr("curation.imports.api.imports.begin_upload", full)
    body = {
        "source_id": cast.project.sources.create(
            name="A site", rights="redistribute"
        ).pk
    }
    answer = browser(cast.organizer).post("/api/projects/bench/uploads/", body)
    problem(answer, 503)
    assert answer["Retry-After"]


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    away = fails_with(BrokerError("connection refused"))
    monkeypatch.setattr(Celery, "send_task", away)
    current_app.conf.update(task_always_eager=False)
    yield
    current_app.conf.update(task_always_eager=True)


def test_without_a_broker_what_is_not_kept_is_503(
    client: Client, settings: Settings, no_broker: None
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    body = {"name": "ada"}
    path = "/api/password/forgotten/"
    answer = client.post(path, body, content_type="application/json")
    problem(answer, 503)
    assert answer["Retry-After"]


def test_without_a_broker_a_job_is_kept(
    cast: Cast, no_broker: None, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        enqueue_job(
            kind="curation.import",
            scope_id=cast.project.pk,
            actor=cast.actor(cast.organizer),
            parameters={},
        )
    assert Job.objects.get().status == "queued"


def test_a_request_without_its_csrf_token_is_a_problem() -> None:
    strict = Client(enforce_csrf_checks=True)
    body = {"username": "ada", "password": "x"}
    problem(strict.post("/api/session/", body, content_type="application/json"), 403)


def test_what_nobody_expected_is_a_problem_too(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "projects.access.api.base.access_project", fails_with(KeyError("x"))
    )
    document = problem(organizer.get("/api/projects/bench/"), 500)
    assert document["detail"] == "Internal error."
