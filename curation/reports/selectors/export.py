"""Export of the state of every image."""

from collections.abc import Iterator
from typing import Any

from core.on_demand import import_on_demand
from core.selectors import last_reached
from curation.filters.selectors.runs import AutomaticStage, list_active_automatic_stages
from curation.images.domain.states import IMAGE, WITHDRAWN
from curation.images.models import Image
from curation.stages.base import CollectionStage, ImageStage
from curation.stages.registry import INSTALLED, automatic_stages
from projects.models import Project

_OF_FILE = ("original_path", "aliases", "sha256", "phash", "status")
_CHUNK = 500


def curation_columns(project: Project) -> list[str]:
    """Return the columns of the export, with those of the stages that are on.

    The columns of stages that are on by default are always there.
    """
    of_stages = [column for stage in _stages(project) for column in stage.columns]
    return [*_OF_FILE, *of_stages, "reason"]


def _stages(project: Project) -> list[AutomaticStage]:
    used = list_active_automatic_stages(project)
    return [
        stage for stage in automatic_stages() if stage.on_by_default or stage in used
    ]


def curation_rows(project: Project) -> Iterator[dict[str, Any]]:
    """Yield one row per image in the order of import, with ``curation_columns``.

    ``reason`` is why the image is not kept.
    """
    stages = _stages(project)
    images = (
        Image.objects.filter(project=project)
        .select_related("project", "duplicate_of")
        .prefetch_related("aliases")
        .order_by("pk")
    )
    chunk: list[Image] = []
    for image in images.iterator(chunk_size=_CHUNK):
        chunk.append(image)
        if len(chunk) == _CHUNK:
            yield from _rows(chunk, stages)
            chunk = []
    yield from _rows(chunk, stages)


def _rows(
    images: list[Image], stages: list[AutomaticStage]
) -> Iterator[dict[str, Any]]:
    if not images:
        return
    reasons = _reasons(images)
    of_collection = [
        import_on_demand(stage.export)(images)
        for stage in stages
        if isinstance(stage, CollectionStage)
    ]
    for image in images:
        row: dict[str, Any] = {
            "original_path": image.original_path,
            "aliases": sorted(alias.path for alias in image.aliases.all()),
            "sha256": image.sha256,
            "phash": image.phash,
            "status": image.status,
        }
        for columns in of_collection:
            row |= columns[image.pk]
        for stage in stages:
            if isinstance(stage, ImageStage):
                values = image.stage_values.get(stage.id, {})
                for measure in stage.measures:
                    row[measure.column] = values.get(measure.id)
        yield {**row, "reason": reasons.get(image.pk)}


def _reasons(images: list[Image]) -> dict[int, str]:
    """Return why each of the excluded images is excluded, as text by id."""
    reasons: dict[int, str] = {}
    for stage in INSTALLED:
        keys = [image.pk for image in images if image.status == stage.state]
        for key, entry in last_reached(IMAGE.name, stage.state, keys).items():
            reasons[key] = stage.reason_text(entry.data, entry.reason)
    keys = [image.pk for image in images if image.status == WITHDRAWN]
    for key, entry in last_reached(IMAGE.name, WITHDRAWN, keys).items():
        reasons[key] = entry.reason
    return reasons
