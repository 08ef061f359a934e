"""The index of a project's images, a file for each run of the search.

A run continues the index of the run before with the new images, and builds it again
where it has outgrown its lists. All workers of a run search the same file.
"""

from collections.abc import Callable, Sequence

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from curation.filters.models import FilterRun
from curation.images.domain.description import VERSION
from curation.images.services.descriptions import DescriptionStore
from curation.near_duplicates.domain.proposal import DuplicateIndex

_KEPT_GENERATIONS = 2
"""A preview may still search the index of the run before."""


def prepare_index(
    run: FilterRun, image_ids: Sequence[int], beat: Callable[[], None]
) -> None:
    """Write the index of a run unless it is written; the run's parameters name it."""
    if "index" in run.parameters:
        return
    earlier = FilterRun.objects.filter(
        project=run.project_id,
        stage=run.stage,
        parameters__has_key="index",
        pk__lt=run.pk,
    ).order_by("-pk")
    index = _continued(earlier.first(), image_ids, beat)
    if index is None:
        index = DuplicateIndex.build(image_ids, DescriptionStore(image_ids, beat))
    name = f"near_duplicates/{run.project_id}/{run.pk}.v{VERSION}.npz"
    run.parameters["index"] = default_storage.save(name, ContentFile(index.to_bytes()))
    run.save(update_fields=["parameters"])
    for outdated in earlier[_KEPT_GENERATIONS - 1 :]:
        default_storage.delete(outdated.parameters.pop("index"))
        outdated.save(update_fields=["parameters"])


def _continued(
    before: FilterRun | None, image_ids: Sequence[int], beat: Callable[[], None]
) -> DuplicateIndex | None:
    """Return the index of the run before with the images that are new since."""
    if before is None:
        return None
    name = before.parameters["index"]
    if f".v{VERSION}" not in name or not default_storage.exists(name):
        return None
    with default_storage.open(name) as file:
        index = DuplicateIndex.from_bytes(file.read())
    if index.keys - set(image_ids):
        return None  # Images were withdrawn.
    new = [key for key in image_ids if key not in index.keys]
    description_of = DescriptionStore(new, beat)
    index.add_images((key, description_of(key)) for key in new)
    return None if index.needs_rebuild else index


def load_index(run: FilterRun) -> DuplicateIndex:
    """Return the index that ``prepare_index`` wrote."""
    with default_storage.open(run.parameters["index"]) as file:
        return DuplicateIndex.from_bytes(file.read())
