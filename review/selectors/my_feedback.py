"""What a person may know of their own work: pace, hours, where they differ.

Nothing in it is of anybody else, and gold counts in it as all other work does.
"""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from annotation.domain.states import SUBMITTED
from annotation.models import Annotation, Slot
from projects.models import Project, User
from review.selectors.feedback import Difference, label_differences
from review.selectors.gold import GoldField, my_gold_fields
from review.selectors.hours import PersonDay, hours

LATEST_DAYS = 14


class MyFeedback(NamedTuple):
    """One's own work as a whole."""

    annotated: int
    seconds: float | None
    """Median of an item, as far as the browser knew."""
    days: Sequence[PersonDay]
    """The latest first."""
    differences: Sequence[Difference]
    mistakes: Sequence[GoldField]


def my_feedback(project: Project, person: User) -> MyFeedback:
    """What one did, how fast, and where the final records read otherwise."""
    slots = Slot.objects.filter(project=project, person=person, status=SUBMITTED)
    rows = Annotation.objects.filter(slot__in=slots, person=person).order_by("revision")
    latest = dict(rows.values_list("slot", "seconds"))
    known = [seconds for seconds in latest.values() if seconds is not None]
    days = sorted(hours(project, of=person), key=lambda one: one.worked.day)
    return MyFeedback(
        len(latest),
        median(known) if known else None,
        days[: -LATEST_DAYS - 1 : -1],
        label_differences(project, person.pk),
        my_gold_fields(project, person),
    )
