"""The four shipped protocols hold what the four papers say."""

from pathlib import Path
from typing import NamedTuple

import pytest

from subtext_protocol.document import Protocol
from subtext_protocol.fields import SlotField
from subtext_protocol.shipped import read_protocol, shipped_ids, shipped_protocol
from subtext_protocol.text import in_language
from tests.support.paper_labels import (
    CII_BENCH_DOMAINS,
    CII_BENCH_TYPES,
    DIFFICULTY,
    EMOTION,
    II_BENCH_DOMAINS,
    II_BENCH_TYPES,
    RHETORIC,
)

TOY = Path(__file__).parents[1] / "protocols" / "toy.yaml"
ALL = ["cii-bench", "cmmmu", "ii-bench", "imagemet"]


class Facts(NamedTuple):
    """What its paper says of one benchmark."""

    language: str
    annotators: int
    validators: int
    rounds: int
    formats: set[str]
    questions: tuple[int, int]
    options: int
    splits: dict[str, int | str]
    settings: list[str]
    slices: set[str]
    frequent_by: str | None
    frequent_in: str | None
    error_categories: int


ZERO_SHOT = ["none", "cot", "domain", "emotion", "rhetoric"]
SHOTS = ["1-shot", "2-shot", "3-shot"]
SLICES = {"domain", "emotion", "image_type", "difficulty", "rhetoric"}

FACTS = {
    "ii-bench": Facts(
        language="en",
        annotators=2,
        validators=3,
        rounds=4,
        formats={"single_choice"},
        questions=(1, 3),
        options=6,
        splits={"dev": 15, "val": 20, "test": "rest"},
        settings=[*ZERO_SHOT, *SHOTS, "shuffled", "text-only", "options-only"],
        slices=SLICES,
        frequent_by="domain",
        frequent_in=None,
        error_categories=7,
    ),
    "cii-bench": Facts(
        language="zh",
        annotators=2,
        validators=5,
        rounds=5,
        formats={"single_choice"},
        questions=(1, 3),
        options=6,
        splits={"dev": 15, "val": 20, "test": "rest"},
        settings=[*ZERO_SHOT, *SHOTS, "shuffled", "text-only", "options-only"],
        slices=SLICES,
        frequent_by="domain",
        frequent_in=None,
        error_categories=6,
    ),
    "cmmmu": Facts(
        language="zh",
        annotators=1,
        validators=1,
        rounds=1,
        formats={"single_choice", "multiple_choice", "true_false", "fill_in_blank"},
        questions=(1, 2),
        options=4,
        splits={"dev": 5, "val": 900, "test": "rest"},
        settings=["none", "shuffled", "text-only", "brief", "ocr", *SHOTS],
        slices={"discipline", "subject", "image_type", "difficulty", "distribution"},
        frequent_by="subject",
        frequent_in="val",
        error_categories=7,
    ),
    "imagemet": Facts(
        language="en",
        annotators=2,
        validators=1,
        rounds=2,
        formats={"single_choice"},
        questions=(3, 3),
        options=3,
        splits={"dev": 3, "test": "rest"},
        settings=["none", "cot", "4-shot", "4-shot-cot", "shuffled", "text-only"],
        slices=set(),
        frequent_by=None,
        frequent_in=None,
        error_categories=4,
    ),
}


def choices(protocol: Protocol, field_id: str) -> tuple[str, ...]:
    return tuple(choice.id for choice in protocol.label(field_id).choices)


def test_the_four_benchmarks_are_shipped() -> None:
    assert set(shipped_ids()) >= set(ALL)
    assert [shipped_protocol(one).id for one in ALL] == ALL


@pytest.mark.parametrize("protocol_id", ALL)
def test_a_protocol_states_the_facts_of_its_paper(protocol_id: str) -> None:
    protocol = shipped_protocol(protocol_id)
    answering = [one for one in protocol.review.rounds if one.kind == "answer"]
    assert FACTS[protocol_id] == Facts(
        language=protocol.language,
        annotators=protocol.annotation.people,
        validators=min(one.people for one in answering),
        rounds=len(protocol.review.rounds),
        formats=set(protocol.questions.formats),
        questions=(protocol.questions.minimum, protocol.questions.maximum),
        options=protocol.questions.options,
        splits={split.id: split.questions for split in protocol.release.splits},
        settings=[setting.id for setting in protocol.evaluation.settings],
        slices=set(protocol.evaluation.slices),
        frequent_by=protocol.evaluation.frequent_by,
        frequent_in=protocol.evaluation.frequent_in,
        error_categories=len(protocol.evaluation.error_categories),
    )


def test_ii_bench_labels_are_those_of_appendix_b() -> None:
    protocol = shipped_protocol("ii-bench")
    assert choices(protocol, "difficulty") == DIFFICULTY
    assert protocol.label("difficulty").ordered
    assert set(choices(protocol, "emotion")) == set(EMOTION)
    assert choices(protocol, "rhetoric") == RHETORIC
    assert choices(protocol, "domain") == II_BENCH_DOMAINS
    assert set(choices(protocol, "image_type")) == II_BENCH_TYPES
    several = {field.id for field in protocol.labels if field.multiple}
    assert several == {"image_type", "rhetoric"}


