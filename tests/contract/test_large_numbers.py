"""A number in an address that no database row can have is an error of the request."""

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.support.cast import Cast, browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BEYOND_64_BITS = "99999999999999999999"


def routes(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield route
        else:
            yield from routes(one, route)


WITH_A_NUMBER = [route for route in routes(get_resolver()) if "<int:" in route]


def test_an_address_with_too_large_a_number_is_not_found(cast: Cast) -> None:
    assert len(WITH_A_NUMBER) > 50
    said = defaultdict[tuple[str, str], set[int]](set)
    for route in WITH_A_NUMBER:
        path = route.replace("<slug:slug>", cast.project.slug)
        path = re.sub("<int:[^>]+>", BEYOND_64_BITS, path)
        path = re.sub("<str:[^>]+>", "some", path)
        for method in ("get", "post", "put", "patch", "delete"):
            for person in (cast.annotators[0], cast.maintainer):
                client = browser(person)
                client.raise_request_exception = False
                answer = getattr(client, method)(path)
                said[method, route].add(answer.status_code)
    # 405: the address does not take the method. 403: it is for another role.
    reached = {key: codes for key, codes in said.items() if codes != {405}}
    assert len(reached) >= len(WITH_A_NUMBER)
    wrong = {key: codes for key, codes in reached.items() if 404 not in codes}
    assert wrong == {}
    assert set().union(*reached.values()) <= {403, 404}


@pytest.mark.parametrize("number", [BEYOND_64_BITS, "9" * 5000, "²", "-1", "x"])
def test_a_query_for_such_a_number_is_refused(cast: Cast, number: str) -> None:
    client = browser(cast.maintainer)
    for query in (
        *("items/?image=", "images/?source=", "images/?job=", "items/find/?person="),
        *("stages/text_area/histogram/?preview=", "threads/?item_number="),
    ):
        answer = client.get(f"/api/projects/{cast.project.slug}/{query}{number}")
        assert answer.status_code == 400, query
