"""What releases ask of a later stage; filled by ``config.wiring``."""
# mypy: disable-error-code="empty-body"

from collections.abc import Sequence
from typing import Any

from core.ports import Port
from projects.models import Project
from releases.content.domain.frozen import FrozenItem
from releases.records.models import Release


@Port
def published_errata(
    project: Project, items: Sequence[FrozenItem]
) -> dict[str, Any] | None:
    """Return ``published``, ``findings`` and ``questions`` (docs/reference/files.md).

    None for a project that repairs no audited benchmark.
    """


@Port
def delete_derived_files(release: Release) -> None:
    """Delete files made from a release that is taken down, such as its site."""
