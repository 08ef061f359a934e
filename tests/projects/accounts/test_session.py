from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from projects.models import User
from projects.roles import Role
from tests.support.cast import Cast, join, make_project

pytestmark = pytest.mark.django_db
JSON = "application/json"


def test_logging_in_and_out(cast: Cast) -> None:
    client = Client()
    assert client.get("/api/session/").json() == {"user": None}
    body = {"username": cast.organizer.username, "password": "correct horse"}
    session = client.post("/api/session/", body, content_type=JSON).json()
    assert session["user"]["memberships"] == [
        {
            "project": {
                "slug": "bench",
                "name": "Bench",
                "archived": False,
                "time_zone": "UTC",
            },
            "role": "organizer",
        }
    ]
    assert client.delete("/api/session/").status_code == 204
    assert client.get("/api/session/").json() == {"user": None}


def test_a_wrong_password_names_the_field(cast: Cast) -> None:
    body = {"username": cast.organizer.username, "password": "wrong"}
    response = Client().post("/api/session/", body, content_type=JSON)
    assert response.status_code == 400
    assert response.json()["errors"][0]["field"] == "password"


@pytest.mark.parametrize("body", ["null", "{}"])
def test_a_body_that_says_nothing_is_told_what_is_missing(body: str) -> None:
    answer = Client().post("/api/session/", body, content_type=JSON)
    assert answer.status_code == 400
    named = {one["field"] for one in answer.json()["errors"]}
    assert named == {"username", "password"}


def test_logging_in_needs_the_token_against_forgery(cast: Cast) -> None:
    body = {"username": cast.organizer.username, "password": "correct horse"}
    client = Client(enforce_csrf_checks=True)
    assert client.post("/api/session/", body, content_type=JSON).status_code == 403
    client.get("/api/session/")
    token = client.cookies["csrftoken"].value
    response = client.post(
        "/api/session/", body, content_type=JSON, headers={"x-csrftoken": token}
    )
    assert response.status_code == 200


def test_demo_people_are_offered_in_the_demo_only(db: None, settings: Settings) -> None:
    project = make_project("demo", maintainer=None)
    person = join(project, Role.ANNOTATOR, "demo-ada")
    join(project, Role.ANNOTATOR, "somebody-else")
    client = Client()
    body = {"username": person.username}
    assert client.get("/api/instance/").json()["demo_people"] == []
    refused = client.post("/api/session/demo/", body, content_type=JSON)
    assert refused.status_code == 404

    settings.DEMO_PEOPLE = True
    people = client.get("/api/instance/").json()["demo_people"]
    assert [one["username"] for one in people] == ["demo-ada"]
    assert client.post("/api/session/demo/", body, content_type=JSON).status_code == 200
    other = {"username": "somebody-else"}
    refused = client.post("/api/session/demo/", other, content_type=JSON)
    assert refused.status_code == 404


def test_a_session_that_is_over_is_nobodys(cast: Cast) -> None:
    """Expired, ended elsewhere, or of an account that was closed: at the next request."""
    body = {"username": cast.organizer.username, "password": "correct horse"}

    def logged_in() -> Client:
        client = Client()
        client.post("/api/session/", body, content_type=JSON)
        assert client.get("/api/session/").json()["user"] is not None
        return client

    expired, ended, closed = logged_in(), logged_in(), logged_in()
    sessions = Session.objects.all()
    yesterday = timezone.now() - timedelta(days=1)
    sessions.filter(pk=expired.session.session_key).update(expire_date=yesterday)
    sessions.filter(pk=ended.session.session_key).delete()
    for client in (expired, ended):
        assert client.get("/api/session/").json() == {"user": None}
    User.objects.filter(pk=cast.organizer.pk).update(is_active=False)
    assert closed.get("/api/session/").json() == {"user": None}
