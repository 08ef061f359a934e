"""Who loses a right also loses the links, tokens and jobs that rested on it."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from core import jobs
from core.job_kinds import Progress
from core.models import Job
from projects.accounts.services.passwords import change_password
from projects.models import ApiToken, Invitation, Membership, User
from tests.support.cast import Cast, browser
from tests.support.migrations import migrate_back

pytestmark = pytest.mark.django_db

JSON = "application/json"
MEMBERS = "/api/projects/bench/members/"
INVITATIONS = "/api/projects/bench/invitations/"
ROOT = Path(__file__).resolve().parents[2]
ACCOUNT = {"username": "newcomer", "password": "a long phrase"}


@pytest.fixture
def second(cast: Cast) -> User:
    """A second maintainer of the project."""
    change_role(cast, cast.organizer, "maintainer")
    return User.objects.get(pk=cast.organizer.pk)


def change_role(cast: Cast, person: User, role: str, *, active: bool = True) -> None:
    key = Membership.objects.get(user=person).pk
    body = {"role": role, "active": active}
    changed = browser(cast.maintainer).put(f"{MEMBERS}{key}/", body)
    assert changed.status_code == 200, changed.data


def invite(person: User, role: str = "annotator") -> dict[str, Any]:
    made = browser(person).post(INVITATIONS, {"role": role, "uses": 5})
    assert made.status_code == 201
    return dict(made.data)


def offer(token: str) -> Any:
    return Client().get(f"/api/invitations/{token}/")


def accept(token: str) -> Any:
    return Client().post(f"/api/invitations/{token}/", ACCOUNT, content_type=JSON)


@pytest.mark.parametrize(
    ("role", "new_role", "works"),
    [
        ("maintainer", "organizer", False),
        ("maintainer", "annotator", False),
        ("organizer", "organizer", False),
        ("annotator", "organizer", True),
        ("annotator", "annotator", False),
        ("rater", "rater", False),
    ],
)
def test_a_link_lasts_while_its_maker_may_give_that_role(
    cast: Cast, second: User, role: str, new_role: str, *, works: bool
) -> None:
    token = invite(second, role)["token"]
    change_role(cast, second, new_role)
    assert offer(token).json()["valid"] is works
    assert accept(token).status_code == (201 if works else 404)
    change_role(cast, second, "maintainer")
    assert offer(token).json()["valid"] is works


@pytest.mark.parametrize(
    "loss", [{"role": "annotator"}, {"status": "removed"}, {"user__is_active": False}]
)
def test_a_right_lost_in_any_way_ends_a_link(
    cast: Cast, second: User, loss: dict[str, Any]
) -> None:
    """Also where no page took the right away: the right is checked at use."""
    made = invite(second, "maintainer")
    membership = Membership.objects.get(user=second)
    for path, value in loss.items():
        row = membership.user if "__" in path else membership
        setattr(row, path.rpartition("__")[2], value)
        row.save()
    refused = accept(made["token"])
    assert refused.status_code == 404
    assert "may no longer invite" in refused.json()["detail"]
    assert not User.objects.filter(username="newcomer").exists()
    listed = browser(cast.maintainer).get(INVITATIONS).data
    assert [link["id"] for link in listed] == []


def test_a_link_is_shown_once_and_replaced_by_a_new_one(
    cast: Cast, second: User
) -> None:
    made = invite(second, "maintainer")
    assert Invitation.objects.get().digest != made["token"]
    [listed] = browser(cast.maintainer).get(INVITATIONS).data
    assert made["token"] not in str(listed)
    renew = f"{INVITATIONS}{made['id']}/renew/"
    assert browser(cast.annotators[0]).post(renew).status_code == 403
    renewed = browser(cast.maintainer).post(renew)
    assert renewed.status_code == 201
    assert offer(made["token"]).status_code == 404
    assert offer(renewed.data["token"]).json()["valid"] is True
    assert renewed.data["uses_left"] == 5


def test_an_organizer_renews_only_links_that_they_may_create(
    cast: Cast,
) -> None:
    made = invite(cast.maintainer, "maintainer")
    renew = f"{INVITATIONS}{made['id']}/renew/"
    assert browser(cast.organizer).post(renew).status_code == 403
    assert offer(made["token"]).json()["valid"] is True


def test_only_the_mail_has_a_mailed_link(
    cast: Cast,
    settings: Settings,
    mailoutbox: list[EmailMessage],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    body = {"role": "annotator", "emails": ["a@example.org"]}
    with django_capture_on_commit_callbacks(execute=True):
        made = browser(cast.maintainer).post(f"{INVITATIONS}mail/", body, format="json")
    found = re.search(r"/invite/(\S+)", str(mailoutbox[0].body))
    assert found
    assert found[1] not in str(made.data)
    assert accept(found[1]).status_code == 201


def password_link(cast: Cast, maker: User, person: User) -> str:
    key = Membership.objects.get(user=person, project=cast.project).pk
    made = browser(maker).post(f"{MEMBERS}{key}/password-link/")
    assert made.status_code == 201
    return str(made.data["token"])


@pytest.mark.parametrize("loss", ["demoted", "closed", "password", "person removed"])
def test_a_password_link_ends_with_its_makers_right(
    cast: Cast, second: User, loss: str
) -> None:
    person = cast.annotators[0]
    address = f"/api/password/reset/{password_link(cast, second, person)}/"
    assert Client().get(address).status_code == 200
    if loss == "password":
        change_password(user=second, password="a new phrase")
    elif loss == "closed":
        User.objects.filter(pk=second.pk).update(is_active=False)
    else:
        change_role(cast, second, "organizer")
    if loss == "person removed":
        change_role(cast, person, "annotator", active=False)
    refused = Client().post(address, {"password": "a new phrase"}, content_type=JSON)
    assert refused.status_code == 404
    assert "may no longer" in refused.json()["detail"]
    assert User.objects.get(pk=person.pk).check_password("correct horse")


def api_token(person: User) -> str:
    out = StringIO()
    call_command("api_token_create", person.username.upper(), stdout=out)
    return out.getvalue().strip()


def status_with(token: str) -> int:
    """The status of a script's request with this token."""
    headers = {"HTTP_AUTHORIZATION": f"Token {token}"}
    return Client().get(MEMBERS, **headers).status_code


