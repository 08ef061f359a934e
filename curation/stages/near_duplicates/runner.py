"""The job of the near-duplicates stage."""

from collections.abc import Callable
from typing import Any

from django.conf import settings

from curation.models.filters import FilterRun
from curation.services.clusters import settle_duplicates
from curation.services.duplicate_comparison import search_tools
from curation.services.duplicate_scan import measure_duplicates
from curation.services.released_comparison import compare_with_released
from workflow.services import Actor


def tools() -> dict[str, Any]:
    """Return the versions that determine which images are near-duplicates."""
    return {"subtext": settings.SUBTEXT_VERSION, **search_tools()}


def run(
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
