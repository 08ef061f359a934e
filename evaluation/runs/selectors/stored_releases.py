"""Access to releases in this installation's storage."""

from botocore.exceptions import BotoCoreError, ClientError
from django.core.files.storage import default_storage

from releases.records.models import Release
from releases.records.selectors.files import release_prefix
from subtext_runner.errors import ReleaseError


class StoredRelease:
    """Reader of a release's files through Django's storage.

    It works with any storage backend, with the credentials of this installation. A
    worker on another machine has no such credentials and uses the release's address.
    """

    def __init__(self, release: Release) -> None:
        self._prefix = release_prefix(release)

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raises ReleaseError with the file name."""
        name = f"{self._prefix}/{path}"
        try:
            with default_storage.open(name) as file:
                content: bytes = file.read()
        except (OSError, BotoCoreError, ClientError) as error:
            raise ReleaseError(name, str(error)) from error
        return content
