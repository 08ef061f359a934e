"""The folder of a published release."""

from pathlib import Path

from django.core.files.storage import default_storage

from releases.records.models import Release
from releases.records.selectors.files import release_prefix


def folder_of(release: Release) -> Path:
    return Path(default_storage.path(release_prefix(release)))
