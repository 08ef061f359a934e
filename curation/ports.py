"""What curation asks of a later stage, without knowing it; bound by config.wiring.

Before that nothing has been released.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol


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

    def where(self, images: Collection[int]) -> Mapping[int, ReleasedIn]:
        """Those of these images that are released, with the release."""


class _Nothing:
    """Nothing has been released."""

    def releases(self) -> Collection[int]:
        return ()

    def images_of(self, releases: Collection[int]) -> Iterable[int]:
        return ()

    def where(self, images: Collection[int]) -> Mapping[int, ReleasedIn]:
        return {}


_released: list[ReleasedImages] = [_Nothing()]


def bind_released_images(answer: ReleasedImages) -> None:
    """``answer`` knows every published release."""
    _released[:] = [answer]


def released_images() -> ReleasedImages:
    """Whoever knows what has been published."""
    return _released[0]
