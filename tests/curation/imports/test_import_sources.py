"""Imports from everywhere: lists of addresses, buckets, uploads with a manifest."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from django.conf import settings
from moto.server import ThreadedMotoServer
from pytest_django import Settings

from core.errors import InvalidInputError
from core.jobs import run_job
from core.models import Job, JobStatus
from curation.images.models import Image, Source
from curation.images.services.storage import prepare_image
from curation.imports.models import ImportBatch
from curation.imports.services.jobs import help_with_import_job
from curation.imports.services.requests import begin_import, begin_import_from_bucket
from curation.imports.services.shared_fetcher import wait_for_host
from tests.curation.drawn_images import draw, encoded, folder_of, png
from tests.curation.uploads import rejections
from tests.support.cast import Cast, browser
from tests.support.site import Answer, Site

pytestmark = pytest.mark.django_db


def imported(cast: Cast, source: Source, path: Path | str) -> Job:
    actor = cast.actor(cast.organizer)
    job = begin_import(project=cast.project, source=source, path=path, actor=actor)
    done = run_job(job.pk)
    assert done.status == JobStatus.FINISHED, done.error
    return done


# Lists of addresses


def test_a_list_of_addresses_is_fetched(
    cast: Cast, source: Source, site: Site, tmp_path: Path
) -> None:
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /closed/\n")
    first, second = site.image("/a.png", png(1)), site.image("/b.jpg", png(2))
    site.answers["/moved"] = Answer(status=301, headers={"Location": second})
    closed = site.image("/closed/c.png", png(3))
    page = site.image("/page", b"<html>", "text/html")
    (tmp_path / "list.txt").write_text(
        "\n".join([first, f"{site.url}/moved", closed, page, f"{site.url}/gone"])
    )
    job = imported(cast, source, tmp_path / "list.txt")
    assert rejections(job) == {
        closed: "robots",
        page: "not_an_image",
        f"{site.url}/gone": "fetch_failed",
    }
    image = Image.objects.get(original_path=first)
    assert image.details["address"] == first
    assert image.details["fetched_at"]
    moved = Image.objects.get(original_path=f"{site.url}/moved")
    assert moved.details["fetched_from"] == second


def test_a_manifest_gives_addresses_with_what_is_known_of_each(
    cast: Cast, source: Source, site: Site, tmp_path: Path
) -> None:
    rows = [
        {
            "address": site.image("/a.png", png(1)),
            "page": f"{site.url}/about-a",
            "author": "Ann",
            "licence": "CC-BY-4.0",
            "source": "A collection",
        },
        {"address": site.image("/b.png", png(2)), "rights": "prohibited"},
    ]
    manifest = tmp_path / "list.jsonl"
    manifest.write_text("\n".join(map(json.dumps, rows)))
    job = imported(cast, source, manifest)
    assert rejections(job) == {rows[1]["address"]: "prohibited"}
    image = Image.objects.get()
    assert image.source.licence == "CC-BY-4.0"
    assert image.details["page"] == rows[0]["page"]
    assert image.details["author"] == "Ann"
    assert "/b.png" not in site.paths()


def test_nothing_is_fetched_from_this_machine_unless_it_is_allowed(
    cast: Cast, source: Source, site: Site, tmp_path: Path, settings: Settings
) -> None:
    settings.FETCH_NETWORKS = []
    address = site.image("/a.png", png(1))
    (tmp_path / "list.txt").write_text(address)
    assert rejections(imported(cast, source, tmp_path / "list.txt")) == {
        address: "private_address"
    }
    assert site.asked == []


def test_turns_at_a_host_come_one_after_the_other(cast: Cast) -> None:
    waits = [wait_for_host(host="a.example", seconds=10.0) for _ in range(4)]
    assert waits[0] == 0
    steps = [later - earlier for earlier, later in itertools.pairwise(waits)]
    assert all(9.0 < step <= 10.0 for step in steps)
    assert wait_for_host(host="b.example", seconds=10.0) == 0
    assert wait_for_host(host="c" * 400, seconds=1.0) == 0


# Buckets


@pytest.fixture
def bucket(settings: Settings) -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    options = {
        "endpoint_url": f"http://{host}:{port}",
        "access_key": "test",
        "secret_key": "test",
        "region_name": "us-east-1",
    }
    settings.IMPORT_S3_OPTIONS = options
    settings.IMPORT_S3_BUCKETS = ["crawl"]
    storage = boto3.client(
        "s3",
        endpoint_url=options["endpoint_url"],
        aws_access_key_id="test",
        aws_secret_access_key="test",
        region_name="us-east-1",
    )
    storage.create_bucket(Bucket="crawl")
    for key, content in {
        "raw/a.png": png(1),
        "raw/深/b.png": png(2),
        "raw/copy.png": png(1),
        "raw/notes.txt": b"no picture",
        "raw/folder/": b"",
        "raw/.DS_Store": b"system",
        "raw2/d.png": png(4),
        "other/c.png": png(3),
    }.items():
        storage.put_object(Bucket="crawl", Key=key, Body=content)
    yield "crawl"
    server.stop()


@pytest.mark.parametrize("prefix", ["raw/", "raw"])
def test_a_folder_of_a_bucket_is_imported(
    cast: Cast, source: Source, bucket: str, prefix: str
) -> None:
    job = imported(cast, source, f"s3://{bucket}/{prefix}")
    assert (job.result["imported"], job.result["already_present"]) == (2, 1)
    assert rejections(job) == {"raw/notes.txt": "not_an_image"}
    assert set(Image.objects.values_list("original_path", flat=True)) == {
        "raw/a.png",
        "raw/深/b.png",
    }


def test_a_bucket_that_is_not_there_is_one_sentence(
    cast: Cast, source: Source, bucket: str
) -> None:
    actor = cast.actor(cast.organizer)
    job = begin_import(
        project=cast.project, source=source, path="s3://nowhere/", actor=actor
    )
    done = run_job(job.pk)
    assert done.status == JobStatus.FAILED
    assert "nowhere" in done.error
    assert "there is no such file or folder" in done.error


def test_people_import_from_the_buckets_that_they_may(
    cast: Cast, source: Source, bucket: str
) -> None:
    client = browser(cast.organizer)
    base = "/api/projects/bench/"
    assert client.get(f"{base}imports/buckets/").data["buckets"] == ["crawl"]
    body = {"source_id": source.pk, "bucket": "crawl", "prefix": "raw/"}
    begun = client.post(f"{base}imports/from-bucket/", body)
    assert begun.status_code == 202
    assert run_job(begun.data["id"]).result["imported"] == 2
    refused = client.post(
        f"{base}imports/from-bucket/", {**body, "bucket": "someone-elses"}
    )
    assert refused.status_code == 400
    assert refused.data["errors"][0]["field"] == "bucket"
    annotator = browser(cast.annotators[0])
    assert annotator.post(f"{base}imports/from-bucket/", body).status_code == 403
    with pytest.raises(InvalidInputError):
        begin_import_from_bucket(
            project=cast.project,
            source=source,
            bucket="",
            prefix="",
            actor=cast.actor(cast.organizer),
        )


# Uploads


# Several workers


def test_a_helper_takes_batches_of_an_import_that_another_sees_through(
    cast: Cast, source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who sees it through finds what the helper left, and nothing twice."""
    folder = folder_of(
        tmp_path, {f"{n}.png": encoded(draw(n, (90, 60))) for n in range(100)}
    )
    actor = cast.actor(cast.organizer)
    job = begin_import(project=cast.project, source=source, path=folder, actor=actor)
    helped: list[int] = []

    def come(name: str, *, args: list[int], queue: str) -> None:
        if not helped:
            helped.append(args[0])
            # A helper ends after some seconds: on a slow machine before it is all done.
            while help_with_import_job(job_id=args[0]):
                pass

    monkeypatch.setattr("celery.current_app.send_task", come)
    monkeypatch.setattr(
        "curation.imports.services.worker_sessions.count_live_processes",
        lambda queue: 2,
    )
    done = run_job(job.pk)
    assert helped == [job.pk]
    assert done.result["imported"] == Image.objects.count() == 100
    assert not ImportBatch.objects.filter(done=False).exists()


