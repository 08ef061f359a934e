"""Who did how much on which day."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import timezone

from projects.models import Project, User
from review.selectors.hours import work_done

WEEK = 7
_SHOWN = ("screened", "annotated", "decided", "validated")


@dataclass(frozen=True)
class PersonDays:
    """What one person did, one count a day, the earliest day first."""

    person_id: int
    name: str
    screened: Sequence[int]
    """Votes on images."""
    annotated: Sequence[int]
    """Annotations handed in, every revision."""
    decided: Sequence[int]
    """Final records written."""
    validated: Sequence[int]
    """Questions answered without the key."""


@dataclass(frozen=True)
class Activity:
    """The last days, in the server's time zone, and who did what on them."""

    days: Sequence[date]
    people: Sequence[PersonDays]


def activity(
    project: Project, *, until: date | None = None, days: int = WEEK
) -> Activity:
    """What people did on the ``days`` up to ``until`` (today), the busiest first."""
    last = until or timezone.localdate()
    span = [last - timedelta(days=back) for back in reversed(range(days))]
    counts: defaultdict[int, dict[str, list[int]]]
    counts = defaultdict(lambda: {kind: [0] * days for kind in _SHOWN})
    done = work_done(project)
    for kind in _SHOWN:
        rows = done[kind].a_day(done[kind].person, day__range=(span[0], span[-1]))
        for person_id, day, n in rows:
            counts[person_id][kind][(day - span[0]).days] = n
    busy = User.objects.filter(pk__in=counts).order_by("username")
    people = [PersonDays(one.pk, one.shown_name, **counts[one.pk]) for one in busy]
    people.sort(key=lambda one: -sum(map(sum, counts[one.person_id].values())))
    return Activity(span, people)
