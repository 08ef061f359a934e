"""What waits for a person is counted, for the badges of the sidebar."""

from collections.abc import Callable
from typing import Any

import pytest

from annotation.items.models.slots import Slot
from core.models import Job, JobStatus
from review.job_kinds import FIGURES
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_organizers_see_what_waits_for_them(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[2])
    desk.decline(desk.next())
    for status in (JobStatus.FAILED, JobStatus.FINISHED):
        Job.objects.create(kind=FIGURES, scope_id=cast.project.pk, status=status)
    assert office.call("get", "waiting/") == {
        "disagreements": 2,
        "discussions": 1,
        "duplicates": 0,
        "failed_jobs": 1,
        "returned": 0,
        "rework": 0,
    }


def test_annotators_see_only_what_came_back_to_them(cast: Cast, office: Office) -> None:
    accepted_images(cast.project, 1)
    desk = Desk(cast, cast.annotators[0])
    slot = desk.next()
    desk.submit(slot)
    item = Slot.objects.get(pk=slot["id"]).item_id
    path = f"items/{item}/slots/{slot['id']}/send-back/"
    office.call("post", path, {"reason": "The key is missing a reason."})
    own = office.call("get", "waiting/", person=desk.person)
    assert own["returned"] == 1
    others = office.call("get", "waiting/", person=cast.annotators[1])
    assert set(others.values()) == {0}


def test_counting_stops_at_a_hundred_and_takes_few_queries(
    cast: Cast, office: Office, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    Job.objects.bulk_create(
        Job(kind=FIGURES, scope_id=cast.project.pk, status=JobStatus.FAILED)
        for _ in range(130)
    )
    with django_assert_max_num_queries(10):
        assert office.call("get", "waiting/")["failed_jobs"] == 100
