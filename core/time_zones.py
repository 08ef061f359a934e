"""Time zones by their names, and the beginnings of their days."""

from datetime import date, datetime, time, tzinfo
from functools import cache
from zoneinfo import available_timezones

UTC = "UTC"


@cache
def time_zone_names() -> tuple[str, ...]:
    """Return the names that a setting may have: UTC, then ``Region/City`` by name.

    Abbreviations of the IANA time zone database, such as EST, are left out: most of
    them name other times than people expect.
    """
    return (UTC, *sorted(name for name in available_timezones() if "/" in name))


def start_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the first moment of a day. Days have 23 to 25 hours where clocks change."""
    return datetime.combine(day, time.min, tzinfo=zone)
