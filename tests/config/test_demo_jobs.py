"""The demo's images, made by a job that may be stopped and begun again at any time."""

import json
import shutil
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from core.models import Job, JobStatus
from curation.images.models import Image
from curation.job_kinds import IMPORT
from demo.job_kinds import IMAGES, STARTED
from demo.projects.begin import begin_demo, begin_started_project
from demo.projects.jobs import make_images, start_project
from projects.access.selectors import get_project_by_id
from projects.models import User
from review.adjudication.models import Case
from review.adjudication.selectors.cases import UNDECIDED
from review.adjudication.selectors.item_search import items_without_case
from review.rounds.selectors.freshness import validation_assignments_for_fresh_people

pytestmark = pytest.mark.django_db


class Stopped(BaseException):
    """What Ctrl-C is to a job: nothing in it may answer."""


@pytest.fixture
def drawn_before(drawn: Path, tmp_path: Path, settings: Settings) -> int:
    """Some of the raw files are in the data folder, two groups; how many."""
    settings.DATA_DIR = tmp_path
    shutil.copytree(drawn, tmp_path / "demo-images")
    truth = json.loads(drawn.with_suffix(".json").read_text("utf-8"))
    truth["images"] = truth["images"][:30]
    (tmp_path / "demo-images.json").write_text(json.dumps(truth), "utf-8")
    return len(truth["images"])


@pytest.mark.slow
def test_a_stopped_demo_goes_on_with_the_next_group(drawn_before: int) -> None:
    project = begin_demo()
    job = Job.objects.get(kind=IMAGES, scope_id=project.pk)
    imports = Job.objects.filter(kind=IMPORT, scope_id=project.pk)
    seen: list[int] = []

    def stop_after_a_group(done: int, total: int | None) -> None:
        seen.append(done)
        if done:
            raise Stopped

    with pytest.raises(Stopped):
        make_images(job=job, progress=stop_after_a_group)
    first = imports.get()
    people_can_begin = Image.objects.filter(project=project, status="in_screening")
    assert people_can_begin.exists()
    some = set(Image.objects.filter(project=project).values_list("pk", flat=True))

    result = make_images(job=job, progress=lambda done, _: seen.append(done))

    assert result == {"files": drawn_before}
    assert seen[-1] == drawn_before
    paths = [row.parameters["path"] for row in imports]
    assert paths.count(first.parameters["path"]) == 1
    assert len(paths) == len(set(paths)) > 1
    assert {row.status for row in imports} == {JobStatus.FINISHED}
    every = set(Image.objects.filter(project=project).values_list("pk", flat=True))
    assert some < every
    left = Image.objects.filter(project=project, status="imported")
    assert not left.exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_started_project_has_work_for_every_role(
    drawn: Path, tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    shutil.copytree(drawn, tmp_path / "demo-images")
    shutil.copy(drawn.with_suffix(".json"), tmp_path / "demo-images.json")
    begin_demo()
    begin_started_project()
    job = Job.objects.get(kind=STARTED)

    start_project(job=job, progress=lambda done, total: None)

    project = get_project_by_id(job.scope_id)
    ada = User.objects.get(username="demo-ada")
    assert Image.objects.filter(project=project, status="in_screening").exists()
    assert items_without_case(project).exists()
    assert Case.objects.filter(project=project, status__in=UNDECIDED).exists()
    assert validation_assignments_for_fresh_people(project, ada.pk).exists()
    # Begun again, it leaves all that work alone.
    waiting = Case.objects.filter(project=project, status__in=UNDECIDED).count()
    start_project(job=job, progress=lambda done, total: None)
    left = Case.objects.filter(project=project, status__in=UNDECIDED).count()
    assert left == waiting


def test_a_later_start_queues_nothing_that_is_done(db: None) -> None:
    project = begin_demo()
    jobs = Job.objects.filter(kind=IMAGES, scope_id=project.pk)
    jobs.update(status=JobStatus.FINISHED)
    assert begin_demo() == project
    assert jobs.count() == 1
    jobs.update(status=JobStatus.FAILED)
    begin_demo()
    assert jobs.filter(status=JobStatus.QUEUED).count() == 1
