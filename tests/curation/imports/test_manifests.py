"""Manifests of imports: the same for every way in, and closed when in doubt."""

import io
import json
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import boto3
import pytest
from django.core.management import call_command
from moto.server import ThreadedMotoServer
from pytest_django import Settings

from core.jobs import run_job
from core.models import Job, JobStatus
from curation.images.models import Image, Source
from curation.imports.models import ImportRejection
from curation.imports.services.requests import begin_import
from tests.curation.drawn_images import folder_of, png
from tests.curation.uploads import rejections, run_upload, uploaded
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db

Files = Mapping[str, bytes]
WAYS = ("folder", "upload", "zip", "tar.gz", "uploaded zip", "bucket")


def zipped(files: Files) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def tarred(files: Files) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


@pytest.fixture
def bucket(settings: Settings) -> Iterator[Callable[[Files], str]]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    access = {"region_name": "us-east-1", "endpoint_url": f"http://{host}:{port}"}
    settings.IMPORT_S3_OPTIONS = {"access_key": "a", "secret_key": "b", **access}
    storage = boto3.client(
        "s3", aws_access_key_id="a", aws_secret_access_key="b", **access
    )
    storage.create_bucket(Bucket="crawl")

    def put(files: Files) -> str:
        for name, content in files.items():
            storage.put_object(Bucket="crawl", Key=name, Body=content)
        return "s3://crawl/"

    yield put
    server.stop()


@pytest.fixture
def import_by(
    request: pytest.FixtureRequest, cast: Cast, source: Source, tmp_path: Path
) -> Callable[[str, Files], Job]:
    """Import files in one of the ways."""

    def run(way: str, files: Files) -> Job:
        if way == "upload":
            return run_upload(cast, uploaded(cast, source, dict(files), piece=10**6))
        if way == "uploaded zip":
            packed = {"raw.zip": zipped(files)}
            return run_upload(cast, uploaded(cast, source, packed, piece=1000))
        path: str | Path = tmp_path / f"raw.{way}"
        if way == "folder":
            path = folder_of(tmp_path / "raw", dict(files))
        elif way == "bucket":
            path = request.getfixturevalue("bucket")(files)
        else:
            Path(path).write_bytes(zipped(files) if way == "zip" else tarred(files))
        actor = cast.actor(cast.organizer)
        job = begin_import(project=cast.project, source=source, path=path, actor=actor)
        return run_job(job.pk)

    return run


@pytest.mark.parametrize("way", WAYS)
def test_a_prohibited_image_stays_out_however_it_comes(
    way: str, import_by: Callable[[str, Files], Job]
) -> None:
    files = {
        "set/cafe\u0301.png": png(1),
        "set/sub/c.png": png(2),
        "set/v.png": png(3),
        "set/fine.png": png(4),
        "set/unlisted.png": png(5),
        "set/Manifest.csv": (
            "Path;Author;Rights\ncaf\u00e9.png;A;prohibited\nsub\\c.png;B;prohibited\n"
            "V.PNG;C;prohibited\nfine.png;D;\n"
        ).encode("utf-16"),
    }
    job = import_by(way, files)
    assert job.status == JobStatus.FINISHED, job.error
    image = Image.objects.get()
    assert image.original_path.endswith("set/fine.png")
    assert image.details["author"] == "D"
    assert set(rejections(job).values()) == {"prohibited"}
    assert job.result["unlisted"] == 1
    [manifest] = job.result["manifests"]
    assert (manifest["rows"], manifest["separator"]) == (4, ";")


@pytest.mark.parametrize("way", WAYS)
def test_a_manifest_that_is_not_understood_imports_nothing(
    way: str, import_by: Callable[[str, Files], Job]
) -> None:
    rows = [f"{number}.png,A{number},q" for number in range(300)]
    rows[5] = '5.png,"Ann,q'
    files = {
        "0.png": png(0),
        "299.png": png(299),
        "metadata.csv": "\n".join(["path,author,query", *rows]).encode(),
    }
    job = import_by(way, files)
    assert job.status == JobStatus.FAILED
    assert "metadata.csv, line 7: a quotation mark is not closed" in job.error
    assert not Image.objects.exists()


