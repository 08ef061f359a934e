"""Bring a server installation up to date: database and storage bucket.

Runs before every start and may be run again at any time.
"""

from typing import Any

from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand
from storages.backends.s3 import S3Storage


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=1)
        if isinstance(default_storage, S3Storage):
            self._bucket(default_storage)

    def _bucket(self, storage: S3Storage) -> None:
        client = storage.connection.meta.client
        names = [bucket["Name"] for bucket in client.list_buckets()["Buckets"]]
        if storage.bucket_name not in names:
            client.create_bucket(Bucket=storage.bucket_name)
            self.stdout.write(f"Made the bucket {storage.bucket_name}.")
