"""The prompts of ImageMet word for word (Appendix I), as models receive them.

``prompts`` has Figures 7 to 9 as the paper prints them; the colon after the second "Output"
of Figure 8 is missing in its text. White space is not compared.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from subtext_protocol.shipped import shipped_protocol
from tests.papers.requests import run_on_server
from tests.support.model_server import ChatRequest, Reply
from tests.support.tiny_release import question

PROTOCOL = shipped_protocol("imagemet")
FOLDER = Path(__file__).parent / "prompts"
# Appendix I.1.
INFERENCE = (
    "Caption the image in one sentence using a simile. The image contains a metaphorical "
    "comparison between two concepts. You must write the caption in the form 'A is as B as "
    "C' where A is being compared to C on the basis of a shared property B."
)
# Figure 8.
SIMILES = [
    ("The lake", "reflective", "a mirror"),
    ("The sword", "sharp", "justice"),
    ("Time", "valuable", "money"),
    ("Hope", "fragile", "a dream"),
    ("Caffeine", "addictive", "drugs"),
]


def words(text: str) -> list[str]:
    return text.split()


def figure(name: str) -> list[str]:
    return words((FOLDER / f"{name}.txt").read_text("utf-8"))


Caption = Callable[[str], list[ChatRequest]]


@pytest.fixture
def caption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Caption:
    """Caption the one image of the test split; four images are for examples."""
    lines: list[dict[str, Any]] = [
        question(number, split="dev" if number < 4 else "test")
        | {
            "labels": {},
            "sentences": {
                "caption": dict(
                    zip(("primary", "attribute", "secondary"), simile, strict=True)
                )
            },
        }
        for number, simile in enumerate(SIMILES)
    ]
    replies = iter(["A guess.", "{scene graph}", "An analysis.", "A is as B as C"])

    def in_setting(setting_id: str) -> list[ChatRequest]:
        asked, _ = run_on_server(
            tmp_path,
            monkeypatch,
            "imagemet",
            lines,
            setting_id,
            lambda _: Reply(next(replies)),
        )
        return asked

    return in_setting


def texts_of(request: ChatRequest, role: str) -> list[str]:
    return [
        "".join(part.get("text", "") for part in message["content"])
        for message in request.body["messages"]
        if message["role"] == role
    ]


def test_without_examples_the_prompt_is_that_of_appendix_i1(caption: Caption) -> None:
    [request] = caption("simile-caption")
    [text] = texts_of(request, "user")
    assert words(text) == words(INFERENCE)
    assert len(request.images) == 1


def test_four_examples_stand_back_to_back_before_the_prompt(caption: Caption) -> None:
    # "We pass the four examples back to back, followed by the above zeroshot inferencing
    # prompt." "Each shot includes an image, its simile caption, and an explanation."
    [request] = caption("simile-caption-ms")
    [text] = texts_of(request, "user")
    *examples, asked = text.split("Image ")[1:]
    assert len(examples) == 4
    shown = set()
    for example in examples:
        _, answer, explanation = example.strip().split("\n")[:3]
        shown.add(answer.removeprefix("Caption: "))
        assert explanation.startswith("Explanation: ")
    assert shown == {f"{a} is as {b} as {c}" for a, b, c in SIMILES[:4]}
    assert words(asked)[1:] == words(INFERENCE)
    assert len(request.images) == 5


def test_stages_2_and_3_are_those_of_figure_9(caption: Caption) -> None:
    requests = caption("simile-caption-cot")
    assert len(requests) == 4
    guess, graph, analysis, _ = texts_of(requests[-1], "user")
    assert words(guess) == words(INFERENCE)
    assert words(graph) == figure("figure_9_stage_2")
    assert words(analysis) == figure("figure_9_stage_3")


def test_the_elaboration_is_asked_with_figures_7_and_8() -> None:
    rules = PROTOCOL.release.synthetic
    assert rules is not None
    assert words(rules.elaboration.guide) == figure("figure_7")
    assert words(rules.elaboration.examples) == figure("figure_8")
