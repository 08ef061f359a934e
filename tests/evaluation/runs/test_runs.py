from collections.abc import Callable
from typing import Any

import pytest

from core.errors import ConflictError, InvalidInputError
from core.jobs import run_job
from evaluation.dispatch.selectors.run_specs import run_spec
from evaluation.dispatch.services.runs import cancel_run, retry_run, run_in_this_process
from evaluation.runs.models.runs import Response, Run
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    questions_by_split,
    released_questions,
)
from evaluation.runs.selectors.runs import answered_ids
from evaluation.runs.services.responses import record_responses
from evaluation.scores.selectors.outcomes import judged_questions
from evaluation.scores.services.run_scoring import finish_run, score_run
from releases.building.services.creation import create_release
from releases.records.models import Release
from subtext_runner.errors import SpecError
from subtext_runner.records import Response as ModelResponse
from subtext_runner.records import response_from_data, response_to_data
from tests.evaluation.ordering import ordered
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db


def answers(run: Run, text: Callable[[ReleasedQuestion], str]) -> list[dict[str, Any]]:
    """A response to each question of the run's splits."""
    asked = released_questions(run.release, splits=run.splits)
    return [
        {"question_id": uid, "text": text(question), "finish_reason": "stop"}
        for uid, question in asked.items()
    ]


def key_of(question: ReleasedQuestion) -> str:
    return question.answer


SUMMARY: dict[str, Any] = {
    "state": "finished",
    "reason": None,
    "seconds": 1.0,
    "provenance": {},
}


def test_publishing_orders_the_baselines(release: Release) -> None:
    runs = Run.objects.filter(release=release)
    assert sorted((run.model, run.backend) for run in runs) == [
        ("Frequent choice", "frequent"),
        ("Random choice", "random"),
    ]
    assert {run.status for run in runs} == {"queued"}


def test_a_run_is_scored_when_its_last_response_is_there(release: Release) -> None:
    run = ordered(release)
    batch = answers(run, key_of)
    assert len(batch) == run.total == questions_by_split(release)["test"]

    record_responses(run_id=run.pk, responses=batch[:-1])
    assert finish_run(run_id=run.pk, summary=SUMMARY) is False
    record_responses(run_id=run.pk, responses=batch[-1:])
    assert finish_run(run_id=run.pk, summary=SUMMARY) is True

    run.refresh_from_db()
    assert run.status == "finished"
    overall = run.result["scores"]["overall"]
    assert (overall["correct"], overall["n"]) == (run.total, run.total)
    assert len(judged_questions(run)) == run.total


def test_a_response_is_stored_without_defaults_and_read_whole(release: Release) -> None:
    run = ordered(release)
    sent = [
        response_to_data(ModelResponse(**{**data, "seconds": 2.5}))
        for data in answers(run, key_of)
    ]
    record_responses(run_id=run.pk, responses=sent)
    stored = Response.objects.filter(run=run)
    fields = {"text", "finish_reason", "seconds"}
    assert {frozenset(one.record) for one in stored} == {frozenset(fields)}
    read = [response_from_data(one.data, where="run") for one in stored]
    assert sorted(
        map(response_to_data, read), key=lambda data: str(data["question_id"])
    ) == sorted(sent, key=lambda data: str(data["question_id"]))


def test_a_batch_that_comes_twice_counts_once(release: Release) -> None:
    run = ordered(release)
    batch = answers(run, lambda _: "A")
    record_responses(run_id=run.pk, responses=batch)
    record_responses(run_id=run.pk, responses=batch)
    assert Response.objects.filter(run=run).count() == run.total
    run.refresh_from_db()
    assert run.answered == run.total


def test_a_failed_call_is_asked_again_and_both_are_kept(release: Release) -> None:
    run = ordered(release)
    first, *rest = answers(run, key_of)
    error = {"kind": "timeout", "detail": "no answer"}
    failed = {**first, "text": None, "error": error}
    record_responses(run_id=run.pk, responses=[failed, *rest])
    assert first["question_id"] not in answered_ids(run)
    assert first["question_id"] not in run_spec(run)["answered"]

    record_responses(run_id=run.pk, responses=[first])
    assert Response.objects.filter(run=run).count() == run.total + 1
    assert finish_run(run_id=run.pk, summary=SUMMARY)
    run.refresh_from_db()
    assert run.result["scores"]["overall"]["correct"] == run.total


