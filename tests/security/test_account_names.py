"""One name is one account, however it is written, and nobody is kept out by a namesake."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import include, path
from pytest_django.fixtures import Settings

from core.errors import InvalidInputError
from projects.accounts.services import login_throttle
from projects.accounts.services.accounts import create_user
from projects.memberships.services.invitations import create_invitation
from projects.models import User
from projects.roles import Role
from tests.support.cast import Cast, browser, make_person
from tests.support.migrations import migrate_back

pytestmark = pytest.mark.django_db
JSON = "application/json"
RIGHT = "correct horse"
# With Django's admin, which is off by default.
urlpatterns = [path("admin/", admin.site.urls), path("", include("config.urls"))]


def log_in(name: str, password: str = RIGHT, client: Client | None = None) -> int:
    body = {"username": name, "password": password}
    answer = (client or Client()).post("/api/session/", body, content_type=JSON)
    return answer.status_code


def account(username: str, email: str = "") -> User:
    return create_user(
        username=username,
        email=email,
        password="correct horse",
        display_name="",
        locale="en",
    )


def ask_for_link(name: str) -> int:
    body = {"name": name}
    answer = Client().post("/api/password/forgotten/", body, content_type=JSON)
    return answer.status_code


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("x-staff", "X-STAFF"),
        ("Ärger", "äRGER"),
        ("Straße", "STRASSE"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("ada", "ＡＤＡ"),
        ("ada@lab.example", "Ada@Lab.Example"),
    ],
)
def test_a_name_is_taken_in_every_case(first: str, second: str) -> None:
    account(first)
    with pytest.raises(InvalidInputError) as caught:
        account(second)
    assert [problem.field for problem in caught.value.fields] == ["username"]
    assert log_in(second) == 200


def test_an_address_is_taken_in_every_case_and_by_user_names_too(cast: Cast) -> None:
    account("ada", "ada@lab.example")
    for taken in ({"email": "ADA@lab.example"}, {"username": "Ada@LAB.example"}):
        with pytest.raises(InvalidInputError) as caught:
            account(**{"username": "bo", **taken})
        assert [problem.field for problem in caught.value.fields] == [*taken]
    body = {"display_name": "B", "locale": "en", "current": "correct horse"}
    refused = browser(cast.annotators[0]).put(
        "/api/me/", {**body, "email": "Ada@lab.example"}
    )
    assert (refused.status_code, refused.data["errors"][0]["field"]) == (400, "email")
    # Many accounts have no address.
    account("bo")
    account("cy")


@pytest.mark.parametrize("name", ["ada", "ADA", "ada@lab.example", "Ada@LAB.example"])
def test_people_log_in_by_either_in_any_case(name: str) -> None:
    account("Ada", "ada@lab.example")
    assert log_in(name) == 200
    assert log_in(name, "wrong") == 400


def test_all_names_of_an_account_are_counted_together() -> None:
    account("ada", "ada@lab.example")
    names = ["ada", "ADA", "ada@lab.example", "ADA@LAB.EXAMPLE"] * 2
    assert {log_in(name, "wrong") for name in names} == {400}
    assert log_in("Ada") == 429


def test_the_device_of_one_account_is_no_other_ones() -> None:
    """Also where an account of an earlier version has the same name in capitals."""
    victim = account("x-staff")
    attacker = make_person("attacker")
    User.objects.filter(pk=attacker.pk).update(username="X-STAFF", username_key=None)
    known = Client()
    assert log_in("X-STAFF", client=known) == 200
    assert known.get("/api/session/").json()["user"]["id"] == attacker.pk
    tries = login_throttle.MOST_OF_AN_ACCOUNT
    assert {log_in(victim.username, "wrong") for _ in range(tries)} == {400}
    assert log_in("x-staff", "wrong", known) == 429
    assert log_in("X-STAFF", client=known) == 200


def test_asking_for_links_keeps_nobody_from_logging_in(settings: Settings) -> None:
    settings.EMAIL_HOST = "localhost"
    account("ada", "ada@lab.example")
    asked = [
        ask_for_link(f"somebody-{n}")
        for n in range(login_throttle.MOST_OF_AN_ADDRESS + 1)
    ]
    assert asked == [204] * login_throttle.MOST_OF_AN_ADDRESS + [429]
    assert log_in("ada", "wrong") == 400
    assert log_in("ada") == 200


def test_links_are_counted_by_account_whatever_it_is_called(settings: Settings) -> None:
    settings.EMAIL_HOST = "localhost"
    account("ada", "ada@lab.example")
    names = ["ada", "ADA", "ada@lab.example", "Ada@Lab.Example"] * 2
    assert {ask_for_link(name) for name in names} == {204}
    assert len(mail.outbox) == login_throttle.MOST_OF_AN_ACCOUNT
    assert ask_for_link("aDa") == 429


def locked_out(name: str, known: Client) -> bool:
    """Whether strangers who try passwords keep the person in ``known`` out."""
    for _ in range(login_throttle.MOST_OF_AN_ACCOUNT + 1):
        log_in(name, "wrong")
    known.delete("/api/session/")
    assert log_in(name) == 429
    return log_in(name, client=known) != 200


def test_a_used_invitation_makes_its_device_known(cast: Cast) -> None:
    invitation = create_invitation(
        project=cast.project,
        role=Role.ANNOTATOR,
        uses=1,
        days=1,
        actor=cast.actor(cast.maintainer),
    )
    known = Client()
    body = {"username": "newcomer", "password": RIGHT}
    address = f"/api/invitations/{invitation.token}/"
    assert known.post(address, body, content_type=JSON).status_code == 201
    assert not locked_out("newcomer", known)


def test_a_used_password_link_makes_its_device_known(settings: Settings) -> None:
    settings.EMAIL_HOST = "localhost"
    account("ada", "ada@lab.example")
    assert ask_for_link("ADA") == 204
    found = re.search(r"/password/(\S+)", str(mail.outbox[0].body))
    assert found is not None
    known = Client()
    answer = known.post(
        f"/api/password/reset/{found[1]}/", {"password": RIGHT}, content_type=JSON
    )
    assert answer.status_code == 200
    assert not locked_out("ada", known)


@pytest.fixture
def namesakes() -> tuple[User, User]:
    """Two accounts of an earlier version that differ only in case."""
    older, newer = make_person("older"), make_person("newer")
    User.objects.filter(pk=older.pk).update(
        username="ada", username_key="ada", email="a@lab.example", email_key=None
    )
    User.objects.filter(pk=newer.pk).update(
        username="Ada", username_key=None, email="A@lab.example", email_key=None
    )
    return older, newer


def test_namesakes_are_named_and_resolved(
    namesakes: tuple[User, User], capsys: Any
) -> None:
    call_command("check", databases=["default"])
    told = capsys.readouterr().err
    assert "subtext.W002" in told
    assert "ada, Ada" in told
    assert "accounts_resolve" in told
    assert (log_in("ada"), log_in("Ada"), log_in("ADA")) == (200, 200, 200)
    with pytest.raises(CommandError, match="share a name"):
        call_command("accounts_resolve")
    assert capsys.readouterr().out == "ada <a@lab.example>, Ada <A@lab.example>\n"
    for options, left in (
        ({"username": "ADA"}, "taken"),
        ({"username": "not a name"}, "valid"),
        ({"username": "ada.lovelace"}, "share"),
    ):
        with pytest.raises(CommandError, match=left):
            call_command("accounts_resolve", user="Ada", **options)
    call_command("accounts_resolve", user="ada.lovelace", email="")
    assert log_in("ADA.Lovelace") == 200
    call_command("check", databases=["default"])
    assert "W002" not in capsys.readouterr().err


def test_a_namesake_can_be_given_a_password(namesakes: tuple[User, User]) -> None:
    """Django's admin and ``changepassword`` save whole accounts."""
    newer = User.objects.get(username="Ada")
    newer.set_password("quite another horse")
    newer.save()
    assert (log_in("Ada", "quite another horse"), log_in("ADA")) == (200, 200)


