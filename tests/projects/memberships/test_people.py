from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from core.models import LedgerEntry
from projects.memberships.services.members import add_member
from projects.models import Membership, User
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast, browser

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


@pytest.mark.parametrize(
    ("before", "offered", "after"),
    [
        ("annotator", "organizer", "organizer"),
        ("annotator", "maintainer", "maintainer"),
        ("rater", "annotator", "annotator"),
        ("annotator", "annotator", "annotator"),
        ("organizer", "annotator", "organizer"),
        ("maintainer", "organizer", "maintainer"),
        ("annotator", "rater", "annotator"),
        ("", "organizer", "organizer"),
    ],
)
def test_an_invitation_says_what_it_does_and_does_it(
    cast: Cast, before: str, offered: str, after: str
) -> None:
    person = cast.stranger
    if before:
        add_member(project=cast.project, user=person, role=before)
    token = invite(cast, role=offered)
    address = f"/api/invitations/{token}/"
    offer = browser(person).get(address).data
    assert offer["current_role"] == (before or None)
    assert offer["raises"] == bool(before and before != after)
    assert browser(person).post(address, {}).status_code == 201
    assert Membership.objects.get(user=person).role == after
    unused = browser(None).get(address).data
    assert unused["valid"] == (before == after)
    assert (unused["current_role"], unused["raises"]) == (None, False)


def test_a_lost_role_does_not_come_back_by_its_link(cast: Cast) -> None:
    token = invite(cast, role="organizer", uses=5)
    person = cast.stranger
    assert browser(person).post(f"/api/invitations/{token}/", {}).status_code == 201
    changed(cast, person, role="annotator", active=True)
    assert browser(person).post(f"/api/invitations/{token}/", {}).status_code == 404
    assert Membership.objects.get(user=person).role == "annotator"


def test_every_link_that_a_removed_person_used_ends(cast: Cast) -> None:
    links = [invite(cast, role=role, uses=5) for role in ("rater", "annotator")]
    for link in links:
        address = f"/api/invitations/{link}/"
        assert browser(cast.stranger).post(address, {}).status_code == 201
    changed(cast, cast.stranger, role="annotator", active=False)
    for link in links:
        assert not browser(None).get(f"/api/invitations/{link}/").data["valid"]


def test_members_with_one_name_are_told_apart(cast: Cast) -> None:
    first, second, third = cast.annotators[:3]
    for person, name in ((first, "Li Wei"), (second, "LI WEI"), (third, "Li Na")):
        User.objects.filter(pk=person.pk).update(display_name=name)
    # A namesake elsewhere is nobody to confuse them with.
    User.objects.filter(pk=cast.stranger.pk).update(display_name="Li Na")
    members = browser(cast.organizer).get("/api/projects/bench/members/").data
    names = {row["person_id"]: row["display_name"] for row in members}
    assert names[first.pk] == f"Li Wei ({first.username})"
    assert names[second.pk] == f"LI WEI ({second.username})"
    assert names[third.pk] == "Li Na"


def test_members_are_listed_by_name_with_numbers_in_their_order(cast: Cast) -> None:
    names = ("Annotator 10", "annotator 2", "Annotator 1", "Ada")
    for person, name in zip(cast.annotators, names, strict=False):
        User.objects.filter(pk=person.pk).update(display_name=name)
    for address in ("members/", "assignment/"):
        rows = browser(cast.organizer).get(f"/api/projects/bench/{address}").data
        people = rows if isinstance(rows, list) else rows["people"]
        listed = [row.get("display_name") or row["name"] for row in people]
        assert [name for name in listed if name in names] == [
            "Ada",
            "Annotator 1",
            "annotator 2",
            "Annotator 10",
        ]


def test_a_revoked_link_is_gone(cast: Cast) -> None:
    token = invite(cast)
    maintainer = browser(cast.maintainer)
    link = maintainer.get("/api/projects/bench/invitations/").data[0]
    maintainer.delete(f"/api/projects/bench/invitations/{link['id']}/")
    offer = Client().get(f"/api/invitations/{token}/")
    assert offer.json()["valid"] is False
    assert accept(token, ACCOUNT).status_code == 404


INVITATIONS = "/api/projects/bench/invitations/"


def test_organizers_invite_annotators_only(cast: Cast) -> None:
    organizer = browser(cast.organizer)
    assert organizer.post(INVITATIONS, {"role": "annotator"}).status_code == 201
    for role in ("organizer", "maintainer"):
        assert organizer.post(INVITATIONS, {"role": role}).status_code == 403


def test_organizers_see_and_revoke_only_links_that_they_may_create(cast: Cast) -> None:
    invite(cast, role="maintainer")
    hidden = browser(cast.maintainer).get(INVITATIONS).data[0]
    organizer = browser(cast.organizer)
    assert organizer.get(INVITATIONS).data == []
    assert organizer.delete(f"{INVITATIONS}{hidden['id']}/").status_code == 403


def test_a_protocol_can_leave_inviting_to_maintainers(db: None) -> None:
    rules = shipped_protocol("ii-bench")
    annotation = rules.annotation.model_copy(update={"organizers_invite": False})
    cast = Cast("bench", rules.model_copy(update={"annotation": annotation}))
    asked = {"role": "annotator"}
    assert browser(cast.organizer).post(INVITATIONS, asked).status_code == 403
    assert browser(cast.maintainer).post(INVITATIONS, asked).status_code == 201


def test_an_organizer_who_is_removed_knew_the_links_of_annotators(cast: Cast) -> None:
    token, other = invite(cast), invite(cast, role="organizer")
    changed(cast, cast.organizer, role="organizer", active=False)
    assert accept(token, ACCOUNT).status_code == 404
    assert accept(other, ACCOUNT).status_code == 201


def test_invitations_are_mailed_one_link_an_address(
    cast: Cast,
    settings: Settings,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    cast.project.description = "Metaphors in cartoons."
    cast.project.save()
    body = {
        "role": "annotator",
        "emails": ["a@example.org", "b@example.org", "a@example.org"],
    }
    with django_capture_on_commit_callbacks(execute=True):
        made = browser(cast.organizer).post(f"{INVITATIONS}mail/", body, format="json")
    assert [link["email"] for link in made.data] == ["a@example.org", "b@example.org"]
    first = next(mail for mail in mailoutbox if mail.to == ["a@example.org"])
    assert len(mailoutbox) == 2
    assert "token" not in made.data[0]
    token = str(first.body).partition("/invite/")[2].partition("\n")[0]
    assert Client().get(f"/api/invitations/{token}/").json()["valid"] is True
    assert "Metaphors in cartoons." in first.body
    assert cast.organizer.shown_name in first.body


def test_without_a_mail_server_the_field_says_so(cast: Cast) -> None:
    body = {"role": "annotator", "emails": ["a@example.org"]}
    refused = browser(cast.maintainer).post(f"{INVITATIONS}mail/", body, format="json")
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["field"] == "emails"


def test_who_joins_sees_what_the_project_is_and_may_give_an_address(
    cast: Cast,
) -> None:
    cast.project.description = "Metaphors in cartoons."
    cast.project.save()
    token = invite(cast)
    offer = browser(None).get(f"/api/invitations/{token}/").data
    assert offer["description"] == "Metaphors in cartoons."
    assert offer["protocol_name"] == cast.project.protocol.name
    assert accept(token, {**ACCOUNT, "email": "new@example.org"}).status_code == 201
    assert User.objects.get(username="newcomer").email == "new@example.org"


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
