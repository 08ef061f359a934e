"""What II-Bench and CII-Bench ask of an annotation, and what the form refuses.

II-Bench, Appendix B.2, and CII-Bench, Appendix D.2, have the same guidelines but for the
language, the domains, the image types and a second text. Both: "Each image needs 1-3
questions about the fine-grained metaphorical implications of the image, each with one
correct answer and five distractor options."
"""

from typing import Any

import pytest

from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk
from tests.support.cast import Cast
from tests.support.images import accepted_images
from tests.support.paper_labels import (
    CII_BENCH_DOMAINS,
    CII_BENCH_TYPES,
    DIFFICULTY,
    EMOTION,
    II_BENCH_DOMAINS,
    RHETORIC,
)
from tests.support.writing import finished_record

pytestmark = pytest.mark.django_db

II_BENCH, CII_BENCH = "ii-bench", "cii-bench"
ONE_OF = {
    benchmark: {"difficulty": DIFFICULTY, "domain": domains, "emotion": EMOTION}
    for benchmark, domains in (
        (II_BENCH, II_BENCH_DOMAINS),
        (CII_BENCH, CII_BENCH_DOMAINS),
    )
}


@pytest.fixture(params=[II_BENCH, CII_BENCH])
def desk(request: pytest.FixtureRequest) -> Desk:
    cast = Cast(protocol=shipped_protocol(request.param))
    accepted_images(cast.project, 3)
    return Desk(cast, cast.annotators[0])


def benchmark(desk: Desk) -> str:
    return desk.cast.project.protocol.id


def check(desk: Desk, record: dict[str, Any]) -> tuple[set[str], set[tuple[str, str]]]:
    """Return the fields that are not complete, and the remarks by check and field."""
    slot = desk.next()
    said = desk.call("post", f"slots/{slot['id']}/check/", {"content": record})
    return (
        {problem["field"] for problem in said["problems"]},
        {(finding["check"], finding["field"]) for finding in said["findings"]},
    )


def with_questions(desk: Desk, number: int) -> dict[str, Any]:
    return finished_record(desk.cast.project.protocol, questions=number)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_to_three_questions_are_accepted(desk: Desk, number: int) -> None:
    desk.submit(desk.next(), with_questions(desk, number))


@pytest.mark.parametrize("number", [0, 4])
def test_no_question_and_a_fourth_are_refused(desk: Desk, number: int) -> None:
    record = with_questions(desk, number)
    record["questions"] = record["questions"][:number]
    refused = desk.submit(desk.next(), record, status=400)
    assert "questions" in {error["field"] for error in refused["errors"]}


@pytest.mark.parametrize("options", [5, 7])
def test_five_options_and_a_seventh_are_refused(desk: Desk, options: int) -> None:
    record = desk.record()
    question = record["questions"][0]
    question["options"] = [*question["options"], "The road ends before the bridge"][
        :options
    ]
    refused = desk.submit(desk.next(), record, status=400)
    assert "questions.0.options" in {error["field"] for error in refused["errors"]}


@pytest.mark.parametrize("answer", [None, 6, [0, 1]])
def test_exactly_one_option_is_correct(desk: Desk, answer: Any) -> None:
    record = desk.record()
    record["questions"][0]["answer"] = answer
    refused = desk.submit(desk.next(), record, status=400)
    assert {error["field"] for error in refused["errors"]} == {"questions.0.answer"}


def test_two_equal_options_are_refused(desk: Desk) -> None:
    record = desk.record()
    options = record["questions"][0]["options"]
    options[5] = options[1]
    refused = desk.submit(desk.next(), record, status=400)
    assert refused["errors"][0]["field"].startswith("questions.0.options")


@pytest.mark.parametrize("field", ["difficulty", "domain", "emotion"])
def test_one_of_the_paper_s_labels_is_chosen(desk: Desk, field: str) -> None:
    choices = ONE_OF[benchmark(desk)][field]
    slot = desk.next()
    for wrong in ([], list(choices[:2]), ["politeness"]):
        record = desk.record()
        record["labels"][field] = wrong
        refused = desk.submit(slot, record, status=400)
        assert [error["field"] for error in refused["errors"]] == [f"labels.{field}"]
    for choice in choices:
        record = desk.record()
        record["labels"][field] = [choice]
        assert check(desk, record)[0] == set()


