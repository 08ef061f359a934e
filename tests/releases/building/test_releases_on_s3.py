"""The same on S3: what was released comes back byte by byte."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from releases.building.services.folders import export_release
from releases.layouts.domain.verify import verify_release
from releases.records.selectors.files import release_files, release_uri, release_zip
from subtext_runner.benchmark import read_benchmark
from tests.releases.conftest import Publish
from tests.support.bucket import BUCKET, files_in_bucket
from tests.support.cast import Cast
from tests.support.finished import finished_items

pytestmark = pytest.mark.django_db


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """What a worker of another machine has: the bucket's address, and a key."""
    with files_in_bucket() as endpoint:
        for name, value in (
            ("AWS_ENDPOINT_URL_S3", endpoint),
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("AWS_DEFAULT_REGION", "us-east-1"),
        ):
            monkeypatch.setenv(name, value)
        yield BUCKET


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
    assert benchmark.read_image(benchmark.questions[0].images[0])
    export_release(release=release, folder=tmp_path / "out")
    assert verify_release(tmp_path / "out", sha256=release.manifest_sha256).is_intact
    assert len(release_files(release)) == release.summary["files"]
    assert b"".join(release_zip(release)).startswith(b"PK")
