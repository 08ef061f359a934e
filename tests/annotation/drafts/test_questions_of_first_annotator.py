"""Where only the first of two writes questions, the second answers them blind."""

from typing import Any

import pytest

from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.slots.services.transitions import void_slot
from tests.annotation.desk import Desk, leases_run_out
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.fixture
def desks(first_cast: Cast) -> list[Desk]:
    accepted_images(first_cast.project, 1)
    return [Desk(first_cast, person) for person in first_cast.annotators[:3]]


def resolve_task(desk: Desk, mark: str = "ours", *, answer: int | None = 2) -> Any:
    """The record of somebody who answers what is in their draft."""
    slot = desk.next()
    record = desk.record(mark)
    record["questions"] = [
        {**question, "answer": answer}
        for question in slot["draft"]["content"]["questions"]
    ]
    return slot, record


def test_the_second_answers_without_the_key(desks: list[Desk]) -> None:
    first, second, third = desks
    mine = first.next()
    assert mine["asked"] is False
    # Until there are questions there is nothing to answer.
    assert second.next() is None
    wrote = first.record("theirs")
    wrote["questions"][0]["answer"] = 1
    first.submit(mine, wrote)
    slot = second.next()
    assert slot["asked"] is True
    [question] = slot["draft"]["content"]["questions"]
    assert question == {**wrote["questions"][0], "answer": None}
    assert slot["draft"]["content"]["texts"] == {}
    slot, record = resolve_task(second, answer=None)
    refused = second.submit(slot, record, status=400)
    assert [one["field"] for one in refused["errors"]] == ["questions.0.answer"]
    slot, record = resolve_task(second)
    second.submit(slot, record)
    annotations = Annotation.objects.order_by("pk")
    assert [one.answers_id for one in annotations] == [None, mine["id"]]
    assert annotations[1].content["questions"][0]["answer"] == 2
    assert third.next() is None


def test_nothing_but_the_answer_is_the_seconds(desks: list[Desk]) -> None:
    first, second, _ = desks
    first.submit(first.next())
    slot, record = resolve_task(second)
    tampered = {**record, "questions": [{**record["questions"][0], "stem": "Easier?"}]}
    refused = second.submit(slot, tampered, status=400)
    assert refused["errors"][0]["field"] == "questions.0.answer"
    assert second.submit(slot, record)


def test_questions_that_change_are_answered_anew(desks: list[Desk]) -> None:
    first, second, _ = desks
    mine = first.next()
    wrote = first.record("theirs")
    first.submit(mine, wrote)
    slot, record = resolve_task(second)
    second.save(slot, record, version=slot["draft"]["version"])
    first.reopen(mine)
    [question] = wrote["questions"]
    changed = {**question, "options": [*question["options"][1:], "Something else"]}
    first.submit(mine, {**wrote, "questions": [changed]})
    [shown] = second.slot(slot["id"])["draft"]["content"]["questions"]
    assert (shown["options"], shown["answer"]) == (changed["options"], None)
    second.submit(slot, record, status=400)


def test_two_never_write_the_questions_of_one_item(desks: list[Desk]) -> None:
    first, second, _ = desks
    late = first.next()
    leases_run_out()
    mine = second.next()
    assert mine["asked"] is False
    second.submit(mine)
    # What was written too late stays in the draft's history; the questions are answered.
    refused = first.submit(late, status=400)
    assert refused["errors"][0]["field"] == "questions.0.answer"
    slot, record = resolve_task(first)
    first.submit(slot, record)
    assert Annotation.objects.filter(answers=None).count() == 1


def test_voided_questions_are_written_by_the_next(
    desks: list[Desk], first_cast: Cast
) -> None:
    first, second, third = desks
    mine = first.next()
    first.submit(mine)
    slot, record = resolve_task(second)
    assert slot["asked"] is True
    second.submit(slot, record)
    void_slot(
        slot=Slot.objects.get(pk=mine["id"]),
        actor=first_cast.actor(first_cast.organizer),
        reason="Careless",
    )
    assert third.next()["asked"] is False