def test_a_domain_of_the_other_paper_is_refused(desk: Desk) -> None:
    other = {II_BENCH: "politics", CII_BENCH: "psychology"}[benchmark(desk)]
    record = desk.record()
    record["labels"]["domain"] = [other]
    assert check(desk, record)[0] == {"labels.domain"}


def test_logos_are_an_image_type_of_ii_bench_only(desk: Desk) -> None:
    record = desk.record()
    record["labels"]["image_type"] = ["logo"]
    refused = set() if benchmark(desk) == II_BENCH else {"labels.image_type"}
    assert check(desk, record)[0] == refused
    for image_type in CII_BENCH_TYPES:
        record["labels"]["image_type"] = [image_type]
        assert check(desk, record)[0] == set()


def test_one_or_more_of_nine_rhetorical_devices(desk: Desk) -> None:
    record = desk.record()
    record["labels"]["rhetoric"] = []
    assert check(desk, record)[0] == {"labels.rhetoric"}
    record["labels"]["rhetoric"] = sorted(RHETORIC)
    assert check(desk, record)[0] == set()


def test_each_image_needs_its_texts(desk: Desk) -> None:
    """II-Bench: "a human explanation"; CII-Bench: "and implication description"."""
    texts = {
        II_BENCH: ["explanation"],
        CII_BENCH: ["explanation", "metaphorical_meaning"],
    }[benchmark(desk)]
    record = desk.record()
    record["texts"] = {}
    assert check(desk, record)[0] == {f"texts.{text}" for text in texts}


def test_everything_is_written_in_the_benchmark_s_language(desk: Desk) -> None:
    """B.2 and D.2: "All questions, options and explanation[s] should be written in …"."""
    other = {
        II_BENCH: "城市越长越高，花园却越来越小。",
        CII_BENCH: "Gardens grow smaller.",
    }
    text = other[benchmark(desk)]
    record = with_questions(desk, 2)
    record["texts"]["explanation"] = text * 30
    record["questions"][1]["stem"] = text
    record["questions"][0]["options"][2] = text
    remarks = check(desk, record)[1]
    assert {field for name, field in remarks if name == "wrong_language"} == {
        "texts.explanation",
        "questions.1.stem",
        "questions.0.options.2",
    }


def test_personal_information_in_a_question_is_named(desk: Desk) -> None:
    """B.4 and D.4: "avoid collecting questions that contain any personal information"."""
    record = with_questions(desk, 2)
    record["questions"][1]["stem"] += " jane.doe@example.org"
    assert ("personal_data", "questions.1.stem") in check(desk, record)[1]


def test_an_image_without_implication_is_declined(desk: Desk) -> None:
    """B.2 and D.2: "Any images without metaphorical implications should be discarded."""
    slot = desk.next()
    desk.decline(slot, "no_metaphor")
    (declined,) = desk.work()
    assert declined["decline_reason"] == "no_metaphor"
    assert desk.next()["id"] != slot["id"]


def test_two_people_annotate_an_image_and_no_third(desk: Desk) -> None:
    """CII-Bench, §3.2.3: "each image receives annotations from two different annotators".

    II-Bench, B.3: "double-checked and cross-validated".
    """
    for person in desk.cast.annotators[:2]:
        annotator = Desk(desk.cast, person)
        for _ in range(3):
            annotator.submit(annotator.next())
        assert annotator.next() is None
    assert Desk(desk.cast, desk.cast.annotators[2]).next() is None


def test_annotators_are_warned_of_offensive_images(desk: Desk) -> None:
    """II-Bench, §4.3: some cases "are offensive to certain groups of people"."""
    protocol = desk.cast.project.protocol
    assert protocol.annotation.content_warning
    assert "offensive" in {one.id for one in protocol.annotation.decline_reasons}
    desk.decline(desk.next(), "offensive")
