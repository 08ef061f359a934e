"""Material in a local folder, for code that reads several files at once."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from curation.domain.material.base import leaves_folder
from curation.domain.material.opening import is_archive
from curation.domain.rejection import RejectedFileError
from curation.services.importing.materials import material_of_job
from workflow.scratch import scratch_folder


@contextmanager
def unpack_files(
    parameters: Mapping[str, Any], *, on_heartbeat: Callable[[], None]
) -> Iterator[Path]:
    """Provide the files of an import job in a folder until the block ends.

    A folder, or a file that is no archive, is used in place on the server. An archive
    or upload is unpacked without rejected files. ``on_heartbeat`` is called between
    files and may raise to stop. Raises InvalidInputError when the material does not
    exist.
    """
    path = Path(parameters["path"]) if "path" in parameters else None
    if path and (path.is_dir() or (path.is_file() and not is_archive(path.name))):
        yield path
        return
    with (
        scratch_folder() as folder,
        material_of_job(parameters) as material,
    ):
        for entry in material.entries():
            on_heartbeat()
            if entry.refused or entry.address or leaves_folder(entry.path):
                continue
            target = folder / entry.path
            try:
                content = material.read(entry.place)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            except (RejectedFileError, OSError, ValueError):
                # A file that cannot be read or named here counts as missing and is
                # reported.
                continue
        yield folder
