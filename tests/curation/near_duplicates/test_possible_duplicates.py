"""Possible near-duplicates stay until an organizer decides, and the answer lasts."""

import csv
import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from PIL import Image as Picture
from rest_framework.test import APIClient

from core.jobs import run_job
from core.models import Job, JobStatus
from core.services import Actor
from curation.filters.services.requests import begin_filters
from curation.images.models import Image
from curation.near_duplicates.models import NearDuplicatePair, PairDecision
from projects.models import Project
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded
from tests.support.cast import Cast, browser

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

POSSIBLE = "/api/projects/bench/duplicates/possible/"


def run(cast: Cast) -> None:
    """Compare, and be certain of nothing."""
    job = begin_filters(
        project=cast.project,
        stages=["near_duplicates"],
        parameters={"near_duplicates": {"certainty": 1}},
        actor=Actor.system(),
    )
    run_job(job.pk)


@pytest.fixture(scope="module")
def cast(shared_cast: Cast) -> Cast:
    return shared_cast


@pytest.fixture(scope="module")
def client(cast: Cast, import_shared: ImportFiles) -> APIClient:
    """An organizer of a project with one possible pair."""
    scene = draw(11, (640, 480))
    import_shared(
        {
            "scene.png": encoded(scene),
            "small.jpg": encoded(scene.resize((320, 240)), "JPEG", quality=60),
            "other.png": encoded(draw(12, (640, 480))),
        }
    )
    run(cast)
    return browser(cast.organizer)


def only_pair(client: APIClient) -> int:
    (pair,) = client.get(POSSIBLE).data["results"]
    pair_id: int = pair["id"]
    return pair_id


def excluded() -> list[str]:
    images = Image.objects.filter(status="duplicate")
    return list(images.values_list("original_path", flat=True))


def finish_jobs() -> None:
    for job in Job.objects.filter(status=JobStatus.QUEUED):
        run_job(job.pk)


def test_a_possible_pair_is_listed_and_both_stay(client: APIClient) -> None:
    (pair,) = client.get(POSSIBLE).data["results"]
    paths = {pair[side]["original_path"] for side in ("left", "right")}
    assert paths == {"scene.png", "small.jpg"}
    assert 0.2 <= pair["certainty"] < 1
    assert excluded() == []


def test_the_same_images_become_a_cluster_of_which_the_best_stays(
    cast: Cast, client: APIClient
) -> None:
    address = f"{POSSIBLE}{only_pair(client)}/"
    assert client.post(f"{address}decide/", {"answer": "same"}).status_code == 200
    assert excluded() == ["small.jpg"]
    assert client.get(POSSIBLE).data["results"] == []
    finish_jobs()
    run(cast)
    assert excluded() == ["small.jpg"]
    assert client.post(f"{address}undo/").status_code == 204
    assert excluded() == []
    assert only_pair(client)
    assert client.post(f"{address}undo/").status_code == 409


@pytest.mark.parametrize("answer", ["different", "variant"])
def test_both_stay_for_good_whatever_later_runs_find(
    cast: Cast, client: APIClient, answer: str
) -> None:
    address = f"{POSSIBLE}{only_pair(client)}/decide/"
    response = client.post(address, {"answer": answer})
    assert response.data["answer"] == answer
    assert PairDecision.objects.get().decided_by == cast.organizer
    finish_jobs()
    job = begin_filters(
        project=cast.project, stages=["near_duplicates"], actor=Actor.system()
    )
    run_job(job.pk)
    assert excluded() == []
    assert client.get(POSSIBLE).data["results"] == []


def test_a_wrong_answer_or_another_person_is_refused(
    cast: Cast, client: APIClient
) -> None:
    address = f"{POSSIBLE}{only_pair(client)}/decide/"
    refused = client.post(address, {"answer": "perhaps"})
    assert [error["field"] for error in refused.data["errors"]] == ["answer"]
    annotator = browser(cast.annotators[0])
    assert annotator.post(address, {"answer": "same"}).status_code == 403
    assert (
        client.post(f"{POSSIBLE}99999/decide/", {"answer": "same"}).status_code == 404
    )


def test_the_two_are_shown_on_each_other(client: APIClient) -> None:
    address = f"{POSSIBLE}{only_pair(client)}/"
    sizes = set()
    for part in ("base", "aligned", "differences"):
        response = client.get(f"{address}{part}/")
        assert response["Content-Type"] == "image/webp"
        with Picture.open(io.BytesIO(response.content)) as image:
            sizes.add(image.size)
    assert len(sizes) == 1
    assert client.get(f"{address}nothing/").status_code == 404


def test_decisions_are_compared_with_certainties(
    cast: Cast, client: APIClient, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"{POSSIBLE}{only_pair(client)}/"
    client.post(f"{address}decide/", {"answer": "same"})
    call_command("duplicates_calibrate", cast.project.slug, "--json")
    result = json.loads(capsys.readouterr().out)
    assert result["decided"] == 1
    assert sum(row["same"] for row in result["same"]) == 1
    assert result["certainty"] is None
    call_command("duplicates_calibrate", cast.project.slug)
    assert "Too few decisions" in capsys.readouterr().out


def exported(
    capsys: pytest.CaptureFixture[str], column: str = "possible_duplicates"
) -> dict[str, Any]:
    """The entries of each image that has any, by path."""
    capsys.readouterr()
    call_command("curation_export", "bench", "--format", "csv")
    rows = csv.DictReader(io.StringIO(capsys.readouterr().out, newline=""))
    entries = {row["original_path"]: json.loads(row[column]) for row in rows}
    return {path: some for path, some in entries.items() if some}


def test_the_export_lists_them_with_what_people_decided(
    cast: Cast, client: APIClient, capsys: pytest.CaptureFixture[str]
) -> None:
    (pair,) = client.get(POSSIBLE).data["results"]
    sha256 = dict(Image.objects.values_list("original_path", "sha256"))
    entries = exported(capsys)
    assert entries.keys() == {"scene.png", "small.jpg"}
    (entry,) = entries["scene.png"]
    assert (entry["path"], entry["sha256"]) == ("small.jpg", sha256["small.jpg"])
    assert entry["certainty"] == pytest.approx(pair["certainty"])
    assert (entry["decision"], entry["decided_by"]) == (None, None)

    client.post(f"{POSSIBLE}{pair['id']}/decide/", {"answer": "variant"})
    for (decided,) in exported(capsys).values():
        assert decided["decision"] == "variant"
        assert decided["decided_by"] == cast.organizer.pseudonym
        assert decided["decided_at"].endswith("+00:00")
    Project.objects.update(time_zone="Asia/Kathmandu")
    ((decided,), _) = exported(capsys).values()
    assert decided["decided_at"].endswith("+05:45")
    # A later comparison may not find the pair again; the decision stays.
    NearDuplicatePair.objects.all().delete()
    ((kept,), _) = exported(capsys).values()
    assert (kept["certainty"], kept["decision"]) == (None, "variant")
    assert exported(capsys, "released_duplicates") == {}
