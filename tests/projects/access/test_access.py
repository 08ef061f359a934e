import pytest
from django.test import Client

from projects.memberships.services.members import add_member
from projects.models import User
from projects.roles import Role
from tests.support.cast import Cast, browser, make_project

pytestmark = pytest.mark.django_db


def test_a_member_sees_the_project_and_their_role(cast: Cast) -> None:
    response = browser(cast.annotators[0]).get("/api/projects/bench/")
    assert response.status_code == 200
    assert response.data["role"] == "annotator"
    assert response.data["protocol"]["id"] == "ii-bench"


def test_a_stranger_does_not_learn_that_it_exists(cast: Cast) -> None:
    response = browser(cast.stranger).get("/api/projects/bench/")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


def test_an_annotator_may_not_list_members(cast: Cast) -> None:
    assert (
        browser(cast.annotators[0]).get("/api/projects/bench/members/").status_code
        == 403
    )


def test_who_is_not_logged_in_is_asked_to(cast: Cast) -> None:
    response = browser(None).get("/api/projects/bench/")
    assert response.status_code == 401
    assert response["Content-Type"] == "application/problem+json"


def logged_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_what_a_person_may_do_counts_at_the_next_request(cast: Cast) -> None:
    """Account and memberships are read together, and anew each time."""
    client = logged_in(cast.organizer)
    of_organizer = cast.project.memberships.filter(user=cast.organizer)

    def members() -> int:
        return client.get("/api/projects/bench/members/").status_code

    assert members() == 200
    of_organizer.update(role=Role.ANNOTATOR)
    assert members() == 403
    of_organizer.update(role=Role.ORGANIZER, status="removed")
    assert members() == 404
    of_organizer.update(status="member")
    assert members() == 200


def test_a_person_in_many_projects_is_at_home_in_each(cast: Cast) -> None:
    for number in range(40):
        project = make_project(f"project-{number}", maintainer=None)
        add_member(project=project, user=cast.organizer, role=Role.ANNOTATOR)
    make_project("not-theirs", maintainer=None)
    client = logged_in(cast.organizer)
    for number in range(40):
        shown = client.get(f"/api/projects/project-{number}/").json()
        assert (shown["slug"], shown["role"]) == (f"project-{number}", "annotator")
    assert client.get("/api/projects/bench/").json()["role"] == "organizer"
    assert client.get("/api/projects/not-theirs/").status_code == 404


def test_who_is_in_no_project_is_somebody_all_the_same(cast: Cast) -> None:
    client = logged_in(cast.stranger)
    shown = client.get("/api/session/").json()["user"]
    assert (shown["username"], shown["memberships"]) == (cast.stranger.username, [])
    assert client.get("/api/projects/bench/").status_code == 404
