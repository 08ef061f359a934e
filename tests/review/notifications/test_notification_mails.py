"""Notifications by mail: what they say, to whom, when, and never twice."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from annotation.items.models.slots import Slot
from core.translation import override_language, translate
from projects.accounts.services.mails import open_mail_server, send_mail
from projects.models import Membership, User
from review.notifications.domain import notification_text
from review.notifications.models import Notification, NotificationKind
from review.notifications.services import mails as notification_mails
from review.notifications.services.sending import send_notifications
from review.tasks import notifications_mail
from tests.annotation.desk import Desk
from tests.review.office import Office
from tests.support.cast import Cast, browser
from tests.support.images import accepted_images
from tests.support.mail_reader import choose, preference, read_by_mail, save_address
from tests.support.mail_server import MailServer, text_of

pytestmark = pytest.mark.django_db
PAGE_TEXTS = Path(__file__).parents[3] / "frontend" / "src" / "app" / "locale"
START = datetime(2100, 3, 2, 10, tzinfo=UTC)
"""Later than the real time, from which a person may get mails."""
REASON = "The chosen key says nothing about the melting planet."


class Clock:
    """The time of the installation, which a test sets."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def goes_on(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    monkeypatch.setattr(notification_mails, "database_now", clock)
    return clock


@pytest.fixture
def person(cast: Cast, clock: Clock, mail_server: MailServer) -> User:
    """An annotator who gets mails at once."""
    person = cast.annotators[0]
    read_by_mail(mail_server, person)
    clock.goes_on(seconds=1)
    return person


def notify(
    cast: Cast, *people: User, kind: str = "test_set_assigned", subject: int = 1
) -> None:
    send_notifications(
        people=[person.pk for person in people],
        project=cast.project,
        kind=NotificationKind(kind),
        item_id=None,
        subject_id=subject,
        text=REASON,
    )


def sentences(mail: Any) -> list[str]:
    return re.findall(r"^\* (.+)$", text_of(mail), re.MULTILINE)


def test_returned_work_is_mailed_without_its_content(
    cast: Cast, office: Office, person: User, mail_server: MailServer
) -> None:
    accepted_images(cast.project, 1)
    desk = Desk(cast, person)
    slot = desk.next()
    desk.submit(slot)
    item = Slot.objects.get(pk=slot["id"]).item_id
    path = f"items/{item}/slots/{slot['id']}/send-back/"
    office.call("post", path, {"reason": REASON})
    assert notifications_mail() == 1
    [mail] = mail_server.mails
    [notice] = office.call("get", "notices/", person=person)["results"]
    code = notice["item_code"]
    assert sentences(mail) == [f"Item {code} was returned to you for rework"]
    assert mail["Subject"] == "Subtext: new notifications in Bench"
    text = text_of(mail)
    assert "http://testserver/projects/bench#notifications" in text
    people = (cast.maintainer, cast.organizer, *cast.annotators[1:])
    names = [name for one in people for name in (one.username, one.shown_name)]
    record = desk.record("typed")["texts"].values()
    for secret in (REASON, *names, *record):
        assert secret not in str(mail) + text


