"""Material on this machine's disk, for what has to look at several files at once."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from curation.domain.material.base import leaves
from curation.domain.rejection import RejectedFileError
from curation.services.importing.materials import material_of
from workflow.scratch import scratch_folder


@contextmanager
def unpacked(
    parameters: Mapping[str, Any], *, heard: Callable[[], None]
) -> Iterator[Path]:
    """The files of an import job in a folder, for as long as the block lasts.

    A folder on the server is used where it is; an archive or an upload is unpacked, and
    files that are refused are left out. ``heard`` is called between files and may raise
    to end it. Raises Invalid when there is nothing.
    """
    path = Path(parameters["path"]) if "path" in parameters else None
    if path is not None and path.is_dir():
        yield path
        return
    with (
        scratch_folder() as folder,
        material_of(parameters) as material,
    ):
        for entry in material.entries():
            heard()
            if entry.refused or entry.address or leaves(entry.path):
                continue
            target = folder / entry.path
            try:
                content = material.read(entry.place)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            except (RejectedFileError, OSError, ValueError):
                # What cannot be read or named here is missing, and reported as that.
                continue
        yield folder
