"""Sources, uploads, images and their files over HTTP."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import DjangoAssertNumQueries

from core.jobs import run_job
from core.models import Job
from curation.images.models import Image, Source
from curation.imports.models import Upload
from projects.models import User
from tests.curation.conftest import ImportFiles
from tests.curation.drawn_images import draw, png, with_exif
from tests.support.cast import Cast, browser

BENCH = "/api/projects/bench/"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "sources/",
        "imports/",
        "imports/buckets/",
        "images/",
        "filter-runs/",
        "duplicates/",
        "duplicates/left-alone/",
        "duplicates/parameters/",
        "duplicates/previews/",
        "duplicates/released/",
        "exclusions/",
        "funnel/",
        "funnel/report/",
        "stages/",
        "stages/text_area/histogram/",
        "stages/text_area/effects/?threshold=0.3",
        "screening/undecided/",
        "screening/agreement/",
    ],
)
def test_organizers_only(cast: Cast, path: str) -> None:
    assert browser(cast.organizer).get(BENCH + path).status_code == 200
    assert browser(cast.maintainer).get(BENCH + path).status_code == 200
    assert browser(cast.annotators[0]).get(BENCH + path).status_code == 403
    assert browser(cast.stranger).get(BENCH + path).status_code == 404


@pytest.mark.parametrize("path", ["screening/next/", "screening/progress/"])
def test_everybody_in_the_project(cast: Cast, path: str) -> None:
    assert browser(cast.annotators[0]).get(BENCH + path).status_code == 200
    assert browser(cast.stranger).get(BENCH + path).status_code == 404


def test_a_source_needs_name_licence_and_rights(cast: Cast) -> None:
    client = browser(cast.organizer)
    refused = client.post(
        BENCH + "sources/", {"name": "Museum", "licence": "", "rights": "redistribute"}
    )
    assert refused.status_code == 400
    assert [error["field"] for error in refused.data["errors"]] == ["licence"]
    body = {"name": "Museum", "licence": "CC0-1.0"}
    assert client.post(BENCH + "sources/", body).data["errors"][0]["field"] == "rights"
    body["rights"] = "address_only"
    assert client.post(BENCH + "sources/", body).status_code == 201
    assert client.post(BENCH + "sources/", body).status_code == 409
    assert [s["name"] for s in client.get(BENCH + "sources/").data] == ["Museum"]


def test_rights_change_with_a_reason(cast: Cast, source: Source) -> None:
    client = browser(cast.organizer)
    address = f"{BENCH}sources/{source.pk}/rights/"
    assert client.put(address, {"rights": "prohibited"}).status_code == 400
    body = {"rights": "prohibited", "reason": "the owner asked"}
    assert client.put(address, body).data["rights"] == "prohibited"
    refused = client.post(BENCH + "uploads/", {"source_id": source.pk})
    assert refused.status_code == 400


def upload(person: User, source: Source, files: dict[str, list[bytes]]) -> Job:
    """Send files in pieces and import them, as the browser does."""
    client = browser(person)
    begun = client.post(BENCH + "uploads/", {"source_id": source.pk})
    address = f"{BENCH}uploads/{begun.data['id']}/"
    for path, pieces in files.items():
        for number, piece in enumerate(pieces):
            body = {
                "path": path,
                "number": number,
                "of": len(pieces),
                "content": SimpleUploadedFile("piece", piece),
            }
            sent = client.post(address + "parts/", body, format="multipart")
            assert sent.status_code == 201
    job = client.post(address + "import/")
    assert job.status_code == 202
    return run_job(job.data["id"])


def test_uploaded_files_become_images(cast: Cast, source: Source) -> None:
    photo = with_exif(draw(1))
    job = upload(
        cast.organizer,
        source,
        {"a/one.jpg": [photo[:2000], photo[2000:]], "two.png": [png(2)], "x": [b"x"]},
    )
    assert job.result["imported"] == 2
    assert set(Image.objects.values_list("original_path", flat=True)) == {
        "a/one.jpg",
        "two.png",
    }
    client = browser(cast.organizer)
    imports = client.get(BENCH + "imports/").data["results"]
    assert imports[0]["counts"]["rejected"] == 1
    rejected = client.get(f"{BENCH}imports/{job.pk}/rejections/").data["results"]
    assert [(one["path"], one["code"]) for one in rejected] == [("x", "not_an_image")]
    assert not Upload.objects.get().parts.exists()


def test_an_uploaded_zip_is_unpacked(cast: Cast, source: Source) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as out:
        for n in range(3):
            out.writestr(f"in/{n}.png", png(n))
    content = archive.getvalue()
    job = upload(cast.organizer, source, {"all.zip": [content[:1000], content[1000:]]})
    assert job.result["imported"] == 3


def test_an_interrupted_upload_tells_what_has_arrived(
    cast: Cast, source: Source
) -> None:
    client = browser(cast.organizer)
    begun = client.post(BENCH + "uploads/", {"source_id": source.pk})
    address = f"{BENCH}uploads/{begun.data['id']}/"

    def send() -> None:
        body = {
            "path": "a.png",
            "number": 0,
            "of": 2,
            "content": SimpleUploadedFile("piece", b"half"),
        }
        client.post(address + "parts/", body, format="multipart")

    send()
    send()
    there = client.get(address).data["parts"]
    assert there == [{"path": "a.png", "number": 0, "of": 2, "size": 4}]
    early = client.post(address + "import/")
    assert early.status_code == 400
    assert "a.png" in early.data["errors"][0]["message"]
    assert browser(cast.maintainer).get(address).status_code == 404


def test_images_are_found_by_status_and_path(
    cast: Cast,
    import_files: ImportFiles,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    import_files({f"{n:02}.png": png(n) for n in range(8)} | {"seven.png": png(7)})
    client = browser(cast.organizer)
    with django_assert_max_num_queries(4):
        page = client.get(BENCH + "images/?page_size=3").data
    assert len(page["results"]) == 3
    second = client.get(page["next"]).data
    seen = {one["id"] for one in page["results"] + second["results"]}
    assert len(seen) == 6
    found = client.get(BENCH + "images/?search=seven").data["results"]
    assert [one["original_path"] for one in found] == ["07.png"]
    assert client.get(BENCH + "images/?status=accepted").data["results"] == []
    assert client.get(BENCH + "images/?source=x").status_code == 400


def test_one_images_life(cast: Cast, import_files: ImportFiles) -> None:
    import_files({"a.png": png(1), "again.png": png(1)})
    image = Image.objects.get()
    client = browser(cast.organizer)
    reason = {"reason": "shows a person"}
    client.post(f"{BENCH}images/{image.pk}/withdraw/", reason)
    detail = client.get(f"{BENCH}images/{image.pk}/").data
    assert detail["status"] == "withdrawn"
    assert detail["licence"] == "CC0-1.0"
    assert [alias["path"] for alias in detail["aliases"]] == ["again.png"]
    assert [(e["target"], e["role"], e["reason"]) for e in detail["life"]] == [
        ("withdrawn", "organizer", "shows a person")
    ]
    assert cast.organizer.username not in str(detail["life"])
    again = client.post(f"{BENCH}images/{image.pk}/withdraw/", reason)
    assert again.status_code == 409


def test_files_are_sent_without_metadata_and_asked_for_again(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files({"photo.jpg": with_exif(draw(1))})
    image = Image.objects.get()
    client = browser(cast.organizer)
    for file, media_type in (
        ("published", "image/jpeg"),
        ("preview", "image/webp"),
        ("thumbnail", "image/webp"),
    ):
        address = f"{BENCH}images/{image.pk}/file/{file}/"
        answer = client.get(address, HTTP_ACCEPT="image/*")
        assert answer.status_code == 200
        assert answer["Content-Type"] == media_type
        assert answer["Cache-Control"] == "private, no-cache"
        assert b"Photographer" not in answer.getvalue()
        unchanged = client.get(address, HTTP_IF_NONE_MATCH=answer["ETag"])
        assert unchanged.status_code == 304
        assert browser(cast.stranger).get(address).status_code == 404
    original = client.get(f"{BENCH}images/{image.pk}/file/original/")
    assert original.status_code == 404


def test_the_funnel_counts_exact_copies_as_raw(
    cast: Cast, import_files: ImportFiles
) -> None:
    import_files({"a.png": png(1), "b.png": png(1), "c.png": png(2)})
    funnel = browser(cast.organizer).get(BENCH + "funnel/").data
    assert (funnel["raw"], funnel["imported"], funnel["accepted"]) == (3, 2, 0)
