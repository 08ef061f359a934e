"""The prompts of II-Bench as a model receives them.

Typed from the paper, Appendix C.1 to C.4. It prints instruction and prompt apart; where one
follows the other, blank lines are not compared.
"""

from pathlib import Path

import pytest

from tests.papers.requests import request_for_test_question, run_on_server
from tests.support.model_server import Reply
from tests.support.tiny_release import question

PLEASE = "Instruction: Please try to answer the single-answer multiple choice question below "
OPTIONS = ["(A) one", "(B) two", "(C) three", "(D) four", "(E) five", "(F) six"]
QUESTION = "Question: What does it imply?"


def instruction(rest: str) -> str:
    return f"{PLEASE}based on {rest}"


def few_shot(first: str, examples: int) -> list[str]:
    """Return Appendix C.2 with this number of examples, whose key is B."""
    lines = [first]
    for image in range(1, examples + 1):
        shown = ["Question: An example?", f"Picture: <Picture {image}>"]
        lines += [*shown, *OPTIONS, "Answer: (B)"]
    asked = f"Picture: <Picture {examples + 1}>"
    return [*lines, QUESTION, asked, *OPTIONS, "Answer:"]


ONE = instruction("the example(with answer) and the corresponding picture.")
SEVERAL = instruction("the examples(with answers) and the corresponding pictures.")
KEYWORDS = instruction("the picture and the key words.")


def with_keywords(words: str) -> list[str]:
    return [KEYWORDS, f"Key words: {words}", QUESTION, *OPTIONS, "Answer:"]


@pytest.mark.parametrize(
    ("setting", "lines"),
    [
        (
            "none",
            [
                instruction("the picture provided."),
                QUESTION,
                *OPTIONS,
                "Answer:",
            ],
        ),
        ("1-shot", few_shot(ONE, 1)),
        ("2-shot", few_shot(SEVERAL, 2)),
        ("3-shot", few_shot(SEVERAL, 3)),
        ("domain", with_keywords("Art")),
        ("emotion", with_keywords("Negative")),
        ("rhetoric", with_keywords("Metaphor,Contrast")),
        (
            "cot",
            [
                instruction("the picture provided.")
                + " Let's think through each option. Let's think step by step.",
                QUESTION,
                *OPTIONS,
                "Explanation:",
                "Answer:",
            ],
        ),
    ],
)
def test_the_model_receives_the_text_of_appendix_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, lines: list[str]
) -> None:
    options = [option.partition(" ")[2] for option in OPTIONS]
    asked = question(3, rhetoric=("metaphor", "contrast"), options=options)
    asked["labels"] |= {"domain": ["art"], "emotion": ["negative"]}
    examples = [
        question(number, split="dev", answer="B", options=options)
        | {"stem": "An example?"}
        for number in range(3)
    ]
    received = request_for_test_question(
        tmp_path,
        monkeypatch,
        "ii-bench",
        [*examples, asked | {"stem": "What does it imply?"}],
        setting,
    )
    assert [line for line in received.text.splitlines() if line] == lines


def test_all_models_receive_the_same_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Appendix C prints one prompt for each setting and no prompt of a model."""
    messages = []
    for model in ("GPT-4o", "InternVL-Chat-1.5"):
        (asked,), _ = run_on_server(
            tmp_path / model,
            monkeypatch,
            "ii-bench",
            [question(0)],
            "none",
            lambda _: Reply("A"),
            model=model,
        )
        assert asked.body["model"] == model
        messages.append(asked.body["messages"])
    assert messages[0] == messages[1]
