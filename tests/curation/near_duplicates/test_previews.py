"""The duplicates filter with other parameters: seen first, then applied."""

import pytest
from PIL import Image as Picture
from PIL import ImageDraw, ImageFont
from rest_framework.test import APIClient

from core.jobs import run_job
from core.models import Job, JobStatus
from core.selectors import list_entries_of_object
from core.services import Actor, transition_all
from curation.filters.models import FilterRun
from curation.filters.services.requests import begin_filters
from curation.images.models import Image
from curation.near_duplicates.selectors.clusters import duplicate_parameters
from curation.reports.selectors.image_measurements import list_image_measurements
from curation.screening.services.votes import cast_vote
from projects.protocol_versions.services.changes import change_protocol
from subtext_protocol.document import Protocol
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast, browser

PREVIEWS = "/api/projects/bench/duplicates/previews/"

pytestmark = pytest.mark.django_db


def stamped() -> Picture.Image:
    """The scene, smaller, with a mark in a corner."""
    picture = draw(11, (640, 480)).resize((480, 360))
    canvas = ImageDraw.Draw(picture)
    canvas.text((380, 335), "© someone", "black", ImageFont.load_default(size=16))
    return picture


FILES = {
    "scene.png": encoded(draw(11, (640, 480))),
    "other.png": encoded(draw(12, (640, 480))),
    "copy.jpg": encoded(stamped(), "JPEG", quality=80),
}


def run(cast: Cast) -> Job:
    job = begin_filters(
        project=cast.project, stages=["near_duplicates"], actor=Actor.system()
    )
    return run_job(job.pk)


def image(path: str) -> Image:
    return Image.objects.get(original_path=path)


def preview(client: APIClient, certainty: float = 1) -> int:
    """A finished preview; by default one under which no copy is certain enough."""
    asked = client.post(PREVIEWS, {"certainty": certainty})
    assert asked.status_code == 202, asked.data
    assert run_job(asked.data["id"]).status == JobStatus.FINISHED
    shown: int = client.get(PREVIEWS).data["results"][0]["id"]
    return shown


@pytest.fixture(scope="module")
def cast(shared_cast: Cast) -> Cast:
    return shared_cast


@pytest.fixture(scope="module")
def client(cast: Cast, import_shared: ImportFiles) -> APIClient:
    """An organizer of a project where one copy is excluded."""
    import_shared(FILES)
    run(cast)
    assert image("copy.jpg").duplicate_of == image("scene.png")
    return browser(cast.organizer)


def test_it_shows_what_would_change_and_changes_nothing(
    cast: Cast, client: APIClient
) -> None:
    shown = preview(client)
    (row,) = client.get(PREVIEWS).data["results"]
    assert (row["certainty"], row["status"]) == (1.0, "finished")
    assert {name: row["counts"][name] for name in ("goes", "back", "moves")} == {
        "goes": 0,
        "back": 1,
        "moves": 0,
    }
    (change,) = client.get(f"{PREVIEWS}{shown}/changes/").data["results"]
    assert change["change"] == "back"
    assert change["image"]["original_path"] == "copy.jpg"
    assert change["before"]["original_path"] == "scene.png"
    assert client.get(f"{PREVIEWS}{shown}/changes/?change=goes").data["results"] == []
    assert image("copy.jpg").status == "duplicate"
    assert duplicate_parameters(cast.project) == (0.9,)


def test_applied_with_a_reason_it_holds_for_every_later_run(
    cast: Cast, client: APIClient
) -> None:
    apply = f"{PREVIEWS}{preview(client)}/apply/"
    assert client.post(apply, {"reason": " "}).status_code == 400
    assert image("copy.jpg").status == "duplicate"
    applied = client.post(apply, {"reason": "only exact copies"})
    assert applied.data["counts"]["restored"] == 1
    assert image("copy.jpg").status == "imported"
    entry = list_entries_of_object(image("copy.jpg")).get(action="refilter")
    assert (entry.reason, entry.role) == ("only exact copies", "organizer")
    assert client.post(apply, {"reason": "again"}).status_code == 404
    run_job(Job.objects.get(status=JobStatus.QUEUED).pk)  # what came back is read
    run(cast)
    assert image("copy.jpg").status == "in_screening"
    parameters = client.get("/api/projects/bench/duplicates/parameters/").data
    assert parameters == {"certainty": 1.0}

    back = f"{PREVIEWS}{preview(client, certainty=0.9)}/apply/"
    assert client.post(back, {"reason": "variants too"}).status_code == 200
    assert image("copy.jpg").duplicate_of == image("scene.png")


def test_a_new_protocol_sets_the_parameters_anew(cast: Cast, client: APIClient) -> None:
    apply = f"{PREVIEWS}{preview(client)}/apply/"
    client.post(apply, {"reason": "only exact copies"})
    document = cast.project.protocol.model_dump(mode="json")
    document["curation"]["near_duplicates"]["certainty"] = 0.8
    change_protocol(
        project=cast.project,
        protocol=Protocol.model_validate(document),
        actor=cast.actor(cast.maintainer),
        note="",
    )
    assert duplicate_parameters(cast.project) == (0.8,)


def test_what_was_only_previewed_is_not_let_through(
    cast: Cast, client: APIClient, import_shared: ImportFiles
) -> None:
    import_shared({"late.png": encoded(draw(13))})
    shown = preview(client, certainty=0.9)
    assert list_image_measurements(image("late.png")) == []
    job = run(cast)
    assert job.result["near_duplicates"]["measured"] == 1
    assert client.post(f"{PREVIEWS}{shown}/apply/", {"reason": "x"}).status_code == 409
    (row,) = client.get(PREVIEWS).data["results"]
    assert row["overtaken"]


def test_what_people_have_worked_on_is_listed_and_left(
    cast: Cast, client: APIClient
) -> None:
    apply = f"{PREVIEWS}{preview(client)}/apply/"
    client.post(apply, {"reason": "only exact copies"})
    both = [image("scene.png"), image("copy.jpg")]
    transition_all(both, "pass_filters", actor=Actor.system())
    ann = cast.annotators[0]
    for one in both:
        cast_vote(image=one, person=ann, decision="keep", actor=cast.actor(ann))
    shown = preview(client, certainty=0.9)
    (change,) = client.get(f"{PREVIEWS}{shown}/changes/").data["results"]
    assert (change["change"], change["image"]["original_path"]) == ("stays", "copy.jpg")
    applied = client.post(f"{PREVIEWS}{shown}/apply/", {"reason": "variants too"})
    assert applied.data["counts"]["untouched"] == 1
    assert image("copy.jpg").status == "accepted"


def test_another_certainty_searches_nothing_anew(cast: Cast, client: APIClient) -> None:
    shown = preview(client, certainty=0.5)
    counts = FilterRun.objects.get(pk=shown).counts
    assert (counts["measured"], counts["goes"], counts["back"]) == (0, 0, 0)


def test_what_cannot_be_previewed(cast: Cast, client: APIClient) -> None:
    for certainty in (0.2, 1.5):
        refused = client.post(PREVIEWS, {"certainty": certainty})
        assert refused.status_code == 400
        assert [error["field"] for error in refused.data["errors"]] == ["certainty"]
    body = {"certainty": 1}
    assert browser(cast.annotators[0]).post(PREVIEWS, body).status_code == 403
    asked = client.post(PREVIEWS, body)
    assert client.post(PREVIEWS, body).status_code == 409
    run_job(asked.data["id"])
    assert client.post(f"{PREVIEWS}99999/apply/", {"reason": "x"}).status_code == 404
