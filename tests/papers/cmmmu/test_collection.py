"""How CMMMU's questions are collected and verified (§3.1), through the API.

"In Stage 1, annotator organizers [...] collect sources satisfying license requirements in
the format of website links or book titles. [...] at least 20 annotation sources [...] for
each subject"; in stage 2 annotators follow four principles; "each question is manually
verified by at least one of the paper's authors. We carefully filter out questions with
answers that are too hard to extract [...] questions that are not up to college-level
examinations".
"""

from typing import Any

import pytest

from annotation.records.domain.record import normalize_record
from annotation.records.domain.validation import find_record_problems
from curation.images.models import Image, Rights, Source
from review.adjudication.models import Case
from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images
from tests.support.writing import finished_record

CMMMU = shipped_protocol("cmmmu")
PRINCIPLES = (
    "Drop a question that can be answered without the image.",
    "Use an image for as few questions as possible.",
    "Drop a question that asks for no expert knowledge.",
    "Write no more than ten questions on the same knowledge point from the same angle.",
)


@pytest.fixture
def subjects(db: None) -> Cast:
    return Cast("subjects", CMMMU)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["https://example.org/exams", ""])
def test_a_source_is_a_website_or_a_book(subjects: Cast, address: str) -> None:
    body = {
        "name": "A textbook",
        "licence": "CC-BY-4.0",
        "rights": "redistribute",
        "address": address,
    }
    client = browser(subjects.organizer)
    here = f"/api/projects/{subjects.project.slug}/sources/"
    answer = client.post(here, body, format="json")
    assert answer.status_code == 201, answer.data
    assert client.post(here, {**body, "licence": ""}, format="json").status_code == 400


@pytest.mark.django_db
def test_a_subject_needs_twenty_sources(subjects: Cast) -> None:
    images = accepted_images(subjects.project, 20)
    for number, image in enumerate(images):
        source = Source.objects.create(
            project=subjects.project,
            name=f"Book {number}",
            licence="CC0-1.0",
            rights=Rights.REDISTRIBUTE,
        )
        Image.objects.filter(pk=image.pk).update(source=source)
    desk = Desk(subjects, subjects.annotators[0])

    def physics() -> tuple[int, bool]:
        answer = browser(subjects.organizer).get("/api/projects/subjects/balance/")
        [tree, *_] = answer.json()["trees"]
        [found] = [one for one in tree["branches"] if one["choice"] == "physics"]
        return found["sources"], found["few_sources"]

    for number in range(20):
        record = finished_record(CMMMU, mark=str(number))
        record["labels"] = {**record["labels"], "subject": ["physics"]}
        record["labels"].pop("discipline")
        record["texts"]["subfield"] = f"光学{number}"
        desk.submit(desk.next(), record)
        if number == 18:
            assert physics() == (19, True)
    assert physics() == (20, False)


def test_annotators_are_told_the_four_principles() -> None:
    guidelines = CMMMU.annotation.guidelines["en"]
    positions = [guidelines.index(principle) for principle in PRINCIPLES]
    assert positions == sorted(positions)
    reasons = {reason.id for reason in CMMMU.annotation.decline_reasons}
    assert "picture_not_needed" in reasons


@pytest.mark.django_db
@pytest.mark.parametrize(
    "issue", ["below_college", "answer_hard_to_extract", "no_picture_needed"]
)
def test_an_author_returns_a_question_that_breaks_a_rule(
    subjects: Cast, issue: str
) -> None:
    office = Office(subjects)
    annotated_items(subjects, 1)
    office.finalize_all()
    office.open_round()
    # One author verifies each question, who is not its annotator.
    assert office.next(subjects.annotators[0]) is None
    author = subjects.annotators[1]
    place = office.next(author)
    office.answer(author, place, key_as_shown(place), issues=[issue])
    assert office.next(subjects.annotators[2]) is None
    office.close_round()
    assert Case.objects.get().status == "rework"
    [returned] = office.call("get", "rework/", person=subjects.annotators[0])["results"]
    shown = office.call(
        "get", f"rework/{returned['id']}/", person=subjects.annotators[0]
    )
    assert shown["questions"][0]["reasons"][0]["issue"] == issue


@pytest.mark.django_db
def test_one_author_s_answer_verifies_a_question(subjects: Cast) -> None:
    office = Office(subjects)
    annotated_items(subjects, 1)
    office.finalize_all()
    office.open_round()
    author = subjects.annotators[1]
    place = office.next(author)
    office.answer(author, place, key_as_shown(place))
    office.close_round()
    assert Case.objects.get().status == "validated"


# Questions of Figure 2 and their formats (Table 2).
WRITTEN: list[dict[str, Any]] = [
    {
        "format": "single_choice",
        "stem": "下列谱例[[image 1]]中的旋律发展手法是（）",
        "options": ["时值减缩", "时值扩大", "倒影", "逆行"],
        "answer": 0,
    },
    {
        "format": "single_choice",
        "stem": "下图所示电路中，Y恒为0的图是（）",
        "options": [f"[[image {number}]]" for number in range(1, 5)],
        "answer": 1,
    },
    {
        "format": "multiple_choice",
        "stem": "下图[[image 1]]所示电路中，正确的说法是（）",
        "options": ["电流恒定", "电压恒定", "电阻为零", "功率最大"],
        "answer": [0, 2],
    },
    {
        "format": "true_false",
        "stem": "根据[[image 1]]下面两个化合物的pKa值，场效应起主要影响。",
        "options": [],
        "answer": True,
    },
    {
        "format": "fill_in_blank",
        "stem": "针刺不同穴位的镇痛效果如图[[image 1]]，计算 P=_____。",
        "options": [],
        "answer": {"accepted": ["2.212"]},
    },
]


@pytest.mark.parametrize("question", WRITTEN)
@pytest.mark.parametrize("explained", [True, False])
def test_questions_of_figure_2_can_be_written(
    question: dict[str, Any], explained: bool
) -> None:
    record = finished_record(CMMMU)
    content = {"uid": record["questions"][0]["uid"], "fixed": None, **question}
    record["questions"] = [content]
    # Table 2: 247 questions of 12,012 have an explanation.
    record["texts"]["explanation"] = "见图中的标注。" if explained else ""
    kept = normalize_record(CMMMU, record)
    assert list(find_record_problems(CMMMU, kept, complete=True, images=4)) == []
    assert kept["questions"][0]["stem"] == question["stem"]


def test_a_choice_has_four_options() -> None:
    record = finished_record(CMMMU)
    [content] = record["questions"]
    content["options"] = content["options"][:3]
    problems = find_record_problems(CMMMU, record, complete=True)
    assert {problem.code for problem in problems} == {"wrong_number_of_options"}
