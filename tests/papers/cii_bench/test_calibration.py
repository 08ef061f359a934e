"""Preparation and consistency check (CII-Bench, §3.2.3).

"A pre-annotation round on a shared image batch ensures uniform standard understanding,
with discrepancies resolved through discussion." The batch (10 images) and the agreement
that lets a person go on (60 %) are Subtext's.
"""

from typing import Any

import pytest

from annotation.items.models.items import Item
from subtext_protocol.shipped import shipped_protocol
from tests.annotation.desk import Desk, number_of
from tests.review.office import Office
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

BATCH = 10


@pytest.fixture
def shared() -> Cast:
    """Ten images that everybody is asked about, and two more."""
    cast = Cast(protocol=shipped_protocol("cii-bench"))
    rules = cast.project.protocol.annotation.calibration
    assert rules is not None
    assert (rules.items, rules.agreement, rules.blocks) == (BATCH, 0.6, True)
    accepted_images(cast.project, BATCH + 2)
    items = Item.objects.filter(project=cast.project).order_by("number")[:BATCH]
    batch = {"items": [item.pk for item in items]}
    Office(cast).call("post", "calibration/open/", batch)
    return cast


def labelled(desk: Desk, choice: int) -> dict[str, Any]:
    record = desk.record()
    for field in desk.cast.project.protocol.labels:
        record["labels"][field.id] = [field.choices[choice].id]
    return record


def annotate_batch(desk: Desk, *, choice: int = 0) -> list[int]:
    """Annotate the batch with the same choice of every label; the items' numbers."""
    numbers = []
    for _ in range(BATCH):
        slot = desk.next()
        assert slot["kind"] == "calibration"
        numbers.append(number_of(slot))
        desk.submit(slot, labelled(desk, choice))
    return numbers


def test_everybody_annotates_the_same_batch_before_the_work(shared: Cast) -> None:
    desks = [Desk(shared, person) for person in shared.annotators[:4]]
    batches = [annotate_batch(desk) for desk in desks[:3]]
    assert batches[0] == batches[1] == batches[2] == list(range(1, BATCH + 1))
    batches.append(annotate_batch(desks[3], choice=1))
    # Who agrees with the others goes on, who does not waits for an organizer.
    assert [desk.next()["kind"] for desk in desks[:3]] == ["work"] * 3
    assert desks[3].call("post", "next/")["waiting"] == "held_back"


def test_discrepancies_are_shown_and_discussed(shared: Cast) -> None:
    one, other = (Desk(shared, person) for person in shared.annotators[:2])
    for desk, choice in ((one, 0), (other, 1)):
        desk.submit(desk.next(), labelled(desk, choice))
    office = Office(shared)
    shown = office.call("get", "calibration/1/items/1/", person=one.person)
    assert [answer["mine"] for answer in shown["answers"]] == [True, False]
    # The answers of others stay hidden until one's own is in.
    third = shared.annotators[2]
    office.call("get", "calibration/1/items/1/", person=third, status=404)
