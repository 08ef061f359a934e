"""Storage of the installation's files in an S3 bucket."""

from collections.abc import Iterator
from contextlib import contextmanager

import boto3
from django.conf import settings
from django.test import override_settings
from moto.server import ThreadedMotoServer

BUCKET = "subtext"


@contextmanager
def files_in_bucket() -> Iterator[str]:
    """Use a local S3 server as Django's storage; yields the server's address."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    endpoint = f"http://{host}:{port}"
    boto3.client(
        "s3",
        endpoint_url=endpoint,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        region_name="us-east-1",
    ).create_bucket(Bucket=BUCKET)
    storage = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": BUCKET,
            "endpoint_url": endpoint,
            "access_key": "test",
            "secret_key": "test",
            "region_name": "us-east-1",
            "file_overwrite": True,
            "default_acl": None,
        },
    }
    try:
        with override_settings(STORAGES={**settings.STORAGES, "default": storage}):
            yield endpoint
    finally:
        server.stop()
