"""Question checks: each speaks when it should and only then."""

from typing import Any

import pytest

from annotation.records.domain.capabilities import require_supported
from annotation.records.domain.checks import record_findings, unknown_checks
from annotation.records.domain.record import normalize_record
from core.errors import InvalidInputError
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.support.writing import finished_record

II_BENCH = shipped_protocol("ii-bench")
CII_BENCH = shipped_protocol("cii-bench")


def with_checks(protocol: Protocol, **levels: str) -> Protocol:
    document = protocol.model_dump(mode="json")
    document["questions"]["checks"] = levels
    return Protocol.model_validate(document)


def said(
    protocol: Protocol = II_BENCH,
    *,
    options: dict[int, str] | None = None,
    stem: str | None = None,
    explanation: str | None = None,
) -> list[tuple[str, str]]:
    """What is said of a sound record with these things changed in it."""
    record: dict[str, Any] = finished_record(protocol)
    question = record["questions"][0]
    for at, text in (options or {}).items():
        question["options"][at] = text
    if stem is not None:
        question["stem"] = stem
    if explanation is not None:
        record["texts"] = {field.id: explanation for field in protocol.texts}
    findings = record_findings(protocol, normalize_record(protocol, record))
    return [(finding.check, finding.field) for finding in findings]


def test_a_sound_record_hears_nothing() -> None:
    assert said() == []


@pytest.mark.parametrize(
    ("option", "check"),
    [
        ("promises MELT quicker, than winter snow.", "duplicate_options"),
        ("Promises melt quicker than winter snows", "near_duplicate_options"),
        ("Winter snow melts quicker than promises melt", None),
        ("Snow winter than quicker melt promises", "near_duplicate_options"),
        ("All of the above", "all_or_none_of_the_above"),
        ("None of these fit the picture", "all_or_none_of_the_above"),
        ("Above all, none of it lasts for long", None),
        ("None", "reads_as_empty"),
        ("N/A", "reads_as_empty"),
        ("null", "reads_as_empty"),
        ("NaN", "reads_as_empty"),
        ("None but the brave see it coming here", None),
        ("Write to jane.doe@example.org about it all", "personal_data"),
        ("Call +44 20 7946 0958 for a better life", "personal_data"),
        ("Read www.example.org/about before you judge it", "personal_data"),
        ("Follow @jane_doe to see how it all goes on", "personal_data"),
        ("As Mr. Brown says about his own neighbours here", "personal_data"),
        ("Her card reads 11010519491231002X on the back", "personal_data"),
        ("In 1984 some 2,000,000 people watched this", None),
        ("Miss nothing of what the old town has lost", None),
        ("这张图表达了对时间流逝的无奈", "wrong_language"),
        (" ".join(["word"] * 29), "too_long"),
    ],
)
def test_an_option_is_spoken_of(option: str, check: str | None) -> None:
    expected = [(check, "questions.0.options.5")] if check else []
    assert said(options={5: option}) == expected


def test_a_key_that_is_much_longer_than_the_rest() -> None:
    long = (
        "Working late night after night eats all the hours that were meant for friends"
    )
    assert ("long_key", "questions.0.options.0") in said(options={0: long})
    assert said(options={1: long}) == []


@pytest.mark.parametrize(
    ("earlier", "said_so"),
    [
        ([], False),
        ([0] * 6, False),  # too few to say anything
        ([0] * 7, True),
        ([0, 1, 2, 3, 4, 5, 0, 1, 2], False),
        ([1] * 20, False),  # this one is elsewhere
        ([0, 0, 0, 1, 0, 2, 3], True),
    ],
)
def test_keys_that_are_mostly_in_one_place(earlier: list[int], said_so: bool) -> None:
    record = normalize_record(II_BENCH, finished_record(II_BENCH))
    findings = record_findings(II_BENCH, record, recent_answer_positions=earlier)
    expected = [("key_position", "questions.0.options.0")] if said_so else []
    assert [(one.check, one.field) for one in findings] == expected


