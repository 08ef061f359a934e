"""Answering without the key."""

import json
from copy import deepcopy
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from annotation.items.models.questions import QuestionRevision
from core.models import LedgerEntry
from core.selectors import list_entries_of_object
from projects.memberships.services.members import change_member
from projects.models import User
from projects.roles import Role
from review.progress.selectors.figures import project_position
from review.progress.selectors.overview import project_overview
from review.rounds.models.rounds import ValidationAssignment, Verdict
from review.rounds.services.assignments import expire_validation_assignments
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture(scope="module")
def first_round(shared_cast: Cast) -> Cast:
    """Two items of one question each, in the first round."""
    annotated_items(shared_cast, 2)
    office = Office(shared_cast)
    office.finalize_all()
    office.open_round()
    return shared_cast


@pytest.fixture
def cast(first_round: Cast) -> Cast:
    return deepcopy(first_round)


@pytest.fixture
def asked(office: Office) -> Office:
    return office


def _fresh(cast: Cast) -> list[User]:
    """Those who annotated nothing."""
    return cast.annotators[2:]


def test_what_a_validator_is_sent_does_not_depend_on_the_key(
    cast: Cast, asked: Office
) -> None:
    """Byte for byte the same with another key: so nothing of it is in there."""
    person = _fresh(cast)[0]
    address = "/api/projects/bench/validation/next/"
    QuestionRevision.objects.update(answer=0)
    place = browser(person).post(address).json()["place"]
    QuestionRevision.objects.update(answer=3)
    again = browser(person).post(address).json()["place"]
    for one in (place, again):
        del one["lease_until"]
    assert json.dumps(place) == json.dumps(again)
    assert set(place) == {"id", "format", "stem", "options", "images"}


def test_neither_answer_nor_progress_says_whether_it_was_right(
    cast: Cast, asked: Office
) -> None:
    right, wrong = _fresh(cast)[:2]
    bodies = []
    for person, correct in ((right, True), (wrong, False)):
        place = asked.next(person)
        at = key_as_shown(place)
        chosen = at if correct else (at + 1) % 6
        bodies.append(asked.answer(person, place, chosen)["progress"])
        bodies.append(asked.call("get", "validation/progress/", person=person))
    assert all(body == bodies[0] for body in bodies)


def test_the_image_that_comes_next_is_named_ahead(cast: Cast, asked: Office) -> None:
    person = _fresh(cast)[0]
    handed = asked.call("post", "validation/next/", person=person)
    shown = handed["place"]["images"]
    ahead = [image["id"] for image in handed["upcoming"]]
    while handed["upcoming"]:
        assert not {image["id"] for image in shown} & set(ahead)
        handed = asked.answer(person, handed["place"], 0, next=True)
        shown = handed["place"]["images"]
        assert shown[0]["id"] in ahead
        ahead = [image["id"] for image in handed["upcoming"]]
    assert asked.answer(person, handed["place"], 0, next=True)["place"] is None


def test_who_annotated_an_item_is_not_asked(cast: Cast, asked: Office) -> None:
    for person in cast.annotators[:2]:
        assert asked.next(person) is None
    assert asked.next(_fresh(cast)[0]) is not None


def test_who_decided_is_not_asked_nor_anybody_who_sees_keys(
    cast: Cast, asked: Office
) -> None:
    for person in (cast.organizer, cast.maintainer):
        assert asked.next(person) is None
    assert asked.next(_fresh(cast)[0]) is not None


def test_options_are_shuffled_and_what_was_shown_is_kept(
    cast: Cast, asked: Office
) -> None:
    person = _fresh(cast)[0]
    place = asked.next(person)
    asked.answer(person, place, 4)
    answer = ValidationAssignment.objects.get(status="answered")
    revision = answer.revision
    assert answer.order is not None
    assert [revision.options[at] for at in answer.order] == place["options"]
    assert answer.chosen is not None
    assert revision.options[answer.chosen] == place["options"][4]


def test_a_person_holds_one_place(cast: Cast, asked: Office) -> None:
    person = _fresh(cast)[0]
    assert asked.next(person)["id"] == asked.next(person)["id"]
    assert ValidationAssignment.objects.filter(status="leased").count() == 1


def test_nobody_is_asked_a_question_twice(cast: Cast, asked: Office) -> None:
    asked.answer_all()
    rows = ValidationAssignment.objects.values_list("revision__question", "person")
    assert len(set(rows)) == len(rows) == 6


