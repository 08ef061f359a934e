"""Before the first work: what the work is, consent, a practice item."""

from typing import Any

import pytest

from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.items.selectors.items import work_annotations
from curation.images.domain.states import IN_SCREENING
from review.adjudication.models import Case
from tests.annotation.desk import Desk, number_of
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from tests.support.images import accepted_images, images_in_screening

pytestmark = pytest.mark.django_db
HERE = "/api/projects/bench/first-visit/"
WORDS = {"consent": {"en": "I take part.", "zh": "我参加。"}}
NOTHING = {"en": "", "zh": ""}


def publish(cast: Cast, **texts: Any) -> Any:
    body = {"consent": NOTHING, "content_warning": NOTHING, **texts}
    response = browser(cast.organizer).post(HERE + "briefing/", body)
    assert response.status_code == 200, response.data
    return response.data["briefing"]


def practise_on(cast: Cast, case: Case | None, *, status: int = 200) -> None:
    body = {"item_id": case and case.item_id}
    response = browser(cast.organizer).put(HERE + "practice/", body)
    assert response.status_code == status, response.data


def consents(cast: Cast) -> list[tuple[str, int]]:
    rows = browser(cast.organizer).get(HERE + "consents/").data["results"]
    return [(row["person"], row["briefing"]) for row in rows]