def test_a_name_that_normalization_makes_too_long_is_refused() -> None:
    with pytest.raises(InvalidInputError) as refusal:
        account("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 150)
    assert {problem.field for problem in refusal.value.fields} == {"username"}


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_an_installation_with_namesakes_is_upgraded() -> None:
    try:
        before = migrate_back(("projects", "0001_squashed_0008_raters"))
        users = before.get_model("projects", "User")
        for number, name in enumerate(["ada", "Ada", "Bo"]):
            users.objects.create(
                username=name, pseudonym=f"p-{number}", email="a@lab.example"
            )
    finally:
        call_command("migrate", verbosity=0)
    assert [*User.objects.order_by("pk").values_list("username_key", "email_key")] == [
        ("ada", "a@lab.example"),
        (None, None),
        ("bo", None),
    ]


@pytest.fixture
def admin_form(client: Client, settings: Settings) -> Callable[..., list[str]]:
    """Send a form of Django's admin for accounts, and return what it refuses."""
    settings.ROOT_URLCONF = __name__
    client.force_login(User.objects.create_superuser("root", "", RIGHT))

    def send(path: str, **values: str) -> list[str]:
        answer = client.post(f"/admin/projects/user/{path}/", values)
        if answer.status_code == 302:
            return []
        form = answer.context["adminform"].form
        return [text for texts in form.errors.values() for text in texts]

    return send


def test_djangos_admin_refuses_names_of_other_accounts(
    admin_form: Callable[..., list[str]],
) -> None:
    account("ada", "ada@lab.example")
    other = account("Bo")
    passwords = {"usable_password": "true", "password1": RIGHT, "password2": RIGHT}
    for name in ("ADA", "ＡＤＡ", "Ada@Lab.example"):
        assert len(admin_form("add", username=name, **passwords)) == 1
    joined = {
        "locale": "en",
        "is_active": "on",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "12:00",
    }
    change = f"{other.pk}/change"
    [refused] = admin_form(change, username="ADA", **joined)
    assert "taken" in refused
    [refused] = admin_form(change, username="Bo", email="ADA@lab.example", **joined)
    assert "belongs to another account" in refused
    assert admin_form(change, username="BO", email="bo@lab.example", **joined) == []
    assert (log_in("bo"), log_in("BO@lab.example")) == (200, 200)


def test_djangos_admin_changes_an_account_whose_name_is_shared(
    admin_form: Callable[..., list[str]], namesakes: tuple[User, User]
) -> None:
    newer = User.objects.get(username="Ada")
    unchanged = {"username": "Ada", "email": newer.email, "locale": "en"}
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "12:00"}
    assert admin_form(f"{newer.pk}/change", **unchanged, **joined, first_name="A") == []
    newer.refresh_from_db()
    assert newer.first_name == "A"
