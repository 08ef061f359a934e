"""Files below a prefix of an S3 bucket."""

from collections.abc import Iterator
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.core.files.storage import storages

from curation.domain.limits import Limits
from curation.domain.material.base import Entry, printable_path
from curation.domain.rejection import Reason, RejectedFileError
from workflow.domain.texts import _
from workflow.errors import FieldProblem, InvalidInputError

FAILURES = (ClientError, BotoCoreError)


class Bucket:
    """All objects below a prefix, in the order of their keys.

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

    def entries(self) -> Iterator[Entry]:
        try:
            for stored in self._bucket.objects.filter(Prefix=self._prefix):
                if not stored.key.endswith("/"):
                    yield Entry(printable_path(stored.key), stored.key)
        except FAILURES as error:
            problem = FieldProblem("path", str(error))
            raise InvalidInputError(
                _("The bucket {name} cannot be listed.", name=self._name), [problem]
            ) from error

    def read(self, place: str) -> bytes:
        most = Limits().max_bytes
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
                    raise RejectedFileError(Reason.TOO_MANY_BYTES, message)
                content: bytes = body.read(most)
                return content
        except FAILURES as error:
            raise RejectedFileError(
                Reason.UNREADABLE,
                _("{place} cannot be read: {error}", place=place, error=error),
            ) from error

    def close(self) -> None:
        """Do nothing, because boto3 manages the connections."""
