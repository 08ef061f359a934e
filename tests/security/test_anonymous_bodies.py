"""People who are not logged in cannot make the server read much."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.permissions import AllowAny

from tests.support.cast import Cast

pytestmark = pytest.mark.django_db
LIMIT = 64 * 1024


def addresses(
    patterns: list[URLPattern | URLResolver], before: str = ""
) -> Iterator[str]:
    """Yield an address of each operation that needs no login."""
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        elif AllowAny in getattr(
            getattr(pattern.callback, "cls", None), "permission_classes", []
        ):
            yield "/" + here.replace("<str:token>", "token")


OPEN = [
    *addresses([p for p in get_resolver().url_patterns if str(p.pattern) == "api/"]),
    "/admin/login/",
    "/",
]


def test_the_open_operations_are_known() -> None:
    assert len(OPEN) >= 9
    assert "/api/session/" in OPEN


@pytest.mark.parametrize(
    "kind", ["application/json", "multipart/form-data; boundary=b"]
)
@pytest.mark.parametrize("address", OPEN)
def test_a_large_body_is_not_read(address: str, kind: str) -> None:
    browser = Client(raise_request_exception=False)
    browser.cookies["sessionid"] = "made-up"
    answer = browser.post(address, b" " * (LIMIT + 1), content_type=kind)
    assert (answer.status_code, answer["Content-Type"]) == (
        413,
        "application/problem+json",
    )
    assert "64 kB" in answer.json()["detail"]


def test_a_made_up_token_opens_nothing_either() -> None:
    answer = Client().post(
        "/api/session/",
        b" " * (LIMIT + 1),
        content_type="application/json",
        headers={"Authorization": "Token made-up"},
    )
    assert answer.status_code == 401


def test_people_may_send_more(cast: Cast) -> None:
    browser = Client()
    browser.force_login(cast.maintainer)
    body = {"yaml": "# " + "x" * LIMIT}
    answer = browser.post(
        "/api/projects/bench/protocol/check/", body, content_type="application/json"
    )
    assert answer.status_code == 200
