"""What an annotator may know of their own work as a whole."""

import json

import pytest

from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


def test_pace_hours_and_where_the_final_record_reads_otherwise(
    cast: Cast, office: Office
) -> None:
    field = cast.project.protocol.labels[0]
    first, second = (choice.id for choice in field.choices[:2])
    annotated_items(cast, 2, labels=[{field.id: [first]}, {field.id: [second]}])
    me = cast.annotators[1]
    assert office.call("get", "my-feedback/", person=me)["differences"] == []
    for case in office.queue():
        decided = office.decision(case["id"])
        decided["record"]["labels"][field.id] = [first]
        office.call("post", f"cases/{case['id']}/finalize/", decided)
    shown = office.call("get", "my-feedback/", person=me)
    assert (shown["annotated"], shown["seconds"]) == (2, 90.0)
    (difference,) = shown["differences"]
    assert (difference["said"], difference["final"]) == (second, first)
    assert (difference["count"], len(difference["images"])) == (2, 2)
    assert {image["item_number"] for image in difference["images"]} == {None}
    (day,) = shown["days"]
    assert day["annotated"] == 2
    assert day["active_seconds"] > 0
    other = cast.annotators[0]
    assert other.username not in json.dumps(shown, default=str)
    assert other.shown_name not in json.dumps(shown, default=str)
    assert office.call("get", "my-feedback/", person=other)["differences"] == []


def test_half_of_the_work_of_an_item_says_nothing_of_the_other(
    cast: Cast, office: Office
) -> None:
    accepted_images(cast.project, 1)
    one, two = (Desk(cast, person) for person in cast.annotators[:2])
    one.submit(one.next(), one.record("zebrafish"))
    two.next()
    assert office.call("get", "my-feedback/", person=one.person)["annotated"] == 1
    shown = office.call("get", "my-feedback/", person=two.person)
    assert "zebrafish" not in json.dumps(shown, default=str)
    assert (shown["annotated"], shown["days"][0]["annotated"]) == (0, 0)


def test_organizers_have_no_work_of_their_own(office: Office) -> None:
    office.call("get", "my-feedback/", status=403)
