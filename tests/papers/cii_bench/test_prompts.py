"""The prompts of CII-Bench as a model receives them.

Typed from the paper, Appendix E, pages 19 and 20. The text layer of its figures has lost
full-width punctuation and, in Figure 11, the last line ("答案："); both are restored.
"""

from pathlib import Path

import pytest

from tests.papers.requests import request_for_test_question
from tests.support.tiny_release import question

OPTIONS = "(A) 甲\n(B) 乙\n(C) 丙\n(D) 丁\n(E) 戊\n(F) 己"

DIRECT = (
    "请根据提供的图片尝试回答下面的单选题。直接回答正确选项，不要包含额外的解释。"
    "请使用以下格式：“答案：$LETTER”，其中$LETTER是你认为正确答案的字母。"
)

FIGURE_8 = f"""{DIRECT}

这幅图有什么隐喻？
{OPTIONS}

答案："""

FIGURE_9 = f"""请根据提供的图片尝试回答下面的单选题。请使用以下格式：“答案：$LETTER”，其中$LETTER是你认为正确答案的字母。

关键词：{{keywords}}
这幅图有什么隐喻？
{OPTIONS}
答案："""

FIGURE_10 = f"""请尝试根据提供的图片回答以下单选题。让我们逐一思考每个选项，逐步分析。你回答的最后一行应该用以下格式：“答案：$LETTER”，其中$LETTER是你认为正确答案的字母。

这幅图有什么隐喻？
{OPTIONS}"""

EXAMPLE = f"""示例？
{OPTIONS}

答案：B
"""


def figure_11(examples: int) -> str:
    """Return Figure 11 with this number of examples."""
    solved = "\n".join([EXAMPLE] * examples)
    return f"{DIRECT}\n\n{solved}\n{FIGURE_8}"


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        ("none", FIGURE_8),
        ("domain", FIGURE_9.format(keywords="艺术")),
        ("emotion", FIGURE_9.format(keywords="消极")),
        ("rhetoric", FIGURE_9.format(keywords="隐喻，对比")),
        ("cot", FIGURE_10),
        ("1-shot", figure_11(1)),
        ("2-shot", figure_11(2)),
        ("3-shot", figure_11(3)),
    ],
)
def test_the_model_receives_the_text_of_the_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, text: str
) -> None:
    labels = {"domain": ["art"], "emotion": ["negative"]}
    lines = [
        {
            **question(number, split="dev", answer="B", options="甲乙丙丁戊己"),
            "stem": "示例？",
        }
        for number in range(3)
    ]
    asked = question(3, rhetoric=("metaphor", "contrast"), options="甲乙丙丁戊己")
    asked["labels"] |= labels
    lines.append({**asked, "stem": "这幅图有什么隐喻？", "language": "zh"})
    received = request_for_test_question(
        tmp_path, monkeypatch, "cii-bench", lines, setting
    )
    assert received.text == text
    # Appendix E: "we set the model temperature as 0".
    assert received.body["temperature"] == 0
