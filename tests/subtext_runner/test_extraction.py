from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from subtext_runner.answer_extraction.rule import extract_answer
from subtext_runner.extraction.published import published_letter
from tests.subtext_runner.extraction_bugs import BUGS, THREE_OPTIONS, Case
from tests.subtext_runner.extraction_cases import (
    CHINESE,
    CHINESE_OPTIONS,
    ENGLISH,
    ENGLISH_OPTIONS,
)
from tests.subtext_runner.extraction_styles import RESPONSES, StyledResponse


@pytest.mark.parametrize(("response", "expected"), ENGLISH)
def test_english(response: str, expected: str) -> None:
    found = extract_answer(response, options=ENGLISH_OPTIONS)
    assert (found.answer or found.reason) == expected


@pytest.mark.parametrize(("response", "expected"), CHINESE)
def test_chinese(response: str, expected: str) -> None:
    found = extract_answer(response, options=CHINESE_OPTIONS)
    assert (found.answer or found.reason) == expected


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=f"{bug}: {c.response}") for bug in BUGS for c in BUGS[bug]],
)
def test_where_published_extractors_go_wrong(case: Case) -> None:
    found = extract_answer(case.response, options=case.options)
    assert (found.answer or found.reason) == case.expected


@pytest.mark.parametrize("style", RESPONSES, ids=lambda style: style.response[-40:])
def test_styles_of_models(style: StyledResponse) -> None:
    found = extract_answer(
        style.response, options=style.options, finish_reason=style.finish_reason
    )
    assert (found.answer or "miss") == style.expected


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("The correct answers are:\nA. Love endures.\nC. Time heals all wounds.", "AC"),
        (
            "Let's see each option:\nA. yes\nB. no\nC. yes\n\nThe answers are A and C.",
            "AC",
        ),
        ("A ✓\nB ✗\nC ✓", "AC"),
        ('{"answer": ["B", "C"]}', "BC"),
        ("A. correct\nB. incorrect\nC. correct", "AC"),
        ("Each option:\nA. love\nB. work", "miss"),
    ],
)
def test_several_answers(response: str, expected: str) -> None:
    found = extract_answer(response, options=THREE_OPTIONS, several=True)
    assert (found.answer or "miss") == expected


@pytest.mark.parametrize(
    ("count", "wording"),
    list(
        product(
            (2, 3, 5, 8, 10), ("{}", "({})", "Answer: {}", "答案是{}", "I choose {}.")
        )
    ),
)
def test_every_letter_of_as_many_options_as_there_are(count: int, wording: str) -> None:
    letters = "ABCDEFGHIJ"
    options = [f"meaning number {n}" for n in range(count)]
    for letter in letters[:count]:
        found = extract_answer(wording.format(letter), options=options)
        assert found.answer == letter
    beyond = extract_answer(wording.format("K"), options=options)
    assert beyond == (None, "no_letter")


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("(D) Trees remember their", "D"),
        ("The answer is (B). It shows that", "B"),
        ("Let us look at option A. The clock", "truncated"),
        ("A. The clock cuts time into pieces. This", "truncated"),
        ("I think the answer is A", "truncated"),
        ("The ladder, so reading lets a person climb. However", "truncated"),
        ("<think>The picture shows", "truncated"),
        ("I'm sorry, but I cannot answer because", "refusal"),
    ],
)
def test_a_response_cut_off_needs_a_statement(response: str, expected: str) -> None:
    found = extract_answer(response, options=ENGLISH_OPTIONS, finish_reason="length")
    assert (found.answer or found.reason) == expected


def test_a_refusal_marked_by_the_server_is_one() -> None:
    found = extract_answer(
        "Answer: C", options=ENGLISH_OPTIONS, finish_reason="refusal"
    )
    assert found == (None, "refusal")


def test_equal_options_are_not_told_apart_by_their_text() -> None:
    options = ["Time is money.", "Love is blind.", "Time is money.", "All is vanity."]
    quoted = extract_answer("time is money", options=options)
    assert quoted == (None, "several")
    stated = extract_answer("The answer is: Time is money.", options=options)
    assert stated == (None, "several")
    assert extract_answer("(C) Time is money", options=options).answer == "C"


def test_a_short_option_inside_a_sentence_is_no_answer() -> None:
    options = ["love", "hope", "fear"]
    assert extract_answer("love", options=options).answer == "A"
    assert extract_answer("Answer: hope.", options=options).answer == "B"
    found = extract_answer("They say love needs light.", options=options)
    assert found == (None, "no_letter")


@given(st.text(alphabet="ABCDEFabcdef()：:.,答案是选 isoranswert\n", max_size=60))
def test_a_letter_is_always_one_of_the_options_and_stands_in_the_text(
    response: str,
) -> None:
    found = extract_answer(response, options=ENGLISH_OPTIONS)
    assert (found.answer is None) != (found.reason is None)
    if found.answer is not None:
        assert found.answer in "ABCDEF"
        assert found.answer in response.upper()


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("(B) or (C), no: (B)", "B"),
        ("(A) and then (B)", "B"),
        ("C it is", "C"),
        ("答案是C", None),
        ("Trees remember their roots. Money buys no friends.", "E"),
        ("Waves", "F"),
        ("nothing", None),
        ("", None),
        (None, None),
    ],
)
def test_ii_benchs_rule_counts(response: str | None, expected: str | None) -> None:
    assert published_letter(response, options=ENGLISH_OPTIONS) == expected


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (" C\n", "C"),
        ("G", "G"),
        ("解析\n答案：C", "C"),
        ("解析\n答案：C（A项过于字面）", "A"),
        ("分析。\n答案：A\n答案：D", "D"),
        ("分析。\n**答案：E**", "E"),
        ("答案：(D)", "D"),
        ("解析\n答案：我选(B)，(B)", "B"),
        ("金钱买不来朋友。", "E"),
        ("", None),
    ],
)
def test_cii_benchs_rule_takes_the_first_of_the_alphabet(
    response: str, expected: str | None
) -> None:
    found = published_letter(response, options=CHINESE_OPTIONS, rule="cii-bench")
    assert found == expected