def test_without_a_text_nobody_is_asked(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    shown = desks[0].call("get", "welcome/")
    assert (shown["may_work"], shown["practice"]) == (True, "none")
    assert desks[0].next() is not None


def test_nobody_is_given_work_before_they_have_agreed(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    number = publish(cast, **WORDS)["number"]
    desks[0].call("post", "next/", status=403)
    validation = f"/api/projects/{cast.project.slug}/validation/next/"
    assert desks[0].client.post(validation).status_code == 403
    assert desks[0].call("get", "welcome/")["briefing"]["consent"]["zh"] == "我参加。"
    desks[0].call("post", "consent/", {"number": number})
    assert desks[0].next() is not None
    assert desks[0].client.post(validation).status_code == 200
    desks[1].call("post", "next/", status=403)
    assert consents(cast) == [(desks[0].person.shown_name, 1)]


def test_nor_images_to_screen(cast: Cast, desks: list[Desk]) -> None:
    image = images_in_screening(cast.project, 1)[0]
    here = f"/api/projects/{cast.project.slug}/screening/"
    client = desks[0].client
    [picture] = client.get(here + "next/").data
    vote = f"{here}pictures/{picture['id']}/vote/"
    number = publish(cast, **WORDS)["number"]
    assert client.get(here + "next/").status_code == 403
    assert client.put(vote, {"decision": "keep"}).status_code == 403
    image.refresh_from_db()
    assert image.status == IN_SCREENING
    desks[0].call("post", "consent/", {"number": number})
    assert len(client.get(here + "next/").data) == 1
    assert client.put(vote, {"decision": "keep"}).status_code == 200


def test_organizers_screen_without_being_asked(cast: Cast) -> None:
    images_in_screening(cast.project, 1)
    publish(cast, **WORDS)
    client = browser(cast.organizer)
    assert client.get("/api/projects/bench/screening/next/").status_code == 200


def test_other_words_are_agreed_to_anew_and_the_same_ones_are_not(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    first = publish(cast, **WORDS)["number"]
    desks[0].call("post", "consent/", {"number": first})
    assert publish(cast, **WORDS)["number"] == first
    held = desks[0].next()
    second = publish(cast, consent={"en": "I take part for pay.", "zh": ""})
    assert second["number"] == 2
    assert second["consent"]["zh"] == "I take part for pay."
    desks[0].call("post", "consent/", {"number": first}, status=409)
    # What is on the desk can still be handed in; more there is only after agreeing.
    desks[0].submit(held)
    desks[0].call("post", "next/", status=403)
    desks[0].call("post", "consent/", {"number": 2})
    assert desks[0].next() is not None
    name = desks[0].person.shown_name
    assert consents(cast) == [(name, 2), (name, 1)]


def test_an_empty_text_asks_nobody_any_more(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 1)
    publish(cast, **WORDS)
    publish(cast, content_warning={"en": "Some bite.", "zh": "有些尖锐。"})
    assert desks[0].call("get", "welcome/")["may_work"] is True
    assert desks[0].next() is not None


def test_annotators_neither_see_nor_set_what_is_asked(
    cast: Cast, desks: list[Desk]
) -> None:
    for path in ("", "consents/"):
        assert desks[0].client.get(HERE + path).status_code == 403
    body = {"consent": NOTHING, "content_warning": NOTHING}
    assert desks[0].client.post(HERE + "briefing/", body).status_code == 403
    assert desks[0].client.put(HERE + "practice/", {"item_id": None}).status_code == 403


def test_a_newcomer_practises_once_and_sees_what_was_decided(
    cast: Cast, desks: list[Desk]
) -> None:
    case = finished_items(cast, 1)[0]
    accepted_images(cast.project, 1)
    practise_on(cast, case)
    assert desks[0].call("get", "welcome/")["practice"] == "waiting"
    feedback = f"/api/projects/{cast.project.slug}/practice/"
    assert desks[0].client.get(feedback).status_code == 404
    slot = desks[0].next()
    assert (slot["kind"], number_of(slot)) == ("practice", case.item.number)
    right, wrong = cast.project.protocol.labels[:2]
    record = desks[0].record()
    record["labels"][right.id] = case.record["labels"][right.id]
    other = next(
        choice.id
        for choice in wrong.choices
        if choice.id not in case.record["labels"][wrong.id]
    )
    record["labels"][wrong.id] = [other]
    desks[0].submit(slot, record)
    shown = desks[0].client.get(feedback).data
    compared = {one["field"]: one for one in shown["fields_compared"]}
    assert compared[right.id]["likeness"] == 1
    assert compared[wrong.id]["likeness"] < 1
    assert compared[wrong.id]["said"] == [other]
    assert shown["record"]["labels"] == case.record["labels"]
    desks[0].reopen(slot, status=409)
    assert desks[0].call("get", "welcome/")["practice"] == "done"
    assert desks[0].next()["kind"] == "work"
    # It neither fills the item nor counts in it.
    case.refresh_from_db()
    assert case.status == "validated"
    assert work_annotations(case.item_id) == []


def test_practice_left_half_done_comes_back_and_may_be_declined(
    cast: Cast, desks: list[Desk]
) -> None:
    practise_on(cast, finished_items(cast, 1)[0])
    accepted_images(cast.project, 1)
    slot = desks[0].next()
    desks[0].save(slot, {"texts": {"explanation": "mine"}}, version=1)
    Slot.objects.filter(pk=slot["id"]).update(lease_until="2020-01-01T00:00Z")
    desks[1].next()  # the same item, in a slot of their own
    again = desks[0].next()
    assert again["kind"] == "practice"
    assert again["draft"]["content"]["texts"] == {"explanation": "mine"}
    desks[0].decline(again)
    assert desks[0].next()["kind"] == "work"


def test_who_has_worked_does_not_practise(cast: Cast, desks: list[Desk]) -> None:
    accepted_images(cast.project, 2)
    desks[0].submit(desks[0].next())
    practise_on(cast, finished_items(cast, 1)[0])
    assert desks[0].next()["kind"] == "work"
    assert desks[1].next()["kind"] == "practice"


def test_only_a_finished_item_can_be_practised_on(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    desks[0].submit(desks[0].next())
    item_id = Annotation.objects.get().slot.item_id
    response = browser(cast.organizer).put(HERE + "practice/", {"item_id": item_id})
    assert response.status_code == 400
    practise_on(cast, None)
    assert browser(cast.organizer).get(HERE).data["practice_item"] is None
