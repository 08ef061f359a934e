from collections.abc import Callable
from typing import Any

import pytest

from annotation.items.models.items import Item
from curation.images.models import Image
from curation.images.services.withdrawal import withdraw_image
from projects.models import User
from releases.gate.models import GateCheck
from review.adjudication.domain.case_states import TO_ADJUDICATE
from review.adjudication.models import Case
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

BASE = "/api/projects/bench/releases/"


Commits = Callable[..., Any]


def check(person: User, on_commit: Commits) -> dict[str, Any]:
    """Have the project checked, and return what the page then shows."""
    with on_commit(execute=True):
        answer = browser(person).post(BASE + "gate/check/")
    assert answer.status_code == 202
    body: dict[str, Any] = browser(person).get(BASE + "gate/").json()
    return body


def test_the_gate_shows_every_line_of_the_last_check(
    done: Cast, django_capture_on_commit_callbacks: Commits
) -> None:
    client = browser(done.organizer)
    before = client.get(BASE + "gate/").json()
    assert (before["checked_at"], before["open"], before["job"]) == (None, False, None)
    check(done.organizer, django_capture_on_commit_callbacks)
    body = client.get(BASE + "gate/", {"version": "1.0"}).json()
    lines = {line["id"]: line for line in body["lines"]}
    assert body["open"] is False
    assert lines["version"]["level"] == "block"
    assert lines["validated"]["level"] == "ok"
    assert set(lines["disputes"]["message"]) == {"en", "zh"}
    assert (body["suggested"], body["items"], body["questions"]) == ("1.0.0", 6, 12)
    assert body["splits"][0] == {
        "split": "dev",
        "questions": 4,
        "private": False,
        "may_be_private": False,
    }
    assert body["job"]["status"] == "finished"


def test_what_moves_outdates_the_check(
    done: Cast, django_capture_on_commit_callbacks: Commits
) -> None:
    first = check(done.organizer, django_capture_on_commit_callbacks)
    assert (first["open"], first["is_current"]) == (True, True)
    image = Image.objects.filter(project=done.project).earliest("pk")
    withdraw_image(image=image, reason="Asked.", actor=done.actor(done.organizer))
    second = browser(done.organizer).get(BASE + "gate/").json()
    assert second["lines"] == first["lines"]
    assert second["is_current"] is False
    third = check(done.organizer, django_capture_on_commit_callbacks)
    assert (third["items"], third["is_current"]) == (5, True)


def test_only_one_check_is_under_way(done: Cast) -> None:
    client = browser(done.organizer)
    jobs = [client.post(BASE + "gate/check/").json()["job"]["id"] for _ in range(2)]
    assert jobs[0] == jobs[1]
    assert browser(done.annotators[0]).post(BASE + "gate/check/").status_code == 403


def test_the_gate_page_reads_no_items(
    done: Cast,
    django_capture_on_commit_callbacks: Commits,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    check(done.organizer, django_capture_on_commit_callbacks)
    with django_assert_max_num_queries(9) as asked:
        browser(done.organizer).get(BASE + "gate/")
    read = " ".join(query["sql"] for query in asked)
    assert GateCheck._meta.db_table in read
    assert Item._meta.db_table not in read
    assert Case._meta.db_table not in read


def test_cutting_queues_a_build(
    done: Cast, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    client = browser(done.maintainer)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(BASE + "cut/", {"version": "1.0.0", "note": "First"})
    assert answer.status_code == 201
    assert answer.json()["status"] == "draft"
    assert answer.json()["job"]["kind"] == "releases.build"
    shown = client.get(BASE + "1.0.0/").json()
    assert shown["status"] == "published"
    assert shown["summary"]["items"] == 6
    assert shown["changes"] == {"added": 6, "removed": 0, "changed": 0}
    assert len(shown["manifest_sha256"]) == 64


def test_a_blocked_release_shows_the_lines_and_keeps_what_was_typed(
    done: Cast, django_capture_on_commit_callbacks: Commits
) -> None:
    dispute = Case.objects.earliest("pk")
    Case.objects.filter(pk=dispute.pk).update(status=TO_ADJUDICATE)
    client = browser(done.maintainer)
    typed = {"version": "1.0.0", "overrides": {"rounds": "Read."}, "note": "First"}
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(BASE + "cut/", typed)
    assert (answer.status_code, answer.json()["changes"]) == (201, None)
    shown = client.get(BASE + "1.0.0/").json()
    assert shown["status"] == "failed"
    assert "Items to adjudicate: 1." in shown["reason"]
    assert [line["id"] for line in shown["blocked"]] == ["disputes"]
    assert (shown["note"], shown["reasons_given"]) == ("First", {"rounds": "Read."})


def test_a_blocked_cut_names_its_fields(done: Cast) -> None:
    answer = browser(done.maintainer).post(BASE + "cut/", {"version": "one"})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["version"]


def test_what_is_not_published_has_no_files(done: Cast) -> None:
    client = browser(done.maintainer)
    client.post(BASE + "cut/", {"version": "1.0.0"})
    answer = client.get(BASE + "1.0.0/download/")
    assert answer.status_code == 404
    assert "not published" in answer.json()["detail"]


def test_a_version_that_is_not_there_is_not_found(done: Cast) -> None:
    assert browser(done.organizer).get(BASE + "9.9.9/").status_code == 404
