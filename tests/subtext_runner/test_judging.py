"""A judge model marks what another said, by a standard that is data of the protocol."""

import json
from pathlib import Path
from typing import Any

import pytest

from subtext_runner.__main__ import main
from subtext_runner.journal import Journal
from subtext_runner.judging.reading import read_mark
from subtext_runner.records import Response
from subtext_runner.report import result_of_scores
from subtext_runner.worker import run_evaluation
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.model_server import ChatRequest, Reply, model_server
from tests.support.tiny_release import protocol_document, question, write_release

SAID = {"i-000": "A clock and a saw {meaning}.", "i-001": "A ladder of books."}


def judged_protocol() -> dict[str, Any]:
    document = protocol_document()
    document["fields"].append({"kind": "text", "id": "meaning", "title": "Meaning"})
    document["evaluation"]["open_tasks"] = [
        {
            "id": "describe",
            "title": "Description",
            "only": {"domain": ["art"]},
            "reference": "meaning",
            "prompts": ["Describe the picture."],
            "source": "a test's own",
        }
    ]
    document["evaluation"]["ratings"] = [
        {
            "id": "standard",
            "title": "Standard",
            "replies_of": "describe",
            "people": 3,
            "shown": ["meaning"],
            "slices": ["domain"],
            "scales": [
                {
                    "id": "quality",
                    "title": "Quality",
                    "points": [{"value": n, "title": str(n)} for n in range(1, 6)],
                }
            ],
            "judge": {
                "scale": "quality",
                "instruction": "Mark it from 1 to 5.",
                "prompt": "People wrote: {meaning}\nIt says: {reply}",
                "source": "a test's own",
            },
            "source": "a test's own",
        }
    ]
    return document


@pytest.fixture
def described(tmp_path: Path) -> TinyRelease:
    """Two pictures of art and one of life, each with what it means."""
    lines = [
        question(item, domain="life" if item == 2 else "art")
        | {"texts": {"meaning": f"meaning {item}"}}
        for item in range(3)
    ]
    folder = tmp_path / "described-1.0.0"
    sha256 = write_release(folder, questions=lines, protocol=judged_protocol())
    return TinyRelease(folder=folder, sha256=sha256)


def text_of(asked: ChatRequest) -> str:
    (message,) = asked.body["messages"]
    return "".join(part["text"] for part in message["content"])


def test_only_what_the_task_is_about_is_described(described: TinyRelease) -> None:
    kept: list[Response] = []
    with model_server(lambda _: Reply("A clock.")) as server:
        spec = spec_of(described, base_url=server.base_url, setting="describe")
        run_evaluation(spec, keep=kept.append)
    assert {one.question_id for one in kept} == {"i-000", "i-001"}


def test_a_judge_sees_the_texts_and_the_reply_and_gives_marks(
    described: TinyRelease,
) -> None:
    kept: list[Response] = []

    def behaviour(asked: ChatRequest) -> Reply:
        return Reply("[4]" if "ladder" in text_of(asked) else "It deserves [2 points].")

    with model_server(behaviour) as server:
        spec = spec_of(
            described,
            base_url=server.base_url,
            setting="standard",
            judged={"what": "stub, run 3", "replies": SAID},
        )
        summary = run_evaluation(spec, keep=kept.append)
    assert summary.state == "finished", summary.reason
    asked = sorted(text_of(one) for one in server.asked)
    # What is filled in is not filled in again.
    assert asked[0] == (
        "Mark it from 1 to 5.\nPeople wrote: meaning 0\n"
        "It says: A clock and a saw {meaning}."
    )
    assert not any(one.images for one in server.asked)
    assert (summary.provenance["rule"], summary.provenance["judged"]) == (
        "marks-2",
        "stub, run 3",
    )
    found = result_of_scores(described.read(), kept, provenance=summary.provenance)
    scores = json.loads(json.dumps(found["scores"]))
    assert scores["marks"] == {"i-000": 2, "i-001": 4}
    assert scores["overall_mark"] == {"n": 2, "mean": 3}
    assert scores["slices"]["domain"] == {
        "life": {"n": 0, "mean": None},
        "art": {"n": 2, "mean": 3},
    }


