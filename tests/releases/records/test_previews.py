"""A dry run: everything of a release before anything is final."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.files.storage import default_storage

from annotation.items.models.items import Item
from curation.images.models import Image
from curation.images.services.withdrawal import withdraw_image
from evaluation.runs.models.runs import Run
from releases.content.domain.release_form import Author, ReleaseForm
from releases.gate.services import run_gate_check
from releases.records.models import Release
from releases.records.selectors.files import release_prefix
from subtext_protocol.shipped import shipped_protocol
from tests.evaluation.ordering import cut_release
from tests.releases.conftest import Publish
from tests.releases.samples import frozen_release, written
from tests.support.cast import Cast, browser

BASE = "/api/projects/bench/releases/"
FORM = {
    "authors": [
        {"name": "Ada Lovelace", "affiliation": "University of London"},
        {"name": "陈晨", "affiliation": ""},
    ],
    "funding": "Grant 1843 of the Analytical Society.",
    "contact": "bench@example.org",
    "intended_use": "Comparing models on what images imply.",
    "limits": "Images from a single archive.",
    "biases": "Humour of one city.",
    "personal_information": "Public figures in caricatures.",
    "social_impact": "Models that miss satire mislead their readers.",
    "synthetic_data": False,
    "doi": "10.5281/zenodo.1843",
}


@pytest.mark.django_db
def test_a_preview_shows_every_file_and_publishes_nothing(
    done: Cast, publish: Publish
) -> None:
    preview = publish(done, preview=True)
    assert (preview.status, preview.published_at) == ("previewed", None)
    client = browser(done.organizer)
    for path in ("README.md", "DATASHEET.md", "questions/test.jsonl"):
        assert client.get(f"{BASE}1.0.0/files/{path}").status_code == 200
    items = client.get(f"{BASE}1.0.0/items/").json()["results"]
    assert len(items) == preview.summary["items"]
    assert items[0]["picture"]["thumbnail_url"]
    numbers = set(Item.objects.values_list("number", flat=True))
    assert {item["picture"]["item_number"] for item in items} <= numbers
    assert items[0]["questions"][0]["options"]
    assert items[0]["questions"][0]["format"] == "single_choice"
    assert browser(done.annotators[0]).get(f"{BASE}1.0.0/items/").status_code == 403
    assert Run.objects.count() == 0


@pytest.mark.django_db
def test_the_items_of_a_release_show_their_sentences_filled_in() -> None:
    cast = Cast(protocol=shipped_protocol("imagemet"))
    cut_release(cast, items=1)
    [item] = browser(cast.organizer).get(f"{BASE}1.0.0/items/").json()["results"]
    assert item["sentences"]["caption"].startswith("primary 1 is as attribute 1 as")
    assert item["labels"]


@pytest.mark.django_db
def test_a_preview_is_published_as_it_is(done: Cast, publish: Publish) -> None:
    preview = publish(done, preview=True)
    assert browser(done.organizer).post(f"{BASE}1.0.0/publish/").status_code == 403

    answer = browser(done.maintainer).post(f"{BASE}1.0.0/publish/")
    assert answer.status_code == 200
    body = answer.json()
    assert (body["status"], body["manifest_sha256"]) == (
        "published",
        preview.manifest_sha256,
    )
    assert Run.objects.filter(release=preview).exists()


@pytest.mark.django_db
def test_a_preview_that_was_overtaken_is_not_published(
    done: Cast, publish: Publish
) -> None:
    publish(done, "1.1.0", preview=True)
    publish(done, "1.0.0")
    client = browser(done.maintainer)
    refused = client.post(f"{BASE}1.1.0/publish/")
    assert refused.status_code == 409
    assert "Create the preview again" in refused.json()["detail"]

    publish(done, "1.1.0", preview=True)
    withdraw_image(
        image=Image.objects.filter(place__isnull=False).earliest("pk"),
        reason="Asked for.",
        actor=done.actor(done.maintainer),
    )
    assert "withdrawn" in client.post(f"{BASE}1.1.0/publish/").json()["detail"]


@pytest.mark.django_db
def test_what_was_not_published_can_be_removed(
    done: Cast, publish: Publish, django_capture_on_commit_callbacks: Any
) -> None:
    prefix = release_prefix(publish(done, preview=True))
    assert default_storage.exists(f"{prefix}/manifest.json")
    assert browser(done.organizer).delete(f"{BASE}1.0.0/").status_code == 403
    with django_capture_on_commit_callbacks(execute=True):
        assert browser(done.maintainer).delete(f"{BASE}1.0.0/").status_code == 204
    assert not Release.objects.exists()
    assert not default_storage.exists(f"{prefix}/manifest.json")

    publish(done)
    assert browser(done.maintainer).delete(f"{BASE}1.0.0/").status_code == 409
    assert Release.objects.get().status == "published"


@pytest.mark.django_db
def test_the_form_is_asked_for_and_printed(done: Cast, publish: Publish) -> None:
    client = browser(done.maintainer)
    run_gate_check(project=done.project)
    [line] = [
        line
        for line in client.get(f"{BASE}gate/").json()["lines"]
        if line["id"] == "form"
    ]
    assert (line["level"], line["count"]) == ("warn", 9)
    assert "authors" in line["message"]["en"]
    assert "作者" in line["message"]["zh"]

    assert browser(done.organizer).put(
        f"{BASE}form/", FORM, format="json"
    ).status_code == (403)
    assert client.put(f"{BASE}form/", FORM, format="json").status_code == 200
    assert client.get(f"{BASE}form/").json() == FORM
    run_gate_check(project=done.project)
    lines = client.get(f"{BASE}gate/").json()["lines"]
    assert {line["level"] for line in lines if line["id"] == "form"} == {"ok"}

    folder = Path(default_storage.path(release_prefix(publish(done))))
    for file in ("README.md", "DATASHEET.md", "CITATION.cff", "croissant.json"):
        text = (folder / file).read_text("utf-8")
        assert "Lovelace" in text, file
    card = (folder / "README.md").read_text("utf-8")
    for field in ("limits", "biases", "personal_information", "social_impact", "doi"):
        assert str(FORM[field]) in card, field
    assert (
        yaml.safe_load((folder / "CITATION.cff").read_text("utf-8"))["doi"]
        == (FORM["doi"])
    )
    record = json.loads((folder / ".zenodo.json").read_text("utf-8"))
    assert record["doi"] == FORM["doi"]
    assert [creator["name"] for creator in record["creators"]] == [
        "Lovelace, Ada",
        "陈晨",
    ]


@pytest.mark.django_db
def test_an_unchanged_version_is_not_offered(done: Cast, publish: Publish) -> None:
    client = browser(done.maintainer)

    def unchanged() -> bool:
        run_gate_check(project=done.project)
        return bool(client.get(f"{BASE}gate/").json()["unchanged"])

    assert not unchanged()
    publish(done)
    assert unchanged()
    client.put(f"{BASE}form/", FORM, format="json")
    assert not unchanged()


@pytest.mark.parametrize("protocol", ["ii-bench", "cii-bench"])
def test_documents_say_what_the_form_says(tmp_path: Path, protocol: str) -> None:
    form = ReleaseForm(
        authors=(Author("Ada Lovelace", "University of London"), Author("陈晨")),
        funding="Grant 1843.",
        contact="bench@example.org",
        intended_use="Comparing models.",
        limits="A single archive.",
    )
    written(frozen_release(shipped_protocol(protocol), form=form), tmp_path)

    card = (tmp_path / "README.md").read_text("utf-8")
    sheet = (tmp_path / "DATASHEET.md").read_text("utf-8")
    for text in ("University of London", "陈晨", "Grant 1843."):
        assert text in card
        assert text in sheet
    assert "A single archive." in card
    assert "Comparing models." in sheet
    croissant = json.loads((tmp_path / "croissant.json").read_text("utf-8"))
    assert [one["name"] for one in croissant["creator"]] == ["Ada Lovelace", "陈晨"]
    assert croissant["rai:dataLimitations"] == "A single archive."
