"""Answering without the key."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.models import QuestionRevision
from projects.models import Role, User
from projects.services import change_member
from review.models import ValidationAnswer, ValidationPlace, Verdict
from review.selectors.overview import next_steps
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def asked(cast: Cast, office: Office) -> Office:
    """Two items of one question each, in the first round."""
    annotated_items(cast, 2)
    office.finalize_all()
    office.open_round()
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
        bodies.append(asked.answer(person, place, chosen))
        bodies.append(asked.call("get", "validation/progress/", person=person))
    assert all(body == bodies[0] for body in bodies)


def test_who_annotated_an_item_is_not_asked(cast: Cast, asked: Office) -> None:
    for person in cast.annotators[:2]:
        assert asked.next(person) is None


def test_who_decided_is_not_asked_nor_anybody_who_sees_keys(
    cast: Cast, asked: Office
) -> None:
    for person in (cast.organizer, cast.maintainer):
        assert asked.next(person) is None


def test_options_are_shuffled_and_what_was_shown_is_kept(
    cast: Cast, asked: Office
) -> None:
    person = _fresh(cast)[0]
    place = asked.next(person)
    asked.answer(person, place, 4)
    answer = ValidationAnswer.objects.get()
    revision = answer.place.revision
    assert [revision.options[at] for at in answer.order] == place["options"]
    assert answer.chosen is not None
    assert revision.options[answer.chosen] == place["options"][4]


def test_a_person_holds_one_place(cast: Cast, asked: Office) -> None:
    person = _fresh(cast)[0]
    assert asked.next(person)["id"] == asked.next(person)["id"]
    assert ValidationPlace.objects.filter(status="leased").count() == 1


def test_nobody_is_asked_a_question_twice(cast: Cast, asked: Office) -> None:
    asked.answer_all()
    rows = ValidationPlace.objects.values_list("revision__question", "person")
    assert len(set(rows)) == len(rows) == 6


def test_sending_an_answer_twice_changes_nothing(cast: Cast, asked: Office) -> None:
    person = _fresh(cast)[0]
    place = asked.next(person)
    first = asked.answer(person, place, 1)
    assert asked.answer(person, place, 1) == first
    asked.answer(person, place, 2, status=409)
    assert ValidationAnswer.objects.count() == 1


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
    free = ValidationPlace.objects.filter(status="open").first()
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
    assert ValidationPlace.objects.get(pk=following["id"]).person is None
    assert not ValidationAnswer.objects.exists()
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
    ValidationPlace.objects.filter(pk=place["id"]).update(lease_until=past)
    asked.next(other)
    row = ValidationPlace.objects.get(pk=place["id"])
    if row.person_id == other.pk:
        asked.answer(late, place, 0, status=409)
    else:
        assert (row.status, row.person) == ("open", None)
        asked.answer(late, place, 0)
        row.refresh_from_db()
        assert (row.status, row.person) == ("answered", late)


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
    step = next_steps(cast.project)[0]
    assert (step.kind, step.count, step.round) == ("waive", 2, 1)
    blocking = asked.call("get", "overview/")["blocking"]
    assert {"short_of_people", "in_validation"} == {one["kind"] for one in blocking}
    asked.call("post", "rounds/1/waive/", {"reason": ""}, status=400)
    asked.call("post", "rounds/1/waive/", {"reason": "We are four."})
    # The first annotator wrote both questions; the second only the answers to compare.
    assert asked.next(cast.annotators[0]) is None
    assert asked.answer_all(people=[cast.annotators[1]]) == 2
    waived = ValidationPlace.objects.exclude(waived="")
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
