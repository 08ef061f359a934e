"""What was typed and not handed in is found again, with the reason."""

from typing import Any

import pytest

from annotation.assignment.services.pins_and_exclusions import add_exclusion
from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.slots.services.transitions import return_slot, void_slot
from core.services import transition
from curation.images.models import Image
from tests.annotation.desk import Desk, leases_run_out, number_of
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def typed(desk: Desk, content: Any = None) -> Any:
    """A slot with something typed in it."""
    slot = desk.next()
    version = slot["draft"]["version"]
    desk.save(slot, content or desk.record(), version=version)
    return slot


def test_what_is_on_the_desk_or_handed_in_is_not_listed(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    slot = typed(desks[0])
    assert desks[0].drafts() == {}
    desks[0].submit(slot)
    assert desks[0].drafts() == {}
    # Looked at only: nothing was typed.
    desks[0].next()
    leases_run_out()
    assert desks[0].drafts() == {}
    typed(desks[0])
    leases_run_out()
    assert desks[0].drafts() == {2: "lapsed"}


def test_time_ran_out_and_it_comes_back_with_the_next(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = typed(desks[0])
    leases_run_out()
    assert desks[0].drafts() == {1: "lapsed"}
    assert desks[1].drafts() == {}
    desks[0].submit(desks[0].next())
    assert desks[0].drafts() == {}
    assert number_of(slot) == 1


def test_others_have_all_its_places_by_now(cast: Cast, desks: list[Desk]) -> None:
    """The text is there, nothing of theirs is, and handed in it is kept."""
    accepted_images(cast.project, 1)
    content = desks[0].record("as far as I came")
    slot = typed(desks[0], content)
    leases_run_out()
    for desk in desks[1:3]:
        desk.submit(desk.next(), desk.record("somebody else's"))
    assert desks[0].next() is None
    (shown,) = desks[0].call("get", "drafts/")["results"]
    assert (shown["why"], shown["slot"]) == ("taken", slot["id"])
    assert shown["content"] == content
    assert len(shown["images"]) == 1
    desks[0].submit(slot, shown["content"])
    assert desks[0].drafts() == {}
    assert Annotation.objects.filter(person=desks[0].person).count() == 1


def test_what_is_handed_in_later_hides_nothing_else(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    desks[0].decline(typed(desks[0]))
    slot = typed(desks[0])
    assert desks[0].drafts() == {1: "declined"}
    desks[0].submit(slot)
    assert desks[0].drafts() == {1: "declined"}


def test_who_is_kept_from_it_is_not_promised_it_again(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    slot = typed(desks[0], desks[0].record("as far as I came"))
    add_exclusion(
        project=cast.project,
        actor=cast.actor(cast.organizer),
        person_id=desks[0].person.pk,
        item_id=Item.objects.get().pk,
        reason="They know its author.",
    )
    assert desks[0].next() is None
    assert desks[0].drafts() == {1: "taken"}
    desks[0].submit(slot, desks[0].record("as far as I came"))
    assert Annotation.objects.get().slot.purpose == "extra"
    assert desks[0].drafts() == {}


def test_what_was_refused_is_listed_with_the_reason(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 2)
    slot = typed(desks[0])
    withdrawn = Image.objects.get(place__item=Item.objects.get(number=1))
    transition(
        withdrawn,
        "withdraw",
        actor=cast.actor(cast.organizer),
        reason="Its author asked.",
    )
    desks[0].submit(slot, status=409)
    declined = typed(desks[0])
    desks[0].decline(declined)
    desks[0].submit(declined, status=409)
    assert desks[0].drafts() == {1: "closed", 2: "declined"}


def test_what_was_changed_after_handing_in_is_listed_once_that_is_voided(
    cast: Cast, desks: list[Desk]
) -> None:
    accepted_images(cast.project, 1)
    organizer = cast.actor(cast.organizer)
    slot = typed(desks[0])
    desks[0].submit(slot)
    place = Slot.objects.get(pk=slot["id"])
    return_slot(slot=place, actor=organizer, reason="Too short.")
    again = desks[0].next()
    longer = desks[0].record("longer")
    desks[0].save(again, longer, version=again["draft"]["version"])
    leases_run_out()
    assert desks[0].drafts() == {}
    place.refresh_from_db()
    void_slot(slot=place, actor=organizer, reason="All of it was careless.")
    desks[0].submit(slot, longer, status=409)
    assert desks[0].drafts() == {1: "voided"}
