"""What curation asks of later stages; filled by ``config.wiring``."""
# mypy: disable-error-code="empty-body"

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet

from core.ports import Port
from core.services import Actor
from curation.images.models import Image
from projects.models import Project


class ReleasedIn(NamedTuple):
    """The newest published release that holds an image."""

    project: str
    """The project's slug."""
    name: str
    """The name under which it was released."""
    version: str


class ReleasedImages(Protocol):
    """Published images of the installation."""

    def published_release_ids(self) -> Collection[int]:
        """Return the ids of all published releases, of every project."""

    def image_ids_in_releases(self, releases: Collection[int]) -> Iterable[int]:
        """Return the ids of the images in these releases."""

    def release_of_images(
        self, images: Collection[int] | QuerySet[Image, Any]
    ) -> Mapping[int, ReleasedIn]:
        """Return the release of each of these images that is published.

        ``images`` are ids, or a query for any number of ids.
        """


@Port
def released_images() -> ReleasedImages:
    """Return the published images of the installation."""


@Port
def require_admission(*, project: Project, actor: Actor) -> None:
    """Raise NotAllowedError for a person who may not work yet."""
