"""The same on S3: what was released comes back byte by byte."""

from collections.abc import Iterator
from pathlib import Path

import boto3
import pytest
from django.conf import settings
from django.test import override_settings
from moto.server import ThreadedMotoServer

from evaluation.runner.benchmark import read_benchmark
from releases.domain.verify import verify_release
from releases.selectors.files import release_files, release_uri, release_zip
from releases.services.building import release_export
from tests.releases.conftest import Publish
from tests.support.cast import Cast
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    for name, value in (
        ("AWS_ENDPOINT_URL_S3", endpoint),
        ("AWS_ACCESS_KEY_ID", "test"),
        ("AWS_SECRET_ACCESS_KEY", "test"),
        ("AWS_DEFAULT_REGION", "us-east-1"),
    ):
        monkeypatch.setenv(name, value)
    boto3.client("s3").create_bucket(Bucket="subtext")
    storage = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": "subtext",
            "endpoint_url": endpoint,
            "access_key": "test",
            "secret_key": "test",
            "region_name": "us-east-1",
            "file_overwrite": True,
            "default_acl": None,
        },
    }
    with override_settings(STORAGES={**settings.STORAGES, "default": storage}):
        yield "subtext"
    server.stop()


def test_a_release_in_a_bucket_is_read_and_exported(
    bucket: str, cast: Cast, publish: Publish, tmp_path: Path
) -> None:
    finished_items(cast, 4)
    release = publish(cast)
    assert release_uri(release) == f"s3://{bucket}/releases/bench/1.0.0"
    benchmark = read_benchmark(
        release_uri(release),
        sha256=release.manifest_sha256,
        cache=tmp_path / "cache",
    )
    assert benchmark.image(benchmark.questions[0].images[0])
    release_export(release=release, folder=tmp_path / "out")
    assert verify_release(tmp_path / "out", sha256=release.manifest_sha256).ok
    assert len(release_files(release)) == release.summary["files"]
    assert b"".join(release_zip(release)).startswith(b"PK")
