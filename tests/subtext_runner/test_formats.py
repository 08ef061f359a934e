"""Reading and scoring answers of every format, by our own rule and by CMMMU's."""

from typing import Any

import pytest

from subtext_runner.extraction.cmmmu import called_true, fills_blank, most_named
from subtext_runner.formats.registry import get_scorer
from subtext_runner.outcomes import Outcome
from subtext_runner.questions import Question
from subtext_runner.records import Response
from subtext_runner.scoring import score_response

OPTIONS = ("反凸性", "正凸性", "极大值", "极小值")


def question(format_id: str, answer: Any, *, language: str = "zh") -> Question:
    return Question(
        id="q-1",
        item_id="i-1",
        split="test",
        images=(),
        language=language,
        stem="该债券价格波动符合____特征",
        options=OPTIONS if "choice" in format_id else (),
        answer=answer,
        labels={},
        format=format_id,
    )


def scored(asked: Question, text: str | None, order: str = "") -> Outcome:
    response = Response(question_id=asked.id, text=text, order=order)
    return score_response(asked, response, published_rule="cmmmu")


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("AC", "AC"),
        ("A、C", "AC"),
        ("(A)(C)", "AC"),
        ("A和C", "AC"),
        ("答案是AC。", "AC"),
        ("答案：A、C", "AC"),
        ("正确答案是 A 和 C，因为图中曲线上凸。", "AC"),
        ("The correct options are A and C.", "AC"),
        ("The answer is A, B and D.", "ABD"),
        ("Answer: (AC)", "AC"),
        ("C", "C"),
    ],
)
def test_several_answers_are_read_together(said: str, letters: str) -> None:
    outcome = scored(question("multiple_choice", ["A", "C"]), said)
    assert outcome.letter == letters
    assert outcome.outcome == ("correct" if letters == "AC" else "incorrect")


@pytest.mark.parametrize("said", ["", "我不确定。", "抱歉，我无法查看图片。"])
def test_nothing_is_drawn_where_nothing_was_said(said: str) -> None:
    for asked in (
        question("multiple_choice", ["A", "C"]),
        question("true_false", True),
    ):
        outcome = scored(asked, said)
        assert (outcome.outcome, outcome.letter) == ("miss", None)
        # The published rule draws instead, always the same for the same question.
        assert outcome.published in ("correct", "incorrect")
        assert outcome.published == scored(asked, said).published


def test_letters_of_shuffled_options_are_mapped_back() -> None:
    asked = question("multiple_choice", ["A", "C"])
    outcome = scored(asked, "CD", order="DBAC")
    assert outcome.letter == "AC"
    assert outcome.outcome == outcome.published == "correct"


@pytest.mark.parametrize(
    ("said", "truth"),
    [
        ("对", True),
        ("错。", False),
        ("正确", True),
        ("不正确", False),
        ("对的，图中曲线说明了这一点。", True),
        ("答案：错", False),
        ("这个陈述是错误的。", False),
        ("该说法不正确，因为图中方向相反。", False),
        ("判断该说法是否正确：图中箭头向上，因此该说法正确。", True),
        ("根据图片，所以答案是对。", True),
        ("并不正确。", False),
        ("True", True),
        ("False, because the arrow points down.", False),
        ("The statement is not true.", False),
        ("The statement is correct.", True),
        (
            "Is it true or false? The arrow points up. Therefore the answer is true.",
            True,
        ),
        ("√", True),
        ("×", False),
    ],
)
def test_whether_a_statement_is_called_true(said: str, truth: bool) -> None:
    outcome = scored(question("true_false", truth), said)
    assert outcome.outcome == "correct", outcome
    wrong = scored(question("true_false", not truth), said)
    assert wrong.outcome == "incorrect"


@pytest.mark.parametrize(
    "said",
    [
        "该说法可能正确，也可能错误。",
        "图中有两条曲线，对应不同的温度。",
        "对错难以判断",
    ],
)
def test_an_undecided_response_is_a_miss(said: str) -> None:
    assert scored(question("true_false", True), said).outcome == "miss"


@pytest.mark.parametrize(
    "said",
    [
        "2.212",
        "答案是2.212。",
        "P = 2.212",
        "计算得到 H = 1.3，所以 P 约为 2.212。",
        "The answer is 2.21.",
        "\\boxed{2.212}",
        "**2.212**",
        "<think>3.1 或 2</think>答案：2.212",
    ],
)
def test_a_number_is_found_in_a_response(said: str) -> None:
    key = {"accepted": ["2.212"], "tolerance": 0.005, "unit": ""}
    assert scored(question("fill_in_blank", key), said).outcome == "correct"


@pytest.mark.parametrize(
    "said", ["正凸性", "“正凸性”", "答案：正凸性", "应填：正凸性。"]
)
def test_a_term_is_found_in_a_response(said: str) -> None:
    key = {"accepted": ["正凸性", "凸性"], "tolerance": None, "unit": ""}
    outcome = scored(question("fill_in_blank", key), said)
    assert (outcome.outcome, outcome.published) == ("correct", "correct")


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("2.3", "incorrect"),
        ("不是2.212，而是3.1", "incorrect"),
        ("2.212 或 3.1", "incorrect"),
        ("", "miss"),
        (None, "miss"),
    ],
)
def test_what_does_not_fill_the_blank(said: str | None, outcome: str) -> None:
    key = {"accepted": ["2.212"], "tolerance": 0.005, "unit": ""}
    assert scored(question("fill_in_blank", key), said).outcome == outcome


def test_a_unit_may_be_left_out_but_not_changed() -> None:
    asked = question(
        "fill_in_blank", {"accepted": ["3.5"], "tolerance": None, "unit": "cm"}
    )
    said = {text: scored(asked, text).outcome for text in ("3.5", "3.5 cm", "3.5 mm")}
    assert said == {"3.5": "correct", "3.5 cm": "correct", "3.5 mm": "incorrect"}


def test_the_published_rule_counts_letters_words_and_numbers() -> None:
    assert most_named("我认为A对，B不对，A最好", OPTIONS) == "A"
    assert most_named("(A)和(C)", OPTIONS) == "AC"
    assert most_named("是正凸性", OPTIONS) == "B"
    assert most_named("不知道", OPTIONS) == ""
    assert called_true("该陈述是错误的") is False
    assert called_true("所以对") is True
    # A flaw of the published rule that is kept: 不正确 holds 正确.
    assert called_true("不正确") is True
    assert called_true("是否正确") is None
    assert fills_blank("所以等于2.2120", "2.212")
    assert not fills_blank("所以等于3", "2.212")


@pytest.mark.parametrize(
    ("format_id", "key"),
    [
        ("single_choice", "B"),
        ("multiple_choice", ["A", "C"]),
        ("true_false", False),
        ("fill_in_blank", {"accepted": ["2"], "tolerance": None, "unit": ""}),
    ],
)
def test_what_is_guessed_can_be_read(format_id: str, key: Any) -> None:
    asked = question(format_id, key)
    kind = get_scorer(format_id)
    guesses = {kind.random_response(asked, drawn) for drawn in range(64)}
    outcomes = {scored(asked, guess).outcome for guess in guesses}
    expected = {"miss"} if format_id == "fill_in_blank" else {"correct", "incorrect"}
    assert outcomes == expected


def test_rules_of_single_choices_say_nothing_of_other_formats() -> None:
    asked = question("true_false", True)
    response = Response(question_id="q-1", text="不正确")
    outcome = score_response(asked, response, published_rule="ii-bench")
    assert outcome.published == outcome.outcome == "incorrect"