def test_a_source_has_one_kind_of_rights(
    cast: Cast, source: Source, import_by: Callable[[str, Files], Job]
) -> None:
    table = (
        "path,source,licence,rights\n"
        "0.png,Open drawings,CC0-1.0,address_only\n"
        "1.png,New,CC0-1.0,redistribute\n"
        "2.png,New,CC0-1.0,address_only\n"
        "3.png,Newer,CC0-1.0,address_only\n"
        "4.png,Newer,CC0-1.0,\n"
        "5.png,Newest,MIT,address_only\n"
        "6.png,Fresh,CC0-1.0,yes\n"
        f"7.png,{'s' * 300},CC0-1.0,\n"
    )
    assert (source.licence, source.rights) == ("CC0-1.0", "redistribute")
    files = {f"{number}.png": png(number) for number in range(8)}
    job = import_by("folder", {**files, "manifest.csv": table.encode()})
    assert job.status == JobStatus.FINISHED, job.error
    assert rejections(job) == dict.fromkeys(
        [f"{number}.png" for number in (0, 1, 2, 4, 6, 7)], "invalid_row"
    )
    rights = dict(Image.objects.values_list("original_path", "source__rights"))
    assert rights == {"3.png": "address_only", "5.png": "address_only"}
    assert not Source.objects.filter(name__in=["New", "Fresh"]).exists()


def test_archives_of_one_upload_have_their_own_manifests(
    cast: Cast, source: Source
) -> None:
    parts = {
        f"{name}.zip": zipped(
            {
                "1.png": png(number),
                "manifest.csv": f"path,author\n1.png,{name}\n".encode(),
            }
        )
        for number, name in enumerate(("Ann", "Bob"))
    }
    job = run_upload(cast, uploaded(cast, source, parts, piece=10**6))
    assert job.status == JobStatus.FINISHED, job.error
    authors = Image.objects.order_by("pk").values_list("details__author", flat=True)
    assert list(authors) == ["Ann", "Bob"]


def test_an_unclear_encoding_is_chosen_on_the_page_without_a_new_upload(
    cast: Cast, source: Source
) -> None:
    files = {
        "图.png": png(1),
        "b.png": png(2),
        "manifest.csv": "path,author\n图.png,张三\n".encode("gb18030"),
    }
    upload = uploaded(cast, source, files, piece=10**6)
    client = browser(cast.organizer)
    base = "/api/projects/bench"
    address = f"{base}/uploads/{upload.pk}/import/"
    failed = run_job(client.post(address, {}).data["id"])
    assert "read 图.png, 张三 in gb18030" in failed.error
    [shown] = client.get(f"{base}/imports/").data["results"]
    assert (shown["upload_id"], shown["manifests"]) == (upload.pk, [])
    assert client.post(address, {"encoding": "klingon"}).status_code == 400
    choice = {"encoding": "gb18030", "unlisted": "import", "filters": False}
    done = run_job(client.post(address, choice).data["id"])
    assert done.status == JobStatus.FINISHED, done.error
    authors = dict(Image.objects.values_list("original_path", "details__author"))
    assert authors == {"图.png": "张三", "b.png": None}
    shown, _failed = client.get(f"{base}/imports/").data["results"]
    assert shown["upload_id"] is None
    assert shown["manifests"][0]["columns"] == ["path", "author"]
    assert shown["counts"]["unlisted"] == 0


def test_earlier_imports_beside_unread_tables_are_listed(
    cast: Cast, source: Source, tmp_path: Path, import_by: Callable[[str, Files], Job]
) -> None:
    """As the importer of version 0.2.0 left them: no manifests in the result."""
    files = {"a.png": png(1), "cafe\u0301.png": png(2), "fine.png": png(3)}
    job = import_by("folder", files)
    assert checked() == []
    Job.objects.filter(pk=job.pk).update(
        result={key: job.result[key] for key in ("files", "imported", "seconds")}
    )
    assert checked() == []
    for path, code in {
        "manifest.csv": "not_an_image",
        "notes.txt": "not_an_image",
        "caf\u00e9.png": "unreadable",
    }.items():
        ImportRejection.objects.create(
            project=cast.project, job=job, source=source, path=path, code=code
        )
    [first] = checked()
    assert first["job"] == job.pk
    assert first["images"] == 3
    assert first["unread"] == ["manifest.csv", "notes.txt"]
    assert first["contradicted"] == ["cafe\u0301.png"]
    table = tmp_path / "list.csv"
    table.write_text('path,author\na.png,"Ann\nb.png,Bob\n')
    Job.objects.filter(pk=job.pk).update(
        parameters={"source": source.pk, "path": str(table)}
    )
    [first] = checked()
    assert "list.csv, line 2: a quotation mark" in first["table"]


def checked() -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("imports_check", "--json", stdout=out)
    found: list[dict[str, Any]] = json.loads(out.getvalue())["imports"]
    return found
