"""Candidates of a generator are marked before any release, beside those of another set."""

from typing import Any

import pytest

from curation.images.models import Image, Rights, Source
from evaluation.marking.models.ratings import RatingSample, RatingTask
from evaluation.marking.selectors.generated_images import candidate_tables
from projects.roles import Role
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast, browser, join
from tests.support.images import accepted_images

pytestmark = pytest.mark.django_db

OURS, OTHER = "drawn for tests", "Another set"
BASE = "/api/projects/bench/evaluation/ratings/"


@pytest.fixture
def studio(db: None) -> Cast:
    """Twelve pictures of ours and four of another set, each with its sentence."""
    cast = Cast(protocol=shipped_protocol("imagemet"))
    accepted_images(cast.project, 17)
    other = Source.objects.create(
        project=cast.project,
        name=OTHER,
        licence="CC0-1.0",
        rights=Rights.REDISTRIBUTE,
    )
    images = list(Image.objects.order_by("pk"))
    for at, image in enumerate(images[:16]):
        image.details = {"simile": f"Life is as long as road {at}", "model": "painter"}
        if at >= 12:
            image.source = other
        image.save()
    return cast


def drawn(cast: Cast, sets: list[str], status: int = 201) -> Any:
    body = {"rating": "simile-coherence", "sets": sets}
    answer = browser(cast.organizer).post(BASE, body, format="json")
    assert answer.status_code == status, answer.data
    return answer.json()


def test_as_many_of_another_set_are_marked_without_being_told_apart(
    studio: Cast,
) -> None:
    client = browser(studio.organizer)
    listed = client.get(BASE).json()
    assert listed["sets"] == [{"name": OTHER, "size": 4}, {"name": OURS, "size": 12}]
    assert [one["id"] for one in listed["ratings"]] == ["simile-coherence", "alignment"]
    # A tenth of twelve, and as many of the other.
    task = drawn(studio, [OURS, OTHER])
    assert (task["size"], task["version"], task["people"]) == (4, "", 2)
    assert task["sets"] == [OTHER, OURS]
    assert [one["sets"] for one in client.get(BASE).json()["tasks"]] == [[OTHER, OURS]]
    parts = RatingSample.objects.values_list("part_of", flat=True)
    assert sorted(parts) == [OTHER, OTHER, OURS, OURS]

    people = [studio.organizer, join(studio.project, Role.ORGANIZER, "rater")]
    for person, less in zip(people, (0, 1), strict=True):
        rater = browser(person)
        page = rater.get(f"{BASE}{task['id']}/samples/")
        assert OTHER not in page.content.decode()
        assert "painter" not in page.content.decode()
        for one in page.json()["results"]:
            # By ImageMet's standard the sentence is read alone.
            assert one["images"] == []
            assert one["written"][0]["text"].startswith("Life is as long")
            row = RatingSample.objects.get(pk=one["id"])
            mark = (5 if row.part_of == OTHER else 4) - less
            rater.put(
                f"{BASE}{task['id']}/samples/{one['id']}/mark/",
                {"marks": {"coherence": mark}, "note": ""},
                format="json",
            )
    found = client.get(f"{BASE}{task['id']}/").json()["findings"]
    means = {one["set"]: (one["n"], one["mean"]) for one in found["sets"]}
    assert means == {
        OURS: (2, 3.5),
        OTHER: (2, 4.5),
        "ImageMet (synthetic)": (None, 4.19),
        "VFLUTE": (None, 4.25),
    }
    (scale,) = found["scales"]
    assert (scale["overall"]["mean"], scale["slices"]) == (4.0, {})
    (table,) = candidate_tables(studio.project, studio.project.protocol)
    ours, published = table.groups
    assert [(row.label, row.values) for row in ours.rows] == [
        (f"{OTHER} (2)", (4.5,)),
        (f"{OURS} (2)", (3.5,)),
    ]
    assert [row.values for row in published.rows] == [(4.19,), (4.25,)]


@pytest.mark.parametrize("sets", [[], ["nothing of the kind"]])
def test_a_set_without_candidates_is_refused(studio: Cast, sets: list[str]) -> None:
    assert drawn(studio, sets, status=400)["errors"][0]["field"] == "sets"
    assert not RatingTask.objects.exists()
