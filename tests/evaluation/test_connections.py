"""Before a run: the server's models, one answer, and how long a run takes."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from evaluation.domain.endpoints import Endpoint
from evaluation.models import Run
from releases.models import Release
from tests.evaluation.scoring import key, scored
from tests.support.cast import Cast, browser
from tests.support.model_server import Reply, model_server

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"


def check(cast: Cast, **body: str) -> dict[str, Any]:
    answer = browser(cast.organizer).post(
        f"{BASE}connection-test/",
        {"version": "1.0.0", "endpoint": "lab", "setting": "none", "model": "", **body},
        format="json",
    )
    assert answer.status_code == 200, answer.data
    found: dict[str, Any] = answer.json()
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
        assert [len(asked.pictures) for asked in server.asked] == [1]
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
