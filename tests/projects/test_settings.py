"""Settings of a project: name, description, archive, deletion; and its history."""

from typing import Any

import pytest

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
    assert [(one["action"], one["person"], one["member"]) for one in mine] == [
        ("assign", cast.maintainer.shown_name, cast.annotators[0].shown_name)
    ]
    members = maintainer.get(f"{history}?machine=membership").json()["results"]
    assert {one["machine"] for one in members} == {"membership"}
    assert browser(cast.organizer).get(history).status_code == 403
