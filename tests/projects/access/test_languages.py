"""Errors in the reader's language, whichever of them Subtext, Django or DRF says."""

from typing import Any

import pytest

from core.domain.texts import _
from core.jobs import enqueue_job
from core.models import Job, JobStatus
from tests.support.cast import Cast, browser
from tools.texts import compile_catalogue

pytestmark = pytest.mark.django_db

CHINESE = {"accept-language": "zh-CN"}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    compile_catalogue()


def test_an_error_is_in_the_language_of_the_request(cast: Cast) -> None:
    client = browser(cast.maintainer)
    said: dict[str, Any] = client.get("/api/projects/none/", headers=CHINESE).json()
    assert (said["title"], said["detail"]) == ("未找到", "没有此项目，或您不是其成员。")
    said = client.get("/api/projects/none/").json()
    assert said["title"] == "Not found"


def test_messages_of_the_rest_framework_are_translated() -> None:
    said = browser(None).post("/api/session/", {}, headers=CHINESE).json()
    assert said["detail"] == "请更正以下各项。"
    assert {one["message"] for one in said["errors"]} == {"该字段是必填项。"}


def test_a_stored_reason_is_shown_in_both_languages(cast: Cast) -> None:
    row = enqueue_job(
        kind="curation.import",
        scope_id=cast.project.pk,
        actor=cast.actor(cast.organizer),
        parameters={},
    )
    error = _("There is no file or folder {path}.", path="photos")
    Job.objects.filter(pk=row.pk).update(status=JobStatus.FAILED, error=error)
    client, path = browser(cast.organizer), f"/api/projects/{cast.project.slug}/jobs/"
    (job,) = client.get(path, headers=CHINESE).json()["jobs"]
    assert job["error"] == "没有文件或文件夹 photos。"
    (job,) = client.get(path).json()["jobs"]
    assert job["error"] == "There is no file or folder photos."
    Job.objects.filter(pk=row.pk).update(error="Written by an earlier version.")
    (job,) = client.get(path, headers=CHINESE).json()["jobs"]
    assert job["error"] == "Written by an earlier version."
