"""The files of an audit, wherever they are."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from audit.models import Audit
from audit.selectors import import_place
from curation.services.importing.unpacking import UnpackedFiles, unpack_files
from workflow.jobs import JobContext


@contextmanager
def audited_files(audit: Audit, context: JobContext) -> Iterator[UnpackedFiles]:
    """Provide the folder or table of an audit until the block ends.

    Raises InvalidInputError when the place of the import folder is gone.
    """
    if audit.path:
        parameters: Mapping[str, Any] = {"path": str(import_place(audit.path))}
    else:
        parameters = {"upload": audit.upload_id}
    with unpack_files(
        parameters, on_heartbeat=lambda: context.progress(0, None)
    ) as files:
        place = files.place
        yield files._replace(place=_only_folder(place) if place.is_dir() else place)


def _only_folder(folder: Path) -> Path:
    """Return the innermost folder that holds everything, such as an archive's."""
    entries = list(folder.iterdir())
    while len(entries) == 1 and entries[0].is_dir():
        folder = entries[0]
        entries = list(folder.iterdir())
    return folder
