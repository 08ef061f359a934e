"""Hours of work, computed from the recorded actions and their times.

The full rule: every recorded action ends at its time. It began as many seconds before
as the browser saw the work in front of its person, at most ``LONGEST``. An action
without this time is a moment. Actions less than ``PAUSE`` apart form one stretch.
Active time is the total length of the stretches; a stretch over midnight counts on both
days. Nothing else that people do is recorded.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from typing import NamedTuple

from core.time_zones import start_of_day

PAUSE = timedelta(minutes=5)
LONGEST = timedelta(hours=1)


class FinishedAction(NamedTuple):
    """A finished action: when it ended, and how long it took if known."""

    at: datetime
    seconds: float | None = None

    @property
    def began_at(self) -> datetime:
        """Return when it began, as far as it counts."""
        spent = timedelta(seconds=max(self.seconds or 0.0, 0.0))
        return self.at - min(spent, LONGEST)


class WorkedDay(NamedTuple):
    """One person's day: begin and end in a time zone, and the active time."""

    day: date
    begin: datetime
    end: datetime
    active: timedelta


def worked_days(actions: Iterable[FinishedAction], zone: tzinfo) -> list[WorkedDay]:
    """Return the days with actions of one person, the earliest first."""
    days: dict[date, WorkedDay] = {}
    for begin, end in _stretches(actions):
        for day, first, last in _by_day(
            begin.astimezone(zone), end.astimezone(zone), zone
        ):
            known = days.get(day)
            # Not last - first, which ignores that clocks may change between them.
            length = last.timestamp() - first.timestamp()
            active = timedelta(seconds=length)
            days[day] = (
                known._replace(end=last, active=known.active + active)
                if known
                else WorkedDay(day, first, last, active)
            )
    return [days[day] for day in sorted(days)]


def _stretches(
    actions: Iterable[FinishedAction],
) -> Iterator[tuple[datetime, datetime]]:
    spans = sorted((action.began_at, action.at) for action in actions)
    if not spans:
        return
    begin, end = spans[0]
    for first, last in spans[1:]:
        if first - end < PAUSE:
            end = max(end, last)
        else:
            yield begin, end
            begin, end = first, last
    yield begin, end


def _by_day(
    begin: datetime, end: datetime, zone: tzinfo
) -> Iterator[tuple[date, datetime, datetime]]:
    while begin.date() < end.date():
        midnight = start_of_day(begin.date() + timedelta(days=1), zone)
        yield begin.date(), begin, midnight
        begin = midnight
    yield begin.date(), begin, end
