"""Rounds that include, close and open by themselves."""

import pytest

from annotation.items.models.questions import Question
from review.adjudication.models import Case
from review.adjudication.selectors.cases import validated_cases
from review.rounds.models.rounds import Round
from review.rounds.services.rounds import advance_automatic_rounds
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


def test_they_go_on_to_the_last_round(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    office.finalize_all()
    assert office.open_round(automatic=True)["automatic"]
    assert advance_automatic_rounds() == 0
    for number in (1, 2):
        office.answer_all()
        assert advance_automatic_rounds() == 1
        assert Round.objects.get(status="open").number == number + 1
    for number in (3, 4):
        office.tick_all(number)
        assert advance_automatic_rounds() == 1
    assert validated_cases(cast.project).count() == 2
    assert not Round.objects.filter(status="open").exists()
    assert advance_automatic_rounds() == 0


def test_they_wait_for_work_that_is_still_to_come(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round(automatic=True)
    office.answer_all()
    annotated_items(cast)
    # The second item waits for adjudication, then for answers.
    assert advance_automatic_rounds() == 0
    office.finalize_all()
    assert advance_automatic_rounds() == 0
    assert set(Case.objects.values_list("status", flat=True)) == {"in_validation"}
    assert office.answer_all() == 3
    assert advance_automatic_rounds() == 1


def test_they_wait_for_rework_and_discussions(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round(automatic=True)
    office.answer_all(right=False)
    assert Case.objects.get().status == "rework"
    assert advance_automatic_rounds() == 0
    assert Question.objects.filter(live=True).exists()


def test_an_organizer_turns_it_off(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round(automatic=True)
    path = "rounds/1/automatic/"
    assert not office.call("post", path, {"automatic": False})["automatic"]
    office.answer_all()
    assert advance_automatic_rounds() == 0
    office.call("post", path, {"automatic": True})
    assert advance_automatic_rounds() == 1
    address = f"/api/projects/{cast.project.slug}/{path}"
    refused = browser(cast.annotators[0]).post(address, {"automatic": True})
    assert refused.status_code == 403
    office.call("post", path, {"automatic": True}, status=409)
