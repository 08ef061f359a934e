"""The corpus of hostile files, through the whole import, in every wrapping."""

import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from core.jobs import run_job
from core.models import Job, JobStatus
from curation.images.models import Image, Source
from curation.imports.models import ImportRejection
from curation.imports.services.requests import begin_import
from tests.curation.drawn_images import folder_of, png
from tests.curation.hostile import HOSTILE, IMPORTED
from tests.support.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def corpus() -> Mapping[str, bytes]:
    return {name: make() for name, (make, _) in HOSTILE.items()}


def imported(cast: Cast, source: Source, path: Path) -> Job:
    actor = cast.actor(cast.organizer)
    job = begin_import(project=cast.project, source=source, path=path, actor=actor)
    done = run_job(job.pk)
    assert done.status == JobStatus.FINISHED, done.error
    return done


def outcomes(job: Job) -> dict[str, str]:
    """By path: imported, or the code of the reason."""
    rejected = ImportRejection.objects.filter(job=job).values_list("path", "code")
    there = Image.objects.filter(job=job).values_list("original_path", flat=True)
    return {**dict(rejected), **dict.fromkeys(there, IMPORTED)}


def wrapped(kind: str, files: Mapping[str, bytes], folder: Path) -> Path:
    if kind == "folder":
        return folder_of(folder / "raw", files)
    path = folder / f"raw.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    else:
        with tarfile.open(path, "w:gz") as packed:
            for name, content in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                packed.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize("kind", ["folder", "zip", "tar.gz"])
def test_each_is_imported_or_rejected_as_the_table_says(
    cast: Cast, source: Source, tmp_path: Path, corpus: Mapping[str, bytes], kind: str
) -> None:
    job = imported(cast, source, wrapped(kind, corpus, tmp_path))
    assert outcomes(job) == {name: wanted for name, (_, wanted) in HOSTILE.items()}
    assert job.result["files"] == len(HOSTILE)
    reasons = ImportRejection.objects.filter(job=job).values_list("reason", flat=True)
    assert all(reasons)


def test_what_hangs_on_to_a_image_is_not_published(
    cast: Cast, source: Source, tmp_path: Path, corpus: Mapping[str, bytes]
) -> None:
    names = ("and-zip.png", "and-page.jpg")
    files = {name: corpus[name] for name in names}
    assert b"evil.js" in files["and-zip.png"]
    assert b"<script>" in files["and-page.jpg"]
    job = imported(cast, source, wrapped("folder", files, tmp_path))
    assert job.result["imported"] == 2
    for image in Image.objects.all():
        for stored in (image.published, image.preview, image.thumbnail):
            with default_storage.open(stored) as file:
                content = file.read()
            assert b"evil.js" not in content
            assert b"<script>" not in content


def test_a_zip_whose_directory_lies_is_one_refused_file_or_several(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for number in range(4):
            archive.writestr(f"{number}.png", png(number))
    data = whole.getvalue()
    # The last entry's bytes are said to lie far behind the end of the file.
    place = data.rindex(b"PK\x01\x02")
    lying = bytearray(data)
    lying[place + 42 : place + 46] = (2**31).to_bytes(4, "little")
    (tmp_path / "lies.zip").write_bytes(lying)
    (tmp_path / "cut.zip").write_bytes(data[: len(data) // 2])
    assert outcomes(imported(cast, source, tmp_path / "lies.zip")) == {
        "0.png": IMPORTED,
        "1.png": IMPORTED,
        "2.png": IMPORTED,
        "3.png": "unreadable",
    }
    cut = imported(cast, source, tmp_path / "cut.zip")
    assert outcomes(cut) == {"cut.zip": "unreadable"}


def test_a_tar_that_ends_in_the_middle_gives_only_what_its_manifest_lists(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    images = {f"{number}.png": png(number) for number in range(4)}
    listed = {"manifest.csv": b"path\n0.png\n1.png\n3.png\n", **images}
    found = outcomes(imported(cast, source, _cut_tar(listed, tmp_path)))
    assert {name for name, what in found.items() if what == IMPORTED} == {
        "0.png",
        "1.png",
    }
    assert {"3.png", "cut.tar"} <= found.keys()
    # Without one, the missing part may have a manifest that prohibits the images.
    unlisted = outcomes(imported(cast, source, _cut_tar(images, tmp_path)))
    assert unlisted == {"cut.tar": "unreadable"}


def _cut_tar(files: dict[str, bytes], tmp_path: Path) -> Path:
    """Return a tar archive that ends in its last file."""
    path = wrapped("tar.gz", files, tmp_path)
    plain = tmp_path / "cut.tar"
    with tarfile.open(path) as packed, tarfile.open(plain, "w") as out:
        for member in packed:
            out.addfile(member, packed.extractfile(member))
            ends = out.offset
    plain.write_bytes(plain.read_bytes()[: ends - 600])
    return plain


def test_bombs_are_left_packed(cast: Cast, source: Source, tmp_path: Path) -> None:
    zeros = bytes(20 * 2**20)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.png", zeros)
        archive.writestr("fine.png", png(1))
    assert outcomes(imported(cast, source, tmp_path / "a.zip")) == {
        "zeros.png": "suspicious_compression",
        "fine.png": IMPORTED,
    }
    with zipfile.ZipFile(tmp_path / "b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(8):
            archive.writestr(f"{number}.png", zeros)
    assert outcomes(imported(cast, source, tmp_path / "b.zip")) == {
        "b.zip": "archive_too_large"
    }
    packed = wrapped("tar.gz", {f"{n}.png": zeros for n in range(8)}, tmp_path)
    assert outcomes(imported(cast, source, packed)).pop(packed.name) == (
        "archive_too_large"
    )


def test_a_pipe_a_link_and_a_folder_without_permission(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    raw = folder_of(tmp_path / "raw", {"a.png": png(1), "in/b.png": png(2)})
    (raw / "out.png").symlink_to("/etc/hostname")
    (raw / "twin.png").symlink_to("a.png")
    (raw / "round").symlink_to(raw)
    job = imported(cast, source, raw)
    assert outcomes(job) == {
        "a.png": IMPORTED,
        "in/b.png": IMPORTED,
        "out.png": "leaves_folder",
        "round": "unreadable",
    }
    assert job.result["already_present"] == 1
