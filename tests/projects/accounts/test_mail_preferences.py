"""People choose when they get their notifications by mail, at a confirmed address."""

import time
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from projects.accounts.services.mail_preferences import unsubscribe_link
from projects.models import User
from projects.tasks import send_confirmation_mail
from tests.support.cast import browser, make_person, make_project
from tests.support.mail_reader import (
    choose,
    confirm,
    confirmation_token,
    preference,
    read_by_mail,
    save_address,
)
from tests.support.mail_server import MailServer, text_of

pytestmark = pytest.mark.django_db
ADDRESS = "ada@example.org"


@pytest.fixture
def person() -> User:
    return make_person("ada")


def mail_state(person: User) -> tuple[str, bool, str]:
    state = preference(person)
    return state["frequency"], state["confirmed"], state["refusal"]


def resend(person: User) -> int:
    status: int = browser(person).post("/api/me/mail/confirmation/").status_code
    return status


def unsubscribe_path(person: User) -> str:
    """Return the path of the link in a mail of this person."""
    return unsubscribe_link(person).removeprefix("http://testserver")


def test_mails_are_off_until_chosen(mail_server: MailServer, person: User) -> None:
    save_address(person, ADDRESS)
    assert preference(person) == {
        "available": True,
        "frequency": "off",
        "address": ADDRESS,
        "confirmed": False,
        "refusal": "",
        "daily_hour": 8,
        "time_zone": "UTC",
    }
    assert mail_server.mails == []


def test_an_installation_without_a_mail_server_offers_none(person: User) -> None:
    save_address(person, ADDRESS)
    assert preference(person)["available"] is False
    [problem] = choose(person, "daily", status=400)["errors"]
    assert problem == {
        "field": "frequency",
        "message": "This installation sends no mail.",
    }
    assert choose(person, "off")["frequency"] == "off"


def test_mails_need_an_address(mail_server: MailServer, person: User) -> None:
    [problem] = choose(person, "at_once", status=400)["errors"]
    assert problem["message"] == "Save an e-mail address first."
    assert resend(person) == 400


def test_a_link_confirms_the_address(mail_server: MailServer, person: User) -> None:
    save_address(person, ADDRESS)
    choose(person, "at_once")
    assert mail_state(person) == ("at_once", False, "")
    [mail] = mail_server.to(ADDRESS)
    assert mail["Subject"] == "Subtext: confirm your e-mail address"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert "http://testserver/confirm-address/" in text_of(mail)
    confirmed = confirm(confirmation_token(mail_server, person))
    assert (confirmed.status_code, confirmed.data) == (200, {"address": ADDRESS})
    assert mail_state(person) == ("at_once", True, "")
    choose(person, "daily")
    assert len(mail_server.mails) == 1  # it is confirmed for good


def test_a_link_confirms_the_address_of_its_mail_only(
    mail_server: MailServer, person: User
) -> None:
    save_address(person, ADDRESS)
    choose(person, "daily")
    token = confirmation_token(mail_server, person)
    save_address(person, "countess@example.org")
    assert confirm(token).status_code == 404
    assert confirm(f"{token}x").status_code == 404
    save_address(person, ADDRESS)
    assert confirm(token).status_code == 200
    save_address(person, "countess@example.org")
    assert mail_state(person) == ("daily", False, "")


