"""Uploads from a browser: archives, manifests, filters, cancelled imports."""

import io
import tarfile
from pathlib import Path

import pytest

from core.errors import ConflictError
from core.jobs import cancel_job, run_job
from core.models import Job, JobStatus
from curation.filters.services.requests import begin_filters
from curation.images.models import Image, Source
from curation.imports.services.requests import begin_import_from_upload
from tests.curation.drawn_images import folder_of, png
from tests.curation.uploads import rejections, run_upload, uploaded
from tests.support.cast import Cast, browser
from tests.support.site import Site


@pytest.mark.parametrize("wanted", [True, False])
def test_filters_start_after_an_upload_unless_turned_off(
    cast: Cast, source: Source, wanted: bool
) -> None:
    client = browser(cast.organizer)
    upload = uploaded(cast, source, {"a.png": png(1)}, piece=10**6)
    address = f"/api/projects/bench/uploads/{upload.pk}/import/"
    begun = client.post(address, {} if wanted else {"filters": False})
    assert run_job(begun.data["id"]).status == JobStatus.FINISHED
    filters = Job.objects.filter(kind="curation.filter")
    assert filters.exists() is wanted


def test_an_import_ends_well_while_filters_are_running(
    cast: Cast, source: Source
) -> None:
    actor = cast.actor(cast.organizer)
    running = begin_filters(project=cast.project, stages=["text_area"], actor=actor)
    upload = uploaded(cast, source, {"a.png": png(1)}, piece=10**6)
    job = run_job(begin_import_from_upload(upload=upload, actor=actor, filters=True).pk)
    assert job.status == JobStatus.FINISHED, job.error
    assert list(Job.objects.filter(kind="curation.filter")) == [running]


def test_archives_are_read_across_the_pieces_that_they_came_in(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path, {f"{n}.png": png(n) for n in range(5)})
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(folder, arcname="in")
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        archive.add(folder / "0.png", arcname="again.png")
    files = {
        "a/raw.tar.gz": packed.getvalue(),
        "b.tar": plain.getvalue(),
        "c.zip": b"PK no archive",
        "single.png": png(9),
    }
    job = run_upload(cast, uploaded(cast, source, files, piece=1000))
    assert job.status == JobStatus.FINISHED, job.error
    assert job.result["imported"] == 6
    assert job.result["already_present"] == 1
    assert rejections(job) == {"c.zip": "unreadable"}


def test_a_manifest_that_comes_with_its_files(
    cast: Cast, source: Source, site: Site
) -> None:
    fetched = site.image("/far.png", png(3))
    table = f"path,address,author\na.png,,Ann\nmissing.png,,Bob\n,{fetched},Cy\n"
    files = {
        "set/Manifest.csv": table.encode(),
        "set/a.png": png(1),
        "set/other.png": png(2),
        "set/notes.csv": b"what,else\n1,2\n",
        "set/readme.txt": b"Hello.\n",
    }
    job = run_upload(cast, uploaded(cast, source, files, piece=10**6))
    assert job.status == JobStatus.FINISHED, job.error
    authors = dict(Image.objects.values_list("original_path", "details__author"))
    assert authors == {"set/a.png": "Ann", fetched: "Cy"}
    assert rejections(job) == {"set/missing.png": "unreadable"}
    assert job.result["unlisted"] == 3


def test_a_wrong_manifest_names_its_line_and_can_be_put_right(
    cast: Cast, source: Source
) -> None:
    files = {"manifest.csv": b"path,colour\na.png,red\n", "a.png": png(1)}
    upload = uploaded(cast, source, files, piece=10**6)
    job = run_upload(cast, upload)
    assert job.status == JobStatus.FAILED
    assert "manifest.csv, line 1" in job.error
    assert not Image.objects.exists()
    # What was uploaded is still there.
    upload.refresh_from_db()
    assert upload.parts.count() == 2
    again = run_upload(cast, upload)
    assert again.pk != job.pk


def test_a_cancelled_upload_can_be_imported_after_all(
    cast: Cast, source: Source
) -> None:
    upload = uploaded(cast, source, {"a.png": png(1)}, piece=10**6)
    actor = cast.actor(cast.organizer)
    job = begin_import_from_upload(upload=upload, actor=actor)
    with pytest.raises(ConflictError):
        begin_import_from_upload(upload=upload, actor=actor)
    cancel_job(job=job, actor=actor)
    upload.refresh_from_db()
    assert run_upload(cast, upload).result["imported"] == 1


def test_filters_of_an_import_follow_those_that_are_running(
    cast: Cast, source: Source
) -> None:
    actor = cast.actor(cast.organizer)
    running = begin_filters(project=cast.project, stages=["text_area"], actor=actor)
    upload = uploaded(cast, source, {"a.png": png(1)}, piece=10**6)
    job = run_job(begin_import_from_upload(upload=upload, actor=actor, filters=True).pk)
    assert job.status == JobStatus.FINISHED, job.error
    filters = Job.objects.filter(kind="curation.filter").order_by("pk")
    assert list(filters) == [running]
    assert run_job(running.pk).status == JobStatus.FINISHED
    # The first job left out near-duplicates: only all filters let the image through.
    assert Image.objects.get().status == "imported"
    _, following = filters.all()
    assert following.parameters["stages"] == ["near_duplicates", "text_area"]
    assert run_job(following.pk).status == JobStatus.FINISHED
    assert Image.objects.get().status == "in_screening"
    assert filters.all().count() == 2
