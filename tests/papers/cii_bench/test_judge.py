"""Rating of descriptions of traditional paintings (CII-Bench, §4.3, Appendix C, Figure 12).

Typed from the paper, page 20: Figure 12. Its text layer has the prompt without the texts
that it is about; Subtext sets them below it.
"""

from pathlib import Path

import pytest

from subtext_protocol.shipped import shipped_protocol
from subtext_runner.judging.reading import read_mark
from tests.papers.requests import run_on_server
from tests.support.model_server import Reply
from tests.support.tiny_release import question

FIGURE_12 = """\
# Role
You are an impartial judge, familiar with Chinese traditional culture and traditional paintings.
## Attention
You are responsible for evaluating the quality of the descriptions provided by the model for \
traditional Chinese paintings. Your evaluation should refer to the human answer and score \
based on the Evaluation Standard.
## Evaluation Standard
- [1 point]:
The description of the picture is incomplete and does not include any background \
information. It only mentions the most obvious elements in the picture, lacking recognition \
and understanding of traditional cultural elements.
- [2 points]:
The description of the image is relatively complete, but the background information is \
limited. Some traditional cultural elements can be identified, but their meaning is not \
explained in depth. There is a lack of insight into the aesthetic characteristics or skills \
of the image.
- [3 points]:
The description of the image is comprehensive and includes some background information. The \
traditional cultural elements can be accurately identified and briefly explained. There is a \
preliminary understanding of the aesthetic characteristics or skills of the picture, but \
there is a lack of in-depth analysis. Some historical or cultural background is mentioned, \
but it is not fully expanded.
- [4 points]:
The description of the image is detailed and contains rich background information. It is \
able to explain the significance of traditional cultural elements in depth. It provides a \
relatively in-depth analysis of the aesthetic characteristics and skills of the image. It \
provides relevant historical and cultural background and attempts to explore the implication \
of the image, but the implication is misunderstood.
- [5 points]:
The description of the image is comprehensive and accurate, and the background information \
is in-depth and comprehensive. It can not only accurately interpret traditional cultural \
elements, but also reveal their deep meaning. It has unique insights into the aesthetic \
characteristics and skills of the image. It deeply expounds on the relevant historical and \
cultural background, and can see through the philosophical thoughts, humanistic spirit or \
social values contained in the image, showing a deep understanding of Chinese traditional \
culture.
## Constraints
- Avoid any position biases and be as objective as possible
- Do not allow the length of the descriptions to influence your evaluation
## Workflow
Output your final verdict by strictly following this format: "[ratings]".
"""
PERSPECTIVES = [
    "surface-level information",
    "aesthetic characteristics",
    "brush and ink skills",
    "culture and history",
    "deep implications",
]
EXPLANATION, IMPLICATION = "一只孤舟泊在寒江上。", "画家借孤舟写归隐之志。"
DESCRIPTION = "画中有一条船和一个渔翁。"


def test_the_judge_receives_figure_12_with_what_people_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """§4.3.2: "We employ human-written descriptions and implication interpretations as
    ground truth." """
    painting = question(0, options="甲乙丙丁戊己")
    painting["labels"]["domain"] = ["chinese_traditional_culture"]
    painting["texts"] = {
        "explanation": EXPLANATION,
        "metaphorical_meaning": IMPLICATION,
    }
    (received,), (answer,) = run_on_server(
        tmp_path,
        monkeypatch,
        "cii-bench",
        [painting],
        "painting-standard",
        lambda _: Reply("[2]"),
        judged={"what": "GPT-4o, run 1", "replies": {"i-000": DESCRIPTION}},
    )
    assert received.text.startswith(FIGURE_12)
    below = received.text.removeprefix(FIGURE_12)
    assert (
        below.index(EXPLANATION) < below.index(IMPLICATION) < below.index(DESCRIPTION)
    )
    assert received.body["temperature"] == 0
    assert read_mark(answer.text, scale=[1, 2, 3, 4, 5]).value == 2


def test_the_evaluation_has_the_five_perspectives() -> None:
    """§4.3.1 names them, Appendix C describes them."""
    evaluation = shipped_protocol("cii-bench").evaluation
    rating = evaluation.rating("painting-standard")
    assert rating is not None
    assert rating.help is not None
    positions = [rating.help["en"].index(name) for name in PERSPECTIVES]
    assert positions == sorted(positions)
    task = evaluation.open_task("painting-description")
    assert task is not None
    (prompt,) = task.prompts
    chinese = ("画面内容与细节", "审美特征", "笔墨技法", "历史与文化背景", "深层含义")
    assert all(name in prompt for name in chinese)


def test_three_people_rate_from_one_to_five() -> None:
    """§4.3.2: "three PhD students […] to independently score the 130 paintings"."""
    rating = shipped_protocol("cii-bench").evaluation.rating("painting-standard")
    assert rating is not None
    assert (rating.people, rating.share) == (3, 1)
    (scale,) = rating.scales
    assert [point.value for point in scale.points] == [1, 2, 3, 4, 5]
    for point in scale.points:
        assert point.help is not None
        assert f"{point.help['en']}\n" in FIGURE_12
