"""Who may do what in review, and that one project is not another."""

import pytest

from projects.roles import Role
from review.adjudication.models import Case
from review.rounds.models.rounds import ValidationAssignment
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser, join, make_project

pytestmark = pytest.mark.django_db

ORGANIZERS_ONLY = [
    ("get", "overview/"),
    ("get", "outlook/"),
    ("get", "activity/"),
    ("get", "agreement/"),
    ("get", "agreement/pairs/domain/"),
    ("get", "agreement/over-time/"),
    ("get", "agreement/reliability/"),
    ("get", "agreement/export/json/"),
    ("get", "agreement/export/csv/"),
    ("get", "annotations/export/jsonl/"),
    ("get", "annotations/export/csv/"),
    ("get", "hours/export/csv/"),
    ("get", "hours/export/jsonl/"),
    ("get", "people/"),
    ("get", "people/1/"),
    ("get", "questions/"),
    ("get", "items/numbered/1/"),
    ("get", "cases/"),
    ("post", "cases/1/finalize/"),
    ("post", "cases/1/undo/"),
    ("post", "cases/1/edit/"),
    ("post", "cases/1/drop/"),
    ("post", "cases/1/send-to-rework/"),
    ("get", "rounds/"),
    ("post", "rounds/open/"),
    ("post", "rounds/1/close/"),
    ("post", "rounds/1/extend/"),
    ("post", "rounds/1/waive/"),
    ("get", "rounds/1/checklist/"),
    ("post", "checklist/1/"),
    ("post", "threads/1/close/"),
    ("post", "threads/1/gap/"),
]


@pytest.mark.parametrize(("method", "path"), ORGANIZERS_ONLY)
def test_organizers_only(cast: Cast, method: str, path: str) -> None:
    for person, status in ((cast.annotators[0], 403), (cast.stranger, 404)):
        response = getattr(browser(person), method)(f"/api/projects/bench/{path}")
        assert response.status_code == status


def test_where_a_third_decides_annotators_have_nothing_to_decide(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    assert len(office.queue()) == 1
    annotator = cast.annotators[0]
    assert office.queue(annotator) == []
    counts = office.call("get", "cases/queue/counts/", person=annotator)
    assert (counts["to_adjudicate"], counts["to_merge"]) == (0, 0)
    case = Case.objects.get()
    office.call("get", f"cases/{case.pk}/", person=annotator, status=404)


def test_nothing_of_one_project_is_reached_through_another(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    office.open_round()
    place = ValidationAssignment.objects.first()
    assert place is not None
    other = make_project("other", maintainer=cast.stranger)
    annotator = join(other, Role.ANNOTATOR)
    here = "/api/projects/other"
    assert browser(cast.stranger).get(f"{here}/cases/{case.pk}/").status_code == 404
    address = f"{here}/validation/{place.pk}/answer/"
    assert browser(annotator).post(address, {"chosen": 0}).status_code == 404
    assert browser(cast.stranger).get(f"{here}/cases/").data["results"] == []


def test_cases_by_state(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    first = Case.objects.earliest("pk")
    office.finalize(first.pk)
    shown = office.call("get", "cases/?status=final")["results"]
    assert [case["id"] for case in shown] == [first.pk]
    assert len(office.call("get", "cases/")["results"]) == 2


def test_an_organizer_sends_a_decided_item_back(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    (case,) = office.finalize_all()
    office.open_round()
    office.call("post", f"cases/{case.pk}/send-to-rework/", {"reason": ""}, status=400)
    office.call("post", f"cases/{case.pk}/send-to-rework/", {"reason": "Wrong key."})
    (listed,) = office.call("get", "rework/")["results"]
    assert (listed["reason"], listed["reasons"]) == ("Wrong key.", [])
    shown = office.call("get", f"rework/{case.pk}/")
    assert (shown["reason"], shown["missing"]) == ("Wrong key.", [])
    assert [one["failed"] for one in shown["questions"]] == [False]
    # Others go on answering what did not fail.
    assert office.next(cast.annotators[2]) is not None
