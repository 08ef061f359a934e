"""New pictures are compared with what the installation has published."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image as Picture
from rest_framework.test import APIClient

from annotation.items.domain.slot_states import SUBMITTED
from annotation.items.models.slots import Slot
from core.jobs import run_job
from core.models import Job
from core.selectors import list_entries_of_object
from core.services import Actor, transition
from curation.filters.services.requests import begin_filters
from curation.images.domain.description import describe_image
from curation.images.models import Image
from curation.images.services.descriptions import description_name
from curation.images.services.withdrawal import withdraw_image
from curation.near_duplicates.models import ReleasedCopy
from curation.reports.selectors.export import curation_rows
from curation.screening.services.votes import cast_vote
from releases.records.services.errata import yank_release
from tests.curation.drawn_images import draw, encoded, folder_of
from tests.releases.conftest import Publish
from tests.support.cast import Cast, browser
from tests.support.images import import_folder, open_source

pytestmark = pytest.mark.django_db

OTHER = "/api/projects/other/duplicates/released/"
SCENE = draw(31, (640, 480))


@pytest.fixture
def published(done: Cast, publish: Publish) -> Image:
    """A picture of release 1.0.0 of the project "bench"."""
    return release_scene(done, publish)


def release_scene(done: Cast, publish: Publish) -> Image:
    """Publish the project's pictures; the first of them shows the scene."""
    publish(done)
    images = Image.objects.filter(project=done.project).order_by("pk")
    for number, image in enumerate(images):
        picture = draw(40 + number) if number else SCENE
        description = describe_image(picture).to_bytes()
        default_storage.delete(description_name(image.sha256))
        default_storage.save(description_name(image.sha256), ContentFile(description))
    return images[0]


def curate(cast: Cast, folder: Path, pictures: dict[str, Picture.Image]) -> Job:
    files = {name: encoded(picture) for name, picture in pictures.items()}
    source = cast.project.sources.first() or open_source(cast, "Crawl")
    path = folder_of(folder, files)
    import_folder(cast, source, path)
    return search(cast)


def search(cast: Cast) -> Job:
    actor = Actor.system()
    job = begin_filters(project=cast.project, stages=["near_duplicates"], actor=actor)
    return run_job(job.pk)


@pytest.fixture
def other(published: Image, tmp_path: Path) -> Cast:
    """Another project, into which a copy of the published picture has come."""
    cast = Cast("other")
    small = SCENE.resize((480, 360))
    curate(cast, tmp_path / "raw", {"copy.png": small, "new.png": draw(32)})
    return cast


def image(path: str) -> Image:
    return Image.objects.get(original_path=path)


def only(client: APIClient, decision: str = "") -> dict[str, Any]:
    (shown,) = client.get(f"{OTHER}?decision={decision}").data["results"]
    return dict(shown)


def test_a_match_is_shown_with_its_release_and_stays_where_it_is(
    other: Cast, published: Image
) -> None:
    client = browser(other.organizer)
    shown = only(client, "open")
    assert shown["released"] == {
        "project": "bench",
        "name": "Bench",
        "version": "1.0.0",
    }
    assert shown["image"]["original_path"] == "copy.png"
    assert shown["certainty"] > 0.9
    assert image("copy.png").status == "imported"
    exported = {row["original_path"]: row for row in curation_rows(other.project)}
    (entry,) = exported["copy.png"]["released_duplicates"]
    assert (entry["sha256"], entry["decision"]) == (published.sha256, "open")
    assert exported["new.png"]["released_duplicates"] == []
    # Its people are strangers to the other project, and yet see what is alike.
    thumbnail = client.get(shown["thumbnail_url"])
    assert thumbnail.status_code == 200
    assert thumbnail["Content-Type"] == "image/webp"
    assert browser(other.annotators[0]).get(shown["thumbnail_url"]).status_code == 403


def test_excluded_with_a_reason_it_stays_out_until_it_is_restored(other: Cast) -> None:
    client = browser(other.organizer)
    address = f"{OTHER}{only(client)['id']}/decide/"
    body = {"decision": "excluded", "reason": ""}
    assert client.post(address, body).status_code == 400
    body["reason"] = "it is in Bench already"
    assert client.post(address, body).data["decision"] == "excluded"
    copy = image("copy.png")
    assert copy.status == "duplicate"
    entry = list_entries_of_object(copy).get(target="duplicate")
    assert entry.data["released"]["version"] == "1.0.0"
    assert entry.data["value"] >= entry.data["threshold"] == 0.9
    search(other)
    assert image("copy.png").status == "duplicate"
    (listed,) = client.get("/api/projects/other/exclusions/").data["results"]
    assert listed["exclusion"]["rule"] == "released"
    assert listed["exclusion"]["reason"] == "it is in Bench already"

    restored = client.post(
        f"/api/projects/other/images/{copy.pk}/restore/", {"reason": "a new edition"}
    )
    assert restored.status_code == 200
    assert image("copy.png").status == "imported"
    assert only(client)["decision"] == "kept"


def test_kept_all_the_same(other: Cast) -> None:
    client = browser(other.organizer)
    body = {"decision": "kept", "reason": "the same, and yet wanted"}
    client.post(f"{OTHER}{only(client)['id']}/decide/", body)
    assert image("copy.png").status == "imported"
    search(other)
    assert only(client)["decision"] == "kept"
    assert client.get(f"{OTHER}?decision=open").data["results"] == []


def test_what_people_have_worked_on_is_not_excluded(other: Cast) -> None:
    copy = image("copy.png")
    transition(copy, "pass_filters", actor=Actor.system())
    ann = other.annotators[0]
    cast_vote(image=copy, person=ann, decision="keep", actor=other.actor(ann))
    client = browser(other.organizer)
    body = {"decision": "excluded", "reason": "it is in Bench already"}
    refused = client.post(f"{OTHER}{only(client)['id']}/decide/", body)
    assert refused.status_code == 409
    assert image("copy.png").status == "accepted"
    assert only(client)["decision"] == "open"


def test_old_images_meet_releases_that_came_later(
    done: Cast, publish: Publish, tmp_path: Path
) -> None:
    other = Cast("other")
    curate(other, tmp_path / "raw", {"copy.png": SCENE})
    assert not ReleasedCopy.objects.exists()
    release_scene(done, publish)
    assert search(other).result["near_duplicates"]["released"] == 1
    assert search(other).result["near_duplicates"]["released"] == 0
    assert ReleasedCopy.objects.count() == 1


def test_a_copy_of_a_released_image_that_was_withdrawn(
    published: Image, done: Cast, tmp_path: Path
) -> None:
    Slot.objects.create(
        project=done.project,
        item=published.place.item,
        number=1,
        status=SUBMITTED,
        state_version=2,
        person=done.annotators[0],
    )
    withdraw_image(image=published, reason="takedown", actor=done.actor(done.organizer))
    curate(done, tmp_path / "raw", {"again.png": SCENE})
    shown = browser(done.organizer).get("/api/projects/bench/duplicates/released/")
    (match,) = shown.data["results"]
    assert match["image"]["original_path"] == "again.png"
    assert match["released"]["version"] == "1.0.0"


def test_a_yanked_release_is_still_out_in_the_world(
    published: Image, done: Cast, tmp_path: Path
) -> None:
    yank_release(
        release=done.project.releases.get(),
        reason="wrong keys",
        actor=done.actor(done.maintainer),
    )
    other = Cast("other")
    job = curate(other, tmp_path / "raw", {"copy.png": SCENE})
    assert job.result["near_duplicates"]["released"] == 1
