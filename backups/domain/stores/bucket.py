"""A prefix of an S3 bucket as a store."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from botocore.exceptions import ClientError

from backups.domain.stores.base import SMALL, ReadableStream, StoredFile


class BucketStore:
    """The objects below a prefix; ``client`` is boto3's of the service S3."""

    can_read = True

    def __init__(self, client: Any, bucket: str, prefix: str = "") -> None:
        self._client = client
        self._bucket = bucket
        self._prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""

    def list_files(self, prefix: str = "") -> Iterator[StoredFile]:
        pages = self._client.get_paginator("list_objects_v2").paginate(
            Bucket=self._bucket, Prefix=self._prefix + prefix
        )
        for page in pages:
            for stored in page.get("Contents", ()):
                name = stored["Key"].removeprefix(self._prefix)
                changed = int(stored["LastModified"].timestamp() * 1e9)
                yield StoredFile(name, stored["Size"], changed)

    def file_size(self, name: str) -> int | None:
        try:
            head = self._client.head_object(**self._key(name))
        except ClientError as error:
            if _is_missing(error):
                return None
            raise
        return int(head["ContentLength"])

    def open(self, name: str) -> ReadableStream:
        try:
            body: ReadableStream = self._client.get_object(**self._key(name))["Body"]
        except ClientError as error:
            if _is_missing(error):
                raise FileNotFoundError(name) from error
            raise
        return body

    def write(self, name: str, content: ReadableStream, size: int) -> None:
        if size <= SMALL:
            self._client.put_object(**self._key(name), Body=content.read())
        else:
            # In parts; it closes what it has read.
            self._client.upload_fileobj(content, **self._key(name))

    def delete(self, name: str) -> None:
        self._client.delete_object(**self._key(name))

    def flush_to_storage(self) -> None:
        """Do nothing, because an object that was accepted is stored."""

    def close(self) -> None:
        """Do nothing."""

    def _key(self, name: str) -> dict[str, str]:
        return {"Bucket": self._bucket, "Key": self._prefix + name}


def _is_missing(error: ClientError) -> bool:
    status = error.response["ResponseMetadata"]["HTTPStatusCode"]
    return bool(status == HTTPStatus.NOT_FOUND)
