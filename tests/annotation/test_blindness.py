"""Nothing of one annotator's work reaches another, whatever they ask for."""

import json
import re

import pytest
from django.urls import URLPattern, get_resolver

from annotation import urls as annotation_urls
from annotation.items.models.items import Item
from annotation.items.models.slots import Slot
from tests.annotation.desk import Desk, number_of
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db
MARK = "zebrafish"
METHODS = ("get", "post", "put", "patch", "delete")


def addresses(slug: str) -> list[str]:
    """Every address of the stage, for every slot and item there is."""
    slots = list(Slot.objects.values_list("pk", flat=True))
    items = list(Item.objects.values_list("pk", flat=True))
    found = []
    for pattern in annotation_urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        route = str(pattern.pattern).replace("<slug:slug>", slug)
        for slot in slots if "<int:slot_id>" in route else [0]:
            for item in items if "<int:item_id>" in route else [0]:
                filled = route.replace("<int:slot_id>", str(slot))
                filled = filled.replace("<int:item_id>", str(item))
                found.append("/api/" + re.sub(r"<int:\w+>", "2", filled))
    assert get_resolver().resolve(found[0])
    return found


@pytest.mark.parametrize("stage", ["drafted", "submitted", "lapsed", "returned"])
def test_no_byte_of_the_others_work(cast: Cast, desks: list[Desk], stage: str) -> None:
    accepted_images(cast.project, 2)
    other, me = desks[:2]
    theirs = other.next()
    other.save(theirs, other.record(MARK), version=1)
    if stage in ("submitted", "returned"):
        other.submit(theirs, other.record(MARK))
    mine = me.next()
    assert number_of(mine) == number_of(theirs)
    if stage == "lapsed":
        Slot.objects.filter(pk=theirs["id"]).update(lease_until="2020-01-01T00:00Z")
        desks[2].next()
        desks[3].next()
    if stage == "returned":
        slot = Slot.objects.get(pk=theirs["id"])
        organizer = Desk(cast, cast.organizer).client
        path = f"/api/projects/bench/items/{slot.item_id}/slots/{slot.pk}/send-back/"
        assert organizer.post(path, {"reason": MARK}).status_code == 200
    me.submit(mine, me.record("otter"))
    asked = 0
    for address in addresses(cast.project.slug):
        for method in METHODS:
            body = {"content": me.record("otter"), "version": 1, "reason": "broken"}
            response = getattr(me.client, method)(
                address, None if method == "get" else body
            )
            asked += 1
            assert MARK not in json.dumps(response.data, default=str), address
            assert other.person.username not in json.dumps(response.data, default=str)
    assert asked > 50


def test_an_organizer_does_see_it(cast: Cast, desks: list[Desk]) -> None:
    """The mark would be found if it were there."""
    accepted_images(cast.project, 1)
    desks[0].submit(desks[0].next(), desks[0].record(MARK))
    client = Desk(cast, cast.organizer).client
    response = client.get(f"/api/projects/bench/items/{Item.objects.get().pk}/")
    assert MARK in json.dumps(response.data, default=str)
