import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from evaluation.models import Run, Submission
from evaluation.selectors.questions import ReleasedQuestion, released_questions
from releases.models import Release
from tests.evaluation.scoring import LETTERS, another, key
from tests.support.cast import Cast, browser

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


def test_predictions_are_scored_against_the_keys(cast: Cast, release: Release) -> None:
    client = admitted(cast)
    answer = client.post(PREDICTIONS, body(jsonl(release, key)), format="multipart")
    assert answer.status_code == 201, answer.data
    assert answer.json()["overall"]["accuracy"] == 1
    # So few questions in a label would tell their keys.
    assert all(choices == {} for choices in answer.json()["slices"].values())
    standing = client.get(PREDICTIONS).json()
    assert (standing["name"], standing["left_today"]) == ("Team X", 1)
    assert [one["model"] for one in standing["submissions"]] == ["theirs"]

    board = browser(cast.organizer).get(BASE + "leaderboard/1.0.0/").json()
    [row] = [one for one in board["rows"] if one["model"] == "theirs"]
    assert (row["origin"], row["revision"]) == ("submitted", "Team X")


def test_an_entrant_learns_no_answer(cast: Cast, release: Release) -> None:
    client = admitted(cast)
    said = client.post(
        PREDICTIONS, body(jsonl(release, another)), format="multipart"
    ).content.decode()
    said += client.get(PREDICTIONS).content.decode()
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
    assert "1 questions have no answer" in short.json()["errors"][0]["message"]
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
    cast: Cast, release: Release
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
    rows[0]["response"] = {"error": "503"}
    content = "\n".join(map(json.dumps, rows)).encode()
    more = {"note": "From their paper", "setting": "cot"}
    answer = browser(cast.organizer).post(
        BASE + "import/", body(content, **more), format="multipart"
    )
    assert answer.status_code == 201, answer.data
    run = answer.json()
    assert (run["origin"], run["setting"]) == ("imported", "cot")
    assert run["overall"]["correct"] == len(asked) - 1
    assert run["overall"]["error"] == 1
    result = browser(cast.organizer).get(f"{BASE}runs/{run['id']}/").json()["result"]
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
