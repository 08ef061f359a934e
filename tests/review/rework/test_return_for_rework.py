"""Many items go back at once, with one reason."""

import pytest

from review.adjudication.models import Case
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
WHY = "The explanations name the people in the pictures"


def test_undecided_ones_go_to_their_annotators_decided_ones_to_rework(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 3)
    accepted_images(cast.project, 1)
    undecided, decided, waiting = Case.objects.order_by("pk")
    office.finalize(decided.pk)
    office.open_round()
    office.finalize(waiting.pk)
    untouched = max(one["id"] for one in office.call("get", "items/find/")["results"])
    items = [undecided.item_id, decided.item_id, waiting.item_id, untouched]
    body = {"items": items, "reason": WHY}
    office.call("post", "items/send-back/", {**body, "reason": " "}, status=400)
    done = office.call("post", "items/send-back/", body)
    assert done["to_annotators"] == [undecided.item_id]
    assert done["to_rework"] == [decided.item_id]
    assert {one["item"]: one["why"] for one in done["skipped"]} == {
        waiting.item_id: "state",
        untouched: "unbegun",
    }
    slot = Desk(cast, cast.annotators[0]).next()
    assert slot["feedback"]["reason"] == WHY
    states = dict(Case.objects.values_list("pk", "status"))
    assert states == {
        undecided.pk: "comparing",
        decided.pk: "rework",
        waiting.pk: "final",
    }
    again = office.call("post", "items/send-back/", {**body, "items": items[:2]})
    assert again["to_rework"] == []
