"""How long somebody worked."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from review.progress.domain.hours import LONGEST, FinishedAction, WorkedDay, worked_days


def at(clock: str, day: int = 5) -> datetime:
    hour, minute = clock.split(":")
    return datetime(2026, 3, day, int(hour), int(minute), tzinfo=UTC)


def minutes(days: list[WorkedDay]) -> list[float]:
    return [one.active / timedelta(minutes=1) for one in days]


def test_nothing_done_is_no_day() -> None:
    assert worked_days([], UTC) == []


def test_measured_work_counts_and_moments_do_not() -> None:
    found = worked_days(
        [FinishedAction(at("09:30"), 600), FinishedAction(at("14:00"))], UTC
    )
    assert found == [
        WorkedDay(date(2026, 3, 5), at("09:20"), at("14:00"), timedelta(minutes=10))
    ]


@pytest.mark.parametrize(("next_begins", "active"), [("10:04", 14), ("10:05", 10)])
def test_a_short_pause_counts_and_a_longer_one_does_not(
    next_begins: str, active: float
) -> None:
    following = at(next_begins) + timedelta(minutes=5)
    found = worked_days(
        [FinishedAction(at("10:00"), 300), FinishedAction(following, 300)], UTC
    )
    assert minutes(found) == [active]


def test_what_overlaps_counts_once_in_whatever_order() -> None:
    done = [
        FinishedAction(at("10:20"), 900),
        FinishedAction(at("10:10"), 600),
        FinishedAction(at("10:15"), 60),
    ]
    assert minutes(worked_days(done, UTC)) == [20]


def test_a_tab_left_open_counts_an_hour_and_nonsense_not_at_all() -> None:
    found = worked_days(
        [FinishedAction(at("20:00"), 50_000), FinishedAction(at("08:00"), -30)], UTC
    )
    assert minutes(found) == [LONGEST / timedelta(minutes=1)]


def test_midnight_is_the_readers() -> None:
    done = [FinishedAction(at("16:10"), 1200)]
    assert minutes(worked_days(done, UTC)) == [20]
    zone = timezone(timedelta(hours=8))
    found = worked_days(done, zone)
    assert [one.day for one in found] == [date(2026, 3, 5), date(2026, 3, 6)]
    assert minutes(found) == [10, 10]
    assert found[1].begin == at("16:00")


@pytest.mark.parametrize(
    ("zone", "changed", "hours"),
    [
        # Clocks change in Berlin, not in Shanghai and Kathmandu.
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Asia/Shanghai", date(2026, 3, 29), 24),
        ("Asia/Kathmandu", date(2026, 10, 25), 24),
        # Midnight itself is left out: the day begins at one o'clock.
        ("America/Santiago", date(2026, 9, 6), 23),
    ],
)
def test_a_day_is_as_long_as_its_clocks_say(
    zone: str, changed: date, hours: int
) -> None:
    noon = datetime.combine(changed, time(12), tzinfo=UTC)
    around = [FinishedAction(noon + timedelta(hours=n), 3600) for n in range(-60, 61)]
    found = {
        one.day: one.active / timedelta(hours=1)
        for one in worked_days(around, ZoneInfo(zone))
    }
    following = changed + timedelta(days=1)
    before = changed - timedelta(days=1)
    assert [found[day] for day in (before, changed, following)] == [24, hours, 24]
