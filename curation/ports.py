"""What curation asks of later stages, without knowing them; bound by config.wiring.

Before that nothing has been released, and everybody may work.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from django.db.models import QuerySet

from curation.models.images import Image
from projects.models import Project
from workflow.services import Actor


class ReleasedIn(NamedTuple):
    """The newest published release that holds an image."""

    project: str
    """The project's slug."""
    name: str
    """The name under which it was released."""
    version: str


class ReleasedImages(Protocol):
    """Which images of the installation have been published."""

    def releases(self) -> Collection[int]:
        """Ids of all releases that are out, of every project."""

    def images_of(self, releases: Collection[int]) -> Iterable[int]:
        """Ids of the images in these releases."""

    def where(
        self, images: Collection[int] | QuerySet[Image, Any]
    ) -> Mapping[int, ReleasedIn]:
        """Those of these images that are released, with the release.

        ``images`` are ids, or a query for any number of ids.
        """


class _Nothing:
    """Nothing has been released."""

    def releases(self) -> Collection[int]:
        return ()

    def images_of(self, releases: Collection[int]) -> Iterable[int]:
        return ()

    def where(
        self, images: Collection[int] | QuerySet[Image, Any]
    ) -> Mapping[int, ReleasedIn]:
        return {}


_released: list[ReleasedImages] = [_Nothing()]


def bind_released_images(answer: ReleasedImages) -> None:
    """``answer`` knows every published release."""
    _released[:] = [answer]


def released_images() -> ReleasedImages:
    """Whoever knows what has been published."""
    return _released[0]


class Admission(Protocol):
    """Whether a person has read what the work is."""

    def __call__(self, *, project: Project, actor: Actor) -> None:
        """Raises NotAllowed for somebody who has not."""


_admissions: list[Admission] = []


def bind_admission(check: Admission) -> None:
    """``check`` is asked before somebody is given pictures to judge."""
    _admissions[:] = [check]


def require_admission(*, project: Project, actor: Actor) -> None:
    """Raises NotAllowed for somebody who may not work yet."""
    for check in _admissions:
        check(project=project, actor=actor)