def test_a_link_expires_after_a_week(
    mail_server: MailServer, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_address(person, ADDRESS)
    choose(person, "daily")
    later = time.time() + 7 * 24 * 3600 + 1
    monkeypatch.setattr("django.core.signing.time.time", lambda: later)
    assert confirm(confirmation_token(mail_server, person)).status_code == 404


def test_links_are_written_in_the_persons_language(mail_server: MailServer) -> None:
    person = make_person("bo", locale="zh")
    save_address(person, "bo@example.org")
    choose(person, "daily")
    [mail] = mail_server.to("bo@example.org")
    assert "邮箱" in mail["Subject"]
    assert "邮箱" in text_of(mail)


def test_a_refused_address_is_named_until_a_link_reaches_it(
    mail_server: MailServer, person: User
) -> None:
    mail_server.replies[ADDRESS] = "550 5.1.1 No such mailbox"
    save_address(person, ADDRESS)
    choose(person, "daily")
    assert mail_state(person) == ("daily", False, "550 5.1.1 No such mailbox")
    mail_server.replies.clear()
    assert resend(person) == 204
    assert confirm(confirmation_token(mail_server, person)).status_code == 200
    assert mail_state(person) == ("daily", True, "")


def test_a_refusal_is_about_one_address(mail_server: MailServer, person: User) -> None:
    mail_server.replies[ADDRESS] = "550 5.1.1 No such mailbox"
    save_address(person, ADDRESS)
    choose(person, "daily")
    save_address(person, "countess@example.org")
    assert mail_state(person) == ("daily", False, "")


def test_the_worker_tries_again_when_the_server_takes_no_mail_now(
    mail_server: MailServer, person: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_address(person, ADDRESS)
    mail_server.replies[ADDRESS] = "451 4.7.1 Try again later"
    waits: list[Any] = []

    class RetriedError(Exception):
        pass

    def retry(**options: Any) -> RetriedError:
        waits.append(options["countdown"])
        return RetriedError()

    monkeypatch.setattr(send_confirmation_mail, "retry", retry)
    with pytest.raises(RetriedError):
        send_confirmation_mail(person.pk)
    assert len(waits) == 1


def test_nobody_is_buried_in_links(mail_server: MailServer, person: User) -> None:
    save_address(person, ADDRESS)
    assert {resend(person) for _ in range(9)} == {204, 429}
    assert len(mail_server.mails) == 8


def test_one_click_turns_mails_off_and_nothing_else(
    mail_server: MailServer, person: User
) -> None:
    """As a mail program does it: no login, no cookies, no CSRF token."""
    other = make_person("bo")
    for reader in (person, other):
        read_by_mail(mail_server, reader)
    program = Client(enforce_csrf_checks=True)
    path = unsubscribe_path(person)
    assert program.get(path).status_code in (200, 503)  # 503: no built front end
    assert mail_state(person) == ("at_once", True, "")
    body = {"List-Unsubscribe": "One-Click"}
    assert program.post(path, body).status_code == 200
    assert mail_state(person) == ("off", True, "")
    assert mail_state(other) == ("at_once", True, "")
    browser(None).post("/api/password/forgotten/", {"name": person.username})
    assert len(mail_server.to(person.email)) == 1


def test_a_changed_link_turns_nobodys_mails_off(
    mail_server: MailServer, person: User
) -> None:
    other = make_person("bo")
    read_by_mail(mail_server, other)
    link = unsubscribe_path(person)
    forged = link.replace(f"/{person.pk}.", f"/{other.pk}.")
    for path in (forged, f"{link}x", "/unsubscribe/1"):
        assert Client().post(path).status_code == 404
        token = path.rpartition("/")[2]
        used = browser(None).post(f"/api/mail/unsubscribe/{token}/")
        assert used.status_code == 404
    assert mail_state(other) == ("at_once", True, "")


def test_the_page_of_the_link_turns_mails_off(
    mail_server: MailServer, person: User
) -> None:
    read_by_mail(mail_server, person)
    token = unsubscribe_path(person).rpartition("/")[2]
    used = browser(None).post(f"/api/mail/unsubscribe/{token}/")
    assert used.status_code == 204
    assert mail_state(person) == ("off", True, "")


def test_one_refused_invitation_stops_no_other(
    mail_server: MailServer,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    maintainer = make_person()
    make_project(maintainer=maintainer)
    mail_server.replies["a@example.org"] = "550 No such mailbox"
    body = {"role": "annotator", "days": 3, "emails": ["a@example.org", ADDRESS]}
    path = "/api/projects/bench/invitations/mail/"
    with django_capture_on_commit_callbacks(execute=True):
        made = browser(maintainer).post(path, body)
    assert made.status_code == 201, made.data
    assert [mail["To"] for mail in mail_server.mails] == [ADDRESS]
