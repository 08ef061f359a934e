"""Ways to import a published benchmark: command, archive, and what is refused."""

import base64
import csv
import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from annotation.items.models.items import Item
from core.errors import ConflictError
from core.jobs import run_job
from core.models import JobStatus
from curation.images.models import Image, Source
from curation.imports.models import ImportRejection
from curation.material.domain.base import ArchiveLimits
from published.imports.services.requests import begin_published_import
from review.adjudication.models import Case
from tests.curation.drawn_images import folder_of, png
from tests.published.published_sets import published, record
from tests.support.cast import Cast, browser

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
        "--rights=redistribute",
        "--skip-missing",
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
    begun = client.post(f"{base}{upload}/import-published/", {"skip_missing": True})
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
        skip_missing=True,
    )
    done = run_job(job.pk)
    assert done.status == JobStatus.FAILED
    assert "None of the 3 images that the set names is in the folder" in done.error
    assert not ImportRejection.objects.exists()


@pytest.mark.parametrize("kind", ["nested", "table"])
def test_nothing_is_imported_beside_a_manifest_with_rights_of_single_images(
    kind: str, cast: Cast, source: Source, tmp_path: Path
) -> None:
    if kind == "nested":
        folder = published(tmp_path / "set", [record(0)], {0: png(0)})
    else:
        folder = folder_of(tmp_path / "set", {"1.png": png(0)})
        (folder / "test.csv").write_text(
            "image,question,A,B,answer\n1.png,Why?,So,No,A\n"
        )
    (folder / "images").mkdir(exist_ok=True)
    (folder / "images" / "rights.csv").write_text("path;rights\n1.png;prohibited\n")
    job = begin_published_import(
        project=cast.project,
        source=source,
        path=folder,
        actor=cast.actor(cast.organizer),
    )
    done = run_job(job.pk)
    assert done.status == JobStatus.FAILED
    assert "images/rights.csv looks like a manifest" in done.error
    assert not Image.objects.exists()


def test_the_command_counts_missing_files_and_names_three(
    cast: Cast, tmp_path: Path
) -> None:
    folder = published(tmp_path / "set", [record(n) for n in range(9)], {0: png(0)})
    out = io.StringIO()
    call_command(
        "published_import",
        *(cast.project.slug, str(folder), "--source", "II-Bench"),
        *("--licence", "Apache-2.0", "--rights", "redistribute", "--skip-missing"),
        *("--by", cast.organizer.username),
        stdout=out,
    )
    text = out.getvalue()
    assert "Missing files: 8." in text
    assert text.count(": missing") == 3
    assert "and 5 more" in text


