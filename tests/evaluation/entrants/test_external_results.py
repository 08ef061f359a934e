import hashlib
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.utils import timezone
from rest_framework.test import APIClient

from core.models import LedgerEntry
from evaluation.dispatch.services.runs import (
    cancel_run,
    requeue_stale_runs,
    retry_run,
    send_run,
)
from evaluation.entrants.models.external_results import Submission
from evaluation.runs.models.runs import Run
from evaluation.runs.selectors.released_questions import (
    ReleasedQuestion,
    released_questions,
)
from evaluation.scores.services.run_scoring import score_run
from projects.models import Project
from releases.records.models import Release
from subtext_runner.errors import RunnerError
from tests.evaluation.scoring import LETTERS, another, key
from tests.support.cast import Cast, browser
from tests.support.clock import stop_clock

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BASE = "/api/projects/bench/evaluation/"
PREDICTIONS = "/api/predictions/"


def jsonl(
    release: Release,
    text: Callable[[ReleasedQuestion], str],
    *,
    leave_out: int = 0,
) -> bytes:
    asked = released_questions(release, splits=["test"])
    rows = [{"id": uid, "answer": text(one)} for uid, one in asked.items()]
    return "\n".join(map(json.dumps, rows[leave_out:])).encode()


def body(content: bytes, **more: Any) -> dict[str, Any]:
    file = SimpleUploadedFile("answers.jsonl", content)
    return {"version": "1.0.0", "model": "theirs", "file": file, **more}


def admitted(cast: Cast, **more: Any) -> APIClient:
    """Somebody outside, with a key."""
    answer = browser(cast.maintainer).post(
        BASE + "entrants/", {"name": "Team X", **more}, format="json"
    )
    assert answer.status_code == 201, answer.data
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {answer.json()['key']}")
    return client


Send = Callable[..., Any]


