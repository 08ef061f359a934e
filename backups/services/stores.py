"""The stores of an installation's files and of its backups."""

import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError
from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage, storages

from backups.domain.errors import BackupError
from backups.domain.stores.base import FileStore
from backups.domain.stores.bucket import BucketStore
from backups.domain.stores.folder import FolderStore
from backups.domain.stores.tar import TarStore
from core.domain.reasons import describe_failure
from core.environment.backups import BACKUP_S3_KEY as S3_KEY
from core.environment.backups import BACKUP_S3_SECRET as S3_SECRET

STDOUT = "-"
FAILURES = (OSError, ClientError, BotoCoreError, sqlite3.Error)
"""What a store raises that does not answer, is full, or denies access.

Of SQLite: the list of files in the temporary folder.
"""


def failure_reason(error: Exception) -> str:
    """Return why a store failed, from one of ``FAILURES``."""
    if isinstance(error, ClientError):
        return f"the storage answers {error.response['Error']['Code']}"
    if isinstance(error, NoCredentialsError):
        return f"no key is set. Set {S3_KEY.name} and {S3_SECRET.name}"
    if isinstance(error, sqlite3.Error):
        folder = tempfile.gettempdir()
        return f"the temporary folder {folder}: {error}. TMPDIR sets another one"
    if isinstance(error, BotoCoreError):
        return "the storage does not answer"
    return describe_failure(error)


def installation_store() -> FileStore:
    """Return the files of this installation."""
    if isinstance(default_storage, FileSystemStorage):
        return FolderStore(Path(default_storage.location))
    return _bucket_store(default_storage, getattr(default_storage, "location", ""))


def backup_store(address: str) -> FileStore:
    """Return the place of backups: a folder, ``s3://bucket/prefix``, or ``-``.

    Raises BackupError for another address, or a folder among the installation's files.
    """
    if address == STDOUT:
        return TarStore(sys.stdout.buffer)
    if "://" not in address:
        return _backup_folder(Path(address).expanduser().resolve())
    parts = urlsplit(address)
    if parts.scheme != "s3" or not parts.netloc:
        raise BackupError(
            f"{address} is no place for backups. Give a folder, s3://bucket/prefix, "
            "or - for standard output."
        )
    storage = storages.create_storage(
        {
            "BACKEND": "storages.backends.s3.S3Storage",
            "OPTIONS": {**settings.BACKUP_S3_OPTIONS, "bucket_name": parts.netloc},
        }
    )
    return _bucket_store(storage, parts.path)


def _backup_folder(folder: Path) -> FolderStore:
    store = installation_store()
    # A backup would hold the ones before, and itself.
    if isinstance(store, FolderStore) and folder.is_relative_to(store.folder.resolve()):
        raise BackupError(
            f"{folder} is in {store.folder}, whose files are backed up. Give a folder "
            "outside, best on another disk."
        )
    return FolderStore(folder)


def _bucket_store(storage: Any, prefix: str) -> BucketStore:
    client = storage.connection.meta.client
    return BucketStore(client, storage.bucket_name, prefix)
