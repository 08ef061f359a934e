"""What browsers are told of every answer, and what costs a stranger nothing to ask."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def built(settings: Any, tmp_path: Path) -> Path:
    """What `make setup` leaves: a page and the API's schema."""
    settings.FRONTEND_DIST = tmp_path
    settings.API_SCHEMA = tmp_path / "openapi.json"
    (tmp_path / "index.html").write_text("<title>Subtext</title>")
    settings.API_SCHEMA.write_text('{"openapi": "3.0.3"}')
    return tmp_path


@pytest.mark.parametrize(
    "address", ["/", "/projects/bench", "/api/instance/", "/api/nothing/", "/admin/"]
)
def test_only_our_own_scripts_run_and_nobody_frames_us(
    built: Path, address: str
) -> None:
    answer = Client().get(address)
    policy = dict(
        part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; ")
    )
    assert policy["default-src"] == "'self'"
    assert "script-src" not in policy
    assert policy["frame-ancestors"] == policy["object-src"] == "'none'"
    assert "camera=()" in answer["Permissions-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_data_stays_in_no_browser(built: Path, cast: Cast) -> None:
    client = Client()
    client.force_login(cast.organizer)
    for address in ("session/", "projects/", "projects/bench/members/"):
        assert client.get(f"/api/{address}")["Cache-Control"] == "no-store"
    assert client.get("/projects/bench")["Cache-Control"] == "no-cache"


def test_the_schema_is_a_file(built: Path) -> None:
    answer = Client().get("/api/schema/")
    assert answer.json() == {"openapi": "3.0.3"}
    (built / "openapi.json").unlink()
    answer = Client().get("/api/schema/")
    assert answer.status_code == 503
    assert answer.content == b"openapi.json is not built: run `make setup`."
