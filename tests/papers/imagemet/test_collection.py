"""How ImageMet's test images are collected, and which of them are published.

§3, "Test set": "Images were scraped using targeted queries such as 'metaphor' and
'symbolism'." §1: "we focus exclusively on visual metaphors, leaving out multimodal
metaphors". Ethical considerations: "We release ImageMet under the CC-BY 4.0 license [...]
Some images in the ImageMet test set are real-world advertisements and are not publicly
released due to copyright restrictions".
"""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from curation.images.models import Image, Source
from releases.records.models import FrozenRow
from subtext_protocol.shipped import shipped_protocol
from tests.curation.drawn_images import folder_of, png
from tests.evaluation.ordering import cut_release
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from tests.support.images import images_in_screening

pytestmark = pytest.mark.django_db


@pytest.fixture
def studio(db: None) -> Cast:
    return Cast(protocol=shipped_protocol("imagemet"))


def test_the_query_that_found_an_image_is_kept(studio: Cast, tmp_path: Path) -> None:
    folder_of(tmp_path, {"a.png": png(1), "b.png": png(2)})
    queries = {"a.png": "metaphor", "b.png": "symbolism"}
    manifest = tmp_path / "images.jsonl"
    manifest.write_text(
        "\n".join(
            json.dumps({"path": path, "query": query})
            for path, query in queries.items()
        )
    )
    call_command(
        *["images_import", "bench", str(manifest), "--source", "An image search"],
        *["--licence", "CC-BY-4.0", "--rights", "redistribute"],
        *["--no-filters", "--json"],
        stdout=io.StringIO(),
    )
    images = Image.objects.filter(project=studio.project)
    kept = {image.original_path: image.details["query"] for image in images}
    assert kept == queries
    client = browser(studio.organizer)
    for image in images:
        shown = client.get(f"/api/projects/bench/images/{image.pk}/").json()
        assert shown["details"]["query"] == queries[image.original_path]


@pytest.mark.parametrize("reason", ["needs_text", "no_metaphor", "ambiguous"])
def test_images_without_a_clear_visual_metaphor_are_discarded(
    studio: Cast, reason: str
) -> None:
    [image] = images_in_screening(studio.project, 1)
    client = browser(studio.annotators[0])
    [picture] = client.get("/api/projects/bench/screening/next/").json()
    answer = client.put(
        f"/api/projects/bench/screening/pictures/{picture['id']}/vote/",
        {"decision": "discard", "reason": reason},
        format="json",
    )
    assert answer.status_code == 200, answer.data
    image.refresh_from_db()
    assert image.status == "discarded"


def test_images_under_copyright_are_not_released(studio: Cast, tmp_path: Path) -> None:
    finished_items(studio, 2, rights="address_only", licence="All rights reserved")
    release = cut_release(studio, items=6)
    out = tmp_path / "release"
    call_command(
        *["release_export", "bench", release.version, str(out), "--json"],
        stdout=io.StringIO(),
    )
    withheld = Source.objects.get(rights="address_only")
    published = {file.name for file in (out / "images").iterdir()}
    for image in Image.objects.filter(project=studio.project):
        stem = image.published_sha256
        shown = any(name.startswith(stem) for name in published)
        assert shown == (image.source_id != withheld.pk)
    # Their captions and questions are part of the benchmark all the same.
    assert FrozenRow.objects.filter(release=release).count() == 8
    card = (out / "README.md").read_text("utf-8")
    assert "license: cc-by-4.0" in card
