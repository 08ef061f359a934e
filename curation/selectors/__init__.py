"""Queries on images, sources and imports, for pages and later stages."""

from collections import defaultdict
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from curation.domain.states import (
    ACCEPTED,
    DISCARDED,
    IMPORTED,
    IN_SCREENING,
    REMOVED,
    WITHDRAWN,
)
from curation.models.filters import DuplicateScanShare, Measurement
from curation.models.images import Image, ImageAlias, Source, SourceChange
from curation.models.imports import ImportPlan, ImportRejection, Upload
from curation.ports import ReleasedIn, released_images
from curation.selectors.duplicates import certainty_of
from projects.models import Project
from workflow.domain.text_folding import fold_text
from workflow.domain.texts import _
from workflow.models import Job, JobStatus
from workflow.selectors import contains_text, get_or_missing
from workflow.services import Actor


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
    where = released_images().where(candidates.values("pk"))
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


def import_list(project: Project) -> QuerySet[Job]:
    """Return a project's imports, including those of published benchmarks."""
    return Job.objects.filter(scope_id=project.pk, kind__startswith="curation.import")


def import_list_of_person(project: Project, actor: Actor) -> QuerySet[Job]:
    """Return a project's imports with their ``listing``, while they run.

    ``upload_id`` is the upload of a failed or cancelled one, if it is the actor's.
    """
    plans = ImportPlan.objects.filter(job=OuterRef("pk")).exclude(made_by="")
    uploads = Upload.objects.filter(
        job=OuterRef("pk"),
        job__status__in=(JobStatus.FAILED, JobStatus.CANCELLED),
        created_by_id=actor.user.pk if actor.user else None,
    )
    return import_list(project).annotate(
        listing=Subquery(plans.values("listing")[:1]),
        upload_id=Subquery(uploads.values("pk")[:1]),
    )


def import_rejections(project: Project, job_id: int) -> QuerySet[ImportRejection]:
    """Return the files that one import rejected."""
    return ImportRejection.objects.filter(project=project, job_id=job_id)


def get_image(project: Project, image_id: int) -> Image:
    """Return an image of the project. Raises NotFoundError."""
    return get_or_missing(
        (
            Image.objects.filter(pk=image_id, project=project).select_related(
                "source", "duplicate_of"
            )
        ),
        _("This project has no such image."),
    )


def get_shown_image(project: Project, sha256: str) -> Image:
    """Return an image by its hash, unless withdrawn. Raises NotFoundError."""
    images = Image.objects.filter(project=project, sha256=sha256)
    return get_or_missing(
        images.exclude(status=WITHDRAWN), _("There is no such image.")
    )


def list_images(
    project: Project,
    *,
    status: str = "",
    search: str = "",
    source_id: int | None = None,
    job_id: int | None = None,
) -> QuerySet[Image]:
    """Return a project's images; ``search`` is part of a path, including aliases."""
    images = Image.objects.filter(project=project).select_related("source")
    if status:
        images = images.filter(status=status)
    if source_id is not None:
        images = images.filter(source_id=source_id)
    if job_id is not None:
        images = images.filter(job_id=job_id)
    if search:
        words = contains_text("search_path", fold_text(search.strip()))
        own = words | Q(search_path="", original_path__icontains=search)
        named = words | Q(search_path="", path__icontains=search)
        aliases = ImageAlias.objects.filter(named, image__project=project)
        images = images.filter(own | Q(pk__in=aliases.values("image_id")))
    return images


def accepted_images(project: Project) -> QuerySet[Image]:
    """Return the images that passed screening, sorted by path."""
    return Image.objects.filter(project=project, status=ACCEPTED).order_by(
        "original_path", "pk"
    )


_IN_ORDER = (
    IMPORTED,
    *REMOVED,
    IN_SCREENING,
    DISCARDED,
    ACCEPTED,
    WITHDRAWN,
)


def funnel(project: Project) -> dict[str, int]:
    """Return the number of images in each state, and of all files as ``raw``.

    Exact duplicates count only in ``raw``.
    """
    counts = dict(
        Image.objects.filter(project=project)
        .values_list("status")
        .annotate(n=Count("pk"))
    )
    copies = ImageAlias.objects.filter(image__project=project).count()
    return {
        "raw": sum(counts.values()) + copies,
        **{state: counts.get(state, 0) for state in _IN_ORDER},
    }


def measurements_of(image: Image) -> list[Measurement]:
    """Return the measurements of an image, newest first, without those of previews.

    Comparisons that found no counterpart are among them.
    """
    stored = list(
        image.measurements.filter(run__preview=False)
        .select_related("run")
        .order_by("-run_id")
    )
    shares = DuplicateScanShare.objects.filter(
        run__project=image.project_id,
        run__preview=False,
        done=True,
        first__lte=image.pk,
        last__gte=image.pk,
    ).exclude(run__in={measurement.run_id for measurement in stored})
    without_differences = [
        Measurement(
            run=share.run,
            image=image,
            threshold=certainty_of(share.run),
            excluded=False,
        )
        for share in shares.select_related("run")
        if image.pk in share.compared
    ]
    return sorted(
        [*stored, *without_differences], key=lambda measurement: -measurement.run_id
    )
