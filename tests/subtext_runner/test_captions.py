"""Open tasks: what is said to a model, what is kept of it, and how it is scored."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from subtext_runner.__main__ import main
from subtext_runner.benchmark import read_benchmark
from subtext_runner.captions.overlap_metrics import (
    CaptionPair,
    cider_scores,
    corpus_bleu4,
    rouge_l_scores,
)
from subtext_runner.captions.scoring import score_captions
from subtext_runner.records import Response
from subtext_runner.worker import run_evaluation
from tests.subtext_runner.conftest import TinyRelease
from tests.subtext_runner.test_worker import spec_of
from tests.support.model_server import ChatRequest, Reply, model_server
from tests.support.tiny_release import (
    protocol_document,
    question,
    write_release,
)

SLOTS = [
    {"primary": "Caffeine", "attribute": "addictive", "secondary": "a drug"},
    {"primary": "Life", "attribute": "winding", "secondary": "a long road"},
    {"primary": "Debt", "attribute": "heavy", "secondary": "a chain"},
]
REFERENCES = [
    "Caffeine is as addictive as a drug",
    "Life is as winding as a long road",
    "Debt is as heavy as a chain",
]


SHOWN = [
    {"primary": "Hope", "attribute": "fragile", "secondary": "a dream"},
    {"primary": "Time", "attribute": "dear", "secondary": "money"},
]


def caption_protocol() -> dict[str, Any]:
    document = protocol_document()
    document["fields"].append(
        {
            "kind": "sentence",
            "id": "caption",
            "title": "Caption",
            "template": "{primary} is as {attribute} as {secondary}",
            "slots": [{"id": slot, "title": slot} for slot in SLOTS[0]],
        }
    )
    document["evaluation"]["open_tasks"] = [
        {
            "id": "simile",
            "title": "Simile",
            "reference": "caption",
            "prompts": ["Caption the picture."],
            "source": "a test's own",
        },
        {
            "id": "simile-cot",
            "title": "Simile in three steps",
            "reference": "caption",
            "prompts": ["Guess.", "List what is there.", "Say it better."],
            "source": "a test's own",
        },
        {
            "id": "simile-ms",
            "title": "Simile after two examples",
            "reference": "caption",
            "shots": 2,
            "example": "Image {picture}: {caption} ({caption.attribute}).",
            "prompts": ["Image {picture}: {say it}.", "Say it better."],
            "source": "a test's own",
        },
    ]
    return document


@pytest.fixture
def captioned(tmp_path: Path) -> TinyRelease:
    """Three items of two questions each, with a sentence, and two for examples."""
    lines = [
        question(2 * item + nth, item=item, split="test" if item < 3 else "dev")
        | {"sentences": {"caption": slots}}
        for item, slots in enumerate([*SLOTS, *SHOWN])
        for nth in (0, 1)
    ]
    folder = tmp_path / "captioned-1.0.0"
    sha256 = write_release(folder, questions=lines, protocol=caption_protocol())
    return TinyRelease(folder=folder, sha256=sha256)


def said_in(asked: ChatRequest) -> list[tuple[str, str]]:
    """Roles and texts of the conversation that a request holds."""
    return [
        (message["role"], part["text"])
        for message in asked.body["messages"]
        for part in message["content"]
        if part["type"] == "text"
    ]


def test_every_item_is_asked_once_with_its_image(captioned: TinyRelease) -> None:
    kept: list[Response] = []
    with model_server(lambda _: Reply(REFERENCES[0])) as server:
        spec = spec_of(captioned, base_url=server.base_url, setting="simile")
        summary = run_evaluation(spec, keep=kept.append)
    assert summary.state == "finished", summary.reason
    assert {r.question_id for r in kept} == {"i-000", "i-001", "i-002"}
    assert [said_in(asked) for asked in server.asked] == [
        [("user", "Caption the picture.")]
    ] * 3
    assert all(len(asked.images) == 1 for asked in server.asked)
    assert summary.provenance["setting"]["prompts"] == ["Caption the picture."]
    assert summary.provenance["rule"] == "captions-2"


def test_each_turn_knows_what_was_said_before(captioned: TinyRelease) -> None:
    def behaviour(asked: ChatRequest) -> Reply:
        return Reply(f"reply {len(said_in(asked)) // 2 + 1}")

    kept: list[Response] = []
    with model_server(behaviour) as server:
        spec = spec_of(captioned, base_url=server.base_url, setting="simile-cot")
        summary = run_evaluation(spec, keep=kept.append)
    assert (summary.asked, summary.state) == (3, "finished")
    assert len(server.asked) == 9
    assert said_in(server.asked[-1]) == [
        ("user", "Guess."),
        ("assistant", "reply 1"),
        ("user", "List what is there."),
        ("assistant", "reply 2"),
        ("user", "Say it better."),
    ]
    assert all(len(asked.images) == 1 for asked in server.asked)
    for response in kept:
        assert response.text == "reply 3"
        assert "<assistant>\nreply 2\n<user>\nSay it better." in response.prompt


def test_examples_stand_before_the_first_turn_with_their_images(
    captioned: TinyRelease,
) -> None:
    kept: list[Response] = []
    with model_server(lambda _: Reply("so")) as server:
        spec = spec_of(captioned, base_url=server.base_url, setting="simile-ms")
        assert run_evaluation(spec, keep=kept.append).state == "finished"
    firsts = [asked for asked in server.asked if len(said_in(asked)) == 1]
    lasts = [asked for asked in server.asked if len(said_in(asked)) == 3]
    (opening,) = {said_in(asked)[0][1] for asked in [*firsts, *lasts]}
    *examples, own = opening.split("\n\n")
    assert {one.partition(": ")[2] for one in examples} == {
        "Hope is as fragile as a dream (fragile).",
        "Time is as dear as money (dear).",
    }
    assert [one.partition(":")[0] for one in examples] == ["Image 1", "Image 2"]
    assert own == "Image 3: {say it}."
    assert [len(asked.images) for asked in server.asked] == [3] * 6
    # The examples of all are the same; the last picture is the item's own.
    assert len({tuple(asked.images[:2]) for asked in server.asked}) == 1
    assert len({asked.images[2] for asked in server.asked}) == 3


def test_too_few_examples_are_said_before_anything_is_asked(
    captioned: TinyRelease,
) -> None:
    with model_server(lambda _: Reply("so")) as server:
        changed = {"setting": "simile-ms", "splits": ["dev"]}
        summary = run_evaluation(
            spec_of(captioned, base_url=server.base_url, **changed)
        )
    assert (summary.state, summary.asked) == ("failed", 0)
    assert "needs 2 examples for i-00" in str(summary.reason)


def test_a_turn_that_fails_ends_its_conversation(captioned: TinyRelease) -> None:
    def behaviour(asked: ChatRequest) -> Reply:
        return Reply(status=400) if len(said_in(asked)) == 3 else Reply("yes")

    with model_server(behaviour) as server:
        spec = spec_of(captioned, base_url=server.base_url, setting="simile-cot")
        summary = run_evaluation(spec)
    assert (summary.asked, summary.errors) == (3, 3)
    assert len(server.asked) == 6


def test_an_interrupted_conversation_goes_on_at_its_next_turn(
    captioned: TinyRelease, tmp_path: Path
) -> None:
    """Also where no other run may reuse its answers: the revision is not known."""
    refusing = True

    def behaviour(asked: ChatRequest) -> Reply:
        is_last_turn = len(said_in(asked)) == 5
        return Reply(status=401) if refusing and is_last_turn else Reply("yes")

    with model_server(behaviour) as server:
        spec = spec_of(captioned, base_url=server.base_url, setting="simile-cot")
        assert run_evaluation(spec, cache=tmp_path).state == "failed"
        before = len(server.asked)
        refusing = False
        assert run_evaluation(spec, cache=tmp_path).state == "finished"
        assert [len(said_in(asked)) for asked in server.asked[before:]] == [5] * 3
        # A run that has finished leaves nothing that a repetition would use.
        assert run_evaluation(spec, cache=tmp_path).state == "finished"
        assert len(server.asked) == before + 3 + 9


@pytest.mark.parametrize(
    ("backend", "setting"),
    [("random", "simile"), ("frequent", "simile"), ("replay", "simile-cot")],
)
def test_who_cannot_converse_is_refused(
    captioned: TinyRelease, backend: str, setting: str
) -> None:
    summary = run_evaluation(spec_of(captioned, backend=backend, setting=setting))
    assert summary.state == "failed"
    assert summary.reason is not None
    assert "does not support open tasks" in summary.reason


def test_the_command_writes_responses_and_scores(
    captioned: TinyRelease, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with model_server(lambda _: Reply(REFERENCES[1])) as server:
        spec = spec_of(captioned, base_url=server.base_url, setting="simile")
        file = tmp_path / "spec.json"
        file.write_text(spec.model_dump_json(), encoding="utf-8")
        assert main(["run", str(file), "--out", str(tmp_path / "out")]) == 0
    shown = json.loads(capsys.readouterr().out)
    result = json.loads((tmp_path / "out" / "result.json").read_text(encoding="utf-8"))
    assert shown["metrics"] == result["scores"]["metrics"]
    assert set(shown["metrics"]) == {"bleu4", "rouge_l", "cider"}
    assert len((tmp_path / "out" / "responses.jsonl").read_text().splitlines()) == 3


def scores(captioned: TinyRelease, texts: Sequence[str | None]) -> Any:
    benchmark = read_benchmark(captioned.uri, sha256=captioned.sha256)
    task = benchmark.protocol.evaluation.open_task("simile")
    assert task is not None
    responses = [
        Response(
            question_id=f"i-{number:03d}",
            text=text,
            error=None if text else {"kind": "server", "detail": "gone"},
        )
        for number, text in enumerate(texts)
    ]
    return asdict(score_captions(benchmark, task, responses))


def test_the_reference_itself_has_every_score(captioned: TinyRelease) -> None:
    found = scores(captioned, REFERENCES)
    assert found["metrics"] == pytest.approx({"bleu4": 1, "rouge_l": 1, "cider": 1})
    assert (found["n"], found["errors"]) == (3, 0)


def test_a_failed_call_says_nothing_and_is_counted(captioned: TinyRelease) -> None:
    found = scores(captioned, [*REFERENCES[:2], None])
    assert found["errors"] == 1
    assert found["metrics"]["rouge_l"] == pytest.approx(2 / 3)
    assert found["items"]["rouge_l"] == {"i-000": 1, "i-001": 1, "i-002": 0}
    # A caption shorter than four words is no reason for a sentence to have no BLEU.
    assert found["items"]["bleu4"]["i-000"] == pytest.approx(1)


def test_what_has_no_value_is_named_and_not_zero(captioned: TinyRelease) -> None:
    found = scores(captioned, REFERENCES[:1])
    assert "cider" not in found["metrics"]
    assert "at least two items" in found["skipped"]["cider"]


def test_rouge_l_by_hand() -> None:
    # "life is as … as a road" has 6 words in common with 8 and 7 of them.
    caption = CaptionPair(
        "Life is as long as a road", "Life is as winding as a long road"
    )
    assert rouge_l_scores([caption], "en") == pytest.approx([2 * 6 / (7 + 8)])


def test_bleu_by_hand() -> None:
    # 6 of 7 words, 4 of 6 pairs, 2 of 5 triples; no four words, smoothed to 1 in 8.
    caption = CaptionPair(
        "Caffeine is as strong as a drug", "Caffeine is as addictive as a drug"
    )
    expected = math.exp(sum(map(math.log, (6 / 7, 4 / 6, 2 / 5, 0.5 / 4))) / 4)
    assert corpus_bleu4([caption], "en") == pytest.approx(expected)


def test_cider_by_hand() -> None:
    # Two references that share no word: every phrase weighs log 2, so an order's value
    # is the cosine of the counts. "a b" against "a c": 1/2 of words, nothing of pairs.
    captions = [CaptionPair("red car", "red sky"), CaptionPair("deep sea", "deep sea")]
    first, second = (1 / 2) / 4, (1 + 1) / 4
    assert cider_scores(captions, "en") == pytest.approx([first, second])


def test_chinese_is_compared_by_characters() -> None:
    caption = CaptionPair("时间如河流", "时间像河流。")
    assert rouge_l_scores([caption], "zh") == pytest.approx([2 * 4 / 10])
    assert corpus_bleu4(
        [CaptionPair("时间如河流水", "时间如河流水")], "zh"
    ) == pytest.approx(1)
