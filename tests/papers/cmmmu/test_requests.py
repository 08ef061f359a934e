"""What models are asked under CMMMU: the instructions of §4.1, with and without images.

Typed from the paper, page 8; "the English version is not part of the input to the models".
"""

from pathlib import Path

import pytest

from tests.papers.requests import request_for_test_question
from tests.support.model_server import ChatRequest
from tests.support.tiny_release import question

MULTIPLE_CHOICE = (
    "请回答以下多项选择题，并选出正确选项。这些题目可能包括单选和多选题型。"
    "如果所提供的信息不足以确定一个明确的答案，"
    "那么请根据可用的数据和你的判断来选择最可能正确的选项。"
)
TRUE_FALSE = (
    "请回答以下判断题，并根据题目描述和所给的信息来判断问题中陈述的对错。"
    "如果信息不完整或不足以作出绝对判断，"
    "请运用你的逻辑推理和现有信息来做出最可能的判断。"
)
FILL_IN = (
    "请回答以下填空题，并根据题目的要求和所提供的信息来给出最恰当的答案。"
    "如果信息不足以确切回答，"
    "那么请依据现有的数据和你的推理能力来填写最合理的答案。"
)
# Questions of Figure 2.
QUESTIONS = {
    "single_choice": ("下列谱例中的旋律发展手法是（）", "C", MULTIPLE_CHOICE),
    "multiple_choice": ("下列谱例中的旋律发展手法是（）", ["A", "C"], MULTIPLE_CHOICE),
    "true_false": ("场效应起主要影响。", True, TRUE_FALSE),
    "fill_in_blank": ("计算 P=_____。", {"accepted": ["2.212"]}, FILL_IN),
}
MELODY = ["时值减缩", "时值扩大", "倒影", "逆行"]


def asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, kind: str, setting_id: str
) -> ChatRequest:
    stem, answer, _ = QUESTIONS[kind]
    line = question(1, options=MELODY if kind.endswith("choice") else ())
    line |= {"format": kind, "stem": stem, "answer": answer, "labels": {}}
    return request_for_test_question(
        folder, monkeypatch, "cmmmu", [line | {"language": "zh"}], setting_id
    )


def text_of(request: ChatRequest) -> str:
    [message] = request.body["messages"]
    return "".join(part.get("text", "") for part in message["content"])


@pytest.mark.parametrize("kind", QUESTIONS)
def test_the_model_receives_the_instruction_of_its_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    stem, _, instruction = QUESTIONS[kind]
    received = asked(tmp_path, monkeypatch, kind, "none")
    first, *rest = text_of(received).split("\n")
    assert first == instruction
    options = [
        f"({letter}) {text}" for letter, text in zip("ABCD", MELODY, strict=True)
    ]
    shown = ["选项：", *options] if kind.endswith("choice") else []
    assert rest == [f"问题：{stem}", *shown, "答案："]
    # Zero-shot: "employs zero-shot settings, rather than fine-tuning or few-shot".
    assert len(received.images) == 1


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_language_model_is_asked_the_same_without_the_image(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    # "Text-only LLMs. We evaluate the performance of LLMs [...] with plain text".
    with_image = asked(tmp_path / "a", monkeypatch, kind, "none")
    without = asked(tmp_path / "b", monkeypatch, kind, "text-only")
    assert text_of(without) == text_of(with_image)
    assert (len(with_image.images), len(without.images)) == (1, 0)


def test_images_stand_where_question_and_options_place_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Table 1, "Interleaved"; Figure 2: "Option: (A) <图片 1> (B) <图片 2> ...".
    line = question(1, options=[f"[[image {number}]]" for number in range(1, 5)])
    others = [question(number)["images"][0] for number in (2, 3, 4)]
    line |= {"images": [*line["images"], *others], "labels": {}, "language": "zh"}
    line["stem"] = "下图所示电路中，Y恒为0的图是（）"
    received = request_for_test_question(tmp_path, monkeypatch, "cmmmu", [line], "none")
    [message] = received.body["messages"]
    order = [part.get("text", "image") for part in message["content"]]
    options = order[0].split("选项：")[1] + "".join(
        " image " if text == "image" else text for text in order[1:]
    )
    assert options.split() == [
        *("(A)", "<图片", "1>", "image", "(B)", "<图片", "2>", "image"),
        *("(C)", "<图片", "3>", "image", "(D)", "<图片", "4>", "image", "答案："),
    ]
