"""The reference annotations: complete, consistent, in the protocol's words."""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

import pytest

from demo.drawing.truth import Annotation, Outcome, TrueFate
from tests.support.paper_labels import (
    DIFFICULTY,
    EMOTION,
    II_BENCH_DOMAINS,
    II_BENCH_TYPES,
    RHETORIC,
)


@pytest.fixture(scope="module")
def references(fates: Sequence[TrueFate]) -> dict[str, Annotation]:
    return {
        fate["path"]: fate["annotation"] for fate in fates if fate["outcome"] == "kept"
    }


def test_only_kept_images_are_annotated(fates: Sequence[TrueFate]) -> None:
    for fate in fates:
        assert fate["outcome"] in get_args(Outcome)
        assert ("annotation" in fate) == (fate["outcome"] == "kept")
        assert (fate["duplicate_of"] is not None) == (fate["outcome"] == "duplicate")
        assert fate["reason"]


def test_labels_are_the_protocols(references: dict[str, Annotation]) -> None:
    for path, reference in references.items():
        assert reference["difficulty"] in DIFFICULTY, path
        assert reference["emotion"] in EMOTION, path
        for labels, known in (
            (reference["image_type"], II_BENCH_TYPES),
            (reference["rhetoric"], RHETORIC),
        ):
            assert labels, path
            assert set(labels) <= set(known), path
            assert len(set(labels)) == len(labels), path


def test_every_label_of_the_protocol_occurs(
    references: dict[str, Annotation],
) -> None:
    everyone = references.values()
    assert {each["domain"] for each in everyone} == set(II_BENCH_DOMAINS)
    assert {kind for each in everyone for kind in each["image_type"]} == II_BENCH_TYPES
    assert {figure for each in everyone for figure in each["rhetoric"]} == set(RHETORIC)
    assert {each["emotion"] for each in everyone} == set(EMOTION)
    assert {each["difficulty"] for each in everyone} == set(DIFFICULTY)


def test_explanations_are_of_a_readable_length(
    references: dict[str, Annotation],
) -> None:
    lengths = {
        path: len(each["explanation"].split()) for path, each in references.items()
    }
    assert {path: n for path, n in lengths.items() if not 40 <= n <= 120} == {}


def test_questions_have_six_distinct_options_and_a_key(
    references: dict[str, Annotation],
) -> None:
    for path, reference in references.items():
        assert 1 <= len(reference["questions"]) <= 2, path
        for question in reference["questions"]:
            plain = {option.casefold().strip(" .") for option in question["options"]}
            assert len(question["options"]) == len(plain) == 6, path
            assert question["key"] in "ABCDEF", path
            assert question["stem"].endswith("?"), path


def test_nothing_but_the_image_gives_the_key_away(
    references: dict[str, Annotation],
) -> None:
    questions = [q for each in references.values() for q in each["questions"]]
    letters = Counter(question["key"] for question in questions)
    assert set(letters) == set("ABCDEF")
    assert max(letters.values()) <= 1.5 * min(letters.values())
    longest = sum(
        max(question["options"], key=len)
        == question["options"]["ABCDEF".index(question["key"])]
        for question in questions
    )
    assert longest / len(questions) < 0.25
