"""People are told of what concerns them, and of nothing else."""

from typing import Any

import pytest

from annotation.items.models.slots import Slot
from projects.models import Membership, User
from review.adjudication.models import Case
from review.notifications.models import Notification
from review.rounds.models.rounds import Round
from tests.annotation.desk import Desk, leases_run_out, number_of
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(cast: Cast) -> Desk:
    return Desk(cast, cast.annotators[0])


def told(office: Office, person: User) -> list[Any]:
    found: list[Any] = office.call("get", "notices/", person=person)["results"]
    return found


def unread(office: Office, person: User) -> int:
    count: int = office.call("get", "notices/unread/", person=person)["unread"]
    return count


def kinds(office: Office, person: User) -> list[str]:
    return [one["kind"] for one in told(office, person)]


def test_work_that_came_back(cast: Cast, office: Office, desk: Desk) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    desk.submit(slot)
    item = Slot.objects.get(pk=slot["id"]).item_id
    body = {"reason": "The key is missing a reason."}
    office.call("post", f"items/{item}/slots/{slot['id']}/send-back/", body)
    (notice,) = told(office, desk.person)
    assert notice["kind"] == "work_returned"
    assert notice["subject_id"] == slot["id"]
    assert notice["text"] == "The key is missing a reason."
    assert unread(office, desk.person) == 1
    assert told(office, cast.annotators[1]) == told(office, cast.organizer) == []


def test_a_decline_waits_for_an_answer(cast: Cast, office: Office, desk: Desk) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    desk.decline(slot, "offensive", note="Two people I know are drawn.")
    (thread,) = office.call("get", "threads/?status=waiting")["results"]
    assert thread["opening"] == "Declined: Offensive\nTwo people I know are drawn."
    (notice,) = told(office, cast.organizer)
    assert (notice["kind"], notice["text"]) == ("asked", thread["opening"])
    path = f"threads/{thread['id']}"
    office.call("post", f"{path}/messages/", {"text": "Thank you."}, status=201)
    (notice,) = told(office, desk.person)
    assert notice["text"] == ""
    assert (notice["kind"], notice["subject_id"]) == ("answered", thread["id"])
    assert office.call("get", "threads/?status=waiting")["results"] == []
    (own,) = office.call("get", "threads/", person=desk.person)["results"]
    assert own["id"] == thread["id"]
    assert office.call("get", "threads/", person=cast.annotators[1])["results"] == []


