"""Stored responses asked again."""

from pathlib import Path

import pytest

from subtext_runner.journal import Journal
from subtext_runner.records import Response
from subtext_runner.worker import run_evaluation
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.model_server import KnowsKeys, model_server
from tests.support.tiny_release import twelve_questions


@pytest.fixture
def replays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SUBTEXT_REPLAYS", str(tmp_path / "replays"))
    (tmp_path / "replays" / "lab" / "stub").mkdir(parents=True)
    return tmp_path / "replays" / "lab" / "stub"


def _replayed(
    release: TinyRelease, setting: str = "none"
) -> tuple[dict[str, Response], str | None]:
    kept: list[Response] = []
    spec = spec_of(release, name="lab/stub", backend="replay", setting=setting)
    summary = run_evaluation(spec, keep=kept.append)
    return {r.question_id: r for r in kept}, summary.reason


def test_a_replay_answers_as_the_run_that_it_was_recorded_from(
    release: TinyRelease, replays: Path
) -> None:
    journal = Journal(replays / "shuffled.jsonl")
    with model_server(KnowsKeys(twelve_questions(), accuracy=0.5)) as server:
        spec = spec_of(release, base_url=server.base_url, setting="shuffled")
        run_evaluation(spec, keep=journal.append)
    again, _ = _replayed(release, setting="shuffled")
    assert again == {r.question_id: r for r in journal.responses()}


def test_what_was_not_recorded_or_asked_otherwise_is_an_error(
    release: TinyRelease, replays: Path
) -> None:
    journal = Journal(replays / "none.jsonl")
    journal.append(Response(question_id="q-004", text="C"))  # its prompt is not known
    journal.append(Response(question_id="q-005", text="D", prompt="Which one?"))
    again, _ = _replayed(release)
    assert again.pop("q-004").text == "C"
    details = {uid: r.error.detail for uid, r in again.items() if r.error is not None}
    assert details.pop("q-005") == "the stored response belongs to another prompt"
    assert len(details) == 6
    assert {*details.values()} == {"no stored response"}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("lab/stub", "cot.jsonl: no stored responses"),
        ("lab/other", "no such folder (from SUBTEXT_REPLAYS)"),
        ("../stub", "'../stub' is not a valid folder name"),
        ("/etc", "'/etc' is not a valid folder name"),
    ],
)
def test_what_is_not_there_is_named(
    release: TinyRelease, replays: Path, name: str, reason: str
) -> None:
    summary = run_evaluation(spec_of(release, name=name, backend="replay"))
    assert summary.state == "failed"
    assert summary.reason is not None
    assert reason.replace("cot", "none") in summary.reason


def test_without_the_variable_it_is_asked_for(release: TinyRelease) -> None:
    summary = run_evaluation(spec_of(release, name="lab/stub", backend="replay"))
    assert (
        summary.reason
        == "SUBTEXT_REPLAYS is not set: it must name the folder of lab/stub"
    )
