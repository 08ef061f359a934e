"""Queries on sources, uploads and imports, for pages and later stages."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery

from core.domain.texts import _
from core.models import Job, JobStatus
from core.selectors import get_or_missing
from core.services import Actor
from curation.images.domain.states import ACCEPTED, WITHDRAWN
from curation.images.models import Image, Source, SourceChange
from curation.imports.models import ImportPlan, ImportRejection, Upload
from curation.ports import ReleasedIn, released_images
from projects.models import Project


def get_source(project: Project, source_id: int) -> Source:
    """Return a source of the project. Raises NotFoundError."""
    return get_or_missing(
        Source.objects.filter(pk=source_id, project=project),
        _("This project has no such source."),
    )


def list_sources(project: Project) -> QuerySet[Source]:
    """Return a project's sources with their numbers of images, sorted by name."""
    return (
        Source.objects.filter(project=project)
        .annotate(image_count=Count("images"))
        .order_by("name", "licence")
    )


class ReleasedSourceImages(NamedTuple):
    """Images of a source that one published release contains."""

    project: str
    name: str
    version: str
    images: list[int]


class SourceEffects(NamedTuple):
    """What prohibiting a source withdraws, and which releases it cannot change."""

    by_status: dict[str, int]
    """Images that are not withdrawn, counted by status."""
    released: list[ReleasedSourceImages]
    changes: list[SourceChange]
    """Changes of the rights, newest first."""

    @property
    def images(self) -> int:
        return sum(self.by_status.values())


def source_effects(source: Source) -> SourceEffects:
    """Return the effects of prohibiting a source on its images."""
    images = Image.objects.filter(source=source)
    counts = images.exclude(status=WITHDRAWN).values_list("status")
    released: dict[ReleasedIn, list[int]] = defaultdict(list)
    # Only accepted images are released; some may be withdrawn by now.
    candidates = images.filter(status__in=(ACCEPTED, WITHDRAWN)).order_by("pk")
    where = released_images().release_of_images(candidates.values("pk"))
    for image_id in sorted(where):
        released[where[image_id]].append(image_id)
    return SourceEffects(
        by_status=dict(counts.annotate(n=Count("pk")).order_by("status")),
        released=[ReleasedSourceImages(*there, ids) for there, ids in released.items()],
        changes=list(source.changes.select_related("changed_by").order_by("-pk")),
    )


def get_upload(project: Project, upload_id: int, actor: Actor) -> Upload:
    """Return an upload that the actor began. Raises NotFoundError."""
    return get_or_missing(
        (
            Upload.objects.filter(
                pk=upload_id,
                project=project,
                created_by_id=actor.user.pk if actor.user else None,
            ).select_related("source")
        ),
        _("This project has no such upload."),
    )


def list_import_jobs(project: Project) -> QuerySet[Job]:
    """Return a project's imports, including those of published benchmarks."""
    return Job.objects.filter(scope_id=project.pk, kind__startswith="curation.import")


def list_import_jobs_of_person(project: Project, actor: Actor) -> QuerySet[Job]:
    """Return a project's imports with their ``listing``, while they run.

    ``upload_id`` is the upload of a failed or cancelled one, if it is the actor's.
    """
    plans = ImportPlan.objects.filter(job=OuterRef("pk")).exclude(made_by="")
    uploads = Upload.objects.filter(
        job=OuterRef("pk"),
        job__status__in=(JobStatus.FAILED, JobStatus.CANCELLED),
        created_by_id=actor.user.pk if actor.user else None,
    )
    return list_import_jobs(project).annotate(
        listing=Subquery(plans.values("listing")[:1]),
        upload_id=Subquery(uploads.values("pk")[:1]),
    )


def import_rejections(project: Project, job_id: int) -> QuerySet[ImportRejection]:
    """Return the files that one import rejected."""
    return ImportRejection.objects.filter(project=project, job_id=job_id)