def test_a_decline_taken_back_waits_for_nobody(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    desk.decline(slot)
    desk.reopen(slot)
    (thread,) = office.call("get", "threads/")["results"]
    assert thread["status"] == "closed"


def test_a_question_asked_and_answered(cast: Cast, office: Office, desk: Desk) -> None:
    accepted_images(cast.project, 1)
    body = {"slot": desk.next()["id"], "text": "Irony?"}
    thread = office.call("post", "threads/open/", body, person=desk.person, status=201)
    path = f"threads/{thread['id']}"
    assert kinds(office, cast.organizer) == kinds(office, cast.maintainer) == ["asked"]
    assert told(office, desk.person) == []
    office.call("post", f"{path}/messages/", {"text": "Satire."}, status=201)
    assert kinds(office, desk.person) == ["answered"]
    office.call("post", f"{path}/close/", {"resolution": "See 3.2."})
    assert kinds(office, desk.person) == ["thread_closed"]
    assert told(office, desk.person)[0]["text"] == "See 3.2."
    assert told(office, cast.annotators[1]) == []


def test_ten_messages_are_one_notice_until_it_is_read(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    body = {"slot": desk.next()["id"], "text": "One."}
    thread = office.call("post", "threads/open/", body, person=desk.person, status=201)
    path = f"threads/{thread['id']}/messages/"
    for text in ("Two.", "Three."):
        office.call("post", path, {"text": text}, person=desk.person, status=201)
    (notice,) = told(office, cast.organizer)
    office.call("post", f"notices/{notice['id']}/read/")
    assert unread(office, cast.organizer) == 0
    office.call("post", path, {"text": "Four."}, person=desk.person, status=201)
    assert unread(office, cast.organizer) == 1


def test_time_ran_out_over_what_was_typed(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    desk.save(slot, {"texts": {"explanation": "mine"}}, version=1)
    idle = Desk(cast, cast.annotators[1])
    idle.next()
    leases_run_out()
    (notice,) = told(office, desk.person)
    assert (notice["kind"], notice["subject_id"]) == ("work_lapsed", slot["id"])
    assert told(office, idle.person) == []  # who typed nothing has lost no time


def test_time_ran_out_over_what_had_come_back(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    desk.submit(slot)
    desk.reopen(slot)
    leases_run_out()
    assert kinds(office, desk.person) == ["work_lapsed"]


def test_putting_work_down_oneself_is_no_news(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 2)
    first = desk.next()
    desk.submit(first)
    second = desk.next()
    desk.save(second, {"texts": {"explanation": "mine"}}, version=1)
    desk.reopen(first)
    assert set(desk.drafts()) == {number_of(second)}
    assert told(office, desk.person) == []


def test_each_failed_question_is_its_authors_news(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round()
    office.answer_all(right=False)
    case = Case.objects.get()
    author, other = cast.annotators[:2]
    (notice,) = told(office, author)
    assert (notice["kind"], notice["subject_id"]) == ("question_returned", case.pk)
    assert office.call("get", f"rework/{case.pk}/", person=author)["questions"]
    assert told(office, other) == []


def test_annotators_read_why_their_item_failed_a_checklist(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    office.finalize_all()
    for number in (1, 2):
        office.open_round()
        office.answer_all()
        office.close_round(number)
    office.open_round()
    first, second, validator = cast.annotators[:3]
    Membership.objects.filter(user=second).update(status="removed")
    for number, note in enumerate(("Two options are alike.", "They still are."), 1):
        (*_, mark) = office.call("get", "rounds/3/checklist/")["results"]
        body = {"ticked": ["one_key"], "note": note}
        office.call("post", f"checklist/{mark['id']}/", body)
        notice, *earlier = told(office, first)
        assert (notice["kind"], notice["text"]) == ("checklist_failed", note)
        assert (notice["item_number"], len(earlier)) == (None, number - 1)
        assert notice["item_code"]
        rework = f"rework/{Case.objects.get().pk}/submit/"
        office.call("post", rework, {"questions": [], "note": "They differ."})
    assert told(office, validator) == []
    assert not Notification.objects.filter(person=second).exists()


def test_reading_them_all_leaves_what_came_after(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    slot = desk.next()
    for text in ("One.", "Two."):
        body = {"slot": slot["id"], "text": text}
        office.call("post", "threads/open/", body, person=desk.person, status=201)
    newest, oldest = told(office, cast.organizer)
    read = office.call("post", "notices/read/", {"up_to": oldest["id"]})
    assert read["unread"] == 1
    read = office.call("post", "notices/read/", {"up_to": newest["id"]})
    assert read["unread"] == 0
    assert unread(office, cast.maintainer) == 2


def test_nobody_reads_or_settles_anothers_notices(
    cast: Cast, office: Office, desk: Desk
) -> None:
    accepted_images(cast.project, 1)
    body = {"slot": desk.next()["id"], "text": "One."}
    office.call("post", "threads/open/", body, person=desk.person, status=201)
    (notice,) = told(office, cast.organizer)
    path = f"notices/{notice['id']}/read/"
    office.call("post", path, person=desk.person, status=404)
    assert unread(office, cast.organizer) == 1


def test_a_round_waits_for_those_to_whom_its_questions_are_fresh(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast)
    office.finalize_all()
    office.open_round()
    assert {person: kinds(office, person) for person in cast.annotators} == {
        person: [] if person in cast.annotators[:2] else ["round_opened"]
        for person in cast.annotators
    }
    validator = cast.annotators[2]
    (notice,) = told(office, validator)
    assert (notice["subject_id"], notice["text"]) == (Round.objects.get().pk, "")
    assert kinds(office, cast.organizer) == kinds(office, cast.maintainer) == []
    office.answer_all()
    office.close_round()
    assert told(office, validator) == []  # what is over waits for nobody


def test_an_extended_round_is_told_once(cast: Cast, office: Office) -> None:
    annotated_items(cast, 1)
    office.finalize_all()
    office.open_round()
    author, validator = cast.annotators[0], cast.annotators[2]
    (notice,) = told(office, validator)
    office.call("post", f"notices/{notice['id']}/read/", person=validator)
    accepted_images(cast.project, 1)
    for person in cast.annotators[2:4]:
        submit_record(cast, person)
    office.finalize_all()
    office.call("post", "rounds/1/extend/")
    assert kinds(office, validator) == ["round_opened"]
    assert kinds(office, author) == ["round_opened"]  # the first question was their own


def test_a_checklist_waits_for_the_other_organizers(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    office.finalize_all()
    for number in (1, 2):
        office.open_round()
        office.answer_all()
        office.close_round(number)
    office.open_round()
    assert kinds(office, cast.maintainer) == ["checklist_opened"]
    assert told(office, cast.organizer) == []  # who opened it
    assert told(office, cast.annotators[5]) == []
