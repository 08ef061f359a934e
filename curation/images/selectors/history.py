"""Images in the history of a project."""

from collections.abc import Collection, Mapping

from core.domain.texts import _
from projects.models import Project


def image_names(_project: Project, ids: Collection[int]) -> Mapping[int, str]:
    """Return the names of images: their numbers, which pages also show."""
    return {image_id: _("Image {number}", number=image_id) for image_id in ids}
