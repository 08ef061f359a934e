"""Files below a prefix of an S3 bucket."""

import io
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.core.files.storage import storages

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.material.domain.archive_names import NameReading
from curation.material.domain.base import MaterialFile, is_system_file, printable_path

FAILURES = (ClientError, BotoCoreError)


class BucketMaterial:
    """All objects in a folder of a bucket, in the order of their keys.

    They are listed page by page; django-storages would hold the whole list in memory.
    """

    sequential = False

    def __init__(self, name: str, prefix: str) -> None:
        self._name = name
        self._prefix = prefix
        storage: Any = storages.create_storage(
            {
                "BACKEND": "storages.backends.s3.S3Storage",
                "OPTIONS": {**settings.IMPORT_S3_OPTIONS, "bucket_name": name},
            }
        )
        self._bucket = storage.bucket

    def entries(self) -> Iterator[MaterialFile]:
        try:
            for key in self._keys():
                below = key.removeprefix(self._prefix).lstrip("/")
                if not key.endswith("/") and not is_system_file(below):
                    yield MaterialFile(printable_path(key), key)
        except FAILURES as error:
            reason = _reason(error)
            raise InvalidInputError(
                _(
                    "The bucket {name} cannot be listed: {reason}.",
                    name=self._name,
                    reason=reason,
                ),
                [FieldProblem("path", reason)],
            ) from error

    def _keys(self) -> Iterator[str]:
        """Yield the key that is the prefix itself, and those in the folder it names."""
        folder = self._prefix
        if folder and not folder.endswith("/"):
            for stored in self._bucket.objects.filter(Prefix=folder).limit(1):
                if stored.key == folder:
                    yield stored.key
            folder += "/"
        for stored in self._bucket.objects.filter(Prefix=folder):
            yield stored.key

    def read(self, place: str) -> bytes:
        most = DecodingLimits().max_bytes
        try:
            answer = self._bucket.Object(place).get()
            with answer["Body"] as body:
                if answer["ContentLength"] > most:
                    message = _(
                        "{place}: {size:,} bytes: at most {most:,} are allowed",
                        place=place,
                        size=answer["ContentLength"],
                        most=most,
                    )
                    raise RejectedFileError(RejectionReason.TOO_MANY_BYTES, message)
                content: bytes = body.read(most)
                return content
        except FAILURES as error:
            raise RejectedFileError(
                RejectionReason.UNREADABLE,
                _("{place} cannot be read: {error}", place=place, error=_reason(error)),
            ) from error

    def open(self, place: str) -> BinaryIO:
        return io.BytesIO(self.read(place))

    def name_readings(self) -> Sequence[NameReading]:
        """Return nothing: keys are UTF-8."""
        return ()

    def close(self) -> None:
        """Do nothing, because boto3 manages the connections."""


def _reason(error: Exception) -> str:
    """Return why the storage did not answer, from the code of its response."""
    code = error.response["Error"]["Code"] if isinstance(error, ClientError) else ""
    if code in ("NoSuchBucket", "NoSuchKey", "404"):
        return _("there is no such file or folder")
    if code in ("AccessDenied", "403", "InvalidAccessKeyId", "SignatureDoesNotMatch"):
        return _("the storage denies access")
    if code:
        return _("the storage answers {code}", code=code)
    return _("the storage does not answer")
