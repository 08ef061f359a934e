"""Files of a published benchmark that an upload or archive held but cannot be read."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from annotation.domain.published.layout_errors import LayoutProblem
from annotation.domain.published.readers.rows import SUFFIXES
from curation.services.importing.unpacking import RejectedMember
from workflow.domain.texts import _, join_texts
from workflow.errors import FieldProblem, InvalidInputError

_MOST_NAMED = 10


def problems_of(rejected: Sequence[RejectedMember]) -> list[LayoutProblem]:
    """Return rejected files as problems that readers report."""
    return [LayoutProblem(file.path, "", "", file.reason) for file in rejected]


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
