"""Passwords cannot be tried for ever, at no door, and nobody is locked out for others."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from projects.accounts.services import login_throttle
from projects.models import LoginAttempts, User
from tests.support.cast import make_person

pytestmark = pytest.mark.django_db
JSON = "application/json"
WRONG, RIGHT = "wrong", "correct horse"


def attempt(
    name: str,
    secret: str = WRONG,
    address: str = "10.0.0.1",
    client: Client | None = None,
    **headers: Any,
) -> int:
    body = {"username": name, "password": secret}
    client = client or Client()
    return client.post(
        "/api/session/", body, content_type=JSON, REMOTE_ADDR=address, **headers
    ).status_code


def test_an_account_is_closed_for_a_while_from_everywhere() -> None:
    make_person("ada")
    for number in range(login_throttle.MOST_OF_AN_ACCOUNT):
        assert attempt("ada", address=f"10.0.0.{number}") == 400
    body = {"username": "Ada", "password": RIGHT}
    refused = Client(REMOTE_ADDR="10.9.9.9").post(
        "/api/session/", body, content_type=JSON
    )
    assert refused.status_code == 429
    assert 0 < refused.json()["wait"] <= login_throttle.WINDOW.total_seconds()
    assert refused["Retry-After"] == str(refused.json()["wait"])
    # Others are let in, from the same addresses too.
    make_person("bo")
    assert attempt("bo", RIGHT) == 200


def test_an_address_cannot_go_through_many_accounts() -> None:
    for number in range(login_throttle.MOST_OF_AN_ADDRESS):
        assert attempt(f"somebody-{number}") == 400
    make_person("ada")
    assert attempt("ada", RIGHT) == 429
    assert attempt("ada", RIGHT, address="10.0.0.2") == 200


def test_a_made_up_address_helps_nobody() -> None:
    for number in range(login_throttle.MOST_OF_AN_ADDRESS):
        attempt(f"somebody-{number}", HTTP_X_FORWARDED_FOR=f"192.0.2.{number}")
    assert attempt("ada", HTTP_X_FORWARDED_FOR="192.0.2.99") == 429


def test_behind_a_proxy_the_address_is_what_it_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rest_framework.throttling.api_settings.NUM_PROXIES", 1)
    proxy = "10.0.0.7"
    for number in range(login_throttle.MOST_OF_AN_ADDRESS):
        said = f"192.0.2.{number}, 203.0.113.5"
        attempt(f"somebody-{number}", address=proxy, HTTP_X_FORWARDED_FOR=said)
    said = "192.0.2.99, 203.0.113.5"
    assert attempt("ada", address=proxy, HTTP_X_FORWARDED_FOR=said) == 429
    assert attempt("ada", address=proxy, HTTP_X_FORWARDED_FOR="203.0.113.6") == 400


def test_whoever_gets_in_begins_anew() -> None:
    make_person("ada")
    for _ in range(2):
        for _ in range(login_throttle.MOST_OF_AN_ACCOUNT - 1):
            assert attempt("ada") == 400
        assert attempt("ada", RIGHT) == 200


def test_a_laboratory_that_logs_in_together_is_let_in() -> None:
    make_person("ada")
    for _ in range(login_throttle.MOST_OF_AN_ADDRESS + 5):
        assert attempt("ada", RIGHT) == 200


def test_strangers_lock_nobody_out_of_a_browser_that_is_known() -> None:
    """Neither by the account nor from the same address; and it is counted itself."""
    make_person("ada")
    known = Client()
    assert attempt("ada", RIGHT, client=known) == 200
    for number in range(login_throttle.MOST_OF_AN_ADDRESS):
        attempt("ada" if number % 2 else f"somebody-{number}")
    assert attempt("ada", RIGHT) == 429
    known.cookies.pop("sessionid")
    assert attempt("ada", RIGHT, client=known) == 200
    # What is known of Ada says nothing of others.
    assert attempt("bo", RIGHT, client=known) == 429
    for _ in range(login_throttle.MOST_OF_AN_ACCOUNT):
        assert attempt("ada", client=known) == 400
    assert attempt("ada", RIGHT, client=known) == 429
    made_up = Client()
    made_up.cookies["subtext-device"] = known.cookies["subtext-device"].value[:-1]
    assert attempt("ada", RIGHT, client=made_up) == 429


def test_the_door_opens_again_by_itself() -> None:
    make_person("ada")
    for _ in range(login_throttle.MOST_OF_AN_ACCOUNT + 1):
        attempt("ada")
    over = timezone.now() - timedelta(seconds=1)
    LoginAttempts.objects.update(until=over)
    assert attempt("ada", RIGHT) == 200


def test_what_is_over_is_not_kept() -> None:
    attempt("ada")
    LoginAttempts.objects.update(until=timezone.now() - 2 * login_throttle.WINDOW)
    attempt("bo", address="10.0.0.2")
    assert LoginAttempts.objects.count() == 2


def _by_the_admin(client: Client, secret: str) -> bool:
    body = {"username": "ada", "password": secret}
    return client.post("/admin/login/", body).status_code == 302


def _by_changing_the_password(client: Client, secret: str) -> bool:
    client.force_login(User.objects.get(username="ada"))
    body = {"current": secret, "new": "quite another horse"}
    answer = client.put("/api/me/password/", body, content_type=JSON)
    return answer.status_code == 200


def _by_changing_the_address(client: Client, secret: str) -> bool:
    client.force_login(User.objects.get(username="ada"))
    body = {"display_name": "", "locale": "en", "email": "a@b.example"}
    answer = client.put("/api/me/", {**body, "current": secret}, content_type=JSON)
    return answer.status_code == 200


@pytest.mark.parametrize(
    "door", [_by_the_admin, _by_changing_the_password, _by_changing_the_address]
)
def test_no_other_door_may_be_tried_for_ever(
    door: Callable[[Client, str], bool],
) -> None:
    ada = make_person("ada")
    User.objects.filter(pk=ada.pk).update(is_staff=True)
    for _ in range(login_throttle.MOST_OF_AN_ACCOUNT):
        assert not door(Client(), WRONG)
    assert not door(Client(), RIGHT)
    LoginAttempts.objects.all().delete()
    assert door(Client(), RIGHT)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_as_many_as_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_person("ada")
    compared: list[str] = []
    monkeypatch.setattr(User, "check_password", lambda _, raw: compared.append(raw))

    def once(number: int) -> int:
        try:
            return attempt("ada", address=f"10.0.0.{number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(once, range(16)))
    assert set(answers) <= {400, 429}
    assert len(compared) == login_throttle.MOST_OF_AN_ACCOUNT