def test_nothing_is_imported_while_an_image_is_missing_or_cannot_be_decoded(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    rows = [record(n) for n in range(3)]
    folder = published(tmp_path / "set", rows, {0: png(0), 1: png(1)[:60]})
    actor = cast.actor(cast.organizer)
    arguments = {"project": cast.project, "source": source, "path": folder}
    refused = run_job(begin_published_import(**arguments, actor=actor).pk)  # type: ignore[arg-type]
    assert refused.status == JobStatus.FAILED
    assert "2 image files are missing or cannot be decoded" in refused.error
    assert "images/test-2.png: is missing" in refused.error
    assert not Image.objects.exists()
    assert not Item.objects.exists()
    done = run_job(
        begin_published_import(**arguments, actor=actor, skip_missing=True).pk  # type: ignore[arg-type]
    )
    assert done.result["published"]["questions"] == 1
    assert done.result["published"]["questions_left_out"] == 2
    codes = dict(ImportRejection.objects.values_list("path", "code"))
    assert set(codes) == {"images/test-1.png", "images/test-2.png"}


def table_rows() -> list[dict[str, object]]:
    """Rows of a table whose columns have unusual names."""
    made = []
    for n in range(4):
        row = record(n)
        (question,) = row["questions"]
        meta = row["meta_data"]
        made.append(
            {
                "nr": question["id"],
                "bild": f"{n}.png",
                "frage": question["question"],
                "antworten": question["options"],
                "loesung": question["answer"],
                "unused": "x",
                **{name: meta[name] for name in ("domain", "explanation")},
            }
        )
    return made


def test_a_table_is_imported_by_a_mapping(cast: Cast, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    folder.mkdir()
    for n in range(4):
        (folder / f"{n}.png").write_bytes(png(n))
    (folder / "test.jsonl").write_text("\n".join(map(json.dumps, table_rows())))
    (folder / "people.csv").write_text("name,hours\nA,3\n")
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(
        "{id: nr, image: bild, stem: frage, options: antworten, key: loesung, "
        "labels: [domain], texts: [explanation]}"
    )
    arguments = (
        *(cast.project.slug, str(folder), "--source", "Set", "--licence", "MIT"),
        *("--rights", "redistribute"),
        *("--by", cast.organizer.username),
    )
    with pytest.raises(CommandError, match=r"the question\. Audit it"):
        call_command("published_import", *arguments)
    out = io.StringIO()
    call_command(
        *("published_import", *arguments, f"--mapping={mapping}", "--json"), stdout=out
    )
    said = json.loads(out.getvalue())
    assert (said["items"], said["questions"], said["without_key"]) == (4, 4, 0)
    assert [file["path"] for file in said["skipped"]] == ["people.csv"]
    assert Case.objects.get(item__number=1).record["labels"]["domain"] == ["life"]
    mapping.write_text("{stem: frage, options: antworten, labels: [unused]}")
    with pytest.raises(CommandError, match="unused: the protocol has no such label"):
        call_command("published_import", *arguments, f"--mapping={mapping}")


def test_images_inside_a_table_are_imported(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    rows = []
    for n in range(3):
        (question,) = record(n)["questions"]
        options = dict(zip("ABCDEF", question["options"], strict=True))
        image = base64.b64encode(png(n)).decode()
        row = {"index": n, "image": image, "question": question["question"], **options}
        rows.append({**row, "answer": "C"})
    with (tmp_path / "Set.tsv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t")
        writer.writeheader()
        writer.writerows(rows)
    job = begin_published_import(
        project=cast.project,
        source=source,
        path=tmp_path / "Set.tsv",
        actor=cast.actor(cast.organizer),
    )
    done = run_job(job.pk)
    assert done.status == JobStatus.FINISHED, done.error
    assert done.result["published"]["questions"] == 3
    digests = {hashlib.sha256(png(n)).hexdigest() for n in range(3)}
    assert set(Image.objects.values_list("sha256", flat=True)) == digests


def test_several_images_of_a_question_are_refused(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    lines = [
        json.dumps(
            {
                "id": f"q{n}",
                "question": "What does it mean?",
                "options": ["Love.", "Hate."],
                "image_1": f"{n}.png",
                "image_2": "9.png" if n else None,
            }
        )
        for n in range(2)
    ]
    (tmp_path / "test.jsonl").write_text("\n".join(lines))
    for n in (0, 1, 9):
        (tmp_path / f"{n}.png").write_bytes(png(n))
    job = begin_published_import(
        project=cast.project,
        source=source,
        path=tmp_path,
        actor=cast.actor(cast.organizer),
    )
    done = run_job(job.pk)
    assert done.status == JobStatus.FAILED
    assert "row 2, image: has 2 images; items of this project have one" in done.error
    assert not Item.objects.exists()


def test_tables_too_large_to_unpack_are_named_and_nothing_is_imported(
    cast: Cast,
    source: Source,
    published_set: Path,
    tmp_path: Path,
) -> None:
    archive = tmp_path / "set.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in published_set.rglob("*.*"):
            packed.write(file, file.relative_to(published_set))
        packed.writestr("dev.json", b" " * (ArchiveLimits().max_member_bytes + 1))
    job = begin_published_import(
        project=cast.project,
        source=source,
        path=archive,
        actor=cast.actor(cast.organizer),
        skip_missing=True,
    )
    done = run_job(job.pk)
    assert done.status == JobStatus.FAILED
    assert "nothing was imported: dev.json: " in done.error
    assert "bytes are more than the 67,108,864 allowed" in done.error
    assert not Item.objects.exists()
