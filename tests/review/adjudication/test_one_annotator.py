"""One annotator and no rounds: what is handed in is the final, validated record."""

import pytest

from annotation.items.models.questions import Question
from core.selectors import list_entries_of_object
from review.adjudication.models import Case
from review.adjudication.selectors.cases import final_record
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(solo_cast: Cast) -> Office:
    annotated_items(solo_cast)
    return Office(solo_cast)


def test_what_is_handed_in_is_validated(solo_cast: Cast, office: Office) -> None:
    case = Case.objects.get()
    assert case.status == "validated"
    (question,) = final_record(case).questions
    assert question.author == solo_cast.annotators[0]
    assert office.queue() == []


def test_the_author_may_take_it_back_and_hand_in_another(
    solo_cast: Cast, office: Office
) -> None:
    desk = Desk(solo_cast, solo_cast.annotators[0])
    (mine,) = desk.work()
    assert mine["may_take_back"]
    slot = desk.reopen(mine)
    case = Case.objects.get()
    assert (case.status, case.record) == ("comparing", {})
    assert not Question.objects.filter(live=True).exists()
    content = desk.record(mark="again")
    content["labels"] = {"tone": ["ironic"]}
    desk.submit(slot, content)
    case.refresh_from_db()
    assert case.status == "validated"
    assert case.record["labels"] == {"tone": ["ironic"]}
    (question,) = final_record(case).questions
    assert "again" in question.stem
    kept = [entry.data.get("record") for entry in list_entries_of_object(case)]
    assert [one["labels"] for one in kept if one] == [{"tone": ["serious"]}]


def test_an_organizer_may_send_it_back(solo_cast: Cast, office: Office) -> None:
    case = Case.objects.get()
    (slot,) = office.call("get", f"items/{case.item_id}/")["slots"]
    path = f"items/{case.item_id}/slots/{slot['id']}/send-back/"
    office.call("post", path, {"reason": "Look again."})
    case.refresh_from_db()
    assert case.status == "comparing"


def test_what_somebody_has_acted_on_is_not_taken_back(
    solo_cast: Cast, office: Office
) -> None:
    case = Case.objects.get()
    shown = office.case(case.pk)
    body = {
        "version": shown["version"],
        "record": {"labels": {"tone": ["playful"]}, "texts": case.record["texts"]},
        "reason": "It is meant as a joke.",
    }
    office.call("post", f"cases/{case.pk}/edit/", body)
    desk = Desk(solo_cast, solo_cast.annotators[0])
    (mine,) = desk.work()
    assert not mine["may_take_back"]
    desk.reopen(mine, status=409)
    case.refresh_from_db()
    assert case.record["labels"] == {"tone": ["playful"]}


def test_rework_ends_in_a_validated_item(solo_cast: Cast, office: Office) -> None:
    case = Case.objects.get()
    office.call("post", f"cases/{case.pk}/send-to-rework/", {"reason": "A typo."})
    (question,) = final_record(Case.objects.get()).questions
    content = {
        "stem": "What does it say between the lines?",
        "options": question.options,
        "answer": question.answer,
    }
    body = {
        "questions": [{"uid": question.question.uid, "content": content}],
        "note": "Mended.",
    }
    office.call("post", f"rework/{case.pk}/submit/", body)
    case.refresh_from_db()
    assert case.status == "validated"
    (question,) = final_record(case).questions
    assert question.stem == "What does it say between the lines?"