@pytest.mark.parametrize("loss", ["password", "closed", "newer token"])
def test_an_api_token_ends(cast: Cast, loss: str) -> None:
    person = cast.organizer
    token = api_token(person)
    assert status_with(token) == 200
    assert not ApiToken.objects.filter(digest=token).exists()
    if loss == "password":
        session = browser(person)
        body = {"current": "correct horse", "new": "quite another horse"}
        assert session.put("/api/me/password/", body).status_code == 200
    elif loss == "closed":
        User.objects.filter(pk=person.pk).update(is_active=False)
    else:
        assert status_with(api_token(person)) == 200
    assert status_with(token) == 401


def test_an_api_token_outlives_a_newer_hash_of_the_same_password(
    cast: Cast, settings: Settings
) -> None:
    """Each release of Django hashes passwords anew at the next login."""
    token = api_token(cast.organizer)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.ScryptPasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]
    body = {"username": cast.organizer.username, "password": "correct horse"}
    answer = Client().post("/api/session/", body, content_type=JSON)
    assert answer.status_code == 200
    assert User.objects.get(pk=cast.organizer.pk).password.startswith("scrypt")
    assert status_with(token) == 200


JOBS = "/api/projects/bench/jobs/"
BUILD, IMPORT = "releases.build", "curation.import"
FUNCTIONS = {
    BUILD: "releases.building.services.folders.run_build",
    IMPORT: "curation.imports.services.jobs.import_images",
}


def queued_job(cast: Cast, kind: str, person: User | None) -> Job:
    return Job.objects.create(
        kind=kind, scope_id=cast.project.pk, requested_by=person, parameters={}
    )


