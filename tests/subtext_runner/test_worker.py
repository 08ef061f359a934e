import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from subtext_runner.errors import SpecError
from subtext_runner.journal import Journal
from subtext_runner.records import Response, RunSpec, spec_from_data
from subtext_runner.worker import run_evaluation
from tests.subtext_runner.conftest import TinyRelease
from tests.support.model_server import ChatRequest, KnowsKeys, Reply, model_server
from tests.support.tiny_release import twelve_questions


def spec_data(release: TinyRelease, **model: Any) -> dict[str, Any]:
    return {
        "run": "7",
        "release": {"uri": release.uri, "sha256": release.sha256},
        "model": {"name": "stub", "backend": "openai", **model},
        "setting": "none",
        "splits": ["test"],
    }


def spec_of(release: TinyRelease, **changes: Any) -> RunSpec:
    """The checked spec; changes are fields of the model or of the run."""
    model = {key: changes.pop(key) for key in list(changes) if key in _OF_THE_MODEL}
    return spec_from_data(spec_data(release, **model) | changes)


_OF_THE_MODEL = {"name", "backend", "base_url", "revision"}


def test_a_run_hands_back_every_response_and_names_what_it_asked(
    release: TinyRelease,
) -> None:
    batches: list[Sequence[Response]] = []
    kept: list[Response] = []
    with model_server(KnowsKeys(twelve_questions(), accuracy=1)) as server:
        spec = spec_of(release, base_url=server.base_url, seed=4)
        summary = run_evaluation(spec, record=batches.append, keep=kept.append)
    recorded = [response for batch in batches for response in batch]
    assert recorded == kept
    assert {r.question_id for r in kept} == {f"q-{n:03d}" for n in range(4, 12)}
    assert (summary.state, summary.questions, summary.asked) == ("finished", 8, 8)
    named = json.loads(json.dumps(summary._asdict()))["provenance"]
    assert named["release"]["sha256"] == release.sha256
    assert named["setting"]["instruction"] == "Answer the question about the picture."
    assert named["setting"]["prompt"].startswith("Question: {question}")
    assert (named["seed"], named["rule"]) == (4, "subtext-4")
    assert set(named["packages"]) >= {"httpx", "pydantic"}


def test_what_is_answered_is_not_asked_again(release: TinyRelease) -> None:
    with model_server(lambda _: Reply("B")) as server:
        spec = spec_of(release, base_url=server.base_url, answered=["q-004", "q-011"])
        summary = run_evaluation(spec)
        assert len(server.asked) == 6
    assert (summary.questions, summary.asked) == (8, 6)


@pytest.mark.parametrize("backend", ["random", "frequent"])
def test_baselines_need_no_model(release: TinyRelease, backend: str) -> None:
    kept: list[Response] = []
    summary = run_evaluation(spec_of(release, backend=backend), keep=kept.append)
    assert (summary.state, len(kept)) == ("finished", 8)


def test_a_cancelled_run_keeps_what_was_asked(
    release: TinyRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_CONCURRENCY", "1")
    cancelled = threading.Event()
    kept: list[Response] = []

    def behaviour(asked: ChatRequest) -> Reply:
        if asked.number == 2:
            cancelled.set()
        return Reply("B")

    with model_server(behaviour) as server:
        summary = run_evaluation(
            spec_of(release, base_url=server.base_url),
            keep=kept.append,
            cancelled=cancelled.is_set,
        )
        assert len(server.asked) == len(kept) == 3
    assert (summary.state, summary.asked) == ("cancelled", 3)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"setting": "cot"}, "setting: no setting 'cot': choose one of none, rhetoric"),
        ({"splits": ["train"]}, "no split 'train'"),
        ({"model": {"name": "m", "backend": "openai"}}, "model.base_url: is missing"),
        ({"release": {"uri": "/nowhere", "sha256": "0" * 64}}, "/nowhere/manifest"),
    ],
)
def test_what_cannot_be_run_fails_with_its_reason(
    release: TinyRelease, changes: dict[str, Any], reason: str
) -> None:
    data = spec_data(release, base_url="http://127.0.0.1:9/v1") | changes
    summary = run_evaluation(spec_from_data(data))
    assert summary.state == "failed"
    assert summary.reason is not None
    assert reason in summary.reason


def test_answers_before_a_failure_are_not_lost(
    release: TinyRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUBTEXT_MODEL_CONCURRENCY", "1")
    recorded: list[Response] = []
    with model_server(
        lambda asked: Reply("B") if asked.number < 3 else Reply("key?", status=401)
    ) as server:
        spec = spec_of(release, base_url=server.base_url)
        summary = run_evaluation(spec, record=recorded.extend)
    assert (summary.state, summary.asked, len(recorded)) == ("failed", 3, 3)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"setting": None}, "setting: "),
        ({"model": {"name": "m", "backend": "magic"}}, r"model\.backend: "),
        ({"release": {"uri": "x", "sha256": "abc"}}, r"release\.sha256: "),
        ({"questions": 3}, "questions: Extra inputs"),
        (
            {
                "model": {
                    "name": "m",
                    "backend": "openai",
                    "api_key_variable": "AWS_SECRET_ACCESS_KEY",
                }
            },
            r"model\.api_key_variable: ",
        ),
    ],
)
def test_a_bad_spec_names_the_field(
    release: TinyRelease, change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SpecError, match=reason):
        spec_from_data(spec_data(release) | change)


def test_a_journal_drops_half_a_line_and_keeps_the_latest(tmp_path: Path) -> None:
    path = tmp_path / "responses.jsonl"
    journal = Journal(path)
    journal.append(Response(question_id="q-1", text="A"))
    journal.append(Response(question_id="q-2", text="字"))
    journal.append(Response(question_id="q-1", text="B"))
    with path.open("a") as file:
        file.write('{"question_id": "q-3", "te')
    found = Journal(path).responses()
    assert [(r.question_id, r.text) for r in found] == [("q-1", "B"), ("q-2", "字")]
    Journal(path).append(Response(question_id="q-3", text="C"))
    assert len(Journal(path).responses()) == 3