def test_a_person_is_named_in_chinese() -> None:
    findings = said(CII_BENCH, options={0: "王小明同学被画成了一只在加班的小猫咪"})
    assert ("personal_data", "questions.0.options.0") in findings
    findings = said(CII_BENCH, options={0: "这位同学象征着所有被加班压垮的年轻人"})
    assert ("personal_data", "questions.0.options.0") not in findings


def test_a_stem_that_holds_the_key() -> None:
    stem = "Does working late eat the hours meant for friends?"
    assert said(stem=stem) == [("stem_gives_key", "questions.0.stem")]


@pytest.mark.parametrize(
    ("primary", "secondary", "similar"),
    [
        ("Caffeine", "drugs", False),
        ("A red apple", "an apple", True),
        ("Smartphones", "a smart phone", True),
        ("An apple", "a ruby", False),
        ("Apple", "", False),
    ],
)
def test_two_concepts_of_a_comparison_that_are_much_the_same(
    primary: str, secondary: str, similar: bool
) -> None:
    protocol = shipped_protocol("imagemet")
    slots = {"primary": primary, "attribute": "red", "secondary": secondary}
    record = {**finished_record(protocol), "sentences": {"caption": slots}}
    findings = record_findings(
        protocol, normalize_record(protocol, record), checks=["similar_concepts"]
    )
    fields = [finding.field for finding in findings]
    assert fields == (["sentences.caption.secondary"] if similar else [])


def test_an_explanation_without_the_key() -> None:
    explanation = "Trees bend in heavy storms and stand again when spring arrives. " * 3
    assert said(explanation=explanation) == [
        ("explanation_lacks_key", "questions.0.options.0")
    ]


def test_english_where_chinese_is_meant() -> None:
    findings = said(CII_BENCH, options={0: "Working late eats the hours"})
    assert ("wrong_language", "questions.0.options.0") in findings


def test_a_chinese_text_may_name_something_in_english() -> None:
    findings = said(CII_BENCH, options={0: "人们沉迷于 Facebook 而忽视身边的人"})
    assert ("wrong_language", "questions.0.options.0") not in findings


def test_the_protocol_sets_the_level() -> None:
    record = finished_record(II_BENCH)
    record["questions"][0]["options"][5] = "None"
    for level, expected in [("block", ["block"]), ("off", []), ("advise", ["advise"])]:
        protocol = with_checks(II_BENCH, reads_as_empty=level)
        findings = record_findings(protocol, normalize_record(protocol, record))
        assert [finding.level for finding in findings] == expected


def test_every_sentence_is_there_in_both_languages() -> None:
    record = finished_record(II_BENCH)
    record["questions"][0]["options"][5] = "None"
    findings = record_findings(II_BENCH, normalize_record(II_BENCH, record))
    assert "“None”" in findings[0].message["en"]
    assert "“None”" in findings[0].message["zh"]


def test_a_protocol_that_names_an_unknown_check_is_refused() -> None:
    protocol = with_checks(II_BENCH, spelling="block")
    assert unknown_checks(protocol) == ["spelling"]
    with pytest.raises(InvalidInputError) as refusal:
        require_supported(protocol)
    assert [one.field for one in refusal.value.fields] == ["questions.checks.spelling"]


def test_identical_questions_block_whatever_the_order_of_their_options() -> None:
    record: dict[str, Any] = finished_record(II_BENCH)
    first = record["questions"][0]
    second = {
        **first,
        "uid": "again",
        "stem": first["stem"].upper() + " ",
        "options": first["options"][::-1],
        "answer": 0,
    }
    blank = {**first, "uid": "blank", "stem": "", "options": [""] * 6, "answer": None}

    def repeated(*questions: dict[str, Any]) -> list[tuple[str, str]]:
        content = normalize_record(II_BENCH, {**record, "questions": list(questions)})
        return [
            (finding.level, finding.field)
            for finding in record_findings(II_BENCH, content)
            if finding.check == "repeated_question"
        ]

    assert repeated(first, second) == [("block", "questions.1.stem")]
    assert repeated(first, {**second, "stem": "And what does the frame mean?"}) == []
    assert repeated(blank, {**blank, "uid": "blank again"}) == []