def test_a_helper_that_comes_too_late_does_nothing(
    cast: Cast, source: Source, tmp_path: Path
) -> None:
    done = imported(cast, source, folder_of(tmp_path, {"a.png": png(1)}))
    assert help_with_import_job(job_id=done.pk) is False
    assert Image.objects.count() == 1


def test_a_file_that_ends_its_worker_is_rejected_in_the_end(
    cast: Cast, source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a decoder that crashes would: each time the process is gone, claim and all."""
    folder = folder_of(tmp_path, {f"{n}.png": png(n) for n in range(4)})
    (folder / "deadly.png").write_bytes(b"deadly")
    actor = cast.actor(cast.organizer)
    job = begin_import(project=cast.project, source=source, path=folder, actor=actor)

    class Killed(BaseException):
        """The process is gone: nothing gets to tidy up."""

    def read(data: bytes, *args: object, **kwargs: object) -> object:
        if data == b"deadly":
            raise Killed
        return prepare_image(data, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr("curation.imports.services.batch_import.prepare_image", read)
    monkeypatch.setattr(
        "curation.imports.services.batches.BatchClaim.release_batch", lambda self: None
    )
    for _ in range(20):
        try:
            done = run_job(job.pk)
            break
        except Killed:
            ImportBatch.objects.update(beat_at="2020-01-01T00:00Z")
            Job.objects.filter(pk=job.pk).update(heartbeat_at="2020-01-01T00:00Z")
    assert done.status == JobStatus.FINISHED, done.error
    assert done.result["imported"] == 4
    assert rejections(done) == {"deadly.png": "stops_workers"}


def test_settings_name_no_bucket_by_themselves() -> None:
    assert settings.IMPORT_S3_BUCKETS == []
