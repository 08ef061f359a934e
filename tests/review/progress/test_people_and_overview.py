"""People and the overview of a project."""

import pytest

from review.progress.selectors.work_of_people import work_of_people
from review.rounds.selectors.human_accuracy import human_accuracy
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


def test_people(cast: Cast, office: Office) -> None:
    annotated_items(cast, labels=[{"domain": ["life"]}, {"domain": ["art"]}])
    office.finalize_all()
    office.open_round()
    right, wrong = cast.annotators[2:4]
    for person, correct in ((right, True), (wrong, False)):
        place = office.next(person)
        at = key_as_shown(place)
        office.answer(person, place, at if correct else (at + 1) % 6)
    # Nothing counts before the last answer is in.
    assert human_accuracy(cast.project).mean is None
    third = cast.annotators[4]
    place = office.next(third)
    office.answer(third, place, key_as_shown(place))
    rows = {row.person_id: row for row in work_of_people(cast.project).people}
    assert rows[cast.annotators[0].pk].kept == 1.0
    assert rows[cast.annotators[1].pk].kept == pytest.approx(0.8)
    assert rows[cast.annotators[0].pk].annotation_seconds == 90
    assert (rows[right.pk].accuracy, rows[wrong.pk].accuracy) == (1.0, 0.0)
    assert rows[right.pk].validation_seconds == 12.5
    found = human_accuracy(cast.project)
    assert found.mean == pytest.approx(2 / 3)
    assert found.best == 1.0
    shown = office.call("get", "people/")
    assert shown["human_average"] == pytest.approx(2 / 3)


def test_the_overview(cast: Cast, office: Office) -> None:
    assert office.call("get", "overview/")["next"]["kind"] == "import"
    annotated_items(cast, 2)
    shown = office.call("get", "overview/")
    counts = {one["stage"] or one["step"]: one["count"] for one in shown["funnel"]}
    assert counts == {
        "raw": 2,
        "near_duplicates": 2,
        "text_area": 2,
        "accepted": 2,
        "annotated": 2,
        "agreed": 0,
        "validated": 0,
        "released": 0,
    }
    (blocker,) = [one for one in shown["blocking"] if one["kind"] == "to_merge"]
    assert (blocker["count"], blocker["page"]) == (2, "adjudicate")
    assert shown["next"] == {
        "kind": "adjudicate",
        "count": 2,
        "round": None,
        "page": "adjudicate",
    }
