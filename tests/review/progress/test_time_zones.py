"""Days of work begin at midnight of the project's time zone; reports name the zone."""

import csv
import io
import json
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import call_command
from pytest_django import Settings

from review.progress.selectors.figures import project_position
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser
from tests.support.clock import move_fresh_work_to, stop_clock
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SETTINGS = "/api/projects/bench/settings/"


def set_zone(cast: Cast, zone: str) -> None:
    body = {"name": "Bench", "description": "", "archived": False, "time_zone": zone}
    answer = browser(cast.maintainer).put(SETTINGS, body, format="json")
    assert answer.status_code == 200, answer.data
    cast.project.refresh_from_db()


def exported(command: str, *args: str) -> list[dict[str, str]]:
    out = io.StringIO()
    call_command(command, "bench", *args, stdout=out)
    return list(csv.DictReader(io.StringIO(out.getvalue(), newline="")))


def days_of(cast: Cast, rows: list[dict[str, str]]) -> list[tuple[str, ...]]:
    columns = ("day", "time_zone", "first", "last", "active_minutes", "annotated")
    return [
        tuple(row[column] for column in columns)
        for row in rows
        if row["person"] == cast.annotators[0].username
    ]


# Clocks in Berlin went from 02:00 to 03:00 on 2025-03-30. Each submission took 90
# seconds.
@pytest.mark.parametrize(
    ("zone", "days"),
    [
        (
            "",
            [
                ("2025-03-29", "UTC", "T23:28+00:00", "T23:30+00:00", "1.5", "1"),
                ("2025-03-30", "UTC", "T21:48+00:00", "T21:50+00:00", "1.5", "1"),
            ],
        ),
        (
            "Europe/Berlin",
            [
                (
                    *("2025-03-30", "Europe/Berlin"),
                    *("T00:28+01:00", "T23:50+02:00", "3.0", "2"),
                )
            ],
        ),
        (
            "Asia/Shanghai",
            [
                (
                    *("2025-03-30", "Asia/Shanghai"),
                    *("T07:28+08:00", "T07:30+08:00", "1.5", "1"),
                ),
                (
                    *("2025-03-31", "Asia/Shanghai"),
                    *("T05:48+08:00", "T05:50+08:00", "1.5", "1"),
                ),
            ],
        ),
        (
            "Asia/Kathmandu",
            [
                (
                    *("2025-03-30", "Asia/Kathmandu"),
                    *("T05:13+05:45", "T05:15+05:45", "1.5", "1"),
                ),
                (
                    *("2025-03-31", "Asia/Kathmandu"),
                    *("T03:33+05:45", "T03:35+05:45", "1.5", "1"),
                ),
            ],
        ),
    ],
)
def test_hours_for_pay_are_those_of_the_projects_days(
    cast: Cast, zone: str, days: list[tuple[str, ...]]
) -> None:
    annotated_items(cast)
    move_fresh_work_to(datetime(2025, 3, 29, 23, 30, tzinfo=UTC))
    annotated_items(cast)
    move_fresh_work_to(datetime(2025, 3, 30, 21, 50, tzinfo=UTC))
    if zone:
        set_zone(cast, zone)
    expected = [
        (day, name, day + first, day + last, active, count)
        for day, name, first, last, active, count in days
    ]
    assert days_of(cast, exported("hours_export")) == expected
    answer = browser(cast.organizer).get("/api/projects/bench/hours/export/csv/")
    text = answer.getvalue().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert days_of(cast, rows) == expected


def test_a_project_without_a_time_zone_has_that_of_the_installation(
    cast: Cast, settings: Settings
) -> None:
    annotated_items(cast)
    move_fresh_work_to(datetime(2025, 3, 29, 23, 30, tzinfo=UTC))
    settings.PROJECT_TIME_ZONE = "Asia/Shanghai"
    (day,) = days_of(cast, exported("hours_export"))
    assert day[:2] == ("2025-03-30", "Asia/Shanghai")
    shown = browser(cast.annotators[0]).get("/api/session/").json()
    (membership,) = shown["user"]["memberships"]
    assert membership["project"]["time_zone"] == "Asia/Shanghai"


