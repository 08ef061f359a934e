"""The first account of an empty installation, by the link that the terminal prints."""

from typing import Any

import pytest
from django.test import Client

from projects.accounts.services.first_maintainer import setup_token
from projects.models import User

pytestmark = pytest.mark.django_db
ACCOUNT = {
    "username": "mina",
    "password": "correct horse battery",
    "display_name": "Mina",
    "locale": "zh",
}


@pytest.fixture
def link() -> str:
    token = setup_token()
    assert token is not None
    return f"/api/first-maintainer/{token}/"


def follow(link: str, **changes: str) -> Any:
    return Client().post(link, {**ACCOUNT, **changes}, content_type="application/json")


def test_the_link_makes_a_maintainer_and_logs_in(link: str) -> None:
    browser = Client()
    assert browser.get(link).json() == {"valid": True}
    made = browser.post(link, ACCOUNT, content_type="application/json")
    assert made.status_code == 201
    assert browser.get("/api/session/").json()["user"]["username"] == "mina"
    mina = User.objects.get()
    assert (mina.is_staff, mina.is_superuser, mina.locale) == (True, True, "zh")


def test_the_link_works_once(link: str) -> None:
    follow(link)
    assert Client().get(link).json() == {"valid": False}
    assert follow(link, username="late").status_code == 404
    assert User.objects.count() == 1
    assert setup_token() is None


def test_a_made_up_link_makes_nothing(link: str) -> None:
    made_up = f"{link[:-4]}xyz/"
    assert Client().get(made_up).json() == {"valid": False}
    assert follow(made_up).status_code == 404
    assert not User.objects.exists()


def test_a_weak_password_is_named_and_the_link_stays_usable(link: str) -> None:
    refused = follow(link, password="123")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "password"
    assert follow(link).status_code == 201


def test_the_link_needs_the_token_against_forgery_which_it_gives(link: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    refused = browser.post(link, ACCOUNT, content_type="application/json")
    assert refused.status_code == 403
    assert not User.objects.exists()
    browser.get(link)
    token = browser.cookies["csrftoken"].value
    made = browser.post(
        link, ACCOUNT, content_type="application/json", headers={"x-csrftoken": token}
    )
    assert made.status_code == 201
