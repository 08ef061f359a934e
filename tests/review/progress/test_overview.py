"""What an organizer sees first: what to do, what blocks, until when."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation.items.models.submissions import Annotation
from review.progress.selectors.overview import project_overview
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


def test_everything_there_is_to_do_is_listed(cast: Cast, office: Office) -> None:
    found = project_overview(cast.project)
    assert [one.kind for one in (found.next, *found.also)] == ["import"]
    annotated_items(cast, 2)
    accepted_images(cast.project, 3)
    me = cast.annotators[2]
    slot = office.call("post", "annotate/next/", person=me)["slot"]
    question = {"slot": slot["id"], "text": "Is this a metaphor?"}
    office.call("post", "threads/open/", question, person=me, status=201)
    shown = office.call("get", "overview/")
    assert shown["next"]["kind"] == "adjudicate"
    also = [(one["kind"], one["count"]) for one in shown["also"]]
    assert also == [("annotate", 3), ("answer", 1)]


def test_nothing_of_every_item_is_counted_twice(cast: Cast) -> None:
    annotated_items(cast, 2)
    with CaptureQueriesContext(connection) as asked:
        project_overview(cast.project)
    # Whether a project is small is a look at its first items.
    counts = [
        query["sql"]
        for query in asked.captured_queries
        if "COUNT(" in query["sql"] and "LIMIT" not in query["sql"]
    ]
    assert len(counts) == len(set(counts))


def test_a_count_of_what_blocks_is_that_of_its_items(
    cast: Cast, office: Office
) -> None:
    annotated_items(cast, 2)
    accepted_images(cast.project, 3)
    blocking = {one["kind"]: one for one in office.call("get", "overview/")["blocking"]}
    for kind, state in (("unannotated", "unbegun"), ("to_merge", "to_merge")):
        found = office.call("get", f"items/find/?state={state}")["results"]
        assert len(found) == blocking[kind]["count"] > 0


def test_a_finish_is_forecast_from_whole_days(cast: Cast, office: Office) -> None:
    annotated_items(cast, 6)
    accepted_images(cast.project, 4)

    def part() -> dict[str, object]:
        parts = office.call("get", "outlook/")["parts"]
        return next(one for one in parts if one["part"] == "annotate")

    today = part()
    assert (today["left"], today["standing"]) == (8, "not_enough")
    for at, one in enumerate(Annotation.objects.order_by("pk")):
        Annotation.objects.filter(pk=one.pk).update(
            submitted_at=timezone.now() - timedelta(days=1 + at // 4)
        )
    found = part()
    assert (found["standing"], found["pace"]) == ("known", 4)
    assert found["done"] == [0] * 11 + [4, 4, 4]
    tomorrow = str(timezone.localdate() + timedelta(days=1))
    assert (found["earliest"], found["latest"]) == (tomorrow, tomorrow)


def test_decisions_count_what_is_still_to_come(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    accepted_images(cast.project, 4)
    parts = {one["part"]: one for one in office.call("get", "outlook/")["parts"]}
    assert parts["decide"]["left"] == 6
    assert "validate" not in parts
