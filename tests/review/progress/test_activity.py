"""What people did on which day, and what waits for each."""

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.items.models.submissions import Annotation
from projects.roles import Role
from review.progress.selectors.hours import count_activity
from tests.review.office import Office, key_as_shown
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, join, make_project
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.mark.both_databases
def test_counts_a_person_a_day(cast: Cast, office: Office) -> None:
    annotated_items(cast, 2)
    office.finalize_all()
    office.open_round()
    validator = cast.annotators[2]
    place = office.next(validator)
    office.answer(validator, place, key_as_shown(place))
    early = Annotation.objects.filter(person=cast.annotators[0]).first()
    assert early is not None
    Annotation.objects.filter(pk=early.pk).update(
        submitted_at=timezone.now() - timedelta(days=2)
    )
    found = count_activity(cast.project)
    assert found.days[-1] == timezone.localdate()
    rows = {row.person_id: row for row in found.people}
    assert rows[cast.annotators[0].pk].annotated == [0, 0, 0, 0, 1, 0, 1]
    assert rows[cast.annotators[1].pk].annotated == [0, 0, 0, 0, 0, 0, 2]
    assert rows[cast.organizer.pk].decided == [0, 0, 0, 0, 0, 0, 2]
    assert rows[validator.pk].validated == [0, 0, 0, 0, 0, 0, 1]
    assert cast.annotators[3].pk not in rows
    shown = office.call("get", "activity/")
    assert [len(one["screened"]) for one in shown["people"]] == [7] * 4


def test_what_is_too_long_ago_or_of_another_project_does_not_count(cast: Cast) -> None:
    annotated_items(cast)
    Annotation.objects.update(submitted_at=timezone.now() - timedelta(days=7))
    assert count_activity(cast.project).people == []
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    Annotation.objects.update(submitted_at=midnight - timedelta(days=6))
    shown = count_activity(cast.project).people
    assert [one.annotated for one in shown] == [[1, 0, 0, 0, 0, 0, 0]] * 2
    just_before = midnight - timedelta(days=6, microseconds=1)
    Annotation.objects.update(submitted_at=just_before)
    assert count_activity(cast.project).people == []
    annotated_items(cast)
    other = make_project("other", maintainer=cast.stranger)
    assert count_activity(other).people == []


def test_my_day(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    accepted_images(cast.project, 2)
    first, third = cast.annotators[0], cast.annotators[2]
    mine = office.call("get", "my-day/", person=first)
    assert mine["annotation"] == {"waiting": 2, "held": 0, "returned": 0, "done": 1}
    assert mine["validation"] == {"round": None, "waiting": 0, "done": 0}
    office.finalize_all()
    office.open_round()
    theirs = office.call("get", "my-day/", person=third)
    assert theirs["validation"] == {"round": 1, "waiting": 1, "done": 0}
    # Who wrote a question is not asked for its answer.
    mine = office.call("get", "my-day/", person=first)
    assert mine["validation"]["waiting"] == 0


def test_somebody_new_has_done_nothing(cast: Cast, office: Office) -> None:
    newcomer = join(cast.project, Role.ANNOTATOR)
    shown = office.call("get", "my-day/", person=newcomer)
    assert shown["screening"] == {"waiting": 0, "done": 0}
    assert shown["rework"] == 0
