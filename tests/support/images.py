"""Sources, imports, and images inserted as rows for later stages than curation."""

import hashlib
from pathlib import Path

from core.jobs import run_job
from core.models import Job
from core.services import Actor, transition_all
from curation.images.domain.states import IN_SCREENING
from curation.images.models import Image, Rights, Source
from curation.imports.services.requests import begin_import
from curation.imports.services.sources import create_source
from projects.models import Project
from tests.support.cast import Cast


def open_source(cast: Cast, name: str, *, licence: str = "CC0-1.0") -> Source:
    """Create a source whose images may be redistributed."""
    return create_source(
        project=cast.project,
        name=name,
        licence=licence,
        rights="redistribute",
        actor=cast.actor(cast.organizer),
    )


def import_folder(cast: Cast, source: Source, folder: Path) -> Job:
    """Import a folder; the finished job."""
    job = begin_import(
        project=cast.project,
        source=source,
        path=folder,
        actor=cast.actor(cast.organizer),
    )
    return run_job(job.pk)


def accepted_images(project: Project, n: int) -> list[Image]:
    """Create ``n`` images and accept them in screening, which creates items.

    They have no files in the storage.
    """
    images = images_in_screening(project, n)
    transition_all(images, "accept", actor=Actor.system())
    return images


def images_in_screening(project: Project, n: int) -> list[Image]:
    """Create ``n`` images that wait for votes in screening."""
    source, _ = Source.objects.get_or_create(
        project=project,
        name="drawn for tests",
        licence="CC0-1.0",
        rights=Rights.REDISTRIBUTE,
    )
    first = Image.objects.filter(project=project).count() + 1
    return Image.objects.bulk_create(
        _image(project, source, number) for number in range(first, first + n)
    )


def _image(project: Project, source: Source, number: int) -> Image:
    path = f"{project.slug}/{number:05d}.png"
    sha256 = hashlib.sha256(path.encode()).hexdigest()
    return Image(
        project=project,
        source=source,
        status=IN_SCREENING,
        sha256=sha256,
        original_path=path,
        original=f"original/{sha256}.png",
        published=f"published/{sha256}.png",
        preview=f"preview/{sha256}.webp",
        thumbnail=f"thumbnail/{sha256}.webp",
        published_sha256=sha256,
        format="PNG",
        width=640,
        height=480,
        size=1234,
        phash=sha256[:16],
    )
