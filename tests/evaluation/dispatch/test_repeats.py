"""A new release asks the previous models only about what has changed."""

from typing import Any

import pytest

from annotation.items.models.questions import QuestionRevision
from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.selectors.released_questions import released_questions
from releases.records.models import Release
from subtext_runner.parameters import RequestParameters
from tests.evaluation.ordering import cut_release
from tests.evaluation.scoring import key, scored
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/repeat/"


def offered(cast: Cast, version: str = "2.0.0") -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = browser(cast.organizer).get(f"{BASE}{version}/").json()
    return rows


@pytest.fixture
def changed(release: Release) -> str:
    """A question of test that reads otherwise in the next version."""
    uid = sorted(released_questions(release, splits=["test"]))[0]
    QuestionRevision.objects.filter(question__uid=uid).update(stem="Read anew?")
    return uid


def test_only_changed_questions_are_asked(
    cast: Cast, release: Release, changed: str
) -> None:
    run = scored(release, key, model="one")
    run.result["usage"] = {"cost": 0.5 * run.total, "reused": 0}
    run.save(update_fields=["result"])
    assert offered(cast, "1.0.0") == []
    second = cut_release(cast, items=0, version="2.0.0")

    [row] = offered(cast)
    assert (row["id"], row["model"], row["version"]) == (run.pk, "one", "1.0.0")
    assert (row["to_ask"], row["copied"]) == (1, run.total - 1)
    assert row["cost"] == pytest.approx(0.5)

    client = browser(cast.organizer)
    assert client.post(
        f"{BASE}2.0.0/", {"runs": [run.pk]}, format="json"
    ).status_code == (204)
    again = Run.objects.get(release=second, model="one")
    assert (again.setting, again.answered) == (run.setting, run.total - 1)
    asked = set(released_questions(second, splits=again.splits))
    assert asked - set(run_spec(again)["answered"]) == {changed}
    assert all(
        record["reused"]
        for record in Response.objects.filter(run=again).values_list(
            "record", flat=True
        )
    )
    assert offered(cast) == []


def test_what_cannot_be_repeated_is_refused(
    cast: Cast, release: Release, changed: str
) -> None:
    baseline = scored(release, key, model="dice", backend="random")
    cut_release(cast, items=0, version="2.0.0")
    assert offered(cast) == []
    refused = browser(cast.organizer).post(
        f"{BASE}2.0.0/", {"runs": [baseline.pk]}, format="json"
    )
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "runs"


def test_runs_of_one_model_are_offered_with_their_parameters(
    cast: Cast, release: Release
) -> None:
    scored(release, key, model="one")
    hot = RequestParameters(temperature=1.0)
    scored(release, key, model="one", parameters=hot)
    cut_release(cast, items=0, version="2.0.0")
    labels = {row["parameters_label"] for row in offered(cast)}
    assert labels == {"", "temperature=1"}
