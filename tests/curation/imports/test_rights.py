"""Saying anew what may be done with a source: foreseen, explained, never forgotten."""

from pathlib import Path

import pytest
from django.db import IntegrityError

from core.errors import InvalidInputError
from core.jobs import run_job
from core.selectors import last_entry
from curation.images.models import Image, Rights, Source
from curation.images.services.storage import store_image
from curation.imports.models import ImportRejection
from curation.imports.selectors import source_effects
from curation.imports.services.requests import begin_import
from curation.imports.services.sources import change_source_rights
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import folder_of, png
from tests.releases.conftest import Publish
from tests.releases.conftest import publish as publish_fixture
from tests.support.cast import Cast, browser
from tests.support.finished import finished_items
from tests.support.images import import_folder, open_source

pytestmark = pytest.mark.django_db

publish = publish_fixture


def prohibit(cast: Cast, source: Source) -> None:
    change_source_rights(
        source=source,
        rights=Rights.PROHIBITED,
        reason="The owner asked.",
        actor=cast.actor(cast.organizer),
    )


def test_a_source_without_chosen_rights_is_not_stored(cast: Cast) -> None:
    with pytest.raises(IntegrityError, match="source_rights_are_chosen"):
        Source.objects.create(project=cast.project, name="Crawl", licence="CC0-1.0")


def test_what_would_happen_is_told_before(
    cast: Cast, source: Source, import_files: ImportFiles
) -> None:
    import_files({"a.png": png(1), "b.png": png(2)})
    address = f"/api/projects/bench/sources/{source.pk}/effects/"
    told = browser(cast.organizer).get(address)
    assert told.data == {
        "images": 2,
        "by_status": {"imported": 2},
        "released": [],
        "changes": [],
    }
    assert Image.objects.filter(status="withdrawn").count() == 0
    assert browser(cast.annotators[0]).get(address).status_code == 403
    assert browser(cast.stranger).get(address).status_code == 404


def test_unreleased_images_go_and_released_ones_are_listed(
    cast: Cast, publish: Publish
) -> None:
    finished_items(cast, 3)
    publish(cast)
    source = Source.objects.get()
    released = sorted(Image.objects.values_list("pk", flat=True))
    before = source_effects(source)
    assert (before.images, before.by_status) == (3, {"accepted": 3})
    prohibit(cast, source)
    after = source_effects(source)
    assert (after.images, after.by_status) == (0, {})
    for effects in (before, after):
        (found,) = effects.released
        assert (found.project, found.version) == ("bench", "1.0.0")
        assert found.images == released


def test_the_reason_stands_with_the_source_and_with_each_image(
    cast: Cast, source: Source, import_files: ImportFiles
) -> None:
    import_files({"a.png": png(1)})
    client = browser(cast.organizer)
    rights = f"/api/projects/bench/sources/{source.pk}/rights/"
    for after, reason in (("address_only", "No answer yet."), ("prohibited", "No.")):
        assert (
            client.put(rights, {"rights": after, "reason": reason}).status_code == 200
        )
    assert client.put(rights, {"rights": "redistribute"}).status_code == 400
    told = client.get(f"/api/projects/bench/sources/{source.pk}/effects/").data
    assert [
        (one["before"], one["after"], one["reason"], one["changed_by"])
        for one in told["changes"]
    ] == [
        ("address_only", "prohibited", "No.", cast.organizer.shown_name),
        ("redistribute", "address_only", "No answer yet.", cast.organizer.shown_name),
    ]
    entry = last_entry(Image.objects.get())
    assert entry is not None
    assert (entry.action, entry.reason) == ("withdraw", "No.")


def test_images_of_other_sources_stay(
    cast: Cast, source: Source, import_files: ImportFiles, tmp_path: Path
) -> None:
    import_files({"a.png": png(1)})
    other = open_source(cast, "Museum")
    folder = folder_of(tmp_path / "museum", {"b.png": png(2)})
    import_folder(cast, other, folder)
    prohibit(cast, source)
    assert dict(Image.objects.values_list("original_path", "status")) == {
        "a.png": "withdrawn",
        "b.png": "imported",
    }


def test_what_is_being_read_when_a_source_is_prohibited_does_not_slip_in(
    cast: Cast, source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(tmp_path, {f"{n}.png": png(n) for n in range(3)})
    actor = cast.actor(cast.organizer)
    job = begin_import(project=cast.project, source=source, path=folder, actor=actor)

    read: list[object] = []

    def prohibited_meanwhile(*args: object, **kwargs: object) -> object:
        read.append(args)
        if len(read) == 2:
            prohibit(cast, source)
        return store_image(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(
        "curation.imports.services.batch_import.store_image", prohibited_meanwhile
    )
    done = run_job(job.pk)
    assert done.result["rejected"] == 3
    assert not Image.objects.exists()
    codes = ImportRejection.objects.filter(job=job).values_list("code", flat=True)
    assert set(codes) == {"prohibited"}


def test_a_prohibited_source_takes_nothing_more(cast: Cast, source: Source) -> None:
    prohibit(cast, source)
    with pytest.raises(InvalidInputError):
        begin_import(
            project=cast.project,
            source=source,
            path="/nowhere",
            actor=cast.actor(cast.organizer),
        )


def test_a_licence_is_corrected_with_its_history(cast: Cast) -> None:
    source = open_source(cast, "Archive", licence="CC-BY-4.0")
    client = browser(cast.organizer)
    base = f"/api/projects/{cast.project.slug}/sources/{source.pk}/"
    body = {
        "rights": "redistribute",
        "licence": "CC-BY-SA-4.0",
        "reason": "The page of the archive says so.",
    }
    assert client.put(f"{base}rights/", body, format="json").status_code == 200

    source.refresh_from_db()
    assert (source.licence, source.rights) == ("CC-BY-SA-4.0", "redistribute")
    [change] = client.get(f"{base}effects/").json()["changes"]
    assert (change["licence_before"], change["licence_after"]) == (
        "CC-BY-4.0",
        "CC-BY-SA-4.0",
    )
    assert change["reason"] == body["reason"]

    other = open_source(cast, "Archive")
    refused = client.put(
        f"/api/projects/{cast.project.slug}/sources/{other.pk}/rights/",
        body,
        format="json",
    )
    assert refused.status_code == 400
    assert [one["field"] for one in refused.json()["errors"]] == ["licence"]
