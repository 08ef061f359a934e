"""Access to a release in an S3 bucket."""

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from subtext_runner.errors import ReleaseError


class BucketLocation:
    """Release under a prefix of an S3 bucket.

    Endpoint, region and credentials come from boto3's own environment variables
    (``AWS_ENDPOINT_URL_S3``, ``AWS_ACCESS_KEY_ID``, …).
    """

    def __init__(self, bucket: str, prefix: str) -> None:
        self._bucket = bucket
        self._prefix = prefix.strip("/")
        self._client = boto3.client("s3")

    def read(self, path: str) -> bytes:
        key = f"{self._prefix}/{path}" if self._prefix else path
        try:
            answer = self._client.get_object(Bucket=self._bucket, Key=key)
            content: bytes = answer["Body"].read()
        except (BotoCoreError, ClientError) as error:
            raise ReleaseError(f"s3://{self._bucket}/{key}", str(error)) from error
        return content
