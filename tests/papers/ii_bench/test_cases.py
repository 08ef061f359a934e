"""Cases that II-Bench prints in Appendix G (``cases.yaml``): how GPT-4V's answers are read.

§4.1: "the evaluation merely involves extracting the selected options from the model's
responses". In each of the seven cases the text says which option it selects.
"""

from pathlib import Path
from typing import Any

import pytest
import yaml

from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.extraction.published import published_letter

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "cases.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["figure"]))
def test_the_option_that_a_printed_response_selects_is_read(
    case: dict[str, Any],
) -> None:
    options = case["options"]
    found = extract_answer(case["response"], options=options)
    assert found.answer == case["chosen"]
    # The paper's own rule reads the same.
    assert published_letter(case["response"], options=options) == case["chosen"]
    is_correct = case["chosen"] == case["truth"]
    assert is_correct != ("category" in case)


OPTIONS: list[str] = CASES[0]["options"]


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        # §4.2.4: "models either fail to explicitly generate the answer option after the
        # analysis (instead of generating the content of the answer) or select multiple
        # options". Subtext reads a content that is one option's, and never guesses.
        (f"Explanation: the dots stand apart.\nAnswer: {OPTIONS[2]}", "C"),
        ("Explanation: both are plausible.\nAnswer: (B) and (C)", "several"),
        ("Explanation: the map shows many places.", "no_letter"),
        # Appendix E: "the model does not give an answer".
        ("", "empty"),
        # Appendix F: "the information provided in the question and accompanying images
        # is insufficient".
        (
            "I'm sorry, I cannot determine the answer from this image.",
            "refusal",
        ),
    ],
)
def test_what_selects_no_single_option_is_a_miss(response: str, expected: str) -> None:
    found = extract_answer(response, options=OPTIONS)
    assert (found.answer or found.reason) == expected
