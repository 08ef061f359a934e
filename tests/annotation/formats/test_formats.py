"""Question formats: what each takes for a key, and who answers it right."""

from typing import Any

import pytest

from annotation.records.domain.record import normalize_record
from annotation.records.domain.validation import find_record_problems
from subtext_protocol.document import Protocol
from subtext_protocol.formats.answer_matching import BlankKey, is_accepted
from subtext_protocol.formats.base import QuestionContent
from subtext_protocol.formats.registry import format_title, get_format, missing_formats
from subtext_protocol.shipped import shipped_protocol
from tests.support.writing import finished_record


@pytest.fixture(scope="module")
def cmmmu() -> Protocol:
    return shipped_protocol("cmmmu")


def question(format_id: str, answer: Any, *, options: int = 0) -> QuestionContent:
    return {
        "uid": "q",
        "format": format_id,
        "fixed": None,
        "stem": "下列哪些陈述成立？",
        "options": [f"第{number}种说法与图相符" for number in range(options)],
        "answer": answer,
    }


def codes(protocol: Protocol, asked: QuestionContent) -> set[str]:
    record = {**finished_record(protocol), "questions": [asked]}
    found = find_record_problems(protocol, record, complete=True)
    return {one.code for one in found if one.field.startswith("questions")}


def test_an_unknown_format_is_named_by_its_id() -> None:
    assert format_title("true_false", "zh") == "判断题"
    assert format_title("hot_spot", "en") == "hot spot"


def test_every_format_of_cmmmu_is_installed(cmmmu: Protocol) -> None:
    assert missing_formats(cmmmu) == []
    questions = cmmmu.questions.model_copy(update={"formats": ("hot_spot",)})
    unknown = cmmmu.model_copy(update={"questions": questions})
    assert missing_formats(unknown) == ["hot_spot"]


def test_a_image_in_a_text_does_not_make_it_longer(cmmmu: Protocol) -> None:
    most = cmmmu.questions.stem.maximum
    assert most is not None
    asked = question("true_false", True)
    full = "长" * most
    assert codes(cmmmu, {**asked, "stem": full + "[[image 1]]"}) == set()
    assert codes(cmmmu, {**asked, "stem": full + "字"}) == {"too_many_characters"}


@pytest.mark.parametrize(
    ("asked", "wrong"),
    [
        (question("single_choice", 3, options=4), set()),
        (question("single_choice", 4, options=4), {"key_not_an_option"}),
        (question("single_choice", [1], options=4), {"wrong_shape"}),
        (question("single_choice", True, options=4), {"wrong_shape"}),
        (question("multiple_choice", [0, 2], options=4), set()),
        (question("multiple_choice", [2, 2], options=4), {"too_few_keys"}),
        (question("multiple_choice", [0, 4], options=4), {"key_not_an_option"}),
        (question("multiple_choice", 1, options=4), {"wrong_shape"}),
        (question("true_false", False), set()),
        (question("true_false", None), {"true_or_false"}),
        (question("true_false", 0), {"wrong_shape"}),
        (question("true_false", True, options=4), {"wrong_number_of_options"}),
        (question("fill_in_blank", {"accepted": ["熵"]}), set()),
        (question("fill_in_blank", {"accepted": [" "]}), {"no_accepted"}),
        (question("fill_in_blank", {"accepted": ["熵", "熵。"]}), {"accepted_twice"}),
        (
            question("fill_in_blank", {"accepted": ["熵"], "tolerance": 0.1}),
            {"tolerance_needs_number"},
        ),
        (
            question("fill_in_blank", {"accepted": ["2"], "tolerance": -1}),
            {"negative_tolerance"},
        ),
        (
            question("fill_in_blank", {"accepted": ["熵"], "unit": "J/K"}),
            {"unit_needs_number"},
        ),
        (
            question("fill_in_blank", {"accepted": ["2"], "tolerance": "a"}),
            {"wrong_shape"},
        ),
        (question("fill_in_blank", {"accepted": ["2"], "x": 1}), {"wrong_shape"}),
    ],
)
def test_what_a_finished_question_needs(
    cmmmu: Protocol, asked: QuestionContent, wrong: set[str]
) -> None:
    assert codes(cmmmu, asked) == wrong


def test_a_key_is_kept_in_one_form(cmmmu: Protocol) -> None:
    def kept(asked: QuestionContent) -> Any:
        content = {**finished_record(cmmmu), "questions": [asked]}
        return normalize_record(cmmmu, content)["questions"][0]["answer"]

    assert kept(question("multiple_choice", [3, 1, 3], options=4)) == [1, 3]
    assert kept(question("multiple_choice", [], options=4)) is None
    blank = kept(question("fill_in_blank", {"accepted": [" 2.5 ", ""], "unit": " m "}))
    assert blank == {"accepted": ["2.5"], "tolerance": None, "unit": "m"}


@pytest.mark.parametrize(
    ("said", "accepted", "tolerance", "unit"),
    [
        ("2.212", ["2.212"], None, ""),
        ("2.2120", ["2.212"], None, ""),
        ("2.2", ["2.212"], 0.02, ""),
        ("３．５ cm", ["3.5"], None, "cm"),
        ("3.5", ["3.5"], None, "cm"),
        ("1,200", ["1200"], None, ""),
        ("1/2", ["0.5"], None, ""),
        ("-3×10^-2", ["-0.03"], None, ""),
        (".5", ["0.5"], None, ""),
        ("正凸性。", ["正凸性"], None, ""),
        ("“Entropy”", ["熵", "entropy"], None, ""),
    ],
)
def test_what_is_accepted_in_a_blank(
    said: str, accepted: list[str], tolerance: float | None, unit: str
) -> None:
    assert is_accepted(said, BlankKey(tuple(accepted), tolerance, unit))


@pytest.mark.parametrize(
    ("said", "accepted", "tolerance", "unit"),
    [
        ("2.3", ["2.212"], 0.02, ""),
        ("3.5 mm", ["3.5"], None, "cm"),
        ("-2", ["2"], None, ""),
        ("2 or 3", ["2"], None, ""),
        ("不对称", ["对称"], None, ""),
        ("。", ["2"], None, ""),
        ("1/0", ["1"], 5, ""),
    ],
)
def test_what_is_not(
    said: str, accepted: list[str], tolerance: float | None, unit: str
) -> None:
    assert not is_accepted(said, BlankKey(tuple(accepted), tolerance, unit))


@pytest.mark.parametrize(
    ("format_id", "key", "given", "right"),
    [
        ("single_choice", 2, 2, True),
        ("single_choice", 2, 1, False),
        ("multiple_choice", [0, 2], [2, 0], True),
        ("multiple_choice", [0, 2], [0], False),
        ("true_false", False, False, True),
        ("true_false", False, True, False),
        ("fill_in_blank", {"accepted": ["3.5"], "unit": "cm"}, "3.50cm", True),
        ("fill_in_blank", {"accepted": ["3.5"], "unit": "cm"}, "35cm", False),
    ],
)
def test_who_gives_the_key(format_id: str, key: Any, given: Any, right: bool) -> None:
    assert get_format(format_id).equals_key(key, given) is right
