"""Round 1 alone, round 2 together: those who annotated an item agree on its record."""

from typing import Any

import pytest

from core.selectors import last_entry, list_entries_of_object
from projects.models import User
from review.adjudication.models import Case
from review.adjudication.selectors.cases import decision_waivers
from subtext_protocol.reading import protocol_from_data
from subtext_protocol.shipped import shipped_protocol
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["review"]["decided_by"] = "together"
    return Cast("pair", protocol_from_data(document, origin="a test"))


@pytest.fixture
def office(cast: Cast) -> Office:
    return Office(cast)


def propose(
    office: Office, case: Case, person: User, *, status: int = 200, **changes: Any
) -> Any:
    body = {**office.decision(case.pk), **changes}
    path = f"cases/{case.pk}/propose/"
    return office.call("post", path, body, person=person, status=status)


def agree(
    office: Office, case: Case, person: User, version: int, *, status: int = 200
) -> Any:
    path = f"cases/{case.pk}/agree/"
    body = {"version": version}
    return office.call("post", path, body, person=person, status=status)


def test_one_proposes_and_the_other_agrees(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    one, other, *_ = cast.annotators
    case = Case.objects.get()
    assert [row["id"] for row in office.queue(one)] == [case.pk]
    (mine,) = office.call("get", "annotate/work/", person=one)["results"]
    assert not mine["may_take_back"]
    seen = office.call("get", f"cases/{case.pk}/", person=other)
    assert [record["mine"] for record in seen["records"]] == [False, True]
    assert seen["may_decide"]

    proposed = propose(office, case, one)
    assert proposed["status"] == "to_merge"
    assert not proposed["may_decide"]
    assert office.queue(one) == []
    assert office.call("get", "cases/queue/counts/", person=one)["own"] == 1
    waiting = office.call("get", f"cases/{case.pk}/", person=other)
    assert (waiting["proposal"]["by"], waiting["proposal"]["agreed"]) == ("A", ["A"])
    assert waiting["proposal"]["record"]["questions"][0]["stem"]
    agree(office, case, one, waiting["version"], status=409)

    settled = agree(office, case, other, waiting["version"])
    assert settled["status"] == "final"
    assert settled["final"]["texts"] == seen["records"][0]["texts"]
    assert len(settled["final"]["questions"]) == 1
    case.refresh_from_db()
    entry = last_entry(case)
    assert entry is not None
    assert (entry.action, entry.data["proposed_by"]) == ("settle", one.pk)
    assert entry.data["agreed"] == [one.pk, other.pk]
    assert entry.data["origins"]["explanation"] == ["A"]


def test_another_proposal_takes_the_place_of_the_first(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    one, other, *_ = cast.annotators
    case = Case.objects.get()
    first = propose(office, case, one)
    merged = office.decision(case.pk)["record"]
    merged["texts"] = {"explanation": "A text of both of them together. " * 12}
    second = propose(office, case, other, record=merged)
    assert second["proposal"]["by"] == "B"
    agree(office, case, one, first["version"], status=409)
    settled = agree(office, case, one, second["version"])
    assert settled["final"]["texts"]["explanation"].startswith("A text of both")
    case.refresh_from_db()
    entry = last_entry(case)
    assert entry is not None
    assert entry.data["origins"]["explanation"] == "written"
    moves = [(row.action, row.actor_id) for row in list_entries_of_object(case)][-4:]
    assert moves == [
        ("propose", one.pk),
        ("propose", other.pk),
        ("agree_to", one.pk),
        ("settle", one.pk),
    ]


def test_no_agreement_discards_the_item(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    one, other, *_ = cast.annotators
    case = Case.objects.get()
    propose(office, case, one, record=None, status=400)
    shown = propose(office, case, one, record=None, discard="It says two things.")
    assert shown["proposal"]["record"] is None
    assert agree(office, case, other, shown["version"])["status"] == "dropped"
    case.refresh_from_db()
    entry = last_entry(case)
    assert entry is not None
    assert (entry.action, entry.reason) == ("discard", "It says two things.")


def test_all_of_three_have_to_agree() -> None:
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["review"]["decided_by"] = "together"
    document["annotation"]["people"] = 3
    cast = Cast("three", protocol_from_data(document, origin="a test"))
    office = Office(cast)
    annotated_items(cast)
    case = Case.objects.get()
    one, two, three, *_ = cast.annotators
    version = propose(office, case, one)["version"]
    shown = agree(office, case, two, version)
    people = Case.objects.get().comparison["people"]
    letters = ["ABC"[people.index(person.pk)] for person in (one, two)]
    assert (shown["status"], shown["proposal"]["agreed"]) == ("to_merge", letters)
    assert agree(office, case, three, shown["version"])["status"] == "final"


def test_nobody_else_decides_and_nobody_looks_too_early(
    cast: Cast, office: Office
) -> None:
    accepted_images(cast.project, 1)
    one, other, stranger, *_ = cast.annotators
    submit_record(cast, one)
    case = Case.objects.get()
    path = f"cases/{case.pk}/"
    office.call("get", path, person=one, status=404)
    assert office.queue(one) == []
    submit_record(cast, other)
    office.call("get", path, person=stranger, status=404)
    assert office.queue(stranger) == []
    propose(office, case, stranger, status=404)
    propose(office, case, cast.organizer, status=403)
    office.finalize(case.pk, status=403)
    offered = office.case(case.pk)
    assert (offered["may_decide"], offered["may_waive"]) == (False, True)
    assert not office.call("get", path, person=one)["may_waive"]
    shown = office.finalize(case.pk, waiver="One of the two has left.")
    assert shown["status"] == "final"


def test_where_a_third_decides_the_two_see_nothing() -> None:
    cast = Cast()
    office = Office(cast)
    annotated_items(cast)
    case = Case.objects.get()
    person = cast.annotators[0]
    assert [waiting["id"] for waiting in office.queue()] == [case.pk]
    assert office.queue(person) == []
    office.call("get", f"cases/{case.pk}/")
    office.call("get", f"cases/{case.pk}/", person=person, status=404)
    body = {"version": case.state_version, "discard": "No."}
    office.call("post", f"cases/{case.pk}/propose/", body, person=person, status=404)


def test_one_annotator_has_nobody_to_agree_with() -> None:
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["review"]["decided_by"] = "together"
    document["annotation"]["people"] = 1
    with pytest.raises(ValueError, match="at least two annotators"):
        protocol_from_data(document, origin="a test")


def test_the_reason_of_a_waiver_stays_with_what_was_decided(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 2)
    for case in Case.objects.all():
        office.finalize(case.pk, waiver="She has left.")
    assert decision_waivers(cast.project) == []
    Case.objects.update(status="validated")
    assert decision_waivers(cast.project) == ["She has left."]
