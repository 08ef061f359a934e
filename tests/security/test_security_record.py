"""The security record: what is in it, who reads it, and that nothing changes it."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import QuerySet
from django.test import Client
from pytest_django.fixtures import Settings

from core.models import AppendOnlyError, AppendOnlyRow, LedgerEntry
from projects.accounts.services.accounts import create_user
from projects.accounts.services.passwords import send_reset_mail
from projects.models import SecurityEvent, User
from projects.roles import Role
from projects.security_record.services import delete_old_sessions, record_installation
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser, make_person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

BENCH = "/api/projects/bench/"
RECORD = f"{BENCH}security-record/"
JSON = "application/json"
OLD = "correct horse"
NEW = "quite another horse"


def kinds() -> list[str]:
    return list(SecurityEvent.objects.order_by("pk").values_list("kind", flat=True))


def latest() -> SecurityEvent:
    event = SecurityEvent.objects.order_by("pk").last()
    assert event is not None
    return event


def log_in(client: Client, name: str, password: str = OLD) -> int:
    body = {"username": name, "password": password}
    return client.post("/api/session/", body, content_type=JSON).status_code


def post(person: User, path: str, body: Any = None, status: int = 201) -> Any:
    answer = browser(person).post(BENCH + path, body, format="json")
    assert answer.status_code == status, answer.data
    return answer.data


def put(person: User, address: str, body: Any) -> Any:
    answer = browser(person).put(address, body, format="json")
    assert answer.status_code == 200, answer.data
    return answer.data


def use_link(token: str, password: str = NEW) -> None:
    address = f"/api/password/reset/{token}/"
    answer = Client().post(address, {"password": password}, content_type=JSON)
    assert answer.status_code == 200, answer.content


def password_link(cast: Cast, person: User) -> str:
    key = cast.project.memberships.get(user=person).pk
    return str(post(cast.maintainer, f"members/{key}/password-link/")["token"])


def test_sessions_are_recorded_whatever_door_they_come_by(cast: Cast) -> None:
    person = cast.annotators[0]
    client = Client()
    before = len(kinds())
    assert log_in(client, person.username) == 200
    assert client.delete("/api/session/").status_code == 204
    client.force_login(person)
    assert kinds()[before:] == ["logged_in", "logged_out", "logged_in"]
    assert latest().person == latest().actor == person


def test_a_flood_of_failed_logins_is_one_row_without_what_was_typed(
    cast: Cast,
) -> None:
    person = cast.annotators[0]
    secret = "my-secret-typed-as-a-name"
    before = len(kinds())
    for n in range(30):
        assert log_in(Client(), f"{secret}-{n}") >= 400
        assert log_in(Client(), person.username, "wrong") >= 400
    assert kinds()[before:] == ["login_failed", "login_failed"]
    rows = SecurityEvent.objects.filter(kind="login_failed")
    assert {row.person: row.count for row in rows} == {None: 30, person: 30}
    assert all(row.last_at for row in rows)
    stored = json.dumps(list(SecurityEvent.objects.values()), default=str)
    assert secret not in stored
    # An hour later, another row begins.
    earlier = datetime.now(UTC) - timedelta(hours=1, minutes=1)
    QuerySet(SecurityEvent).filter(person=person).update(at=earlier)
    log_in(Client(), person.username, "wrong")
    counts = rows.filter(person=person).order_by("pk").values_list("count", flat=True)
    assert list(counts) == [30, 1]


def test_passwords_tokens_addresses_and_accounts_are_recorded(
    cast: Cast, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    person = cast.annotators[0]
    before = len(kinds())
    me = {"display_name": "A", "locale": "en", "email": "a@example.org"}
    put(person, "/api/me/", {**me, "current": OLD})
    put(person, "/api/me/", {**me, "display_name": "Another"})
    put(person, "/api/me/password/", {"current": OLD, "new": NEW})
    call_command("api_token_create", person.username, stdout=StringIO())
    send_reset_mail(name="a@example.org")
    create_user(username="new", password=None, display_name="", locale="en")
    call_command("accounts_resolve", "--user", "new", "--username", "newer")
    assert kinds()[before:] == [
        "email_changed",
        "password_changed",
        "token_created",
        "password_mail_sent",
        "account_created",
        "account_changed",
    ]
    stored = json.dumps(list(SecurityEvent.objects.values()), default=str)
    for secret in ("a@example.org", NEW, person.password, "Another"):
        assert secret not in stored


def test_rights_settings_and_exports_of_a_project_are_recorded(cast: Cast) -> None:
    person = cast.annotators[0]
    before = len(kinds())
    made = post(cast.maintainer, "invitations/", {"role": "rater", "uses": 1})
    renewed = post(cast.maintainer, f"invitations/{made['id']}/renew/")
    account = {"username": "newcomer", "password": NEW}
    join = Client().post(
        f"/api/invitations/{renewed['token']}/", account, content_type=JSON
    )
    assert join.status_code == 201
    browser(cast.maintainer).delete(f"{BENCH}invitations/{made['id']}/")
    member = f"{BENCH}members/{cast.project.memberships.get(user=person).pk}/"
    put(cast.maintainer, member, {"role": "organizer", "active": True})
    put(cast.maintainer, member, {"role": "organizer", "active": False})
    settings = {"name": "Bench", "description": "New", "archived": False}
    put(cast.maintainer, f"{BENCH}settings/", settings)
    put(cast.maintainer, f"{BENCH}settings/", settings)
    browser(cast.organizer).get(f"{BENCH}annotations/export/csv/")
    call_command("hours_export", "bench", stdout=StringIO())
    assert kinds()[before:] == [
        "invitation_created",
        "invitation_renewed",
        "account_created",
        "member_joined",
        "logged_in",
        "invitation_revoked",
        "role_changed",
        "member_removed",
        "settings_changed",
        "exported",
        "exported",
    ]
    stored = json.dumps(list(SecurityEvent.objects.values()), default=str)
    assert made["token"] not in stored
    assert renewed["token"] not in stored
    changed = SecurityEvent.objects.get(kind="role_changed")
    assert (changed.actor, changed.person) == (cast.maintainer, person)
    assert changed.data["before"] == Role.ANNOTATOR
    assert changed.data["role"] == Role.ORGANIZER
    download, command = SecurityEvent.objects.filter(kind="exported").order_by("pk")
    assert download.actor == cast.organizer
    assert download.data == {"export": "annotations", "format": "csv"}
    assert (command.actor, command.data["export"]) == (None, "hours")


def test_the_installations_switches_are_recorded_when_they_change() -> None:
    for admin in (False, False, True, True):
        record_installation({"admin": admin, "mail": False})
    rows = SecurityEvent.objects.filter(kind="installation_changed").order_by("pk")
    assert [row.data["admin"] for row in rows] == [False, True]


def test_rows_of_a_record_refuse_to_change(cast: Cast) -> None:
    log_in(Client(), cast.maintainer.username)
    records = [model for model in apps.get_models() if issubclass(model, AppendOnlyRow)]
    assert {SecurityEvent, LedgerEntry} == {*records}
    for model in records:
        row = model.objects.first()
        assert row is not None
        changes = (
            row.save,
            row.delete,
            model.objects.all().delete,
            lambda m=model: m.objects.update(data={}),
            lambda m=model, r=row: m.objects.bulk_update([r], ["data"]),
            lambda m=model, r=row: m.objects.update_or_create(
                pk=r.pk, defaults={"data": {}}
            ),
        )
        for change in changes:
            with pytest.raises(AppendOnlyError):
                change()


def test_old_sessions_go_after_a_year_and_nothing_else(cast: Cast) -> None:
    log_in(Client(), cast.maintainer.username)
    log_in(Client(), cast.maintainer.username, "wrong")
    old = datetime.now(UTC) - timedelta(days=366)
    rights = {*kinds()} - {"logged_in", "login_failed"}
    QuerySet(SecurityEvent).all().update(at=old)
    log_in(Client(), cast.maintainer.username)
    assert delete_old_sessions() == 2
    assert {*kinds()} == rights | {"logged_in"}


def test_an_account_without_work_can_still_be_erased(cast: Cast) -> None:
    visitor = make_person("visitor")
    log_in(Client(), "visitor")
    event = latest()
    assert (event.person, event.actor) == (visitor, visitor)
    visitor.delete()
    erased = SecurityEvent.objects.get(pk=event.pk)
    assert (erased.person, erased.actor) == (None, None)


def test_who_reads_what(cast: Cast) -> None:
    person, colleague = cast.annotators[:2]
    for someone in (person, colleague):
        log_in(Client(), someone.username)
    password_link(cast, person)
    staff = make_person("staff")
    staff.is_staff = True

    def read(reader: User, address: str) -> set[tuple[str, str | None]]:
        answer = browser(reader).get(address)
        assert answer.status_code == 200
        return {(row["kind"], row["person"]) for row in answer.data["results"]}

    name, other = (
        f"{user.shown_name} ({user.username})" for user in (person, colleague)
    )
    everything = read(staff, "/api/security-record/?page_size=200")
    assert {("logged_in", name), ("logged_in", other)} < everything
    project = read(cast.maintainer, RECORD)
    assert ("password_link_made", person.shown_name) in project
    assert not {kind for kind, _ in project} & {"logged_in", "login_failed"}
    mine = read(person, "/api/me/security-record/")
    assert {("logged_in", name), ("password_link_made", name)} <= mine
    assert all(concerned == name for _, concerned in mine)
    for reader in (person, cast.organizer):
        assert browser(reader).get(RECORD).status_code == 403
        assert browser(reader).get(f"{RECORD}export/csv/").status_code == 403
        assert browser(reader).get("/api/security-record/").status_code == 403
        assert browser(reader).get("/api/security-record/people/").status_code == 403


def test_staff_filter_by_everybody_in_the_record_in_the_order_of_names(
    cast: Cast,
) -> None:
    staff = make_person("staff")
    staff.is_staff = True
    later, earlier = cast.annotators[:2]
    for person, name in ((later, "Zoe 10"), (earlier, "zoe 9")):
        User.objects.filter(pk=person.pk).update(display_name=name)
        log_in(Client(), person.username)
    User.objects.create(username="zzz-in-no-event")
    people = browser(staff).get("/api/security-record/people/").data
    assert [person for person in people if person["name"].lower().startswith("z")] == [
        {"id": earlier.pk, "name": f"zoe 9 ({earlier.username})"},
        {"id": later.pk, "name": f"Zoe 10 ({later.username})"},
    ]


def test_filters_and_files_hold_the_same_events(cast: Cast) -> None:
    person = cast.annotators[0]
    password_link(cast, person)
    other = cast.annotators[1]
    password_link(cast, other)
    today = datetime.now(UTC).date()
    filters = {
        f"?kind=password_link_made&person_id={person.pk}": 1,
        "?kind=password_link_made": 2,
        f"?kind=password_link_made&since={today - timedelta(days=1)}T00:00Z": 2,
        f"?kind=password_link_made&until={today - timedelta(days=1)}T00:00Z": 0,
    }
    for query, number in filters.items():
        page = browser(cast.maintainer).get(RECORD + query)
        assert len(page.data["results"]) == number, query
        file = browser(cast.maintainer).get(f"{RECORD}export/csv/{query}")
        text = file.getvalue().decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) == number, query
        if rows:
            assert rows[0]["account"] == person.username
            assert rows[0]["by"] == cast.maintainer.username
    for wrong in ("?kind=nonsense", "?since=yesterday", "?person_id=x"):
        assert browser(cast.maintainer).get(RECORD + wrong).status_code == 400
    out = StringIO()
    call_command("security_record_export", "--project", "bench", "--json", stdout=out)
    events = json.loads(out.getvalue())["events"]
    assert [row["kind"] for row in events].count("password_link_made") == 2
    assert events[-1]["details"]["export"] == "security_record"


def notices(person: User) -> list[str]:
    answer = browser(person).get(f"{BENCH}notices/")
    return [notice["kind"] for notice in answer.data["results"]]


def test_the_person_is_told_what_others_did_with_their_account(
    cast: Cast, settings: Settings
) -> None:
    person = cast.annotators[0]
    before = notices(person)
    use_link(password_link(cast, person))
    call_command("api_token_create", person.username, stdout=StringIO())
    member = f"{BENCH}members/{cast.project.memberships.get(user=person).pk}/"
    put(cast.maintainer, member, {"role": "rater", "active": True})
    person.refresh_from_db()
    me = {"display_name": "A", "locale": "en", "email": "a@example.org"}
    put(person, "/api/me/", {**me, "current": NEW})
    put(person, "/api/me/password/", {"current": NEW, "new": "a third horse"})
    told = notices(person)[: len(notices(person)) - len(before)]
    assert told == [
        "password_changed",
        "email_changed",
        "role_changed",
        "token_created",
        "password_link_used",
        "password_link_made",
    ]
    assert notices(cast.annotators[1]) == before
    unread = browser(person).get(f"{BENCH}notices/unread/").data["unread"]
    assert unread >= len(told)


def marks(cast: Cast) -> dict[str, set[bool]]:
    """The mark of each annotator's rows in the export, by pseudonym."""
    out = StringIO()
    call_command("annotations_export", "bench", "--json", stdout=out)
    found: dict[str, set[bool]] = {}
    for row in json.loads(out.getvalue())["annotations"]:
        found.setdefault(row["person"], set()).add(row["after_password_link"])
    return found