@pytest.mark.parametrize(("kind", "allowed"), [(BUILD, False), (IMPORT, True)])
def test_only_who_may_request_a_job_sees_stops_and_repeats_it(
    cast: Cast, kind: str, *, allowed: bool
) -> None:
    waiting = queued_job(cast, kind, cast.maintainer)
    organizer, maintainer = browser(cast.organizer), browser(cast.maintainer)
    listed = [job["id"] for job in organizer.get(JOBS).data["jobs"]]
    assert listed == ([waiting.pk] if allowed else [])
    for action, done in (("cancel", 200), ("retry", 201)):
        address = f"{JOBS}{Job.objects.latest('pk').pk}/{action}/"
        assert organizer.post(address).status_code == (done if allowed else 404)
        if not allowed:
            assert Job.objects.get().status != "cancelled" or action == "retry"
            assert maintainer.post(address).status_code == done
    failed = Job.objects.latest("pk")
    Job.objects.filter(pk=failed.pk).update(status="failed")
    dismiss = f"{JOBS}{failed.pk}/dismiss/"
    assert organizer.post(dismiss).status_code == (200 if allowed else 404)


@pytest.mark.parametrize(
    ("kind", "role", "runs"),
    [
        (BUILD, "maintainer", True),
        (BUILD, "organizer", False),
        (IMPORT, "organizer", True),
        (IMPORT, "annotator", False),
        (IMPORT, None, False),
        (IMPORT, "closed", False),
    ],
)
def test_a_waiting_job_does_not_begin_for_who_may_no_longer_request_it(
    cast: Cast,
    second: User,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    role: str | None,
    *,
    runs: bool,
) -> None:
    monkeypatch.setattr(FUNCTIONS[kind], lambda job, progress: {"did": "all"})
    waiting = queued_job(cast, kind, second)
    if role == "closed":
        User.objects.filter(pk=second.pk).update(is_active=False)
    elif role != "maintainer":
        change_role(cast, second, role or "annotator", active=role is not None)
    over = jobs.run_job(waiting.pk)
    assert over.result == ({"did": "all"} if runs else {})
    assert over.status == ("finished" if runs else "failed")
    assert runs or "may no longer" in over.error


def test_a_running_job_ends_when_its_requester_loses_the_right(
    cast: Cast, second: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[int] = []

    def work(*, job: Job, progress: Progress) -> dict[str, int]:
        progress(1, 2)
        change_role(cast, second, "annotator")
        progress(2, 2)
        reached.append(2)
        return {}

    monkeypatch.setattr(FUNCTIONS[IMPORT], work)
    over = jobs.run_job(queued_job(cast, IMPORT, second).pk)
    assert (over.status, reached) == ("failed", [])
    # Somebody else repeats it in their own name.
    retried = browser(cast.maintainer).post(f"{JOBS}{over.pk}/retry/")
    assert Job.objects.get(pk=retried.data["id"]).requested_by == cast.maintainer


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_links_and_tokens_of_earlier_versions_keep_working() -> None:
    apps = migrate_back(("projects", "0009_names_without_case"))
    owner = apps.get_model("projects", "User").objects.create(
        username="ada", password="hashed"
    )
    project = apps.get_model("projects", "Project").objects.create(slug="old")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE authtoken_token (key varchar(40), user_id integer)"
        )
        cursor.execute("INSERT INTO authtoken_token VALUES ('old-key', %s)", [owner.pk])
    apps.get_model("projects", "Invitation").objects.create(
        project=project, role="rater", token="old-link", expires_at="2099-01-01T00:00Z"
    )
    try:
        call_command("migrate", verbosity=0)
        assert accept("old-link").status_code == 201
        assert (
            Client()
            .get("/api/projects/", HTTP_AUTHORIZATION="Token old-key")
            .status_code
            == 200
        )
        assert "authtoken_token" not in connection.introspection.table_names()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS authtoken_token")
