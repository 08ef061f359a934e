"""Before a run: the server's models, one answer, and how long a run takes."""

from typing import Any

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from core.jobs import run_job
from core.models import Job
from evaluation.dispatch.domain import Endpoint
from evaluation.job_kinds import CONNECTION_TEST
from evaluation.runs.models.runs import Run
from releases.records.models import Release
from subtext_runner.backends.received import LARGEST
from tests.evaluation.scoring import key, scored
from tests.support.cast import Cast, browser
from tests.support.model_server import Reply, model_server

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"


def begin(cast: Cast, **body: str) -> dict[str, Any]:
    answer = browser(cast.organizer).post(
        f"{BASE}connection-test/",
        {"version": "1.0.0", "endpoint": "lab", "setting": "none", "model": "", **body},
        format="json",
    )
    begun: dict[str, Any] = answer.json()
    return begun


def read(cast: Cast, test: int) -> dict[str, Any]:
    answer = browser(cast.organizer).get(f"{BASE}connection-test/{test}/")
    assert answer.status_code == 200, answer.data
    state: dict[str, Any] = answer.json()
    return state


def check(cast: Cast, **body: str) -> dict[str, Any]:
    begun = begin(cast, **body)
    run_job(begun["id"])
    state = read(cast, begun["id"])
    assert state["status"] == "finished", state
    found: dict[str, Any] = state["result"]
    return found


def test_it_lists_the_models_and_answers_one_question(
    cast: Cast, release: Release, settings: Settings
) -> None:
    before = Run.objects.count()
    with model_server(lambda _: Reply("I choose A.")) as server:
        settings.MODEL_ENDPOINTS = (Endpoint("lab", server.base_url),)
        listed = check(cast)
        assert (listed["models"], listed["answer"]) == (["stub"], "")
        answered = check(cast, model="stub")
        assert (answered["answer"], answered["problem"]) == ("I choose A.", "")
        assert [len(asked.images) for asked in server.asked] == [1]
    assert answered["key_variable"] == "SUBTEXT_MODEL_KEY_LAB"
    assert answered["has_key"] is False
    assert Run.objects.count() == before


def test_it_says_what_does_not_work(
    cast: Cast, release: Release, settings: Settings
) -> None:
    settings.MODEL_ENDPOINTS = (Endpoint("lab", "http://127.0.0.1:9/v1"),)
    assert "No server responds" in check(cast, model="stub")["problem"]
    refused = browser(cast.organizer).post(
        f"{BASE}connection-test/",
        {"version": "1.0.0", "endpoint": "none", "setting": "none", "model": ""},
        format="json",
    )
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "endpoint"


@pytest.mark.parametrize(
    ("models", "problem"),
    [
        (b"x" * (LARGEST + 1), "The server's list of models is larger than 16 MB."),
        (b"[" * 100_000, "The server sends no list of models."),
        (b"<html>", "The server sends no list of models."),
        (b'{"data": [{"id": 1}, {"id": "b"}]}', "The server sends no list of models."),
    ],
    ids=["too large", "nested", "a page", "no names"],
)
def test_a_list_of_models_that_is_none_is_said_so(
    cast: Cast, release: Release, settings: Settings, models: bytes, problem: str
) -> None:
    with model_server(lambda _: Reply("A")) as server:
        server.models = models
        settings.MODEL_ENDPOINTS = (Endpoint("lab", server.base_url),)
        assert check(cast)["problem"] == problem


def test_no_request_waits_for_the_server(
    cast: Cast, release: Release, settings: Settings
) -> None:
    with model_server(lambda _: Reply("I choose A.")) as server:
        settings.MODEL_ENDPOINTS = (Endpoint("lab", server.base_url),)
        begun = begin(cast, model="stub")
        assert (begun["status"], begun["result"]) == ("queued", None)
        assert server.asked == []
        assert read(cast, begun["id"]) == begun
        run_job(begun["id"])
    assert read(cast, begun["id"])["result"]["answer"] == "I choose A."


def test_a_new_test_takes_the_place_of_one_that_waits_but_not_of_one_that_runs(
    cast: Cast, release: Release, settings: Settings
) -> None:
    settings.MODEL_ENDPOINTS = (Endpoint("lab", "http://127.0.0.1:9/v1"),)
    waiting = begin(cast)
    second = begin(cast, model="stub")
    assert read(cast, second["id"])["status"] == "queued"
    assert Job.objects.filter(kind=CONNECTION_TEST).count() == 1
    Job.objects.filter(pk=second["id"]).update(
        status="running", heartbeat_at=timezone.now()
    )
    refused = begin(cast)
    assert refused["status"] == 409
    assert "Try again in a minute" in refused["detail"]
    gone = browser(cast.organizer).get(f"{BASE}connection-test/{waiting['id']}/")
    assert gone.status_code == 404


def test_annotators_and_other_projects_do_not_read_it(
    cast: Cast, release: Release, settings: Settings
) -> None:
    settings.MODEL_ENDPOINTS = (Endpoint("lab", "http://127.0.0.1:9/v1"),)
    path = f"{BASE}connection-test/{begin(cast)['id']}/"
    assert browser(cast.annotators[0]).get(path).status_code == 403
    assert browser(cast.stranger).get(path).status_code in (403, 404)
    other = Job.objects.create(
        kind=CONNECTION_TEST, scope_id=release.project_id + 1, status="finished"
    )
    path = f"{BASE}connection-test/{other.pk}/"
    assert browser(cast.organizer).get(path).status_code == 404


def test_a_run_is_estimated_from_earlier_ones(cast: Cast, release: Release) -> None:
    def estimate(model: str, **query: Any) -> dict[str, Any]:
        path = f"{BASE}estimate/1.0.0/"
        found: dict[str, Any] = (
            browser(cast.organizer).get(path, {"model": model, **query}).json()
        )
        return found

    assert estimate("one")["seconds"] is None
    run = scored(release, key, model="one")
    run.result["usage"] = {
        "prompt_tokens": 1000 * run.total,
        "completion_tokens": 10 * run.total,
        "reused": 0,
        "cost": None,
    }
    run.result["seconds"] = 2.0 * run.total
    run.save(update_fields=["result"])

    found = estimate("one")
    assert (found["questions"], found["seconds"]) == (run.total, 2)
    assert (found["prompt_tokens"], found["completion_tokens"]) == (1000, 10)
    # Of another model, only the tokens are known.
    other = estimate("two", splits=["dev", "test"])
    assert (other["seconds"], other["prompt_tokens"]) == (None, 1000)
    assert other["questions"] > run.total


def test_it_does_not_wait_for_a_rate_limit(
    cast: Cast, release: Release, settings: Settings
) -> None:
    limited = Reply("slow down", status=429, headers={"Retry-After": "3000"})
    with model_server(lambda _: limited) as server:
        settings.MODEL_ENDPOINTS = (Endpoint("lab", server.base_url),)
        assert "slow down" in check(cast, model="stub")["problem"]
        assert len(server.asked) == 1
