"""The set-up checklist: it ticks itself off, and the next step is always possible."""

from pathlib import Path
from typing import Any

import pytest

from annotation.items.models.items import Item
from core.jobs import cancel_job, run_job
from core.services import Actor, transition_all
from curation.filters.services.requests import begin_filters
from curation.images.models import Image
from curation.imports.services.requests import begin_import
from curation.imports.services.sources import create_source
from projects.models import Project, User
from projects.roles import Role
from subtext_protocol.document import Protocol
from subtext_protocol.shipped import shipped_protocol
from tests.curation.drawn_images import folder_of, png
from tests.review.office import Office
from tests.support.annotations import annotated_items
from tests.support.cast import Cast, browser, join, make_person, make_project
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db


@pytest.fixture
def maintainer() -> User:
    return make_person("mia")


@pytest.fixture
def project(maintainer: User) -> Project:
    document = shipped_protocol("ii-bench").model_dump(mode="json")
    document["annotation"]["calibration"] = {"items": 2, "agreement": 0.7}
    return make_project(
        protocol=Protocol.model_validate(document), maintainer=maintainer
    )


def overview(project: Project, person: User) -> dict[str, Any]:
    body: dict[str, Any] = browser(person).get("/api/projects/bench/overview/").json()
    return body


def states(project: Project, person: User) -> dict[str, str]:
    return {step["kind"]: step["state"] for step in overview(project, person)["setup"]}


def test_an_empty_project_asks_for_annotators_first(
    project: Project, maintainer: User
) -> None:
    assert states(project, maintainer) == {
        "protocol": "done",
        "invite": "now",
        "import": "now",
        "filter": "later",
        "screen": "later",
        "calibrate": "later",
    }
    assert overview(project, maintainer)["next"]["kind"] == "invite"


def test_an_invitation_for_enough_people_lets_the_import_be_next(
    project: Project, maintainer: User
) -> None:
    body = {"role": "annotator", "uses": 2}
    browser(maintainer).post("/api/projects/bench/invitations/", body)
    found = overview(project, maintainer)
    assert states(project, maintainer)["invite"] == "waiting"
    assert found["next"]["kind"] == "import"
    for _ in range(2):
        join(project, Role.ANNOTATOR)
    assert states(project, maintainer)["invite"] == "done"


def test_each_step_is_named_once_it_is_possible(
    project: Project, maintainer: User, tmp_path: Path
) -> None:
    def following() -> str:
        return str(overview(project, maintainer)["next"]["kind"])

    for _ in range(2):
        join(project, Role.ANNOTATOR)
    actor = Actor(maintainer, Role.MAINTAINER)
    source = create_source(
        project=project,
        name="Drawn",
        licence="CC0-1.0",
        rights="redistribute",
        actor=actor,
    )
    folder = folder_of(tmp_path, {"a.png": png(1)})
    job = begin_import(project=project, source=source, path=folder, actor=actor)
    assert states(project, maintainer)["import"] == "waiting"
    assert following() == "importing"
    run_job(job.pk)
    assert following() == "filter"
    # No filter has seen the image yet.
    funnel = overview(project, maintainer)["funnel"]
    assert [step["count"] for step in funnel[:3]] == [1, 0, 0]
    filters = begin_filters(project=project, stages=["text_area"], actor=actor)
    assert following() == "filtering"
    cancel_job(job=filters, actor=actor)

    images = Image.objects.filter(project=project)
    transition_all(images, "pass_filters", actor=actor)
    assert following() == "screen"
    transition_all(images, "accept", actor=actor)
    accepted_images(project, 1)
    assert states(project, maintainer)["screen"] == "done"
    assert following() == "calibrate"


def test_the_checklist_goes_once_everything_is_done(
    project: Project, maintainer: User
) -> None:
    for _ in range(2):
        join(project, Role.ANNOTATOR)
    accepted_images(project, 2)
    assert states(project, maintainer)["calibrate"] == "now"
    items = list(Item.objects.values_list("pk", flat=True))
    browser(maintainer).post("/api/projects/bench/calibration/open/", {"items": items})
    assert states(project, maintainer) == {}


def test_a_project_that_annotates_has_no_checklist(cast: Cast, office: Office) -> None:
    annotated_items(cast)
    assert office.call("get", "overview/")["setup"] == []
