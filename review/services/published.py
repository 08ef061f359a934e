"""Queue the import of a published benchmark (run by ``published_jobs``)."""

from pathlib import Path

from curation.models.images import Source
from curation.models.imports import Upload
from curation.services.imports import PUBLISHED, import_begin, import_begin_from_upload
from projects.models import Project
from workflow.errors import FieldProblem, InvalidInputError
from workflow.models import Job
from workflow.services import Actor


def begin_published_import(
    *, project: Project, source: Source, path: str | Path, actor: Actor
) -> Job:
    """Queue the import of a published benchmark from a folder or archive on the server.

    Raises InvalidInputError if the actor is no user or the protocol has several images
    an item, and ConflictError while another import runs.
    """
    _require_possible(project, actor)
    return import_begin(
        project=project, source=source, path=path, actor=actor, kind=PUBLISHED
    )


def published_begin_from_upload(*, upload: Upload, actor: Actor) -> Job:
    """Queue the import of an uploaded published benchmark.

    Raises InvalidInputError or ConflictError.
    """
    _require_possible(upload.project, actor)
    return import_begin_from_upload(upload=upload, actor=actor, kind=PUBLISHED)


def _require_possible(project: Project, actor: Actor) -> None:
    if actor.user is None:
        problem = FieldProblem("by", "Name the responsible person.")
        raise InvalidInputError(
            "An imported record needs a responsible person.", [problem]
        )
    if project.protocol.item.images != 1:
        problem = FieldProblem("item.images", "Must be 1.")
        raise InvalidInputError("Published sets have one image per item.", [problem])
