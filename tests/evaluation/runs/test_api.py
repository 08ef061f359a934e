import re
from collections.abc import Callable
from typing import Any

import pytest

from core.domain.texts import _, store_text
from core.services import Actor
from evaluation.dispatch.services.runs import create_run
from evaluation.runs.domain.served_models import ServedModel
from evaluation.runs.models.runs import Response, Run
from evaluation.scores.models.outcome_arrays import OutcomeColumns
from evaluation.scores.selectors.outcome_arrays import question_columns
from evaluation.scores.services.run_scoring import finish_run
from releases.records.models import Release
from tests.support.cast import Cast, browser
from tools.texts import compile_catalogue

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/evaluation/"
READS = ["leaderboard/1.0.0/", "runs/"]


@pytest.fixture
def run(
    release: Release, django_capture_on_commit_callbacks: Callable[..., Any]
) -> Run:
    """A finished run of the random baseline: eager tasks answer at once."""
    with django_capture_on_commit_callbacks(execute=True):
        run = create_run(
            release=release,
            model=ServedModel(name="dice", backend="random"),
            setting="none",
            actor=Actor.system(),
        )
    run.refresh_from_db()
    assert run.status == "finished"
    return run


@pytest.mark.parametrize("path", READS)
def test_numbers_and_answers_are_for_organizers(
    release: Release, cast: Cast, path: str
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
    metrics = {metric["id"]: metric for metric in shown["metrics"]}
    assert metrics["miss_rate"]["value"] == shown["overall"]["miss"] / run.total
    assert metrics["miss_rate"]["title"] == {"en": "Miss rate", "zh": "未作答率"}
    assert "accuracy" not in metrics


def test_a_run_from_before_a_metric_lacks_it(run: Run, cast: Cast) -> None:
    def metrics(shown: Any) -> set[str]:
        return {metric["id"] for metric in shown["metrics"]}

    client, path = browser(cast.organizer), f"{BASE}runs/{run.pk}/"
    with_it = client.get(path).json()
    del run.result["scores"]["overall"]["miss_rate"]
    run.save()
    shown = client.get(path).json()
    assert shown["overall"]["miss_rate"] is None
    assert metrics(with_it) - metrics(shown) == {"miss_rate"}


def test_a_failed_run_says_why_in_the_list_too(release: Release, cast: Cast) -> None:
    run = create_run(
        release=release,
        model=ServedModel(name="gone", backend="openai"),
        setting="none",
        actor=Actor.system(),
    )
    summary = {"state": "failed", "reason": "Nobody answers.", "seconds": 1}
    finish_run(run_id=run.pk, summary={**summary, "provenance": {}})
    client = browser(cast.organizer)
    runs = client.get(BASE + "runs/", {"version": "1.0.0"}).json()["results"]
    [listed] = [one for one in runs if one["model"] == "gone"]
    assert (listed["status"], listed["reason"]) == ("failed", "Nobody answers.")
    assert listed["overall"] is None
    assert client.get(f"{BASE}runs/{run.pk}/").json()["result"] is None
    assert client.get(BASE + "runs/", {"version": "2.0.0"}).json()["results"] == []


def test_a_workers_reason_is_shown_in_the_readers_language(
    release: Release, cast: Cast
) -> None:
    compile_catalogue()
    run = create_run(
        release=release,
        model=ServedModel(name="gone", backend="replay"),
        setting="none",
        actor=Actor.system(),
    )
    reason = store_text(_("{path}: no stored responses", path="gone"))
    finish_run(
        run_id=run.pk, summary={"state": "failed", "reason": reason, "provenance": {}}
    )
    client, path = browser(cast.organizer), f"{BASE}runs/{run.pk}/"
    assert client.get(path).json()["reason"] == "gone: no stored responses"
    chinese = client.get(path, headers={"accept-language": "zh-CN"}).json()
    assert chinese["reason"] == "gone：没有存储的回答"


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


def test_a_page_of_samples_reads_its_own_questions_only(run: Run, cast: Cast) -> None:
    client = browser(cast.organizer)
    path = f"{BASE}runs/{run.pk}/samples/"
    first, *_ = client.get(path).json()["results"]
    entry = question_columns(run.release).ids.index(first["question_id"])
    columns = OutcomeColumns.objects.get(run=run)
    missed = re.sub("[^-]", "m", columns.outcomes)
    columns.outcomes = f"{missed[:entry]}c{missed[entry + 1 :]}"
    columns.save()
    # Another item cannot be read.
    run.release.rows.exclude(key=first["item_id"]).update(payload={})
    [shown] = client.get(path, {"outcome": "correct"}).json()["results"]
    assert shown["question_id"] == first["question_id"]


def test_of_several_attempts_the_latest_is_shown(release: Release, cast: Cast) -> None:
    run = create_run(
        release=release,
        model=ServedModel(name="flaky", backend="openai"),
        setting="none",
        actor=Actor.system(),
    )
    row = release.rows.exclude(split="dev").first()
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
