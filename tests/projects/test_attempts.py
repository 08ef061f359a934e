"""Passwords cannot be tried for ever."""

import pytest
from django.test import Client

from projects import attempts
from tests.support.cast import make_person

pytestmark = pytest.mark.django_db
JSON = "application/json"
WRONG = "wrong"


def attempt(name: str, secret: str = WRONG, address: str = "10.0.0.1") -> int:
    body = {"username": name, "password": secret}
    answer = Client(REMOTE_ADDR=address).post("/api/session/", body, content_type=JSON)
    return answer.status_code


def test_an_account_is_closed_for_a_while_from_everywhere() -> None:
    make_person("ada")
    for number in range(attempts.MOST_OF_AN_ACCOUNT):
        assert attempt("ada", address=f"10.0.0.{number}") == 400
    body = {"username": "Ada", "password": "correct horse"}
    refused = Client(REMOTE_ADDR="10.9.9.9").post(
        "/api/session/", body, content_type=JSON
    )
    assert refused.status_code == 429
    assert 0 < refused.json()["wait"] <= attempts.WINDOW
    assert refused["Retry-After"] == str(refused.json()["wait"])
    # Others are let in, from the same addresses too.
    make_person("bo")
    assert attempt("bo", "correct horse") == 200


def test_an_address_cannot_go_through_many_accounts() -> None:
    for number in range(attempts.MOST_OF_AN_ADDRESS):
        assert attempt(f"somebody-{number}") == 400
    make_person("ada")
    assert attempt("ada", "correct horse") == 429
    assert attempt("ada", "correct horse", address="10.0.0.2") == 200


def test_whoever_gets_in_begins_anew() -> None:
    make_person("ada")
    for _ in range(2):
        for _ in range(attempts.MOST_OF_AN_ACCOUNT - 1):
            assert attempt("ada") == 400
        assert attempt("ada", "correct horse") == 200


def test_the_door_opens_again_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    make_person("ada")
    now = attempts.time()
    monkeypatch.setattr(attempts, "time", lambda: now - attempts.WINDOW - 1)
    for _ in range(attempts.MOST_OF_AN_ACCOUNT):
        assert attempt("ada") == 400
    monkeypatch.setattr(attempts, "time", lambda: now)
    assert attempt("ada", "correct horse") == 200
