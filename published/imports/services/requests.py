"""Queue the import of a published benchmark (run by ``published_jobs``)."""

from collections.abc import Mapping
from pathlib import Path

from core.domain.texts import _
from core.errors import FieldProblem, InvalidInputError
from core.models import Job
from core.services import Actor
from curation.images.models import Source
from curation.imports.models import Upload
from curation.imports.services.requests import (
    NO_OPTIONS,
    begin_import,
    begin_import_from_upload,
)
from projects.models import Project
from published.job_kinds import PUBLISHED_IMPORT
from published.reading.readers.columns import ColumnMapping


def begin_published_import(
    *,
    project: Project,
    source: Source,
    path: str | Path,
    actor: Actor,
    columns: ColumnMapping | None = None,
    skip_missing: bool = False,
    names: str = "",
) -> Job:
    """Queue the import of a published benchmark from a file or folder on the server.

    ``columns`` says what the columns of a table hold. ``skip_missing``: leave out the
    questions whose image is missing or cannot be decoded, in place of importing
    nothing. ``names`` is the encoding of the names in an archive that do not say
    theirs. Raises InvalidInputError if the actor is no user or the protocol has
    several images an item, and ConflictError while another import runs.
    """
    require_published_import(project, actor)
    return begin_import(
        project=project,
        source=source,
        path=path,
        actor=actor,
        names=names,
        kind=PUBLISHED_IMPORT,
        options={
            "columns": columns and columns.to_json(),
            "skip_missing": skip_missing,
        },
    )


def begin_published_import_from_upload(
    *,
    upload: Upload,
    actor: Actor,
    skip_missing: bool = False,
    names: Mapping[str, str] = NO_OPTIONS,
) -> Job:
    """Queue the import of an uploaded published benchmark.

    Raises InvalidInputError or ConflictError.
    """
    assert upload.project is not None  # noqa: S101 - imports are a project's
    require_published_import(upload.project, actor)
    return begin_import_from_upload(
        upload=upload,
        actor=actor,
        names=names,
        kind=PUBLISHED_IMPORT,
        options={"skip_missing": skip_missing},
    )


def require_published_import(project: Project, actor: Actor) -> None:
    """Raise InvalidInputError unless a person imports into items of one image."""
    if actor.user is None:
        problem = FieldProblem("by", _("Name the responsible person."))
        raise InvalidInputError(
            _("An imported record needs a responsible person."), [problem]
        )
    if project.protocol.item.images != 1:
        problem = FieldProblem("item.images", _("Must be 1."))
        raise InvalidInputError(_("Published sets have one image per item."), [problem])
