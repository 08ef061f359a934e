"""The same on S3 as on a disk."""

from collections.abc import Iterator

import boto3
import pytest
from django.core.files.storage import storages
from moto import mock_aws
from pytest_django.fixtures import Settings

from curation.images.models import Image, Source
from tests.curation.drawn_images import draw, png, with_exif
from tests.curation.imports.test_api import BENCH, upload
from tests.support.cast import Cast, browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def bucket(settings: Settings) -> Iterator[str]:
    """S3 storage as in production, on a bucket that ends with the test."""
    options = {
        "bucket_name": "subtext",
        "access_key": "key",
        "secret_key": "secret",
        "region_name": "us-east-1",
        "file_overwrite": True,
        "default_acl": None,
    }
    with mock_aws():
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="subtext")
        settings.STORAGES = {
            **settings.STORAGES,
            "default": {
                "BACKEND": "storages.backends.s3.S3Storage",
                "OPTIONS": options,
            },
        }
        yield "subtext"


def test_upload_import_and_serve(cast: Cast, source: Source, bucket: str) -> None:
    photo = with_exif(draw(1))
    job = upload(
        cast.organizer,
        source,
        {"one.jpg": [photo[:3000], photo[3000:]], "two.png": [png(2)]},
    )
    assert job.result["imported"] == 2
    left = storages["default"].listdir("uploads")
    assert left == ([], [])
    image = Image.objects.get(original_path="one.jpg")
    client = browser(cast.organizer)
    answer = client.get(f"{BENCH}images/{image.pk}/file/published/")
    content = answer.getvalue()
    assert content.startswith(b"\xff\xd8\xff")
    assert b"Photographer" not in content
