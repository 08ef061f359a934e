"""Work stays blind: nobody changes theirs after reading the others'."""

from typing import Any

import pytest

from annotation.assignment.services.next_slot import lease_next_slot
from annotation.drafts.services.submissions import submit_annotation
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from annotation.slots.services.transitions import reopen_slot, return_slot
from core.errors import ConflictError
from projects.models import User
from review.adjudication.models import Case
from review.calibration.selectors.agreement import agreement_by_label
from subtext_protocol.reading import protocol_from_data
from subtext_protocol.shipped import shipped_protocol
from tests.review.office import Office
from tests.support.annotations import annotated_items, submit_record
from tests.support.cast import Cast
from tests.support.images import accepted_images
from tests.support.writing import finished_record

pytestmark = pytest.mark.django_db

LIFE, ART = {"domain": ["life"]}, {"domain": ["art"]}


@pytest.fixture
def pair() -> Cast:
    """Those who annotated an item decide on it together."""
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["review"]["decided_by"] = "together"
    return Cast("pair", protocol_from_data(document, origin="a test"))


def slot_of(cast: Cast, person: User) -> Slot:
    return Slot.objects.get(project=cast.project, person=person)


def agreed(cast: Cast, field: str = "domain") -> float | None:
    (row,) = [one for one in agreement_by_label(cast.project) if one.field == field]
    return {one.measure: one.value for one in row.agreement.estimates}["percent"]


def hand_in_again(cast: Cast, person: User, labels: dict[str, Any]) -> None:
    actor = cast.actor(person)
    slot = lease_next_slot(project=cast.project, actor=actor)
    assert slot is not None
    record = finished_record(cast.project.protocol, mark=f"again {person.pk}")
    record["labels"].update(labels)
    submit_annotation(slot=slot, actor=actor, content=record, seconds=5.0)


def test_who_can_read_the_others_work_cannot_take_back_their_own(pair: Cast) -> None:
    annotated_items(pair, labels=[LIFE, ART])
    one = pair.annotators[0]
    case = Case.objects.get()
    Office(pair).call("get", f"cases/{case.pk}/", person=one)
    path = f"annotate/slots/{slot_of(pair, one).pk}/reopen/"
    refused = Office(pair).call("post", path, person=one, status=409)
    assert "Propose the change" in refused["detail"]
    assert Annotation.objects.count() == 2
    assert slot_of(pair, one).status == "submitted"


def test_until_the_last_has_handed_in_it_can_be_taken_back(pair: Cast) -> None:
    accepted_images(pair.project, 1)
    one, other, *_ = pair.annotators
    submit_record(pair, one, labels=LIFE)
    reopen_slot(slot=slot_of(pair, one), actor=pair.actor(one))
    hand_in_again(pair, one, ART)
    submit_record(pair, other, labels=ART)
    assert agreed(pair) == 1.0


def test_agreement_counts_what_was_handed_in_first(pair: Cast) -> None:
    annotated_items(pair, labels=[LIFE, ART])
    one = pair.annotators[0]
    assert agreed(pair) == 0.0
    for _ in range(2):
        return_slot(
            slot=slot_of(pair, one),
            actor=pair.actor(pair.organizer),
            reason="Please read the guideline of domains again.",
        )
        hand_in_again(pair, one, ART)
    case = Case.objects.get()
    assert case.comparison["fields"]["domain"]["values"] == [["art"], ["art"]]
    assert agreed(pair) == 0.0


def test_one_organizer_decides_so_an_undecided_item_can_be_taken_back(
    cast: Cast,
) -> None:
    """Nobody but organizers has read it; it is still the first of both that counts."""
    annotated_items(cast, labels=[LIFE, ART])
    one = cast.annotators[0]
    reopen_slot(slot=slot_of(cast, one), actor=cast.actor(one))
    hand_in_again(cast, one, ART)
    assert agreed(cast) == 0.0
    Office(cast).finalize_all()
    with pytest.raises(ConflictError):
        reopen_slot(slot=slot_of(cast, one), actor=cast.actor(one))
