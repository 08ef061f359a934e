"""Releases as this installation keeps them."""

from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.storage import default_storage

from evaluation.runner.errors import ReleaseError
from releases.models import Release
from releases.selectors.files import release_prefix


class StoredRelease:
    """Where an evaluation reads a release inside the installation.

    By Django's storage: with its address and its key, wherever it lies. A worker of
    another machine has neither, and reads by the release's address.
    """

    def __init__(self, release: Release) -> None:
        self._prefix = release_prefix(release)

    def read(self, path: str) -> bytes:
        """The file's bytes. Raises ReleaseError naming the file."""
        name = f"{self._prefix}/{path}"
        try:
            with default_storage.open(name) as file:
                content: bytes = file.read()
        except (OSError, BotoCoreError, ClientError) as error:
            raise ReleaseError(name, str(error)) from error
        return content
