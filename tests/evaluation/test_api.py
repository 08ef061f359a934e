from collections.abc import Callable
from typing import Any

import pytest

from evaluation.models import Response, Run
from evaluation.services.runs import run_create, run_finish
from releases.models import Release
from releases.services.cutting import release_cut
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from workflow.jobs import job_run
from workflow.services import Actor

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"
READS = ["leaderboard/1.0.0/", "runs/"]


@pytest.fixture
def released(cast: Cast) -> Release:
    finished_items(cast, 6)
    release = release_cut(
        project=cast.project, version="1.0.0", actor=cast.actor(cast.maintainer)
    )
    assert release.job is not None
    job_run(release.job.pk)
    release.refresh_from_db()
    return release


@pytest.fixture
def run(
    released: Release, django_capture_on_commit_callbacks: Callable[..., Any]
) -> Run:
    """A finished run of the random baseline: eager tasks answer at once."""
    with django_capture_on_commit_callbacks(execute=True):
        run = run_create(
            release=released,
            model="dice",
            backend="random",
            setting="none",
            actor=Actor.system(),
        )
    run.refresh_from_db()
    assert run.status == "finished"
    return run


@pytest.mark.parametrize("path", READS)
def test_numbers_and_answers_are_for_organizers(
    released: Release, cast: Cast, path: str
) -> None:
    assert browser(cast.annotators[0]).get(BASE + path).status_code == 403
    assert browser(cast.stranger).get(BASE + path).status_code == 404
    assert browser(cast.organizer).get(BASE + path).status_code == 200


def test_a_run_says_what_it_scored(run: Run, cast: Cast) -> None:
    shown = browser(cast.organizer).get(f"{BASE}runs/{run.pk}/").json()
    result = shown["result"]
    assert result["release"]["sha256"] == run.release.manifest_sha256
    assert result["setting"]["id"] == "none"
    assert "{question}" in result["setting"]["prompt"]
    assert shown["setting_title"]["zh"]
    fields = {one["field"] for one in shown["slices"]}
    assert fields == set(result["scores"]["slices"])


def test_a_failed_run_says_why_in_the_list_too(released: Release, cast: Cast) -> None:
    run = run_create(
        release=released,
        model="gone",
        backend="openai",
        setting="none",
        actor=Actor.system(),
    )
    summary = {"state": "failed", "reason": "Nobody answers.", "seconds": 1}
    run_finish(run_id=run.pk, summary={**summary, "provenance": {}})
    client = browser(cast.organizer)
    runs = client.get(BASE + "runs/", {"version": "1.0.0"}).json()["results"]
    [listed] = [one for one in runs if one["model"] == "gone"]
    assert (listed["status"], listed["reason"]) == ("failed", "Nobody answers.")
    assert listed["overall"] is None
    assert client.get(f"{BASE}runs/{run.pk}/").json()["result"] is None
    assert client.get(BASE + "runs/", {"version": "2.0.0"}).json()["results"] == []


def test_samples_are_filtered_by_outcome_and_label(run: Run, cast: Cast) -> None:
    client = browser(cast.organizer)
    path = f"{BASE}runs/{run.pk}/samples/"
    everything = client.get(path).json()["results"]
    assert len(everything) == run.total
    wrong = client.get(path, {"outcome": "incorrect"}).json()["results"]
    assert {one["id"] for one in wrong} == {
        one["id"] for one in everything if one["letter"] != one["answer"]
    }
    field, [choice, *_] = next(iter(everything[0]["labels"].items()))
    labelled = client.get(path, {"field": field, "choice": choice}).json()["results"]
    assert {one["id"] for one in labelled} == {
        one["id"] for one in everything if choice in one["labels"][field]
    }


def test_of_several_attempts_the_latest_is_shown(released: Release, cast: Cast) -> None:
    run = run_create(
        release=released,
        model="flaky",
        backend="openai",
        setting="none",
        actor=Actor.system(),
    )
    row = released.rows.exclude(split="dev").first()
    assert row is not None
    question = row.payload["questions"][0]["id"]
    failed = {"error": {"kind": "timeout", "detail": "Too slow."}, "prompt": ""}
    answered = {"error": None, "text": "B", "prompt": "", "seconds": 0.5}
    for attempt, record in enumerate([failed, answered], start=1):
        Response.objects.create(
            run=run,
            question_id=question,
            attempt=attempt,
            failed=record["error"] is not None,
            record=record,
        )
    path = f"{BASE}runs/{run.pk}/samples/"
    [sample] = browser(cast.organizer).get(path).json()["results"]
    assert (sample["text"], sample["error"], sample["outcome"]) == ("B", "", "")
