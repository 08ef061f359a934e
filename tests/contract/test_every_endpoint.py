"""Every reading operation of the schema, asked by people of every kind."""

import re
from collections.abc import Mapping

import pytest
from django.conf import settings

from annotation.assignment.services.next_slot import lease_next_slot
from annotation.drafts.services.submissions import submit_annotation
from annotation.items.models.questions import QuestionRevision
from annotation.items.models.slots import Slot
from annotation.items.models.submissions import Annotation
from projects.models import User
from tests.contract.busy import MODEL_SAID, TALKED, busy_project, filled, known_ids
from tests.contract.description import api_description
from tests.support.cast import Cast, browser
from tests.support.writing import finished_record

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PUBLIC = {
    "/api/first-maintainer/{token}/",
    "/api/instance/",
    "/api/session/",
    "/api/invitations/{token}/",
    "/api/password/reset/{token}/",
    "/api/predictions/",
}
FOR_ANYBODY_LOGGED_IN = {
    *("/api/projects/", "/api/me/", "/api/licences/", "/api/question-formats/"),
    *("/api/me/mail/", "/api/me/security-record/"),
}
FOR_STAFF = {
    "/api/audits/",
    "/api/audits/places/",
    "/api/audits/{audit_id}/",
    "/api/audits/{audit_id}/images/{number}/",
    "/api/audits/{audit_id}/report/{kind}/",
    "/api/protocols/",
    "/api/security-record/",
    "/api/security-record/people/",
    "/api/security-record/export/csv/",
}
FOR_OPERATORS = {"/api/status/"}
OF_ONES_OWN = (
    *("/calibration/mine/", "/calls/mine/", "/my-feedback/", "/practice/"),
    *("/human-baseline/mine/", "/human-baseline/next/"),
)
"""What only annotators have, or only those who have not seen the keys."""


def readings() -> list[str]:
    """The path of every GET operation."""
    paths = api_description()["paths"]
    return sorted(path for path, methods in paths.items() if "get" in methods)


OF_A_PROJECT = [
    path
    for path in readings()
    if path not in PUBLIC | FOR_ANYBODY_LOGGED_IN | FOR_STAFF | FOR_OPERATORS
]


@pytest.fixture(scope="module")
def busy(module_db: None) -> Cast:
    return busy_project()


@pytest.fixture(scope="module")
def ids(busy: Cast) -> Mapping[str, str | int]:
    return known_ids(busy)


def test_the_walk_is_worth_its_name() -> None:
    assert len(OF_A_PROJECT) > 40


@pytest.mark.parametrize("path", OF_A_PROJECT)
def test_only_members_reach_it_and_it_never_breaks(
    busy: Cast, ids: Mapping[str, str | int], path: str
) -> None:
    address = filled(path, ids)
    assert browser(None).get(address).status_code == 401
    assert browser(busy.stranger).get(address).status_code == 404
    for person in (busy.annotators[0], busy.organizer, busy.maintainer):
        assert browser(person).get(address).status_code < 500
    assert browser(busy.maintainer).get(address).status_code != 403 or (
        "/annotate/" in path or path.endswith(OF_ONES_OWN)
    )


def test_no_annotator_reads_a_key_or_what_another_wrote(
    busy: Cast, ids: Mapping[str, str | int]
) -> None:
    first, second = busy.annotators[:2]
    secret = "zyzzyva"
    slot = lease_next_slot(project=busy.project, actor=busy.actor(first))
    assert slot is not None
    submit_annotation(
        slot=slot,
        actor=busy.actor(first),
        content=finished_record(busy.project.protocol, mark=secret),
        seconds=1.0,
    )
    client = browser(first)
    asked = {"slot": slot.pk, "text": f"What about the {secret}?"}
    here = f"/api/projects/{busy.project.slug}"
    assert client.post(f"{here}/threads/open/", asked).status_code == 201
    assert secret in client.get(f"{here}/threads/").content.decode()
    assert secret in str(Annotation.objects.get(slot=slot).content)
    assert Slot.objects.filter(item=slot.item, status="open").exists()
    stem = QuestionRevision.objects.order_by("pk")[0].stem
    client = browser(second)
    client.post(f"/api/projects/{busy.project.slug}/annotate/next/")
    for path in OF_A_PROJECT:
        response = client.get(filled(path, ids))
        if response.streaming:
            continue
        body = response.content.decode(errors="replace")
        assert secret not in body, path
        assert MODEL_SAID not in body, path
        assert TALKED not in body, path
        assert '"answer"' not in body or stem not in body, path


def test_members_with_one_name_are_told_apart_everywhere(
    busy: Cast, ids: Mapping[str, str | int]
) -> None:
    for person in busy.annotators:
        User.objects.filter(pk=person.pk).update(display_name="Li Wei")
    client = browser(busy.maintainer)
    told_apart = set()
    for path in OF_A_PROJECT:
        response = client.get(filled(path, ids))
        if response.streaming or not response.content.startswith((b"{", b"[")):
            continue
        body = response.content.decode()
        assert '"Li Wei"' not in body, path
        if "Li Wei (" in body:
            told_apart.add(path.removeprefix("/api/projects/{slug}/"))
    assert told_apart >= {"members/", "assignment/", "history/"}


def test_organizers_read_what_a_model_said(
    busy: Cast, ids: Mapping[str, str | int]
) -> None:
    path = next(path for path in OF_A_PROJECT if path.endswith("/samples/"))
    response = browser(busy.organizer).get(filled(path, ids))
    assert MODEL_SAID in response.content.decode()


def test_staff_only_means_staff_only(busy: Cast) -> None:
    for path in FOR_STAFF:
        address = re.sub("{[^}]+}", "1", path)
        assert browser(busy.maintainer).get(address).status_code == 403
    assert settings.DEMO_PEOPLE is False
