"""From files to images."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.core.files.storage import default_storage
from PIL import Image as Picture

from core.errors import InvalidInputError
from core.jobs import JobCancelledError, run_job
from core.models import Job, JobStatus
from curation.images.models import Image, ImageAlias, Rights, Source
from curation.images.services.storage import prepare_image
from curation.imports.models import ImportRejection
from curation.imports.services.jobs import import_images
from curation.imports.services.requests import begin_import
from curation.imports.services.sources import change_source_rights
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, encoded, folder_of, png, with_exif
from tests.support.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def rejections(job: Job) -> dict[str, str]:
    return dict(ImportRejection.objects.filter(job=job).values_list("path", "code"))


def test_every_file_becomes_an_image_or_a_rejection(import_files: ImportFiles) -> None:
    job = import_files(
        {
            "a.png": png(1),
            "deep/er/b.jpg": encoded(draw(2), "JPEG"),
            "wrong-name.png": encoded(draw(3), "JPEG"),
            "empty.png": b"",
            "notes.txt": b"no picture",
            "cut.jpg": encoded(draw(4), "JPEG")[:900],
        }
    )
    assert job.status == JobStatus.FINISHED
    assert job.result["imported"] == 3
    assert job.result["files"] == 6
    assert rejections(job) == {
        "empty.png": "empty",
        "notes.txt": "not_an_image",
        "cut.jpg": "truncated",
    }
    assert set(Image.objects.values_list("original_path", "format")) == {
        ("a.png", "PNG"),
        ("deep/er/b.jpg", "JPEG"),
        ("wrong-name.png", "JPEG"),
    }


def test_truncated_and_foreign_files_are_named(import_files: ImportFiles) -> None:
    """Only an end marker is missing from the first three; the others lack pixels."""
    jpeg = encoded(draw(1), "JPEG")
    gif = encoded(draw(2), "GIF")
    job = import_files(
        {
            "no-end.jpg": jpeg[:-2],
            "no-end.gif": gif[:-1],
            "no-end.png": png(3)[:-12],
            "half.jpg": jpeg[: len(jpeg) // 2] + b"\xff\xd9",
            "half.gif": gif[: len(gif) // 2],
            "half.png": png(3)[: len(png(3)) // 2],
            "phone.heic": b"\0\0\0\x18ftypheix\0\0\0\0mif1heix" + bytes(60),
            "camera.cr2": b"II*\0\x10\0\0\0CR\x02\0" + bytes(60),
        }
    )
    assert job.result["imported"] == 3
    assert rejections(job) == {
        "half.jpg": "truncated",
        "half.gif": "truncated",
        "half.png": "truncated",
        "phone.heic": "unsupported_format",
        "camera.cr2": "unsupported_format",
    }
    for image in Image.objects.all():
        with default_storage.open(image.published) as file:
            published = file.read()
        assert published.endswith((b"\xff\xd9", b";", b"IEND\xaeB`\x82"))


def test_importing_twice_adds_nothing(import_files: ImportFiles) -> None:
    files = {"a.png": png(1), "b.png": png(2), "c.txt": b"x"}
    import_files(files)
    again = import_files(files)
    assert again.result["imported"] == 0
    assert again.result["already_present"] == 2
    assert again.result["rejected"] == 1
    assert Image.objects.count() == 2
    assert not ImageAlias.objects.exists()


def test_an_exact_copy_becomes_an_alias(import_files: ImportFiles) -> None:
    job = import_files({"a.png": png(1), "b/copy of a.png": png(1)})
    assert job.result["imported"] == 1
    assert job.result["already_present"] == 1
    image = Image.objects.get()
    assert image.original_path == "a.png"
    assert [alias.path for alias in image.aliases.all()] == ["b/copy of a.png"]


@pytest.fixture
def processors(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets how many processors an import may use."""

    def use(number: int) -> None:
        name = "curation.imports.services.worker_sessions.count_available_processors"
        monkeypatch.setattr(name, lambda: number)

    return use


