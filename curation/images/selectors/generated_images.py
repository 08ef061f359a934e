"""Selector for images that a generator made from a sentence."""

from django.db.models import QuerySet

from curation.images.domain.states import EXCLUDED, WITHDRAWN
from curation.images.models import Image
from projects.models import Project


def generated_images(project: Project) -> QuerySet[Image]:
    """Return the images that came with their source sentence and are not removed."""
    return Image.objects.filter(project=project, details__has_key="simile").exclude(
        status__in=(*EXCLUDED, WITHDRAWN)
    )
