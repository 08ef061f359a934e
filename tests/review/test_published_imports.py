"""Ways to import a published benchmark: command, archive, and what is refused."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from curation.models.images import Source
from curation.models.imports import ImportRejection
from review.services.published import begin_published_import
from tests.curation.pictures import png
from tests.review.published_sets import published, record
from tests.support.cast import Cast, browser
from workflow.errors import ConflictError
from workflow.jobs import run_job
from workflow.models import JobStatus

pytestmark = pytest.mark.django_db


def test_the_command_takes_a_set_in_and_names_what_is_missing(
    cast: Cast, published_set: Path
) -> None:
    out = io.StringIO()
    arguments = [
        "bench",
        str(published_set),
        "--source=II-Bench",
        "--licence=Apache-2.0",
    ]
    person = cast.organizer.username
    call_command("published_import", *arguments, f"--by={person}", "--json", stdout=out)
    said = json.loads(out.getvalue())
    assert (said["items"], said["questions"], said["without_key"]) == (3, 4, 1)
    assert said["missing"] == ["images/test-5.png"]
    with pytest.raises(CommandError, match="cannot import a published set"):
        call_command(
            "published_import", *arguments, f"--by={cast.annotators[0].username}"
        )


def test_an_organizer_uploads_a_set_as_an_archive(
    cast: Cast, source: Source, published_set: Path
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in published_set.rglob("*.*"):
            archive.write(file, f"II-Bench/data/{file.relative_to(published_set)}")
    client = browser(cast.organizer)
    base = "/api/projects/bench/uploads/"
    upload = client.post(base, {"source_id": source.pk}).data["id"]
    content = SimpleUploadedFile("set.zip", packed.getvalue())
    client.post(
        f"{base}{upload}/parts/",
        {"path": "set.zip", "content": content},
        format="multipart",
    )
    begun = client.post(f"{base}{upload}/import-published/")
    assert begun.status_code == 202
    job = run_job(begun.data["id"])
    assert job.status == JobStatus.FINISHED, job.error
    (shown,) = client.get("/api/projects/bench/imports/").data["results"]
    assert shown["counts"]["published"]["items"] == 3
    annotator = browser(cast.annotators[0])
    assert annotator.post(f"{base}{upload}/import-published/").status_code == 403


def test_only_one_runs_at_a_time(
    cast: Cast, source: Source, published_set: Path
) -> None:
    actor = cast.actor(cast.organizer)
    begin = {
        "project": cast.project,
        "source": source,
        "path": published_set,
        "actor": actor,
    }
    begin_published_import(**begin)  # type: ignore[arg-type]
    with pytest.raises(ConflictError):
        begin_published_import(**begin)  # type: ignore[arg-type]


def test_a_set_without_any_of_its_images_is_refused(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    folder = published(tmp_path / "set", [record(n) for n in range(3)], {})
    job = begin_published_import(
        project=cast.project,
        source=source,
        path=folder,
        actor=cast.actor(cast.organizer),
    )
    done = run_job(job.pk)
    assert done.status == JobStatus.FAILED
    assert "None of the 3 images that the set names is in the folder" in done.error
    assert not ImportRejection.objects.exists()


def test_the_command_counts_missing_files_and_names_three(
    cast: Cast, tmp_path: Path
) -> None:
    folder = published(tmp_path / "set", [record(n) for n in range(9)], {0: png(0)})
    out = io.StringIO()
    call_command(
        "published_import",
        *(cast.project.slug, str(folder), "--source", "II-Bench"),
        *("--licence", "Apache-2.0", "--by", cast.organizer.username),
        stdout=out,
    )
    text = out.getvalue()
    assert "Missing files: 8." in text
    assert text.count(": missing") == 3
    assert "and 5 more" in text
