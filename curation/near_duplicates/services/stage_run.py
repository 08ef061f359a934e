"""The job of the near-duplicates stage."""

from collections.abc import Callable
from typing import Any

from django.conf import settings

from core.services import Actor
from curation.filters.models import FilterRun
from curation.near_duplicates.services.clusters import settle_duplicates
from curation.near_duplicates.services.comparison import search_tools
from curation.near_duplicates.services.released_comparison import compare_with_released
from curation.near_duplicates.services.scan import measure_duplicates


def duplicate_tool_versions() -> dict[str, Any]:
    """Return the versions that determine which images are near-duplicates."""
    return {"subtext": settings.SUBTEXT_VERSION, **search_tools()}


def run_duplicate_stage(
    run: FilterRun, progress: Callable[[int, int], None]
) -> tuple[dict[str, int], list[Any]]:
    """Compare all images, exclude near-duplicates and restore others.

    Returns the counts and the near-duplicates that stay because people have worked on
    them.
    """
    released = compare_with_released(run=run, progress=progress)
    counts = measure_duplicates(run=run, progress=progress)
    settled = settle_duplicates(run=run, actor=Actor.system())
    counts |= {
        "excluded": settled.excluded,
        "restored": settled.restored,
        "released": released,
    }
    return counts, settled.untouched
