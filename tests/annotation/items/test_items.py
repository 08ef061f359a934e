"""Items of accepted images, and what becomes of them when an image goes."""

import pytest

from annotation.items.models.items import Item, ItemImage
from annotation.items.models.slots import Slot
from annotation.items.services.lifecycle import create_items
from core.errors import ConflictError, InvalidInputError
from core.services import Actor, transition
from curation.images.models import Image
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.document import Protocol
from tests.annotation.desk import Desk, number_of
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_an_accepted_image_becomes_an_item_with_two_places(cast: Cast) -> None:
    accepted_images(cast.project, 3)
    assert list(Item.objects.values_list("number", flat=True)) == [1, 2, 3]
    assert Slot.objects.filter(status="open", purpose="work").count() == 6


def test_forming_again_makes_nothing_twice(cast: Cast) -> None:
    accepted_images(cast.project, 2)
    assert create_items(project=cast.project) == []
    assert Item.objects.count() == 2


def test_images_that_fill_no_item_wait_for_more(toy_cast: Cast) -> None:
    first = accepted_images(toy_cast.project, 3)
    assert Item.objects.count() == 1
    more = accepted_images(toy_cast.project, 1)
    assert Item.objects.count() == 2
    places = ItemImage.objects.filter(item__number=2).order_by("position")
    assert [place.image_id for place in places] == [first[2].pk, more[0].pk]


def test_a_protocol_that_asks_for_what_is_not_there_is_refused(cast: Cast) -> None:
    document = cast.project.protocol.model_dump(mode="json")
    document["questions"]["formats"] = ["single_choice", "essay"]
    with pytest.raises(InvalidInputError) as refusal:
        change_protocol(
            project=cast.project,
            protocol=Protocol.model_validate(document),
            actor=cast.actor(cast.maintainer),
            note="",
        )
    assert refusal.value.fields[0].field == "questions.formats"
    assert "essay" in refusal.value.fields[0].message


def test_an_image_taken_back_in_time_takes_its_item_with_it(toy_cast: Cast) -> None:
    images = accepted_images(toy_cast.project, 2)
    actor = toy_cast.actor(toy_cast.organizer)
    transition(images[0], "undo_accept", actor=actor)
    assert not Item.objects.exists()
    accepted_images(toy_cast.project, 1)
    places = ItemImage.objects.order_by("position")
    assert images[1].pk in [place.image_id for place in places]


def test_an_image_that_is_being_annotated_is_not_taken_back(
    cast: Cast, desks: list[Desk]
) -> None:
    image = accepted_images(cast.project, 1)[0]
    desks[0].next()
    with pytest.raises(ConflictError):
        transition(image, "undo_accept", actor=cast.actor(cast.organizer))
    assert Image.objects.get(pk=image.pk).status == "accepted"


def test_nobody_works_on_a_withdrawn_image_and_nothing_is_lost(
    cast: Cast, desks: list[Desk]
) -> None:
    image = accepted_images(cast.project, 2)[0]
    slot = desks[0].next()
    desks[1].submit(desks[1].next())
    reason = "The author asked for it."
    transition(image, "withdraw", actor=cast.actor(cast.organizer), reason=reason)
    desks[0].submit(slot, status=409)
    assert desks[0].slot(slot["id"])["draft"] is not None
    assert [number_of(desk.next()) for desk in desks[:2]] == [2, 2]
    statuses = Slot.objects.filter(item__number=1).values_list("status", flat=True)
    assert sorted(statuses) == ["closed", "submitted"]


def test_an_untouched_item_of_a_withdrawn_image_is_gone(cast: Cast) -> None:
    image = accepted_images(cast.project, 1)[0]
    assert Item.objects.count() == 1
    transition(image, "withdraw", actor=Actor.system(), reason="No licence.")
    assert not Item.objects.exists()