def test_cii_bench_has_its_own_domains_and_no_logo() -> None:
    protocol = shipped_protocol("cii-bench")
    assert choices(protocol, "domain") == CII_BENCH_DOMAINS
    assert set(choices(protocol, "image_type")) == CII_BENCH_TYPES
    assert choices(protocol, "rhetoric") == RHETORIC


def test_cii_bench_fixes_one_question_in_chinese() -> None:
    (fixed,) = shipped_protocol("cii-bench").questions.fixed
    assert in_language(fixed.stem, "zh") == "这张图片有什么隐喻？"
    assert in_language(fixed.stem, "en") == "What is the implication in this image?"


def test_cii_bench_calibrates_before_the_work() -> None:
    assert shipped_protocol("cii-bench").annotation.calibration is not None
    assert shipped_protocol("ii-bench").annotation.calibration is None


def test_cii_bench_asks_for_explanation_implication_and_optional_context() -> None:
    texts = shipped_protocol("cii-bench").texts
    assert [(text.id, text.required) for text in texts] == [
        ("explanation", True),
        ("metaphorical_meaning", True),
        ("context_note", False),
    ]


@pytest.mark.parametrize(
    ("protocol_id", "unit", "stem", "option", "explanation"),
    [
        ("ii-bench", "words", 17, 14, 170),
        ("cii-bench", "characters", 11, 28, 121),
        ("cmmmu", "characters", 51, 9, 78),
    ],
)
def test_lengths_are_counted_as_the_papers_count(
    protocol_id: str, unit: str, stem: int, option: int, explanation: int
) -> None:
    protocol = shipped_protocol(protocol_id)
    (text,) = (one for one in protocol.texts if one.id == "explanation")
    assert (text.unit, text.target) == (unit, explanation)
    stem_length, option_length = protocol.questions.stem, protocol.questions.option
    assert (stem_length.unit, stem_length.target) == (unit, stem)
    assert (option_length.unit, option_length.target) == (unit, option)


def test_cmmmu_is_a_tree_of_six_disciplines_and_thirty_subjects() -> None:
    protocol = shipped_protocol("cmmmu")
    assert [split.per for split in protocol.release.splits] == ["subject", None, None]
    assert (protocol.item.images, protocol.item.up_to) == (1, 5)
    assert protocol.balance is not None
    assert protocol.balance.sources == 20
    subject = protocol.label("subject")
    assert subject.parent == "discipline"
    below = [choice.parent for choice in subject.choices]
    assert {
        discipline: below.count(discipline)
        for discipline in choices(protocol, "discipline")
    } == {
        "art_and_design": 4,
        "business": 5,
        "science": 5,
        "health_and_medicine": 5,
        "humanities_and_social_science": 4,
        "technology_and_engineering": 7,
    }
    assert len(choices(protocol, "image_type")) == 39


def test_imagemet_captions_are_similes_of_three_parts() -> None:
    protocol = shipped_protocol("imagemet")
    (caption,) = (one for one in protocol.fields if isinstance(one, SlotField))
    assert caption.template == "{primary} is as {attribute} as {secondary}"
    questions = protocol.questions
    assert {
        fixed.id: questions.option_count(fixed.id) for fixed in questions.fixed
    } == {
        "primary": 3,
        "secondary": 3,
        "attribute": 5,
    }


@pytest.mark.parametrize("protocol_id", ["ii-bench", "cii-bench"])
def test_only_distant_differences_need_a_third_person(protocol_id: str) -> None:
    protocol = shipped_protocol(protocol_id)
    assert protocol.label("domain").significant == "always"
    assert protocol.label("emotion").significant == "always"
    for field_id, over in (("difficulty", 1), ("image_type", 0.5), ("rhetoric", 0.5)):
        significant = protocol.label(field_id).significant
        assert not isinstance(significant, str)
        assert significant.over == over


def test_the_toy_protocol_resembles_none_of_them() -> None:
    toy = read_protocol(TOY)
    assert (toy.item.images, toy.questions.options, toy.annotation.people) == (2, 3, 3)
    shipped = {f.id for one in ALL for f in shipped_protocol(one).fields}
    assert not shipped & {field.id for field in toy.fields}
    assert [split.id for split in toy.release.splits] == ["practice", "main"]


@pytest.mark.parametrize("name", ["ii-bench", "cii-bench"])
def test_people_read_other_names_than_releases_print(name: str) -> None:
    protocol = shipped_protocol(name)
    names = {
        choice.id: (choice.title["en"], choice.released_title["en"])
        for field in ("difficulty", "rhetoric")
        for choice in protocol.label(field).choices
    }
    assert names["middle"] == ("Medium", "Middle")
    assert names["exaggerate"] == ("Exaggeration", "Exaggerate")
    assert names["easy"] == ("Easy", "Easy")
