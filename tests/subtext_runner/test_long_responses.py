"""Reading takes time in proportion to the length of a response, whatever stands in it."""

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.extraction.blanks import read_blank
from subtext_runner.extraction.cmmmu import called_true, fills_blank, most_named
from subtext_runner.extraction.published import published_letter
from subtext_runner.extraction.truth import read_truth
from subtext_runner.records import LONGEST, Response
from tests.subtext_runner.extraction_cases import ENGLISH_OPTIONS

MODULES = [
    *(
        import_module(f"subtext_runner.extraction.{name}")
        for name in ("blanks", "cmmmu", "published", "truth")
    ),
    *(
        import_module(f"subtext_runner.answer_extraction.{name}")
        for name in (
            *("choices", "evidence", "mentions", "patterns"),
            *("plain_text", "rule", "scripts", "structure"),
        )
    ),
]
MARKERS = [
    *(
        "A ",
        "a ",
        "(B) ",
        "AB ",
        "option C ",
        "A or B, ",
        "not A ",
        "B is too literal. ",
    ),
    *(
        "The answer is A. ",
        "I choose ",
        "答案是",
        "选",
        "C fits best ",
        "so ",
        "it is ",
    ),
    *("the third option ", "option 1", "第三个选项", "\nQuestion 1:", "\nC. "),
    *(r"\boxed{A}", r"\boxed{", r"\frac{", "<think>", "</think>", "$", "#", "- "),
    *("true ", "not true ", "错", "说法", "是否", "whether ", "所以", "得", "约", "= "),
    *("none of these ", "I'm sorry ", "12,", "1", "1.5e", "\n", "\t", "。", "x"),
    *("<answer>", "<|begin_of_box|>", "<|channel|>final", "<b>", "<p", "<td>"),
    *("\n- A: no", "\nB. yes.", "\n| C |", "A ✓ ", "\n1. A", '"answer": "', '"A": 1,'),
    *(
        "(A/",
        "if ",
        "only ",
        "A to B ",
        "【答案】",
        "選",
        "其他选项:\n",
        "each option ",
    ),
    f"{ENGLISH_OPTIONS[2]} ",
]


def read_in_every_way(text: str) -> None:
    for several in (False, True):
        for finish_reason in ("stop", "length"):
            extract_answer(
                text,
                options=ENGLISH_OPTIONS,
                finish_reason=finish_reason,
                several=several,
            )
    read_truth(text)
    read_blank(text)
    most_named(text, ENGLISH_OPTIONS)
    called_true(text)
    fills_blank(text, "12")
    published_letter(text, options=ENGLISH_OPTIONS, rule="ii-bench")
    published_letter(text, options=ENGLISH_OPTIONS, rule="cii-bench")


class Counting:
    """A pattern that adds up the characters it is given."""

    def __init__(self, pattern: re.Pattern[str], add: Callable[[int], None]) -> None:
        self._pattern = pattern
        self._add = add

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._pattern, name)
        if not callable(method):
            return method

        def counted(*args: Any, **more: Any) -> Any:
            text = args[1] if name in ("sub", "subn") else args[0]
            self._add(len(text))
            return method(*args, **more)

        return counted


@pytest.fixture
def scanned(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], int]:
    """How many characters all patterns together are given for one response."""
    seen = 0

    def add(characters: int) -> None:
        nonlocal seen
        seen += characters

    def count(text: str) -> int:
        nonlocal seen
        seen = 0
        read_in_every_way(text)
        return seen

    def counting(value: Any) -> Any:
        if isinstance(value, re.Pattern):
            return Counting(value, add)
        if isinstance(value, tuple) and any(isinstance(v, re.Pattern) for v in value):
            return tuple(counting(one) for one in value)
        if isinstance(value, tuple) and any(isinstance(v, tuple) for v in value):
            return tuple(counting(one) for one in value)
        return value

    for module in MODULES:
        for name, value in vars(module).items():
            if counting(value) is not value:
                monkeypatch.setattr(module, name, counting(value))
    return count


@pytest.mark.parametrize("marker", MARKERS)
def test_ten_times_the_text_is_ten_times_the_reading(
    marker: str, scanned: Callable[[str], int]
) -> None:
    """From 1 to 10 kB; `python -m benchmarks.reading` goes on to 100 kB."""
    repeated = marker * (10_000 // len(marker) + 1)
    assert scanned(repeated[:10_000]) <= 12 * scanned(repeated[:1_000])


def test_a_number_that_nobody_counts_to_names_no_option() -> None:
    response = f"option {'1' * 10_000}"
    found = extract_answer(response, options=ENGLISH_OPTIONS)
    assert found == (None, "no_letter")


def test_of_a_response_without_end_the_beginning_and_the_end_are_kept() -> None:
    text = "Let us see. " + "la " * LONGEST + "The answer is (C)."
    kept = Response(question_id="q", text=text).text
    assert kept is not None
    assert len(kept) < LONGEST + 100
    assert kept.startswith("Let us see. la ")
    assert f"[… {len(text) - LONGEST:,} characters left out …]" in kept
    assert extract_answer(kept, options=ENGLISH_OPTIONS).answer == "C"
    assert Response(question_id="q", text=kept[:LONGEST]).text == kept[:LONGEST]