def test_agreement_and_annotations_are_exported_in_the_projects_time_zone(
    cast: Cast,
) -> None:
    annotated_items(cast)
    move_fresh_work_to(datetime(2025, 3, 29, 23, 30, tzinfo=UTC))
    set_zone(cast, "Europe/Berlin")
    periods = {
        (row["period"], row["time_zone"])
        for row in exported("agreement_export", "--format", "csv")
    }
    assert periods == {("", ""), ("2025-03-30", "Europe/Berlin")}
    out = io.StringIO()
    call_command("agreement_export", "bench", stdout=out)
    assert json.loads(out.getvalue())["time_zone"] == "Europe/Berlin"
    submitted = {
        row["submitted_at"] for row in exported("annotations_export", "--format", "csv")
    }
    assert submitted == {"2025-03-30T00:30:00+01:00"}


# At this moment it is 00:30 on 2025-03-31 in Berlin, and still 2025-03-30 in UTC.
NOW = datetime(2025, 3, 30, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "worked_at", "back"),
    [
        ("", datetime(2025, 3, 30, 21, 59, tzinfo=UTC), 0),
        ("Europe/Berlin", datetime(2025, 3, 30, 22, 0, tzinfo=UTC), 0),
        ("Europe/Berlin", datetime(2025, 3, 30, 21, 59, tzinfo=UTC), 1),
        ("Europe/Berlin", datetime(2025, 3, 29, 23, 0, tzinfo=UTC), 1),
        ("Europe/Berlin", datetime(2025, 3, 29, 22, 59, tzinfo=UTC), 2),
        ("Asia/Shanghai", datetime(2025, 3, 30, 15, 59, tzinfo=UTC), 1),
        ("Asia/Kathmandu", datetime(2025, 3, 30, 18, 15, tzinfo=UTC), 0),
        ("Asia/Kathmandu", datetime(2025, 3, 30, 18, 14, tzinfo=UTC), 1),
    ],
)
def test_charts_and_my_work_count_on_the_projects_days(
    cast: Cast,
    office: Office,
    monkeypatch: pytest.MonkeyPatch,
    zone: str,
    worked_at: datetime,
    back: int,
) -> None:
    annotated_items(cast)
    annotator = cast.annotators[0]
    move_fresh_work_to(worked_at)
    if zone:
        set_zone(cast, zone)
    stop_clock(monkeypatch, NOW)
    today = date(2025, 3, 31) if zone else date(2025, 3, 30)
    day = str(today - timedelta(days=back))
    activity = office.call("get", "activity/")
    assert activity["days"][-1] == str(today)
    (mine,) = [one for one in activity["people"] if one["person_id"] == annotator.pk]
    assert dict(zip(activity["days"], mine["annotated"], strict=True))[day] == 1
    assert sum(mine["annotated"]) == 1
    feedback = office.call("get", "my-feedback/", person=annotator)
    # The 90 seconds before midnight are time on the day before, the submission is not.
    counts = {one["day"]: one["annotated"] for one in feedback["days"]}
    assert [day for day, count in counts.items() if count] == [day]
    assert sum(counts.values()) == 1


def test_whole_days_of_a_forecast_end_at_the_projects_midnight(
    cast: Cast, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    annotated_items(cast)
    accepted_images(cast.project, 2)
    move_fresh_work_to(datetime(2025, 3, 30, 21, 59, tzinfo=UTC))

    def done() -> tuple[str, list[int]]:
        outlook = office.call("get", "outlook/")
        (part,) = [one for one in outlook["parts"] if one["part"] == "annotate"]
        return outlook["days"][-1], part["done"]

    stop_clock(monkeypatch, NOW)
    assert done() == ("2025-03-29", [0] * 14)
    set_zone(cast, "Europe/Berlin")
    assert done() == ("2025-03-30", [0] * 13 + [2])


def test_stored_figures_are_outdated_by_another_time_zone(
    cast: Cast, settings: Settings
) -> None:
    before = project_position(cast.project)
    settings.PROJECT_TIME_ZONE = "Europe/Berlin"
    assert project_position(cast.project) != before