def test_headers_let_mail_programs_unsubscribe(
    cast: Cast, person: User, mail_server: MailServer, settings: Settings
) -> None:
    notify(cast, person)
    settings.ORIGIN = "https://bench.example.org"
    notifications_mail()
    [mail] = mail_server.mails
    link = mail["List-Unsubscribe"].strip("<>")
    assert f"List-Unsubscribe: <{link}>" in mail_server.lines  # not folded or encoded
    assert link.startswith("https://bench.example.org/unsubscribe/")
    assert link in text_of(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<\d+(\.\d+)+@bench\.example\.org>", mail["Message-ID"])
    assert mail["Date"].datetime is not None
    settings.ORIGIN = "http://testserver"
    path = link.removeprefix("https://bench.example.org")
    assert browser(None).post(path).status_code == 200
    notify(cast, person, subject=2)
    assert notifications_mail() == 0


def test_one_click_is_not_offered_without_https(
    cast: Cast, person: User, mail_server: MailServer
) -> None:
    notify(cast, person)
    notifications_mail()
    [mail] = mail_server.mails
    assert mail["List-Unsubscribe"].startswith("<http://testserver/unsubscribe/")
    assert mail["List-Unsubscribe-Post"] is None


def test_mails_are_in_the_persons_language(
    cast: Cast, person: User, mail_server: MailServer
) -> None:
    User.objects.filter(pk=person.pk).update(locale="zh")
    type(cast.project).objects.update(name="图像\n的含义")
    notify(cast, person)
    notifications_mail()
    [mail] = mail_server.mails
    assert mail["Subject"] == "Subtext：图像 的含义 有新通知"
    assert sentences(mail) == ["已为您分配一个测试集"]


def test_only_people_who_chose_and_confirmed_get_mails(
    cast: Cast, person: User, mail_server: MailServer, clock: Clock
) -> None:
    silent, unconfirmed, gone, late = cast.annotators[1:5]
    for one in (gone, late):
        read_by_mail(mail_server, one)
    save_address(unconfirmed, "bo@example.org")
    choose(unconfirmed, "at_once")
    choose(late, "off")
    mail_server.mails.clear()
    clock.goes_on(seconds=1)
    notify(cast, person, silent, unconfirmed, gone, late)
    Membership.objects.filter(user=gone).update(status="removed")
    clock.goes_on(seconds=1)
    choose(late, "at_once")  # what was before stays on the page
    assert notifications_mail() == 1
    assert [mail["To"] for mail in mail_server.mails] == [person.email]


def test_nothing_is_sent_without_a_mail_server(
    cast: Cast, person: User, mail_server: MailServer, settings: Settings
) -> None:
    notify(cast, person)
    host, settings.EMAIL_HOST = settings.EMAIL_HOST, ""
    assert notifications_mail() == 0
    assert mail_server.mails == []
    settings.EMAIL_HOST = host
    assert notifications_mail() == 1


def test_what_was_read_on_the_page_is_not_mailed(
    cast: Cast, office: Office, person: User, mail_server: MailServer
) -> None:
    notify(cast, person)
    [notice] = office.call("get", "notices/", person=person)["results"]
    office.call("post", f"notices/{notice['id']}/read/", person=person)
    assert notifications_mail() == 0
    notify(cast, person)
    assert notifications_mail() == 1


def test_notifications_are_mailed_once_and_collected_for_five_minutes(
    cast: Cast, person: User, mail_server: MailServer, clock: Clock
) -> None:
    notify(cast, person, subject=1)
    assert notifications_mail() == 1
    clock.goes_on(minutes=1)
    notify(cast, person, subject=2)
    notify(cast, person, subject=3)
    assert notifications_mail() == 0
    clock.goes_on(minutes=4)
    assert notifications_mail() == 1
    assert [len(sentences(mail)) for mail in mail_server.mails] == [1, 2]
    clock.goes_on(hours=1)
    assert notifications_mail() == 0


def test_many_notifications_are_counted(
    cast: Cast, person: User, mail_server: MailServer
) -> None:
    for subject in range(1, 24):
        notify(cast, person, subject=subject)
    notifications_mail()
    [mail] = mail_server.mails
    assert len(sentences(mail)) == 21
    assert sentences(mail)[-1] == "… and 3 more"


def test_daily_mails_come_at_eight_in_the_installations_time_zone(
    cast: Cast, clock: Clock, mail_server: MailServer, settings: Settings
) -> None:
    settings.PROJECT_TIME_ZONE = "Asia/Shanghai"  # eight o'clock is midnight in UTC
    person = cast.annotators[0]
    read_by_mail(mail_server, person, "daily")
    assert preference(person)["time_zone"] == "Asia/Shanghai"
    clock.goes_on(seconds=1)
    notify(cast, person, subject=1)
    clock.now = START.replace(hour=23, minute=59)
    notify(cast, person, subject=2)
    assert notifications_mail() == 0
    clock.goes_on(minutes=1)
    assert notifications_mail() == 1
    assert len(sentences(mail_server.mails[0])) == 2
    clock.goes_on(hours=2)
    notify(cast, person, subject=3)
    assert notifications_mail() == 0
    clock.goes_on(hours=22)
    assert notifications_mail() == 1


def test_a_mail_is_tried_again_after_the_server_was_down(
    cast: Cast, clock: Clock, mail_server: MailServer, settings: Settings
) -> None:
    people = cast.annotators[:2]
    for person in people:
        read_by_mail(mail_server, person)
    clock.goes_on(seconds=1)
    notify(cast, *people)
    settings.EMAIL_PORT = 9  # nothing answers there
    assert notifications_mail() == 0
    clock.goes_on(minutes=1)
    assert notifications_mail() == 0
    settings.EMAIL_PORT = mail_server.port
    clock.goes_on(minutes=1)
    assert notifications_mail() == 0  # the wait doubles
    clock.goes_on(minutes=1)
    assert notifications_mail() == 2
    assert len(mail_server.mails) == 2


def test_a_delayed_address_delays_nobody_else(
    cast: Cast, clock: Clock, mail_server: MailServer
) -> None:
    full, other = cast.annotators[:2]
    for person in (full, other):
        read_by_mail(mail_server, person)
    mail_server.replies[full.email] = "452 4.2.2 Mailbox full"
    clock.goes_on(seconds=1)
    notify(cast, full, other)
    assert notifications_mail() == 1
    assert [mail["To"] for mail in mail_server.mails] == [other.email]
    mail_server.replies.clear()
    clock.goes_on(minutes=1)
    assert notifications_mail() == 1
    assert preference(full)["refusal"] == ""


def test_a_refused_address_gets_no_more_mails(
    cast: Cast, clock: Clock, mail_server: MailServer
) -> None:
    gone, other = cast.annotators[:2]
    for person in (gone, other):
        read_by_mail(mail_server, person)
    mail_server.replies[gone.email] = "550 5.1.1 No such mailbox"
    clock.goes_on(seconds=1)
    notify(cast, gone, other)
    assert notifications_mail() == 1
    assert preference(gone)["refusal"] == "550 5.1.1 No such mailbox"
    mail_server.replies.clear()
    clock.goes_on(days=1)
    notify(cast, gone, subject=2)
    assert notifications_mail() == 0
    assert preference(other)["refusal"] == ""


def test_an_uncertain_mail_is_not_sent_twice(
    cast: Cast, office: Office, person: User, mail_server: MailServer, clock: Clock
) -> None:
    mail_server.breaks = True
    notify(cast, person)
    assert notifications_mail() == 0
    assert len(mail_server.mails) == 1  # the server took it, and could not say so
    mail_server.breaks = False
    clock.goes_on(days=1)
    assert notifications_mail() == 0
    assert office.call("get", "notices/unread/", person=person) == {"unread": 1}


def test_a_mail_is_not_sent_twice_after_its_worker_was_killed(
    cast: Cast,
    person: User,
    mail_server: MailServer,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def send_and_die(*args: Any) -> None:
        send_mail(*args)
        raise KeyboardInterrupt

    notify(cast, person)
    with monkeypatch.context() as worker:
        worker.setattr(notification_mails, "send_mail", send_and_die)
        with pytest.raises(KeyboardInterrupt):
            notifications_mail()
    clock.goes_on(days=1)
    assert notifications_mail() == 0
    assert len(mail_server.mails) == 1


def test_two_workers_send_one_mail(
    cast: Cast,
    person: User,
    mail_server: MailServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A whole run of another worker, after this one has read what is due."""
    others: list[int] = []

    def open_after_another_run() -> Any:
        with monkeypatch.context() as other:
            other.setattr(notification_mails, "open_mail_server", open_mail_server)
            others.append(notifications_mail())
        return open_mail_server()

    notify(cast, person)
    monkeypatch.setattr(notification_mails, "open_mail_server", open_after_another_run)
    assert (notifications_mail(), others) == (0, [1])
    assert len(mail_server.mails) == 1


def test_old_notifications_are_not_mailed(
    cast: Cast, person: User, mail_server: MailServer, clock: Clock
) -> None:
    notify(cast, person)
    clock.goes_on(days=8)
    assert notifications_mail() == 0
    notify(cast, person, subject=2)
    assert notifications_mail() == 1
    assert len(sentences(mail_server.mails[0])) == 1


def _page_texts(locale: str) -> Mapping[str, Mapping[str, str]]:
    texts = json.loads((PAGE_TEXTS / f"{locale}.json").read_text("utf-8"))["bell"]
    return {"named": texts["kind"], "general": texts["unnamed"]}


@pytest.mark.parametrize("locale", ["en", "zh"])
@pytest.mark.parametrize("kind", NotificationKind.values)
def test_a_mail_says_of_every_kind_what_the_page_says(kind: str, locale: str) -> None:
    """A new kind needs a sentence in review.notifications.domain."""
    page = _page_texts(locale)
    with override_language(locale):
        general = translate(notification_text(kind, None))
        named = translate(notification_text(kind, "k7"))
    assert general == page["general"][kind]
    assert named == page["named"][kind].replace("{{number}}", "k7")


@pytest.mark.parametrize("kind", NotificationKind.values)
def test_every_kind_is_mailed(
    cast: Cast, person: User, mail_server: MailServer, kind: str
) -> None:
    notify(cast, person, kind=kind)
    assert notifications_mail() == 1
    assert len(sentences(mail_server.mails[0])) == 1
    assert Notification.objects.get().kind == kind
