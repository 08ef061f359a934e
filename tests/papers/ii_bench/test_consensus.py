"""Consensus on questions that validators answer differently.

II-Bench B.3: "Each question was manually validated by at least three annotators. Any
inconsistencies or misinterpretations found were thoroughly examined and resolved by
consensus of the annotation team". CII-Bench D.3 says the same of five.
"""

from typing import Any

import pytest

from projects.models import User
from projects.roles import Role
from review.adjudication.models import Case
from review.notifications.models import Notification
from review.progress.selectors.overview import project_overview
from review.rounds.models.rounds import ValidationAssignment
from subtext_protocol.shipped import shipped_protocol
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, join

pytestmark = pytest.mark.django_db
DISSENTS = {"ii-bench": (2, 3), "cii-bench": (4, 5)}


@pytest.fixture(params=DISSENTS)
def office(request: pytest.FixtureRequest) -> Office:
    cast = Cast(protocol=shipped_protocol(request.param))
    annotated_items(cast)
    for number in range(len(cast.annotators), 2 + DISSENTS[request.param][1]):
        validator = join(cast.project, Role.ANNOTATOR, f"validator-{number}")
        cast.annotators.append(validator)
    del cast.annotators[2 + DISSENTS[request.param][1] :]
    office = Office(cast)
    office.finalize_all()
    office.open_round()
    return office


def dissenter(office: Office) -> User:
    """Let one validator choose another answer and all others the key."""
    validators = office.cast.annotators[2:]
    for at, person in enumerate(validators):
        place = office.next(person)
        key = key_as_shown(place)
        office.answer(person, place, key if at else (key + 1) % len(place["options"]))
    return validators[0]


def discussion(office: Office, person: User | None = None) -> Any:
    (thread,) = office.call("get", "threads/?origin=dissent", person=person)["results"]
    return office.call("get", f"threads/{thread['id']}/", person=person)


def test_a_lone_dissent_holds_the_round_up_until_it_is_settled(office: Office) -> None:
    dissenter(office)
    assert project_overview(office.cast.project).next.kind == "settle"
    refused = office.close_round(status=409)
    assert "Discussions to settle: 1." in refused["detail"]
    thread = discussion(office)
    protocol = office.cast.project.protocol
    agreed, asked = DISSENTS[protocol.id]
    assert thread["opening"].startswith(f"{agreed} of {asked} validators chose")
    assert [answer["count"] for answer in thread["dissent"]["answers"]] == [agreed, 1]
    body = {"resolution": "The detail in the corner speaks for the key."}
    closed = office.call("post", f"threads/{thread['id']}/close/", body)
    assert not closed["dissent"]["holds_up"]
    assert office.close_round()["report"]["passed"] == 1
    assert Case.objects.get().status == "in_validation"


def test_a_discussion_can_send_the_question_to_rework(office: Office) -> None:
    dissenter(office)
    address = f"threads/{discussion(office)['id']}/close/"
    body = {"resolution": "Both can be defended.", "send_to_rework": True}
    office.call("post", address, body)
    case = Case.objects.get()
    assert case.status == "rework"
    (question,) = office.call("get", f"rework/{case.pk}/")["questions"]
    assert question["failed"]
    assert question["reasons"] == [
        {"kind": "discussion", "text": "Both can be defended."}
    ]
    assert office.close_round()["report"]["failed"] == 1
    office.call("post", address, body, status=409)


def test_validators_and_author_take_part_and_nobody_else(office: Office) -> None:
    lone = dissenter(office)
    author, other_author = office.cast.annotators[:2]
    thread = discussion(office, lone)
    assert thread["begun_by"] is None
    assert discussion(office, author)["id"] == thread["id"]
    told = Notification.objects.filter(kind="dissent").values_list("person", flat=True)
    assert set(told) == {author.pk, *(p.pk for p in office.cast.annotators[2:])}
    address = f"threads/{thread['id']}/"
    office.call("get", address, person=other_author, status=404)
    body = {"text": "The man looks away, so he does not agree."}
    office.call("post", f"{address}messages/", body, person=lone, status=201)
    (message,) = discussion(office, author)["messages"]
    assert (message["letter"], message["name"]) == ("A", None)


def test_who_could_read_the_key_is_not_asked_again(office: Office) -> None:
    lone = dissenter(office)
    thread = discussion(office, lone)
    assert thread["dissent"]["answer"] is not None
    body = {"resolution": "Two defensible options.", "send_to_rework": True}
    office.call("post", f"threads/{thread['id']}/close/", body)
    case = Case.objects.get()
    (question,) = office.call("get", f"rework/{case.pk}/")["questions"]
    content = {name: question[name] for name in ("stem", "options", "answer")}
    content["options"][0] += ", seen from afar"
    changes = [{"uid": question["uid"], "content": content}]
    office.call(
        "post", f"rework/{case.pk}/submit/", {"questions": changes, "note": "."}
    )
    assert ValidationAssignment.objects.filter(status="open").exists()
    assert office.next(lone) is None
    office.call("post", "rounds/1/waive/", {"reason": "Nobody else is left."})
    assert office.next(lone) is not None


def test_a_question_that_changes_meanwhile_is_not_waited_for(office: Office) -> None:
    dissenter(office)
    office.call("post", f"cases/{Case.objects.get().pk}/drop/", {"reason": "A copy."})
    assert discussion(office)["status"] == "closed"
    office.close_round()


def test_agreement_and_protocols_without_the_rule_open_none(cast: Cast) -> None:
    rounds = cast.project.protocol.review.rounds
    assert all(r.discuss_dissent for r in rounds if r.kind == "answer")
    for name in ("cmmmu", "imagemet"):
        rounds = shipped_protocol(name).review.rounds
        assert not any(r.discuss_dissent for r in rounds)
    annotated_items(cast)
    office = Office(cast)
    office.finalize_all()
    office.open_round()
    office.answer_all()
    assert office.call("get", "threads/")["results"] == []
    office.close_round()
