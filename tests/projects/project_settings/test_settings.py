"""Settings of a project: name, description, archive, deletion; and its history."""

from typing import Any

import pytest
from pytest_django import Settings

from projects.models import Project, User
from tests.support.cast import Cast, browser, make_person, make_project
from tests.support.images import accepted_images

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SETTINGS = "/api/projects/bench/settings/"
BODY = {"name": "Cartoons", "description": "Metaphors.", "archived": False}


def put(person: User, **change: Any) -> Any:
    return browser(person).put(SETTINGS, {**BODY, **change}, format="json")


def test_maintainers_change_name_and_description(cast: Cast) -> None:
    assert put(cast.maintainer).status_code == 200
    shown = browser(cast.maintainer).get(SETTINGS).data
    assert (shown["name"], shown["description"]) == ("Cartoons", "Metaphors.")
    assert browser(cast.annotators[0]).get("/api/session/").status_code == 200
    refused = put(cast.maintainer, name=" ")
    assert refused.json()["errors"][0]["field"] == "name"
    assert put(cast.organizer).status_code == 403


def test_nothing_changes_in_an_archived_project_until_it_is_back(cast: Cast) -> None:
    put(cast.maintainer, archived=True)
    invite = {"role": "annotator"}
    refused = browser(cast.maintainer).post("/api/projects/bench/invitations/", invite)
    assert refused.status_code == 403
    assert "archived" in refused.json()["detail"]
    assert browser(cast.annotators[0]).get("/api/projects/bench/").status_code == 200
    put(cast.maintainer, archived=False)
    made = browser(cast.maintainer).post("/api/projects/bench/invitations/", invite)
    assert made.status_code == 201


def test_an_archived_project_is_marked_where_projects_are_listed(cast: Cast) -> None:
    put(cast.maintainer, archived=True)
    listed = browser(cast.annotators[0]).get("/api/projects/").json()
    assert listed[0]["project"]["archived"] is True


def test_an_empty_project_is_deleted_by_its_typed_name(db: None) -> None:
    maintainer = make_person("mia")
    make_project(maintainer=maintainer)
    client = browser(maintainer)
    refused = client.post("/api/projects/bench/delete/", {"slug": "other"})
    assert refused.json()["errors"][0]["field"] == "slug"
    assert Project.objects.exists()
    assert (
        client.post("/api/projects/bench/delete/", {"slug": "bench"}).status_code == 204
    )
    assert not Project.objects.exists()


def test_a_project_with_images_is_never_deleted(cast: Cast) -> None:
    accepted_images(cast.project, 1)
    refused = browser(cast.maintainer).post(
        "/api/projects/bench/delete/", {"slug": "bench"}
    )
    assert refused.status_code == 409
    assert "Archive it instead" in refused.json()["detail"]
    assert browser(cast.maintainer).get("/api/projects/bench/").status_code == 200


def test_the_history_says_who_did_what_and_can_be_filtered(cast: Cast) -> None:
    member = cast.project.memberships.get(user=cast.annotators[0])
    maintainer = browser(cast.maintainer)
    address = f"/api/projects/bench/members/{member.pk}/"
    maintainer.put(address, {"role": "organizer", "active": True})
    accepted_images(cast.project, 1)

    history = "/api/projects/bench/history/"
    entries = maintainer.get(history).json()["results"]
    assert (entries[0]["machine"], entries[0]["person"]) == ("image", None)
    mine = maintainer.get(f"{history}?person_id={cast.maintainer.pk}").json()["results"]
    member_name = f"Membership of {cast.annotators[0].shown_name}"
    assert [(one["action"], one["person"], one["subject"]) for one in mine] == [
        ("assign", cast.maintainer.shown_name, member_name)
    ]
    members = maintainer.get(f"{history}?machine=membership").json()["results"]
    assert {one["machine"] for one in members} == {"membership"}
    assert browser(cast.organizer).get(history).status_code == 403


def test_maintainers_set_the_time_zone_and_the_history_tells(
    cast: Cast, settings: Settings
) -> None:
    settings.PROJECT_TIME_ZONE = "Asia/Shanghai"
    maintainer = browser(cast.maintainer)
    before = maintainer.get(SETTINGS).json()
    assert (before["time_zone"], before["installation_time_zone"]) == (
        "",
        "Asia/Shanghai",
    )
    assert {"UTC", "Europe/Berlin", "Asia/Kathmandu"} <= {*before["time_zones"]}
    assert put(cast.maintainer, time_zone="Europe/Berlin").status_code == 200
    # Programs that do not know the setting leave it as it is, and change nothing.
    assert put(cast.maintainer).json()["time_zone"] == "Europe/Berlin"
    history = "/api/projects/bench/history/?machine=project"
    (entry,) = maintainer.get(history).json()["results"]
    assert (entry["action"], entry["person"]) == (
        "change_settings",
        cast.maintainer.shown_name,
    )
    assert entry["data"]["time_zone"] == ["Asia/Shanghai", "Europe/Berlin"]
    assert put(cast.maintainer, time_zone="").json()["time_zone"] == ""
    assert put(cast.organizer, time_zone="UTC").status_code == 403
    for wrong in ("Berlin", "EST", "europe/berlin", "../etc/passwd"):
        refused = put(cast.maintainer, time_zone=wrong)
        assert refused.status_code == 400
        assert refused.json()["errors"][0]["field"] == "time_zone"


def test_the_history_tells_what_else_changed(cast: Cast) -> None:
    put(cast.maintainer)
    put(cast.maintainer, name="Comics", archived=True)
    history = "/api/projects/bench/history/?machine=project"
    entries = browser(cast.maintainer).get(history).json()["results"]
    assert [entry["data"] for entry in entries] == [
        {"name": ["Cartoons", "Comics"], "archived": [False, True]},
        {
            "name": [cast.project.name, "Cartoons"],
            "description": ["", "Metaphors."],
        },
    ]