@pytest.fixture
def send(django_capture_on_commit_callbacks: Callable[..., Any]) -> Send:
    """Send a file, and let a worker score it."""

    def send(client: APIClient, address: str, content: bytes, **more: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(address, body(content, **more), format="multipart")

    return send


def test_predictions_are_scored_against_the_keys(
    cast: Cast, release: Release, send: Send
) -> None:
    client = admitted(cast)
    answer = send(client, PREDICTIONS, jsonl(release, key))
    assert answer.status_code == 201, answer.data
    taken = answer.json()
    assert (taken["status"], taken["overall"], taken["slices"]) == ("running", None, {})
    standing = client.get(PREDICTIONS).json()
    assert (standing["name"], standing["left_today"]) == ("Team X", 1)
    [one] = standing["submissions"]
    assert (one["model"], one["status"]) == ("theirs", "finished")
    assert one["overall"]["accuracy"] == 1
    # So few questions in a label would tell their keys.
    assert all(choices == {} for choices in one["slices"].values())

    board = browser(cast.organizer).get(BASE + "leaderboard/1.0.0/").json()
    [row] = [one for one in board["rows"] if one["model"] == "theirs"]
    assert (row["origin"], row["revision"]) == ("submitted", "Team X")


def test_the_daily_limit_counts_days_of_the_projects_time_zone(
    cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    Project.objects.update(time_zone="Asia/Kathmandu")
    client = admitted(cast, daily_limit=1)
    content = jsonl(release, key)

    def submit() -> Any:
        return client.post(PREDICTIONS, body(content), format="multipart")

    # One minute before midnight in Kathmandu, at UTC+05:45.
    stop_clock(monkeypatch, datetime(2025, 7, 1, 18, 14, tzinfo=UTC))
    assert submit().status_code == 201
    refused = submit()
    assert refused.status_code == 409
    assert "00:00, time zone Asia/Kathmandu" in refused.json()["detail"]
    stop_clock(monkeypatch, datetime(2025, 7, 1, 18, 15, tzinfo=UTC))
    assert client.get(PREDICTIONS).json()["left_today"] == 1
    assert submit().status_code == 201


def test_the_request_reads_no_response(
    cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends one that takes long to read keeps a worker busy, not the server."""

    def read(*args: Any, **more: Any) -> None:
        raise AssertionError("a response was read")

    monkeypatch.setattr("subtext_runner.formats.single_choice.extract_answer", read)
    client = admitted(cast)
    answer = client.post(PREDICTIONS, body(jsonl(release, key)), format="multipart")
    assert answer.status_code == 201, answer.data


def test_the_ledger_says_who_sent_which_file(cast: Cast, release: Release) -> None:
    content = jsonl(release, key)
    client = admitted(cast)
    client.post(PREDICTIONS, body(content), format="multipart")
    entry = LedgerEntry.objects.get(machine="run", action="receive")
    assert (entry.scope_id, entry.actor_id) == (cast.project.pk, None)
    assert entry.data == {
        "origin": "submitted",
        "entrant": "Team X",
        "file": "answers.jsonl",
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def test_a_file_that_is_too_large_is_refused(
    cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = jsonl(release, key)
    monkeypatch.setattr(
        "evaluation.entrants.api.external_results.MOST_BYTES", len(content) - 1
    )
    client = admitted(cast)
    answer = client.post(PREDICTIONS, body(content), format="multipart")
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "file"
    assert client.get(PREDICTIONS).json()["left_today"] == 2
    assert not LedgerEntry.objects.filter(machine="run").exists()


def test_what_no_worker_scored_is_sent_again(cast: Cast, release: Release) -> None:
    client = admitted(cast)
    client.post(PREDICTIONS, body(jsonl(release, key)), format="multipart")
    run = Run.objects.get(origin="submitted")
    assert run.status == "running"
    Run.objects.filter(pk=run.pk).update(heard_at=timezone.now() - timedelta(hours=1))
    requeue_stale_runs()
    run.refresh_from_db()
    assert run.status == "finished"


def test_a_release_that_cannot_be_read_fails_the_run_and_does_not_count(
    cast: Cast, release: Release, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*args: Any, **more: Any) -> None:
        raise RunnerError("manifest.json: it is not there")

    monkeypatch.setattr("evaluation.scores.selectors.rescoring.read_benchmark", missing)
    client = admitted(cast)
    send(client, PREDICTIONS, jsonl(release, key))
    standing = client.get(PREDICTIONS).json()
    assert standing["left_today"] == 2
    assert standing["submissions"][0]["status"] == "failed"
    monkeypatch.undo()
    run = Run.objects.get(origin="submitted")
    send_run(run=retry_run(run=run, actor=cast.actor(cast.organizer)))
    [again] = client.get(PREDICTIONS).json()["submissions"]
    assert (again["status"], again["overall"]["accuracy"]) == ("finished", 1)


def test_one_that_is_cancelled_while_it_is_scored_stays_cancelled(
    cast: Cast, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = admitted(cast)
    client.post(PREDICTIONS, body(jsonl(release, key)), format="multipart")
    run = Run.objects.get(origin="submitted")

    def scored_meanwhile(*args: Any) -> dict[str, Any]:
        cancel_run(run=run, actor=cast.actor(cast.organizer))
        return {"scores": {}}

    monkeypatch.setattr(
        "evaluation.scores.services.response_scoring.score_run_responses",
        scored_meanwhile,
    )
    score_run(run_id=run.pk)
    run.refresh_from_db()
    assert (run.status, run.result) == ("cancelled", {})


def test_an_entrant_learns_no_answer(cast: Cast, release: Release, send: Send) -> None:
    client = admitted(cast)
    said = send(client, PREDICTIONS, jsonl(release, another)).content.decode()
    said += client.get(PREDICTIONS).content.decode()
    assert "finished" in said
    for question in released_questions(release).values():
        assert question.id not in said
        assert question.options[question.given] not in said


def test_a_day_has_a_limit_and_a_bad_file_does_not_count(
    cast: Cast, release: Release
) -> None:
    client = admitted(cast, daily_limit=2)
    short = client.post(
        PREDICTIONS, body(jsonl(release, key, leave_out=1)), format="multipart"
    )
    assert short.status_code == 400
    assert "Questions without an answer: 1" in short.json()["errors"][0]["message"]
    for _ in range(2):
        assert (
            client.post(
                PREDICTIONS, body(jsonl(release, key)), format="multipart"
            ).status_code
            == 201
        )
    over = client.post(PREDICTIONS, body(jsonl(release, key)), format="multipart")
    assert over.status_code == 409
    assert Submission.objects.count() == 2
    assert Run.objects.filter(origin="submitted").count() == 2


def test_only_a_good_key_opens(cast: Cast, release: Release) -> None:
    assert APIClient().get(PREDICTIONS).status_code in (401, 403)
    client = admitted(cast)
    assert client.get(PREDICTIONS).status_code == 200
    [entrant] = browser(cast.maintainer).get(BASE + "entrants/").json()["results"]
    assert "key" not in entrant
    address = f"{BASE}entrants/{entrant['id']}/revoke/"
    assert browser(cast.organizer).post(address).status_code == 403
    assert browser(cast.maintainer).post(address).json()["active"] is False
    assert client.get(PREDICTIONS).status_code in (401, 403)
    again = browser(cast.maintainer).post(
        BASE + "entrants/", {"name": "Team X"}, format="json"
    )
    assert again.status_code == 409


def test_results_of_others_are_taken_in_and_shown_as_such(
    cast: Cast, release: Release, send: Send
) -> None:
    asked = released_questions(release, splits=["test"])
    rows: list[dict[str, Any]] = [
        {
            "id": f"test-{number}",
            "question": one.stem,
            **{f"option{at}": text for at, text in enumerate(one.options, start=1)},
            "response": f"The answer is ({key(one)}).",
        }
        for number, one in enumerate(asked.values())
    ]
    rows[0]["response"] = {"error": "503 \0\ud83d"}
    rows[1]["response"] += " \ud83d\0"
    content = "\n".join(map(json.dumps, rows)).encode()
    more = {"note": "From their paper", "setting": "cot"}
    answer = send(browser(cast.organizer), BASE + "import/", content, **more)
    assert answer.status_code == 201, answer.data
    run = browser(cast.organizer).get(f"{BASE}runs/{answer.json()['id']}/").json()
    assert (run["origin"], run["setting"]) == ("imported", "cot")
    assert run["overall"]["correct"] == len(asked) - 1
    assert run["overall"]["error"] == 1
    result = run["result"]
    assert result["outside"]["format"] == "ii-bench"
    assert result["outside"]["file"] == "answers.jsonl"
    assert result["setting"]["prompt"] == ""
    samples = browser(cast.organizer).get(f"{BASE}runs/{run['id']}/samples/")
    assert "The answer is" in samples.content.decode()


def test_bad_lines_are_named_and_nothing_is_kept(cast: Cast, release: Release) -> None:
    before = Run.objects.count()
    content = jsonl(release, key) + b'\n{"id": "q-none", "answer": "A"}\n{"id": 3}'
    answer = browser(cast.organizer).post(
        BASE + "import/", body(content), format="multipart"
    )
    assert answer.status_code == 400
    n = len(released_questions(release, splits=["test"]))
    assert [one["field"] for one in answer.json()["errors"]] == [f"file.{n + 2}"]
    assert Run.objects.count() == before


@pytest.mark.parametrize("path", ["import/", "entrants/"])
def test_annotators_take_no_part(cast: Cast, release: Release, path: str) -> None:
    client = browser(cast.annotators[0])
    assert client.post(BASE + path, body(b""), format="multipart").status_code == 403


def test_by_command(cast: Cast, release: Release, tmp_path: Path) -> None:
    file = tmp_path / "theirs.jsonl"
    file.write_bytes(jsonl(release, lambda _: LETTERS[0]))
    out = StringIO()
    call_command(
        "evaluation_import", "bench", "1.0.0", str(file), model="theirs", stdout=out
    )
    assert "imported. Accuracy" in out.getvalue()
    with pytest.raises(CommandError, match="no setting"):
        call_command(
            "evaluation_import",
            "bench",
            "1.0.0",
            str(file),
            model="theirs",
            setting="telepathy",
        )
    with pytest.raises(CommandError, match=r"none\.jsonl"):
        call_command("evaluation_import", "bench", "1.0.0", "none.jsonl", model="x")