def test_work_after_somebody_elses_link_is_marked_until_a_mailed_one(
    cast: Cast, settings: Settings
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    person, colleague = cast.annotators[:2]
    User.objects.filter(pk=person.pk).update(email="a@example.org")
    annotated_items(cast)
    assert marks(cast) == {person.pseudonym: {False}, colleague.pseudonym: {False}}
    token = password_link(cast, person)
    annotated_items(cast)
    # A link that nobody used says nothing.
    assert marks(cast)[person.pseudonym] == {False}
    use_link(token)
    # Whoever used the link knows the password: changing it proves nothing.
    person.refresh_from_db()
    put(person, "/api/me/password/", {"current": NEW, "new": "a third horse"})
    annotated_items(cast)
    assert marks(cast) == {
        person.pseudonym: {False, True},
        colleague.pseudonym: {False},
    }
    item = browser(cast.maintainer).get(f"{BENCH}items/numbered/3/")
    assert {row["after_password_link"] for row in item.data["records"]} == {False, True}
    entries = browser(cast.maintainer).get(f"{BENCH}history/?person_id={person.pk}")
    assert entries.data["results"][0]["after_password_link"] is True
    assert entries.data["results"][-1]["after_password_link"] is False
    lines = StringIO()
    call_command("history_export", "bench", "--json", stdout=lines)
    history = json.loads(lines.getvalue())["history"]
    marked = {row["person"] for row in history if row["after_password_link"]}
    assert marked == {person.pseudonym}


@pytest.mark.parametrize("moved", [False, True])
def test_only_the_address_that_the_person_had_before_ends_the_mark(
    cast: Cast, settings: Settings, mailoutbox: list[Any], *, moved: bool
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    person = cast.annotators[0]
    User.objects.filter(pk=person.pk).update(email="a@example.org")
    use_link(password_link(cast, person))
    person.refresh_from_db()
    address = "thief@example.org" if moved else "a@example.org"
    me = {"display_name": "A", "locale": "en", "email": address}
    put(person, "/api/me/", {**me, "current": NEW})
    send_reset_mail(name=address)
    token = mailoutbox[-1].body.partition("/password/")[2].split()[0]
    use_link(token, "a fourth horse")
    annotated_items(cast)
    assert marks(cast)[person.pseudonym] == {moved}