def test_images_are_prepared_on_all_processors(
    import_files: ImportFiles,
    processors: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    together = Barrier(3, timeout=60)

    def prepare(*args: Any, **kwargs: Any) -> object:
        together.wait()  # opens when three are inside
        return prepare_image(*args, **kwargs)

    monkeypatch.setattr("curation.imports.services.batch_import.prepare_image", prepare)
    processors(3)
    job = import_files({f"{number}.png": png(number) for number in range(6)})
    assert job.result["imported"] == 6


@pytest.mark.parametrize("number", [1, 4])
def test_results_do_not_depend_on_the_processors(
    number: int, import_files: ImportFiles, processors: Callable[[int], None]
) -> None:
    processors(number)
    cut = encoded(draw(4), "JPEG")[:900]
    names = ["a", "b", "b2", "cut", "cut2", "d", "d2", "e", "text"]
    contents = [png(1), png(2), png(2), cut, cut, png(3), png(3), png(5), b"text"]
    import_files(dict(zip([f"{name}.png" for name in names], contents, strict=True)))
    images = Image.objects.order_by("pk").values_list("original_path", flat=True)
    assert list(images) == ["a.png", "b.png", "d.png", "e.png"]
    aliases = ImageAlias.objects.order_by("pk").values_list("path", flat=True)
    assert list(aliases) == ["b2.png", "d2.png"]
    rejected = ImportRejection.objects.order_by("pk").values_list("path", "code")
    assert list(rejected) == [
        ("cut.png", "truncated"),
        ("cut2.png", "truncated"),
        ("text.png", "not_an_image"),
    ]


def test_large_images_are_imported_too(import_files: ImportFiles) -> None:
    large = {
        f"{shade}.png": encoded(Picture.new("L", (5000, 4000), shade))
        for shade in (90, 180)
    }
    assert import_files(large).result["imported"] == 2
    assert set(Image.objects.values_list("width", "height")) == {(5000, 4000)}


def test_what_is_served_holds_no_metadata(import_files: ImportFiles) -> None:
    import_files({"photo.jpg": with_exif(draw(1))})
    image = Image.objects.get()
    with default_storage.open(image.original) as file:
        assert b"Photographer" in file.read()
    for name in (image.published, image.preview, image.thumbnail):
        with default_storage.open(name) as file:
            content = file.read()
        assert b"Photographer" not in content
        assert not Picture.open(io.BytesIO(content)).getexif()
    assert image.published_sha256 != image.sha256
    assert not image.reencoded


def test_preview_and_thumbnail_are_bounded(import_files: ImportFiles) -> None:
    import_files({"wide.png": encoded(draw(1, (2400, 600)))})
    image = Image.objects.get()
    sizes = []
    for name in (image.preview, image.thumbnail):
        with default_storage.open(name) as file:
            sizes.append(Picture.open(file).size)
    assert sizes == [(1600, 400), (400, 100)]
    assert (image.width, image.height) == (2400, 600)


def test_phash_is_imagehashs_on_white(import_files: ImportFiles) -> None:
    imagehash = pytest.importorskip("imagehash")
    import_files({"a.png": png(5)})
    assert Image.objects.get().phash == str(imagehash.phash(draw(5)))


def test_half_a_file_left_by_a_killed_worker_is_replaced(
    import_files: ImportFiles,
) -> None:
    import_files({"a.png": png(1)})
    image = Image.objects.get()
    path = Path(default_storage.path(image.thumbnail))
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    Image.objects.all().delete()
    import_files({"a.png": png(1)})
    assert (
        Path(default_storage.path(Image.objects.get().thumbnail)).read_bytes() == whole
    )


def test_a_killed_import_goes_on_where_it_was(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    files = {f"{n:03}.png": png(n) for n in range(70)} | {"zz.txt": b"x"}
    files["copy.png"] = files["000.png"]
    job = Job.objects.create(
        kind="curation.import",
        scope_id=cast.project.pk,
        parameters={"source": source.pk, "path": str(folder_of(tmp_path, files))},
    )

    def die_half_way(done: int, total: int | None) -> None:
        if done >= 32:
            raise JobCancelledError

    with pytest.raises(JobCancelledError):
        import_images(job=job, progress=die_half_way)
    assert 0 < Image.objects.count() < 70
    done = run_job(job.pk)
    assert done.status == JobStatus.FINISHED
    assert done.result["imported"] == 70
    assert done.result["already_present"] == 1
    assert done.result["rejected"] == 1
    assert Image.objects.count() == 70
    assert ImageAlias.objects.count() == 1


def test_a_zip_is_read_member_by_member(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    archive = tmp_path / "raw.zip"
    with zipfile.ZipFile(archive, "w") as out:
        for n in range(40):
            out.writestr(f"in/{n}.png", png(n))
        out.writestr("../outside.png", png(99))
    job = begin_import(
        project=cast.project,
        source=source,
        path=archive,
        actor=cast.actor(cast.organizer),
    )
    job.refresh_from_db()
    done = run_job(job.pk)
    assert done.result["imported"] == 40
    assert rejections(done) == {"../outside.png": "leaves_folder"}


def test_a_broken_zip_is_a_rejection(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    archive = tmp_path / "raw.zip"
    archive.write_bytes(b"PK no archive")
    job = begin_import(
        project=cast.project,
        source=source,
        path=archive,
        actor=cast.actor(cast.organizer),
    )
    done = run_job(job.pk)
    assert rejections(done) == {"raw.zip": "unreadable"}


def test_a_manifest_gives_details_and_sources(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    folder_of(tmp_path, {"a.png": png(1), "b.png": png(2), "c.png": png(3)})
    rows = [
        {
            "path": "a.png",
            "address": "https://e.org/a.png",
            "page": "https://e.org/a",
            "author": "Ann",
            "item": "q-1",
            "simile": "Time is as valuable as money",
            "elaboration": "An hourglass whose sand flows like coins.",
            "model": "a-diffusion-model",
            "prompt": "An hourglass of golden coins",
        },
        {
            "path": "b.png",
            "source": "Archive",
            "licence": "CC-BY-4.0",
            "item": "q-1",
        },
        {"path": "c.png", "rights": "prohibited"},
        {"path": "d.png"},
    ]
    manifest = tmp_path / "list.jsonl"
    manifest.write_text("\n".join(json.dumps(row) for row in rows))
    job = begin_import(
        project=cast.project,
        source=source,
        path=manifest,
        actor=cast.actor(cast.organizer),
    )
    done = run_job(job.pk)
    assert rejections(done) == {"c.png": "prohibited", "d.png": "unreadable"}
    first = Image.objects.get(original_path="a.png")
    assert first.details["author"] == "Ann"
    assert first.details["address"] == "https://e.org/a.png"
    assert first.details["page"] == "https://e.org/a"
    assert first.details["simile"] == "Time is as valuable as money"
    assert first.details["model"] == "a-diffusion-model"
    assert first.source == source
    second = Image.objects.get(original_path="b.png")
    assert (second.source.name, second.source.licence) == ("Archive", "CC-BY-4.0")
    assert second.source.rights == source.rights
    assert first.together == second.together == "q-1"
    assert first.together_at < second.together_at


def test_a_manifest_with_an_unknown_column_is_refused(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    folder_of(tmp_path, {"a.png": png(1)})
    manifest = tmp_path / "list.csv"
    manifest.write_text("path,colour\na.png,red\n")
    job = Job.objects.create(
        kind="curation.import",
        scope_id=cast.project.pk,
        parameters={"source": source.pk, "path": str(manifest)},
    )
    with pytest.raises(InvalidInputError) as caught:
        import_images(job=job, progress=lambda done, total: None)
    assert "colour" in caught.value.fields[0].message
    assert not Image.objects.exists()


def test_a_prohibited_source_is_refused(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    actor = cast.actor(cast.organizer)
    change_source_rights(
        source=source, rights=Rights.PROHIBITED, reason="asked to", actor=actor
    )
    with pytest.raises(InvalidInputError):
        begin_import(project=cast.project, source=source, path=tmp_path, actor=actor)


def test_prohibiting_a_source_withdraws_its_images(
    cast: Cast, source: Source, import_files: ImportFiles
) -> None:
    import_files({"a.png": png(1)})
    change_source_rights(
        source=source,
        rights=Rights.PROHIBITED,
        reason="the owner asked",
        actor=cast.actor(cast.organizer),
    )
    assert Image.objects.get().status == "withdrawn"


def test_names_that_are_no_unicode_and_very_long_paths(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    deep = tmp_path / "raw" / "/".join(["目录" * 30] * 12)
    deep.mkdir(parents=True)
    (deep / "图.png").write_bytes(png(1))
    (tmp_path / "raw" / "copy.png").write_bytes(png(1))
    Path(str(tmp_path / "raw") + "/\udcff.png").write_bytes(png(2))
    job = begin_import(
        project=cast.project,
        source=source,
        path=tmp_path / "raw",
        actor=cast.actor(cast.organizer),
    )
    assert run_job(job.pk).result["imported"] == 2
