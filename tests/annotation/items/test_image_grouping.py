"""Pictures that belong together: a manifest or an organizer says so."""

from typing import Any

import pytest

from annotation.items.models.items import Item
from annotation.records.domain.record import normalize_record
from core.services import Actor, transition
from curation.images.models import Image
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images, images_in_screening

pytestmark = pytest.mark.django_db


@pytest.fixture
def several(solo_protocol: Protocol) -> Cast:
    """One annotator an item; an item has one to three pictures."""
    document = solo_protocol.model_dump(mode="json")
    document["item"] = {"images": 1, "most": 3}
    return Cast("several", Protocol.model_validate(document))


def made() -> list[list[int]]:
    items = Item.objects.order_by("number").prefetch_related("places")
    return [[place.image_id for place in item.places.all()] for item in items]


def ask(cast: Cast, what: str, images: list[Image], *, status: int = 200) -> Any:
    response = browser(cast.organizer).post(
        f"/api/projects/{cast.project.slug}/images/{what}/",
        {"images": [image.pk for image in images]},
        format="json",
    )
    assert response.status_code == status, response.data
    return response.data


def test_what_a_manifest_put_together_waits_for_the_last_of_it(several: Cast) -> None:
    one, two, three, alone = images_in_screening(several.project, 4)
    # The second row of the manifest came first.
    for image, at in ((one, 3), (two, 2), (three, 4)):
        Image.objects.filter(pk=image.pk).update(together="q-1", together_at=at)
    for image in (one, two, alone):
        transition(image, "accept", actor=Actor.system())
    assert made() == [[alone.pk]]
    transition(three, "discard", actor=Actor.system())
    assert made() == [[alone.pk], [two.pk, one.pk]]


def test_more_than_an_item_may_have_make_a_further_one(several: Cast) -> None:
    images = images_in_screening(several.project, 4)
    Image.objects.update(together="q-1")
    for image in images:
        transition(image, "accept", actor=Actor.system())
    assert [len(places) for places in made()] == [3, 1]


def test_an_organizer_joins_accepted_images_and_parts_them(several: Cast) -> None:
    first, second, third = accepted_images(several.project, 3)
    ask(several, "join", [third, first])
    assert sorted(made()) == sorted([[second.pk], [third.pk, first.pk]])
    ask(several, "part", [third])
    assert sorted(map(len, made())) == [1, 1, 1]
    ask(several, "join", [first, second, third])
    assert made() == [[first.pk, second.pk, third.pk]]


@pytest.mark.parametrize("count", [1, 4])
def test_too_few_and_too_many_are_refused(several: Cast, count: int) -> None:
    images = accepted_images(several.project, count)
    problem = ask(several, "join", images, status=400)
    assert problem["errors"][0]["field"] == "images"
    assert "2 to 3" in problem["errors"][0]["message"]


def test_what_is_being_annotated_is_not_joined_any_more(several: Cast) -> None:
    images = accepted_images(several.project, 2)
    Desk(several, several.annotators[0]).next()
    ask(several, "join", images, status=409)
    assert [len(places) for places in made()] == [1, 1]


def test_annotators_join_nothing(several: Cast) -> None:
    images = accepted_images(several.project, 2)
    response = browser(several.annotators[0]).post(
        f"/api/projects/{several.project.slug}/images/join/",
        {"images": [image.pk for image in images]},
        format="json",
    )
    assert response.status_code == 403


def test_the_narrower_label_decides_the_wider_one() -> None:
    protocol = shipped_protocol("cmmmu")
    content = {"labels": {"subject": ["physics"]}}
    record = normalize_record(protocol, content)
    assert record["labels"] == {"subject": ["physics"], "discipline": ["science"]}
