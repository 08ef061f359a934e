"""Files of a published benchmark: where they are, and which cannot be read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from core.domain.texts import _, join_texts
from core.errors import FieldProblem, InvalidInputError
from curation.imports.services.local_copies import (
    RejectedMember,
    UnpackedFiles,
    unpack_files,
)
from curation.material.domain.base import is_system_file
from curation.material.domain.manifests.naming import is_table_file
from curation.material.domain.manifests.tables import looks_like_manifest
from published.reading.layout_errors import LayoutProblem
from published.reading.readers.rows import SUFFIXES
from published.reading.readers.webdataset import is_shard

_MOST_NAMED = 10
_HEAD = 2**16


@contextmanager
def benchmark_files(
    parameters: Mapping[str, Any], *, on_heartbeat: Callable[[], None]
) -> Iterator[UnpackedFiles]:
    """Provide the folder or table of a benchmark until the block ends.

    ``parameters`` are those of an import. A shard of a WebDataset is a table and is not
    unpacked. ``on_heartbeat`` may raise to stop. Raises InvalidInputError when there is
    no such place.
    """
    path = Path(parameters.get("path", ""))
    if path.suffix.lower() == ".tar" and path.is_file() and is_shard(path):
        yield UnpackedFiles(path)
        return
    with unpack_files(parameters, on_heartbeat=on_heartbeat) as files:
        place = files.place
        yield files._replace(place=_only_folder(place) if place.is_dir() else place)


def _only_folder(folder: Path) -> Path:
    """Return the innermost folder that holds everything, such as an archive's."""
    while True:
        entries = [path for path in folder.iterdir() if not is_system_file(path.name)]
        if len(entries) != 1 or not entries[0].is_dir():
            return folder
        folder = entries[0]


def rejected_file_problems(rejected: Sequence[RejectedMember]) -> list[LayoutProblem]:
    """Return rejected files as problems that readers report."""
    return [LayoutProblem(file.path, "", "", file.reason) for file in rejected]


def require_no_manifest(place: Path, unread: Sequence[LayoutProblem]) -> None:
    """Raise InvalidInputError for a table that states rights of single files.

    ``unread`` are the tables that hold no questions.
    """
    names = {problem.file for problem in unread}
    for path in sorted(place.rglob("*")):
        has_questions = path.suffix.lower() in SUFFIXES and path.name not in names
        if has_questions or not is_table_file(path.name) or not path.is_file():
            continue
        with path.open("rb") as file:
            is_manifest = looks_like_manifest(path.name, file.read(_HEAD))
        if is_manifest:
            name = path.relative_to(place).as_posix()
            raise InvalidInputError(
                _(
                    "{path} looks like a manifest, which may state rights of single "
                    "images. A published set has only the rights of its source, so "
                    "nothing was imported. Take out what may not be used, then remove "
                    "{path}.",
                    path=name,
                ),
                [FieldProblem("path", _("{name} is a manifest.", name=name))],
            )


def require_tables(rejected: Sequence[RejectedMember]) -> None:
    """Raise InvalidInputError that names the tables among the rejected files.

    Without them only a part of the benchmark would be imported.
    """
    tables = [
        file for file in rejected if PurePosixPath(file.path).suffix.lower() in SUFFIXES
    ]
    if tables:
        lines = [
            _("{where}: {message}", where=file.path, message=file.reason)
            for file in tables
        ]
        raise InvalidInputError(
            _(
                "Some files with data cannot be read, so nothing was imported: {files}. "
                "A file that is too large can be imported from the import folder.",
                files=join_texts("; ", lines[:_MOST_NAMED]),
            ),
            [FieldProblem(file.path, file.reason) for file in tables],
        )
