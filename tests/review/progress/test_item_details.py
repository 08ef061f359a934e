"""One item with everything about it, found by the number that people know."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.items.domain.slot_codes import slot_code
from annotation.items.models.slots import Slot
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ITEM = "/api/projects/bench/items/numbered/1/"


def details(cast: Cast) -> Any:
    response = browser(cast.organizer).get(ITEM)
    assert response.status_code == 200, response.data
    return response.json()


def test_an_item_shows_who_wrote_what_and_what_validators_answered(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 1)
    before = details(cast)
    assert before["item"]["number"] == 1
    assert before["case"]["status"] == "to_merge"
    assert before["questions"] == []
    authors = [one["person"] for one in before["records"]]
    assert authors == [person.shown_name for person in cast.annotators[:2]]
    codes = [slot_code(slot.pk) for slot in Slot.objects.order_by("number")]
    assert [one["code"] for one in before["records"]] == codes
    assert before["records"][0]["labels"]

    office.finalize_all()
    office.open_round()
    right, wrong = cast.annotators[2:4]
    place = office.next(right)
    office.answer(right, place, key_as_shown(place))
    place = office.next(wrong)
    office.answer(wrong, place, (key_as_shown(place) + 1) % 6)
    (asked,) = details(cast)["questions"]
    assert [one["number"] for one in asked["question"]["revisions"]] == [1]
    answers = {one["person"]: one["correct"] for one in asked["answers"]}
    assert answers == {right.shown_name: True, wrong.shown_name: False}


def test_its_queries_do_not_grow_with_people_and_answers(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 1)
    office.finalize_all()
    office.open_round()

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            details(cast)
        return len(asked)

    person = cast.annotators[2]
    place = office.next(person)
    office.answer(person, place, key_as_shown(place))
    few = queries()
    for person in cast.annotators[3:5]:
        place = office.next(person)
        office.answer(person, place, key_as_shown(place))
    assert queries() == few


def test_it_is_for_organizers_and_a_wrong_number_is_named(cast: Cast) -> None:
    assert browser(cast.annotators[0]).get(ITEM).status_code == 403
    assert browser(cast.stranger).get(ITEM).status_code == 404
    missing = browser(cast.organizer).get(ITEM)
    assert missing.status_code == 404
    assert "no item 1 in this project" in missing.json()["detail"]
