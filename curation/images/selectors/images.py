"""Queries on images, for pages and later stages."""

from django.db.models import Count, Q, QuerySet

from core.domain.text_folding import fold_text
from core.domain.texts import _
from core.selectors import contains_text, get_or_missing
from curation.images.domain.states import (
    ACCEPTED,
    DISCARDED,
    IMPORTED,
    IN_SCREENING,
    REMOVED,
    WITHDRAWN,
)
from curation.images.models import Image, ImageAlias
from projects.models import Project


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


def count_images_by_state(project: Project) -> dict[str, int]:
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
