"""Every reading operation of the schema, asked by people of every kind."""

import re
from typing import Any

import pytest
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from annotation.models import Annotation, Item, QuestionRevision, Slot
from annotation.services.slots import slot_next
from annotation.services.writing import annotation_submit
from curation.models.images import Image
from evaluation.models import ErrorAnalysis, Run
from evaluation.services.analyses import analysis_draw
from releases.models import Release
from releases.services.cutting import release_cut
from review.models import Case, Thread
from review.selectors.threads import about_item
from review.services.threads import thread_open
from tests.evaluation.scoring import scored
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from tests.support.images import accepted_images
from tests.support.writing import finished_record
from workflow.jobs import job_run

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

PUBLIC = {
    "/api/first-maintainer/{token}/",
    "/api/instance/",
    "/api/session/",
    "/api/invitations/{token}/",
    "/api/password/reset/{token}/",
    "/api/predictions/",
}
FOR_ANYBODY_LOGGED_IN = {"/api/projects/", "/api/me/"}
FOR_STAFF = {"/api/protocols/"}
OF_ONES_OWN = ("/calibration/mine/", "/calls/mine/", "/my-feedback/", "/practice/")
"""What only annotators have."""


MODEL_SAID = "quokka"
TALKED = "wombat"


def readings() -> list[str]:
    """The path of every GET operation."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return sorted(path for path, methods in schema["paths"].items() if "get" in methods)


OF_A_PROJECT = [
    path
    for path in readings()
    if path not in PUBLIC | FOR_ANYBODY_LOGGED_IN | FOR_STAFF
]


@pytest.fixture(scope="module")
def busy(module_db: None) -> Cast:
    """A released project in which somebody is annotating."""
    cast = Cast()
    finished_items(cast, 3)
    cut = release_cut(
        project=cast.project, version="1.0.0", actor=cast.actor(cast.maintainer)
    )
    assert cut.job is not None
    job_run(cut.job.pk)
    run = scored(Release.objects.get(pk=cut.pk), lambda _: f"B, says {MODEL_SAID}")
    analysis_draw(run=run, size=2, seed=0, markers=1, actor=cast.actor(cast.organizer))
    thread_open(
        project=cast.project,
        actor=cast.actor(cast.organizer),
        about=about_item(cast.project, Item.objects.order_by("pk")[0].pk, ""),
        purpose="consensus",
        text=f"Agreed on {TALKED}",
    )
    accepted_images(cast.project, 2)
    return cast


def filled(path: str, cast: Cast) -> str:
    """The path with the ids of things that are there."""
    ids = {
        "slug": cast.project.slug,
        "version": "1.0.0",
        "image_id": Image.objects.order_by("pk")[0].pk,
        "item_id": Item.objects.order_by("pk")[0].pk,
        "case_id": Case.objects.order_by("pk")[0].pk,
        "file": "preview",
        "path": "manifest.json",
        "run_id": (run := Run.objects.get(status="finished").pk),
        "other_id": run,
        "analysis_id": ErrorAnalysis.objects.get().pk,
        "before": "1.0.0",
        "after": "1.0.0",
        "file_format": "md",
        "thread_id": Thread.objects.order_by("pk")[0].pk,
    }
    return re.sub(r"\{(\w+)\}", lambda name: str(ids.get(name[1], 1)), path)


def test_the_walk_is_worth_its_name() -> None:
    assert len(OF_A_PROJECT) > 40


@pytest.mark.parametrize("path", OF_A_PROJECT)
def test_only_members_reach_it_and_it_never_breaks(busy: Cast, path: str) -> None:
    address = filled(path, busy)
    assert browser(None).get(address).status_code == 401
    assert browser(busy.stranger).get(address).status_code == 404
    for person in (busy.annotators[0], busy.organizer, busy.maintainer):
        assert browser(person).get(address).status_code < 500
    assert browser(busy.maintainer).get(address).status_code != 403 or (
        "/annotate/" in path or path.endswith(OF_ONES_OWN)
    )


def test_no_annotator_reads_a_key_or_what_another_wrote(busy: Cast) -> None:
    first, second = busy.annotators[:2]
    secret = "zyzzyva"
    slot = slot_next(project=busy.project, actor=busy.actor(first))
    assert slot is not None
    annotation_submit(
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
        response = client.get(filled(path, busy))
        if response.streaming:
            continue
        body = response.content.decode(errors="replace")
        assert secret not in body, path
        assert MODEL_SAID not in body, path
        assert TALKED not in body, path
        assert '"answer"' not in body or stem not in body, path


def test_organizers_read_what_a_model_said(busy: Cast) -> None:
    path = next(path for path in OF_A_PROJECT if path.endswith("/samples/"))
    assert (
        MODEL_SAID in browser(busy.organizer).get(filled(path, busy)).content.decode()
    )


def test_staff_only_means_staff_only(busy: Cast) -> None:
    for path in FOR_STAFF:
        assert browser(busy.maintainer).get(path).status_code == 403
    assert settings.DEMO_PEOPLE is False
