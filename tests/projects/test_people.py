from typing import Any

import pytest
from django.test import Client

from projects.models import Membership, User
from tests.support.cast import Cast, browser
from workflow.models import LedgerEntry

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ACCOUNT = {"username": "newcomer", "password": "a long phrase", "locale": "zh"}


def invite(cast: Cast, **options: Any) -> str:
    body = {"role": "annotator", "uses": 1, "days": 7, **options}
    made = browser(cast.maintainer).post("/api/projects/bench/invitations/", body)
    assert made.status_code == 201
    token: str = made.data["token"]
    return token


def accept(token: str, body: dict[str, str]) -> Any:
    return Client().post(
        f"/api/invitations/{token}/", body, content_type="application/json"
    )


def test_joining_by_a_link_makes_an_account_and_logs_in(cast: Cast) -> None:
    response = accept(invite(cast), ACCOUNT)
    assert response.status_code == 201
    assert response.json()["user"]["memberships"][0]["role"] == "annotator"
    assert User.objects.get(username="newcomer").locale == "zh"


def test_a_link_serves_as_many_people_as_it_says(cast: Cast) -> None:
    token = invite(cast)
    accept(token, ACCOUNT)
    second = accept(token, {**ACCOUNT, "username": "late"})
    assert second.status_code == 404
    assert not User.objects.filter(username="late").exists()


def test_a_weak_password_is_named_and_the_link_stays_usable(cast: Cast) -> None:
    token = invite(cast)
    refused = accept(token, {**ACCOUNT, "password": "123"})
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "password"
    assert accept(token, ACCOUNT).status_code == 201


def test_a_taken_name_is_named(cast: Cast) -> None:
    body = {**ACCOUNT, "username": cast.organizer.username}
    refused = accept(invite(cast), body)
    assert [error["field"] for error in refused.json()["errors"]] == ["username"]


def test_who_has_an_account_joins_with_it(cast: Cast) -> None:
    response = browser(cast.stranger).post(f"/api/invitations/{invite(cast)}/", {})
    assert response.status_code == 201
    assert Membership.objects.get(user=cast.stranger).role == "annotator"


def test_a_revoked_link_is_gone(cast: Cast) -> None:
    token = invite(cast)
    maintainer = browser(cast.maintainer)
    link = maintainer.get("/api/projects/bench/invitations/").data[0]
    maintainer.delete(f"/api/projects/bench/invitations/{link['id']}/")
    offer = Client().get(f"/api/invitations/{token}/")
    assert offer.json()["valid"] is False
    assert accept(token, ACCOUNT).status_code == 404


def test_organizers_do_not_invite(cast: Cast) -> None:
    refused = browser(cast.organizer).post(
        "/api/projects/bench/invitations/", {"role": "maintainer"}
    )
    assert refused.status_code == 403


def test_the_last_maintainer_stays(cast: Cast) -> None:
    maintainer = browser(cast.maintainer)
    members = maintainer.get("/api/projects/bench/members/").data
    me = next(m for m in members if m["role"] == "maintainer")
    address = f"/api/projects/bench/members/{me['id']}/"
    refused = maintainer.put(address, {"role": "annotator", "active": True})
    assert refused.status_code == 400

    other = next(m for m in members if m["role"] == "organizer")
    maintainer.put(
        f"/api/projects/bench/members/{other['id']}/",
        {"role": "maintainer", "active": True},
    )
    changed = maintainer.put(address, {"role": "annotator", "active": True})
    assert changed.data["role"] == "annotator"


def changed(cast: Cast, who: User, **body: Any) -> Any:
    membership = Membership.objects.get(project=cast.project, user=who)
    address = f"/api/projects/bench/members/{membership.pk}/"
    return browser(cast.maintainer).put(address, body)


def test_who_was_taken_out_does_not_come_back_by_the_old_link(cast: Cast) -> None:
    """Neither with the account there is nor with another; other links stay."""
    token, others = invite(cast, uses=5), invite(cast, uses=5)
    assert accept(token, ACCOUNT).status_code == 201
    newcomer = User.objects.get(username="newcomer")
    assert changed(cast, newcomer, role="annotator", active=False).status_code == 200
    again = browser(newcomer).post(f"/api/invitations/{token}/", {})
    assert again.status_code == 404
    assert accept(token, {**ACCOUNT, "username": "another"}).status_code == 404
    assert browser(newcomer).get("/api/projects/bench/").status_code == 404
    assert accept(others, {**ACCOUNT, "username": "late"}).status_code == 201
    shown = changed(cast, newcomer, role="annotator", active=True).data
    assert shown["active"] is True
    assert browser(newcomer).get("/api/projects/bench/").status_code == 200


def test_a_maintainer_who_is_taken_out_knew_every_link(cast: Cast) -> None:
    token = invite(cast, uses=5)
    changed(cast, cast.organizer, role="maintainer", active=True)
    changed(cast, cast.organizer, role="maintainer", active=False)
    assert accept(token, ACCOUNT).status_code == 404


def test_who_came_and_went_is_written_down(cast: Cast) -> None:
    accept(invite(cast), ACCOUNT)
    newcomer = User.objects.get(username="newcomer")
    for role, active in (
        ("organizer", True),
        ("organizer", True),  # nothing changes: nothing is written
        ("organizer", False),
        ("annotator", True),
    ):
        assert changed(cast, newcomer, role=role, active=active).status_code == 200
    membership = Membership.objects.get(user=newcomer)
    entries = LedgerEntry.objects.filter(
        machine="membership", subject_id=membership.pk
    ).order_by("version")
    told = [
        (one.action, one.data["role"], one.actor and one.actor.get_username())
        for one in entries
    ]
    maintainer = cast.maintainer.username
    assert told == [
        ("join", "annotator", "newcomer"),
        ("assign", "organizer", maintainer),
        ("remove", "organizer", maintainer),
        ("restore", "annotator", maintainer),
    ]
    assert entries[0].data["invitation"] == membership.invitation_id
