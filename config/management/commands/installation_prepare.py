"""Update the database and the storage bucket of a server installation.

Run it before every start. It can be repeated at any time.
"""

from http import HTTPStatus
from typing import Any

from botocore.exceptions import ClientError
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from storages.backends.s3 import S3Storage

from backups.services.target import CLEARED, clear_unfinished_restore
from config.service_errors import describe_service_error
from config.status import security_settings
from projects.security_record.services import record_installation


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        if clear_unfinished_restore():
            self.stdout.write(CLEARED)
        call_command("migrate", verbosity=1, stdout=self.stdout)
        self.check(tags=["database"], databases=["default"])
        record_installation(security_settings())
        if isinstance(default_storage, S3Storage):
            self._bucket(default_storage)

    def _bucket(self, storage: S3Storage) -> None:
        client, name = storage.connection.meta.client, storage.bucket_name
        try:
            client.head_bucket(Bucket=name)
        except ClientError as error:
            if (
                error.response["ResponseMetadata"]["HTTPStatusCode"]
                != HTTPStatus.NOT_FOUND
            ):
                raise CommandError(
                    describe_service_error(error) or f"The bucket {name}: {error}"
                ) from error
            client.create_bucket(Bucket=name)
            self.stdout.write(f"Created the bucket {name}.")
        if settings.S3_POLICY:
            policy = settings.S3_POLICY.read_text("utf-8")
            client.put_bucket_policy(Bucket=name, Policy=policy)
