"""Two people at one browser: what an open page sends is only for its own person."""

import re
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from projects.accounts.services.api_tokens import make_api_token
from projects.memberships.services.invitations import create_invitation
from projects.roles import Role
from tests.contract.description import api_description
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db

ORIGIN = {"HTTP_ORIGIN": "http://testserver"}
"""What browsers send with every request that changes something."""
LOGINS = {
    ("/api/session/", "post"),
    # Answers 404 outside the demo.
    ("/api/session/demo/", "post"),
    # Entries of evaluations come with a token of their own.
    ("/api/predictions/", "post"),
}
WRITES = [
    (path, method)
    for path, methods in api_description()["paths"].items()
    for method in methods
    if method in {"post", "put", "patch", "delete"} and (path, method) not in LOGINS
]


@pytest.fixture
def cast() -> Cast:
    return Cast()


def page_of(cast: Cast, opened_for: Any, logged_in: Any) -> APIClient:
    """Return the browser of ``logged_in``, in a page that was opened for another."""
    client = APIClient(
        HTTP_ORIGIN="http://testserver",
        HTTP_X_SUBTEXT_PERSON=str(opened_for.pk if opened_for else 0),
    )
    client.force_login(logged_in)
    return client


def test_no_operation_changes_anything_for_the_page_of_another(cast: Cast) -> None:
    old, new = cast.annotators[:2]
    client = page_of(cast, old, new)
    assert len(WRITES) > 100
    for path, method in WRITES:
        address = re.sub(
            "{[^}]+}", "1", path.replace("{slug}", cast.project.slug)
        ).replace("{token}", "1")
        response = getattr(client, method)(address, {}, format="json")
        assert response.status_code == 409, (method, path)
        assert response.json()["logged_in_as"] == {
            "username": new.username,
            "display_name": new.display_name,
        }


@pytest.mark.parametrize("opened_for", ["nobody", "0", "-1", "", "1.0", "٣"])
def test_other_names_of_a_person_do_not_count(cast: Cast, opened_for: str) -> None:
    client = APIClient(HTTP_X_SUBTEXT_PERSON=opened_for)
    client.force_login(cast.annotators[0])
    assert client.put("/api/me/", {}).status_code == 409


@pytest.mark.parametrize(
    "headers", [ORIGIN, {"HTTP_SEC_FETCH_SITE": "same-origin"}, {"HTTP_ORIGIN": "null"}]
)
def test_a_page_that_names_nobody_changes_nothing(
    cast: Cast, headers: dict[str, str]
) -> None:
    """Tabs from before an update, and ``sendBeacon``, which sends no header of ours."""
    client = APIClient(**headers)
    client.force_login(cast.annotators[0])
    problem = client.put("/api/me/", {})
    assert problem.status_code == 409
    assert "Reload" in problem.json()["detail"]
    assert client.get("/api/session/").status_code == 200


def test_scripts_name_nobody(cast: Cast) -> None:
    script = APIClient()
    script.force_login(cast.annotators[0])
    assert script.put("/api/me/", {}).status_code == 400
    token = make_api_token(cast.annotators[0])
    script = APIClient(HTTP_AUTHORIZATION=f"Token {token}", **ORIGIN)
    assert script.put("/api/me/", {}).status_code == 400


def test_the_session_says_who_it_is_and_the_next_person_logs_in(cast: Cast) -> None:
    old, new = cast.annotators[:2]
    client = page_of(cast, old, new)
    assert client.get("/api/session/")["X-Subtext-Person"] == str(new.pk)
    login = {"username": old.username, "password": "correct horse"}
    answer = client.post("/api/session/", login)
    assert (answer.status_code, answer["X-Subtext-Person"]) == (200, str(old.pk))
    answer = client.delete("/api/session/")
    assert (answer.status_code, answer["X-Subtext-Person"]) == (204, "0")
    assert Client().get("/api/session/")["X-Subtext-Person"] == "0"


def test_an_invitation_opened_by_nobody_adds_nobody_else(cast: Cast) -> None:
    invitation = create_invitation(
        project=cast.project,
        role=Role.ANNOTATOR,
        uses=1,
        days=1,
        actor=cast.actor(cast.maintainer),
    )
    address = f"/api/invitations/{invitation.token}/"
    client = page_of(cast, None, cast.stranger)
    account = {"username": "newcomer", "password": "correct horse battery"}
    assert client.post(address, account).status_code == 409
    assert not cast.project.memberships.filter(user=cast.stranger).exists()