def test_a_failure_says_why_and_can_be_retried(cast: Cast, release: Release) -> None:
    run = ordered(release)
    summary = {"state": "failed", "reason": "the model server is not there"}
    finish_run(run_id=run.pk, summary=summary)
    seen = browser(cast.organizer).get(f"/api/projects/bench/evaluation/runs/{run.pk}/")
    assert seen.data["status"] == "failed"
    assert seen.data["reason"] == "the model server is not there"
    run.refresh_from_db()
    retry_run(run=run, actor=cast.actor(cast.organizer))
    assert Run.objects.get(pk=run.pk).status == "queued"


def test_a_run_whose_values_are_refused_says_that_it_needs_a_new_run(
    cast: Cast, release: Release
) -> None:
    run = ordered(release)
    client = browser(cast.organizer)
    here = f"/api/projects/bench/evaluation/runs/{run.pk}/"
    failed = {"state": "failed", "reason": "refused", "needs_new_run": True}
    finish_run(run_id=run.pk, summary=failed)
    assert client.get(here).json()["needs_new_run"] is True
    assert client.post(f"{here}retry/").json()["needs_new_run"] is False
    finish_run(run_id=run.pk, summary={**failed, "needs_new_run": False})
    assert client.get(here).json()["needs_new_run"] is False


def test_errors_are_no_responses_in_the_list(cast: Cast, release: Release) -> None:
    run = ordered(release)
    first, second, third, *_ = answers(run, key_of)
    error = {"kind": "timeout", "detail": "no answer"}
    failed = {**first, "text": None, "error": error}
    record_responses(run_id=run.pk, responses=[failed, second, third])
    finish_run(run_id=run.pk, summary={"state": "failed", "reason": "no quota"})
    rows = browser(cast.organizer).get("/api/projects/bench/evaluation/runs/").json()
    row = next(row for row in rows["results"] if row["id"] == run.pk)
    assert (row["answered"], row["response_count"]) == (3, 2)


def test_what_was_answered_before_a_cancel_is_not_asked_again(
    cast: Cast, release: Release
) -> None:
    run = ordered(release)
    batch = answers(run, key_of)
    record_responses(run_id=run.pk, responses=batch[:2])
    run.refresh_from_db()
    cancel_run(run=run, actor=cast.actor(cast.organizer))
    retry_run(run=run, actor=cast.actor(cast.organizer))
    assert run_spec(run)["answered"] == sorted(r["question_id"] for r in batch[:2])


def test_a_dismissed_run_leaves_the_list_and_can_come_back(
    cast: Cast, release: Release
) -> None:
    run = ordered(release)
    client = browser(cast.organizer)
    base = f"/api/projects/{cast.project.slug}/evaluation/runs/"
    assert client.post(f"{base}{run.pk}/dismiss/").status_code == 409
    cancel_run(run=run, actor=cast.actor(cast.organizer))
    listed = len(client.get(base).json()["results"])

    assert client.post(f"{base}{run.pk}/dismiss/").json()["status"] == "dismissed"
    assert len(client.get(base).json()["results"]) == listed - 1
    assert client.post(f"{base}{run.pk}/retry/").json()["status"] == "queued"
    assert len(client.get(base).json()["results"]) == listed


def test_a_baseline_runs_here_from_the_release_folder(release: Release) -> None:
    run = run_in_this_process(run=ordered(release, model="guess", backend="random"))
    assert run.status == "finished"
    result = run.result
    assert result["release"]["sha256"] == release.manifest_sha256
    assert result["rule"] == "subtext-4"
    counted = result["scores"]["overall"]
    parts = ("correct", "incorrect", "miss", "error")
    assert sum(counted[part] for part in parts) == counted["n"] == run.total


def test_what_the_release_does_not_have_is_named(release: Release) -> None:
    with pytest.raises(InvalidInputError) as refused:
        ordered(release, setting="telepathy")
    assert refused.value.fields[0].field == "setting"
    with pytest.raises(InvalidInputError) as refused:
        ordered(release, splits=["train"])
    assert refused.value.fields[0].field == "splits"


def test_the_same_run_is_not_ordered_twice(release: Release) -> None:
    ordered(release)
    with pytest.raises(ConflictError):
        ordered(release)