def test_described_and_judged_again_from_stored_responses(
    described: TinyRelease,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By the command, without a server: what a lab has kept is scored again."""
    stored = tmp_path / "replays" / "stub"
    stored.mkdir(parents=True)
    monkeypatch.setenv("SUBTEXT_REPLAYS", str(tmp_path / "replays"))
    for item, said in SAID.items():
        Journal(stored / "describe.jsonl").append(Response(question_id=item, text=said))
        mark = {"i-000": "[5]", "i-001": "I cannot tell."}[item]
        Journal(stored / "standard.jsonl").append(Response(question_id=item, text=mark))
    for setting, more in (
        ("describe", []),
        ("standard", ["--judging", str(tmp_path / "describe" / "responses.jsonl")]),
    ):
        spec = spec_of(described, backend="replay", setting=setting)
        file = tmp_path / f"{setting}.json"
        file.write_text(spec.model_dump_json(), encoding="utf-8")
        out = str(tmp_path / setting)
        assert main(["run", str(file), "--out", out, *more]) == 0
    shown = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (shown["n"], shown["miss"]) == (2, 1)
    assert shown["overall_mark"] == {"n": 1, "mean": 5}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, "judged: standard rates responses, but there are none"),
        ({"judged": {"what": "x", "replies": {"i-9": "?"}}}, "no such item"),
        (
            {"backend": "random", "judged": {"what": "x", "replies": SAID}},
            "random does not support judge models",
        ),
    ],
)
def test_what_cannot_be_judged_is_named(
    described: TinyRelease, changes: dict[str, Any], reason: str
) -> None:
    summary = run_evaluation(
        spec_of(described, base_url="http://127.0.0.1:9", setting="standard", **changes)
    )
    assert summary.state == "failed"
    assert summary.reason is not None
    assert reason in summary.reason


@pytest.mark.parametrize(
    ("said", "mark"),
    [
        ("4", 4),
        ("[4]", 4),
        ("[[3]]", 3),
        ("［３］", 3),
        ("【5】", 5),
        ('"[2]"', 2),
        ("**[1]**", 1),
        ("[4 points]", 4),
        ("[3/5]", 3),
        ("[ratings: 4]", 4),
        ("[rating]: 3", 3),
        ("[评分：4]", 4),
        ("4分", 4),
        ("4/5", 4),
        ("评分：3", 3),
        ("我给这段描述打 4 分。", 4),
        ("得分为３分", 3),
        ("Rating: 5", 5),
        ("The score is 2.", 2),
        ("The final verdict: [4]\nIt explains the crane.", 4),
        ("It is not [1 point] and not [5 points].\n[3]", 3),
        ("It names 3 cranes and 2 pines.\n\n[4]", 4),
        ("<think>[1]? No.</think>[5]", 5),
        (r"\boxed{2}", 2),
        ("Feedback: a score of 5 would need both. [RESULT] 4", 4),
        ("Feedback: close.\n(RESULT) 3", 3),
        ("[RESULT] 3 ... [RESULT] 4", None),
        ("[RESULT] 7", None),
        ("[1] or [2]", None),
        ("between 3 and 4", None),
        ("3 points or 4 points", None),
        ("[6]", None),
        ("[0]", None),
        ("3.5", None),
        ("[3.5]", None),
        ("Painted in 1644, it shows 5 cranes.", None),
        ("", None),
        ("I cannot tell.", None),
    ],
)
def test_a_mark_is_read_or_missed_and_never_guessed(
    said: str, mark: int | None
) -> None:
    found = read_mark(said, scale=range(1, 6))
    assert found.value == mark, found
    assert (found.reason is None) == (mark is not None)


def test_a_response_cut_off_or_refused_has_no_mark() -> None:
    scale = range(1, 6)
    assert read_mark("It shows a", scale=scale, finish_reason="length") == (
        None,
        "truncated",
    )
    assert read_mark("No.", scale=scale, finish_reason="refusal") == (None, "refusal")
    assert read_mark("[7]", scale=scale) == (None, "off_scale")
    assert read_mark("[1] or [2]", scale=scale) == (None, "several")
