"""The fixed question and the context note of CII-Bench.

§3.1: "One fixed question asks, 'What is the implication in this image?' Additional
questions for the same image probe different levels of understanding". §3.2.3, Context
Analysis: "consulting relevant materials for accuracy".
"""

import pytest

from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk
from tests.support.cast import Cast
from tests.support.images import accepted_images
from tests.support.writing import finished_record

pytestmark = pytest.mark.django_db

CHINESE = "这张图片有什么隐喻？"


@pytest.fixture
def desk() -> Desk:
    cast = Cast(protocol=shipped_protocol("cii-bench"))
    accepted_images(cast.project, 1)
    return Desk(cast, cast.annotators[0])


def refused_fields(desk: Desk, record: object) -> set[str]:
    refused = desk.submit(desk.next(), record, status=400)
    return {error["field"] for error in refused["errors"]}


def test_every_image_has_the_fixed_question(desk: Desk) -> None:
    record = finished_record(desk.cast.project.protocol, questions=3)
    assert record["questions"][0]["stem"] == CHINESE
    without = record | {"questions": record["questions"][1:]}
    assert refused_fields(desk, without) == {"questions"}
    desk.submit(desk.next(), record)


def test_its_wording_cannot_be_changed(desk: Desk) -> None:
    record = desk.record()
    record["questions"][0]["stem"] = "这张图片想表达什么？"
    assert refused_fields(desk, record) == {"questions.0.stem"}


def test_cultural_background_is_noted_where_there_is_any(desk: Desk) -> None:
    (note,) = (
        text for text in desk.cast.project.protocol.texts if text.id == "context_note"
    )
    assert not note.required
    record = desk.record()
    record["texts"]["context_note"] = "典出《庄子·秋水》：子非鱼，安知鱼之乐。"
    desk.submit(desk.next(), record)
    (work,) = desk.work()
    slot = desk.slot(work["id"])
    assert slot["draft"]["content"]["texts"]["context_note"].startswith("典出")