def test_a_newer_release_makes_scores_stale(cast: Cast, release: Release) -> None:
    run = run_in_this_process(run=ordered(release, model="guess", backend="random"))
    finished_items(cast, 1)
    newer = create_release(
        project=cast.project, version="1.1.0", actor=cast.actor(cast.maintainer)
    )
    assert newer.job is not None
    run_job(newer.job.pk)
    run.refresh_from_db()
    assert run.status == "stale"
    board = browser(cast.organizer).get(
        "/api/projects/bench/evaluation/leaderboard/1.0.0/"
    )
    assert board.data["rows"][0]["cells"]["none"]["stale"] is True


def test_tokens_and_money_are_added_up(release: Release) -> None:
    run = ordered(release, prompt_price=2.0, completion_price=10.0)
    assert run_spec(run)["model"]["prompt_price"] == 2.0
    taken = {"prompt_tokens": 1000, "completion_tokens": 50}
    first, second, *rest = answers(run, key_of)
    batch = [
        {**first, **taken, "attempts": 3},
        {**second, **taken, "reused": True},
        *rest,
    ]
    record_responses(run_id=run.pk, responses=batch)
    model = {"name": "m", "prompt_price": 2.0, "completion_price": 10.0}
    assert finish_run(
        run_id=run.pk, summary={**SUMMARY, "provenance": {"model": model}}
    )
    run.refresh_from_db()
    assert run.result["usage"] == {
        "prompt_tokens": 1000,
        "completion_tokens": 50,
        "reused": 1,
        "repeated": 2,
        "cost": pytest.approx(0.0025),
    }


def test_a_worker_sends_odd_records_and_the_run_ends(release: Release) -> None:
    """Such as a worker of an earlier version, which checked nothing."""
    run = ordered(release)
    batch = answers(run, key_of)
    batch[0] |= {"finish_reason": 1, "completion_tokens": 1.5}
    batch[1] |= {"text": "\ud83d\0 A"}
    batch[2] |= {"text": {"B": 1}}
    batch[3] |= {"seconds": float("nan")}
    nobodys: list[Any] = [{"text": "B"}, None, {"question_id": "q" * 999, "text": "B"}]
    record_responses(run_id=run.pk, responses=[*batch, *nobodys])
    assert finish_run(run_id=run.pk, summary=SUMMARY)
    run.refresh_from_db()
    assert (run.status, run.answered) == ("finished", run.total)
    overall = run.result["scores"]["overall"]
    assert (overall["error"], overall["correct"]) == (2, run.total - 3)


def test_records_stored_unchecked_before_are_scored(release: Release) -> None:
    run = ordered(release)
    for data in answers(run, key_of):
        question_id = data.pop("question_id")
        record = {**data, "finish_reason": 1, "completion_tokens": 1.5}
        Response.objects.create(run=run, question_id=question_id, record=record)
    assert finish_run(run_id=run.pk, summary=SUMMARY)
    run.refresh_from_db()
    assert run.status == "finished"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("of a library"), "unexpected error (ValueError)"),
        (SpecError("judge: no such item"), "judge: no such item"),
    ],
)
def test_scoring_that_fails_ends_the_run_and_is_repeated(
    cast: Cast,
    release: Release,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    said: str,
) -> None:
    run = ordered(release)
    record_responses(run_id=run.pk, responses=answers(run, key_of))

    def fail(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("subtext_runner.report.score_all", fail)
        finish_run(run_id=run.pk, summary=SUMMARY)
    run.refresh_from_db()
    assert run.status == "failed"
    seen = browser(cast.organizer).get(f"/api/projects/bench/evaluation/runs/{run.pk}/")
    assert said in seen.data["reason"]
    retry_run(run=run, actor=cast.actor(cast.organizer))
    score_run(run_id=run.pk)
    run.refresh_from_db()
    assert run.status == "finished"


def test_a_score_that_no_database_holds_fails_the_run(
    release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ordered(release)
    record_responses(run_id=run.pk, responses=answers(run, key_of))
    result = {"outcomes": [], "scores": {"overall": {"accuracy": float("nan")}}}
    monkeypatch.setattr(
        "subtext_runner.report.result_of_scores", lambda *_, **__: {**result}
    )
    finish_run(run_id=run.pk, summary=SUMMARY)
    run.refresh_from_db()
    assert run.status == "failed"


def test_a_reason_with_characters_that_no_database_holds(release: Release) -> None:
    run = ordered(release)
    finish_run(run_id=run.pk, summary={"state": "failed", "reason": "key?\0\ud83d"})
    run.refresh_from_db()
    assert run.status == "failed"
