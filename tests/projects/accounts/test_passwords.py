"""Passwords: forgotten, set anew by a link, changed; leaving keeps the work."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django.fixtures import Settings

from annotation.items.models.submissions import Annotation
from projects.memberships.services.members import add_member
from projects.models import User
from projects.roles import Role
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser, join, make_project
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db
JSON = "application/json"
NEW = "quite another horse"


def link_for(cast: Cast, person: User, maker: User, *, status: int = 201) -> str:
    membership = cast.project.memberships.get(user=person)
    address = f"/api/projects/bench/members/{membership.pk}/password-link/"
    made = browser(maker).post(address)
    assert made.status_code == status, made.data
    return str(made.data.get("token", ""))


def set_by(token: str, password: str = NEW) -> Any:
    return Client().post(
        f"/api/password/reset/{token}/", {"password": password}, content_type=JSON
    )


def logs_in(person: User, password: str) -> bool:
    body = {"username": person.username, "password": password}
    return Client().post("/api/session/", body, content_type=JSON).status_code == 200


def test_a_maintainers_link_works_once(cast: Cast) -> None:
    person = cast.annotators[0]
    token = link_for(cast, person, cast.maintainer)
    offer = Client().get(f"/api/password/reset/{token}/").json()
    assert offer["username"] == person.username
    assert set_by(token, "123").json()["errors"][0]["field"] == "password"
    session = set_by(token)
    assert session.json()["user"]["username"] == person.username
    assert logs_in(person, NEW)
    assert not logs_in(person, "correct horse")
    assert set_by(token, "a third horse").status_code == 404
    assert Client().get(f"/api/password/reset/{token}/").status_code == 404


def test_made_up_links_open_nothing(cast: Cast) -> None:
    token = link_for(cast, cast.annotators[0], cast.maintainer)
    mine, _, proof = token.partition(".")
    other = link_for(cast, cast.annotators[1], cast.maintainer).partition(".")[0]
    for wrong in (f"{other}.{proof}", f"{mine}.x", mine, "%%.%%", "MTI.a-b"):
        assert set_by(wrong).status_code == 404


def test_a_link_gives_nobody_more_than_they_have(cast: Cast) -> None:
    person = cast.annotators[0]
    link_for(cast, person, cast.organizer, status=403)
    elsewhere = make_project("elsewhere", maintainer=None)
    add_member(project=elsewhere, user=person, role=Role.MAINTAINER)
    link_for(cast, person, cast.maintainer, status=403)
    boss = join(cast.project, Role.ANNOTATOR)
    User.objects.filter(pk=boss.pk).update(is_staff=True)
    link_for(cast, boss, cast.maintainer, status=403)
    User.objects.filter(pk=cast.maintainer.pk).update(is_staff=True)
    staff = User.objects.get(pk=cast.maintainer.pk)
    assert link_for(cast, person, staff)
    User.objects.filter(pk=boss.pk).update(is_superuser=True)
    link_for(cast, boss, staff, status=403)


def test_a_forgotten_password_is_set_by_mail(cast: Cast, settings: Settings) -> None:
    person = cast.annotators[0]
    asked = browser(None).post
    refused = asked("/api/password/forgotten/", {"name": person.username})
    assert refused.status_code == 404
    settings.EMAIL_HOST = "localhost"
    body = {"display_name": "Ada", "locale": "zh", "email": "ada@example.org"}
    refused = browser(person).put("/api/me/", body)
    assert refused.data["errors"][0]["field"] == "current"
    me = browser(person).put("/api/me/", {**body, "current": "correct horse"})
    assert me.data["user"]["email"] == "ada@example.org"
    settings.ALLOWED_HOSTS = ["*"]
    for name in ("ada@example.org", "nobody@example.org"):
        answer = asked(
            "/api/password/forgotten/", {"name": name}, HTTP_HOST="evil.test"
        )
        assert (answer.status_code, answer.content) == (204, b"")
    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert "新密码" in letter.subject
    found = re.search(r"http://testserver/password/(\S+)", str(letter.body))
    assert found is not None
    assert set_by(found[1]).status_code == 200


def test_nobody_is_buried_in_mail(cast: Cast, settings: Settings) -> None:
    settings.EMAIL_HOST = "localhost"
    statuses = {
        browser(None).post("/api/password/forgotten/", {"name": "ada"}).status_code
        for _ in range(9)
    }
    assert statuses == {204, 429}
    assert logs_in(cast.annotators[0], "correct horse")


def test_changing_it_ends_the_other_sessions(cast: Cast) -> None:
    person = cast.annotators[0]
    here, there = Client(), Client()
    for client in (here, there):
        client.force_login(person)
    change = {"current": "wrong horse", "new": NEW}
    refused = here.put("/api/me/password/", change, content_type=JSON)
    assert refused.json()["errors"][0]["field"] == "current"
    change["current"] = "correct horse"
    assert here.put("/api/me/password/", change, content_type=JSON).status_code == 200
    assert here.get("/api/projects/").status_code == 200
    assert there.get("/api/projects/").status_code == 401
    assert logs_in(person, NEW)


def test_who_leaves_keeps_nothing_but_their_work_stays(cast: Cast) -> None:
    annotated_items(cast, 1)
    accepted_images(cast.project, 1)
    person = cast.annotators[0]
    client = browser(person)
    slot = client.post("/api/projects/bench/annotate/next/").data["slot"]
    membership = cast.project.memberships.get(user=person)
    body = {"role": "annotator", "active": False}
    address = f"/api/projects/bench/members/{membership.pk}/"
    assert browser(cast.maintainer).put(address, body).status_code == 200
    assert client.get("/api/projects/bench/").status_code == 404
    assert client.get(f"/api/projects/bench/annotate/{slot['id']}/").status_code == 404
    assert Annotation.objects.filter(person=person).count() == 1
    case = browser(cast.organizer).get("/api/projects/bench/cases/queue/").data
    assert len(case["results"]) == 1
