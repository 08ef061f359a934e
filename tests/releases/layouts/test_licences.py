"""The licences that are offered, and whose texts releases include."""

import pytest

from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


def test_licences_with_a_text_are_offered(cast: Cast) -> None:
    offered = browser(cast.organizer).get("/api/licences/").json()
    assert {"CC-BY-4.0", "CC0-1.0", "MIT"} <= set(offered)
    assert offered == sorted(offered, key=str.lower)


def test_strangers_are_not_served(cast: Cast) -> None:
    assert browser(None).get("/api/licences/").status_code in (401, 403)
