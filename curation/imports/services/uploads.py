"""Uploads from a browser, in parts that may be sent again."""

import uuid
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction

from core.domain.texts import _
from core.errors import ConflictError, FieldProblem, InvalidInputError
from core.services import Actor
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from curation.images.models import Source
from curation.imports.models import Upload, UploadPart
from curation.imports.services.sources import require_usable_source
from projects.models import Project

MOST_PART_BYTES = 16 * 2**20
MOST_PARTS = 10_000


def begin_upload(
    *, project: Project | None, source: Source | None, actor: Actor
) -> Upload:
    """Begin an upload for one source of a project, or for neither.

    Raises InvalidInputError if the source is prohibited.
    """
    if source is not None:
        require_usable_source(source)
    assert actor.user is not None  # noqa: S101 - only people upload
    return Upload.objects.create(
        project=project, source=source, created_by_id=actor.user.pk
    )


def add_upload_part(
    *, upload: Upload, path: str, number: int, of: int, content: File[bytes]
) -> UploadPart:
    """Store a part of a file; a part that is already stored stays unchanged.

    Raises InvalidInputError (path, number, content), and ConflictError once the import
    has begun.
    """
    if upload.job_id is not None:
        raise ConflictError(_("This upload is already being imported."))
    size = content.size or 0
    problems = []
    if not path.strip("/") or "\0" in path:
        problems.append(FieldProblem("path", _("Not a valid path.")))
    if not 0 <= number < of <= MOST_PARTS:
        problems.append(
            FieldProblem("number", _("Must be from 0 to {most}.", most=of - 1))
        )
    if size > MOST_PART_BYTES:
        problems.append(
            FieldProblem(
                "content",
                _(
                    "Must be at most {most_part_bytes:,} bytes.",
                    most_part_bytes=MOST_PART_BYTES,
                ),
            )
        )
    if problems:
        raise InvalidInputError(_("This part of the upload is not valid."), problems)
    there = UploadPart.objects.filter(upload=upload, path=path, number=number).first()
    if there is not None:
        return there
    # Use a unique name: some storages overwrite a file of the same name.
    name = f"uploads/{upload.pk}/{uuid.uuid4().hex}"
    stored = default_storage.save(name, content)
    try:
        with transaction.atomic():
            return UploadPart.objects.create(
                upload=upload,
                path=path,
                number=number,
                of=of,
                size=size,
                stored=stored,
            )
    except IntegrityError:
        default_storage.delete(stored)
        return UploadPart.objects.get(upload=upload, path=path, number=number)


class UploadedFile(NamedTuple):
    """One file of an upload with its parts, in order."""

    first: int
    """Key of its first part."""
    path: str
    pieces: tuple[tuple[str, int], ...]
    """Storage name and size of each part."""
    complete: bool

    @property
    def size(self) -> int:
        return sum(size for _, size in self.pieces)


def uploaded_files(upload: Upload) -> Iterator[UploadedFile]:
    """Yield the files of an upload, sorted by path."""
    parts = upload.parts.order_by("path", "number").iterator()
    for path, group in groupby(parts, key=lambda part: part.path):
        yield _of_pieces(path, list(group))


def uploaded_file(upload: Upload, first: int) -> UploadedFile:
    """Return a file of an upload by the key of its first part."""
    path = upload.parts.get(pk=first).path
    return _of_pieces(path, list(upload.parts.filter(path=path).order_by("number")))


def _of_pieces(path: str, pieces: Sequence[UploadPart]) -> UploadedFile:
    return UploadedFile(
        pieces[0].pk,
        path,
        tuple((piece.stored, piece.size) for piece in pieces),
        len(pieces) == pieces[0].of,
    )


def require_complete_upload(upload: Upload) -> None:
    """Raise InvalidInputError if the upload is empty or parts of files are missing."""
    files = list(uploaded_files(upload))
    if not files:
        raise InvalidInputError(
            _("No files are uploaded."),
            [FieldProblem("upload", _("The upload is empty."))],
        )
    problems = [
        FieldProblem("upload", _("{path} is incomplete.", path=file.path))
        for file in files
        if not file.complete
    ]
    if problems:
        raise InvalidInputError(
            _("Some files are incomplete. Upload them again."), problems[:20]
        )


def read_uploaded_file(file: UploadedFile) -> bytes:
    """Return an uploaded file's bytes. Raises RejectedFileError if it is too large."""
    if file.size > DecodingLimits().max_bytes:
        raise RejectedFileError(
            RejectionReason.TOO_MANY_BYTES,
            _("{size:,} bytes: the file is too large", size=file.size),
        )
    pieces = []
    for name, _rest in file.pieces:
        with default_storage.open(name) as piece:
            pieces.append(piece.read())
    return b"".join(pieces)


def clear_upload(upload: Upload) -> None:
    """Delete the stored parts of an upload."""
    for part in upload.parts.all():
        default_storage.delete(part.stored)
    upload.parts.all().delete()
