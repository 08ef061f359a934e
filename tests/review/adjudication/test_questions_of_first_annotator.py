"""Deciding where the first wrote the questions and the second answered them."""

import pytest

from annotation.items.models.submissions import Annotation
from tests.annotation.desk import Desk
from tests.annotation.drafts.test_questions_of_first_annotator import resolve_task
from tests.review.office import Office
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


def test_blind_answers_stand_beside_the_questions(first_cast: Cast) -> None:
    accepted_images(first_cast.project, 1)
    first, second = (Desk(first_cast, one) for one in first_cast.annotators[:2])
    first.submit(first.next())
    slot, record = resolve_task(second)
    second.submit(slot, record)
    office = Office(first_cast)
    [case] = office.queue()
    shown = office.case(case["id"])
    wrote, answered = shown["records"]
    [question] = wrote["questions"]
    assert (question["answer"], wrote["answers"]) == (0, {})
    assert (answered["questions"], answered["answers"]) == ([], {question["uid"]: 2})
    body = office.decision(
        case["id"], questions=[{"sources": [{"annotation": 1, "question": 0}]}]
    )
    office.call("post", f"cases/{case['id']}/finalize/", body, status=400)
    office.finalize(case["id"])
    final = office.case(case["id"])["final"]
    assert [one["stem"] for one in final["questions"]] == [question["stem"]]
    assert Annotation.objects.exclude(answers=None).count() == 1