def test_sending_an_answer_twice_changes_nothing(cast: Cast, asked: Office) -> None:
    person = _fresh(cast)[0]
    place = asked.next(person)
    first = asked.answer(person, place, 1)
    assert asked.answer(person, place, 1) == first
    asked.answer(person, place, 2, status=409)
    assert ValidationAssignment.objects.exclude(answered_at=None).count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"chosen": None}, "chosen"),
        ({"chosen": 6}, "chosen"),
        ({"chosen": 1, "issues": ["typo", "nonsense"]}, "issues.1"),
    ],
)
def test_an_answer_that_cannot_be_kept(
    cast: Cast, asked: Office, body: dict[str, object], field: str
) -> None:
    person = _fresh(cast)[0]
    place = asked.next(person)
    path = f"validation/{place['id']}/answer/"
    refused = asked.call("post", path, body, person=person, status=400)
    assert [one["field"] for one in refused["errors"]] == [field]


def test_somebody_elses_place_cannot_be_answered(cast: Cast, asked: Office) -> None:
    one, other = _fresh(cast)[:2]
    place = asked.next(one)
    asked.answer(other, place, 0, status=409)
    free = ValidationAssignment.objects.filter(status="open").first()
    assert free is not None
    asked.answer(other, {"id": free.pk}, 0, status=409)


def test_an_issue_fails_the_question_and_only_counts_reach_the_author(
    cast: Cast, asked: Office
) -> None:
    for at, person in enumerate(_fresh(cast)):
        while place := asked.next(person):
            issues = ["two_keys"] if at == 0 else []
            comment = "B is right too." if at == 0 else ""
            asked.answer(
                person, place, key_as_shown(place), issues=issues, comment=comment
            )
    assert Verdict.objects.filter(passed=False).exists()
    author = cast.annotators[0]
    (case, *_) = asked.call("get", "rework/", person=author)["results"]
    shown = asked.call("get", f"rework/{case['id']}/", person=author)
    assert shown["questions"][0]["reasons"] == [
        {"kind": "issue", "issue": "two_keys", "count": 1},
        {"kind": "comment", "text": "B is right too."},
    ]
    text = json.dumps(shown)
    for person in cast.annotators[2:]:
        assert person.username not in text
        assert person.pseudonym not in text


def test_the_last_answer_can_be_taken_back_until_it_counts(
    cast: Cast, asked: Office
) -> None:
    person, second, third = _fresh(cast)[:3]
    place = asked.next(person)
    asked.answer(person, place, 0)
    following = asked.next(person)
    back = asked.call("post", "validation/undo/", person=person)
    assert back["place"]["id"] == place["id"]
    assert back["place"]["options"] == place["options"]
    assert ValidationAssignment.objects.get(pk=following["id"]).person is None
    taken_back = ValidationAssignment.objects.get(pk=place["id"])
    assert (taken_back.status, taken_back.answered_at) == ("leased", None)
    assert taken_back.chosen is None
    # The ledger keeps what was given, and when.
    (entry,) = list_entries_of_object(taken_back)
    kept = entry.data["taken_back"]
    assert place["options"][0] == taken_back.revision.options[kept["chosen"]]
    assert datetime.fromisoformat(kept["answered_at"]) < entry.at
    asked.answer(person, place, 2)
    for other in (second, third):
        while got := asked.next(other):
            asked.answer(other, got, 0)
    assert Verdict.objects.count() == 1
    asked.call("post", "validation/undo/", person=person, status=409)
    asked.call("post", "validation/undo/", person=_fresh(cast)[3], status=409)


def test_an_abandoned_place_returns_and_a_late_answer_is_kept_if_it_is_free(
    cast: Cast, asked: Office
) -> None:
    late, other = _fresh(cast)[:2]
    place = asked.next(late)
    past = timezone.now() - timedelta(minutes=1)
    ValidationAssignment.objects.filter(pk=place["id"]).update(lease_until=past)
    asked.next(other)
    row = ValidationAssignment.objects.get(pk=place["id"])
    if row.person_id == other.pk:
        asked.answer(late, place, 0, status=409)
    else:
        assert (row.status, row.person) == ("open", None)
        asked.answer(late, place, 0)
        row.refresh_from_db()
        assert (row.status, row.person) == ("answered", late)


def test_answers_and_verdicts_are_recorded_once(cast: Cast, asked: Office) -> None:
    before = project_position(cast.project)
    asked.answer_all(people=_fresh(cast))
    # Who answered when is in the assignment, when it was counted in the verdict.
    assert not LedgerEntry.objects.filter(machine="validation").exists()
    counted = ValidationAssignment.objects.filter(status="counted")
    assert counted.exclude(person=None).exclude(answered_at=None).count() == 6
    assert {one.revision_id for one in counted} == {
        *Verdict.objects.values_list("revision", flat=True)
    }
    answered = project_position(cast.project)
    assert answered != before
    last = counted.latest("answered_at")
    ValidationAssignment.objects.filter(pk=last.pk).update(state_version=9)
    assert project_position(cast.project) != answered


