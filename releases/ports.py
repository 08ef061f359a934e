"""What releases ask of a later stage, without knowing it.

``config.wiring`` binds the answers; before that no benchmark has been audited.
"""

from collections.abc import Callable, Sequence
from typing import Any

from projects.models import Project
from releases.domain.frozen import FrozenItem

PublishedErrata = Callable[[Project, Sequence[FrozenItem]], dict[str, Any] | None]
_errata: list[PublishedErrata] = []


def bind_published_errata(answer: PublishedErrata) -> None:
    """``answer`` compares a release with the audited benchmark of its project."""
    _errata[:] = [answer]


def published_errata(
    project: Project, items: Sequence[FrozenItem]
) -> dict[str, Any] | None:
    """Return ``published``, ``findings`` and ``questions`` (docs/reference/files.md).

    None for a project that repairs no audited benchmark.
    """
    return _errata[0](project, items) if _errata else None
