"""Uploads for tests, and the files that an import rejected."""

from django.core.files.uploadedfile import SimpleUploadedFile

from core.jobs import run_job
from core.models import Job
from curation.images.models import Source
from curation.imports.models import ImportRejection, Upload
from curation.imports.services.requests import begin_import_from_upload
from curation.imports.services.uploads import add_upload_part, begin_upload
from tests.support.cast import Cast


def rejections(job: Job) -> dict[str, str]:
    return dict(ImportRejection.objects.filter(job=job).values_list("path", "code"))


def uploaded(
    cast: Cast, source: Source, files: dict[str, bytes], *, piece: int
) -> Upload:
    """An upload whose files came in pieces of so many bytes."""
    upload = begin_upload(
        project=cast.project, source=source, actor=cast.actor(cast.organizer)
    )
    for path, content in files.items():
        pieces = [content[at : at + piece] for at in range(0, len(content), piece)]
        for number, part in enumerate(pieces or [b""]):
            add_upload_part(
                upload=upload,
                path=path,
                number=number,
                of=max(1, len(pieces)),
                content=SimpleUploadedFile("x", part),
            )
    return upload


def run_upload(cast: Cast, upload: Upload) -> Job:
    actor = cast.actor(cast.organizer)
    return run_job(begin_import_from_upload(upload=upload, actor=actor).pk)