def test_the_ledger_keeps_who_let_a_lease_expire(cast: Cast, asked: Office) -> None:
    late = _fresh(cast)[0]
    place = asked.next(late)
    past = timezone.now() - timedelta(minutes=1)
    held = ValidationAssignment.objects.filter(pk=place["id"])
    held.update(lease_until=past, waived="We are few.")
    expire_validation_assignments(project_id=cast.project.pk)
    (entry,) = list_entries_of_object(held.get())
    assert (entry.action, entry.data["person"]) == ("expire", late.pk)
    asked.answer(late, place, 0)
    assert held.get().waived == "We are few."


def test_too_few_fresh_people_need_a_waiver(cast: Cast, asked: Office) -> None:
    for person in cast.annotators[4:]:
        change_member(
            membership=cast.project.memberships.get(user=person),
            role=Role.ANNOTATOR,
            active=False,
            actor=cast.actor(cast.maintainer),
        )
    people = cast.annotators[:4]
    assert asked.answer_all(people=people) == 4
    step = project_overview(cast.project).next
    assert (step.kind, step.count, step.round) == ("waive", 2, 1)
    blocking = asked.call("get", "overview/")["blocking"]
    assert {"short_of_people", "in_validation"} == {one["kind"] for one in blocking}
    asked.call("post", "rounds/1/waive/", {"reason": ""}, status=400)
    asked.call("post", "rounds/1/waive/", {"reason": "We are four."})
    # The first annotator wrote both questions; the second only the answers to compare.
    assert asked.next(cast.annotators[0]) is None
    assert asked.answer_all(people=[cast.annotators[1]]) == 2
    waived = ValidationAssignment.objects.exclude(waived="")
    assert {place.waived for place in waived} == {"We are four."}
    assert asked.close_round(1)["report"]["waived"] == 2


def test_strangers_and_other_roles(cast: Cast, asked: Office) -> None:
    asked.call("post", "validation/next/", person=cast.stranger, status=404)
    person = _fresh(cast)[0]
    for path in ("rounds/", "questions/", "agreement/", "people/", "overview/"):
        asked.call("get", path, person=person, status=403)
    asked.call("post", "rounds/open/", person=person, status=403)


def test_the_questions_health(
    cast: Cast, asked: Office, django_assert_max_num_queries: object
) -> None:
    first = _fresh(cast)[0]
    asked.answer(first, asked.next(first), None, issues=["typo"])
    asked.answer_all()
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        rows = asked.call("get", "questions/")["results"]
    health = {row["health"]["state"]: row["health"] for row in rows}
    assert set(health) == {"passed", "failed"}
    assert health["failed"]["issues"] == {"typo": 1}
    assert (health["failed"]["agreed"], health["failed"]["asked"]) == (2, 3)
    assert health["passed"]["rounds"] == [
        {"round": 1, "revision": 1, "passed": True, "agreed": 3, "asked": 3}
    ]


def test_questions_are_found_by_state(cast: Cast, asked: Office) -> None:
    first = _fresh(cast)[0]
    asked.answer(first, asked.next(first), None, issues=["typo"])
    found = asked.call("get", "questions/?state=asked")["results"]
    assert len(found) == len(asked.call("get", "questions/")["results"])
    asked.answer_all()
    for states in (["failed"], ["passed"], ["passed", "failed"], ["new"], ["dropped"]):
        query = "&".join(f"state={state}" for state in states)
        rows = asked.call("get", f"questions/?{query}")["results"]
        everything = asked.call("get", "questions/")["results"]
        expected = [one for one in everything if one["health"]["state"] in states]
        assert rows == expected


def test_questions_are_found_by_their_text(cast: Cast, asked: Office) -> None:
    first, second = asked.call("get", "questions/")["results"]
    rows = asked.call("get", f"questions/?text={first['stem'].upper()}")["results"]
    assert [row["uid"] for row in rows] == [first["uid"]]
    option = QuestionRevision.objects.get(question__uid=second["uid"]).options[0]
    rows = asked.call("get", f"questions/?text={option}")["results"]
    assert second["uid"] in [row["uid"] for row in rows]
    assert asked.call("get", "questions/?text=nowhere to be read")["results"] == []


def test_answering_can_return_the_next_question_at_once(
    cast: Cast, asked: Office
) -> None:
    person = _fresh(cast)[0]
    first = asked.next(person)
    second = asked.answer(person, first, 1, next=True)["place"]
    assert second["id"] == asked.next(person)["id"] != first["id"]
    assert asked.answer(person, second, 1)["place"] is None
