"""Comparison of a project's images with the published releases of this installation."""

from collections.abc import Iterator, Sequence

from curation.filters.models import FilterRun
from curation.filters.selectors.runs import compared_image_ids
from curation.images.domain.states import WITHDRAWN
from curation.images.models import Image
from curation.images.services.descriptions import DescriptionStore
from curation.near_duplicates.domain.proposal import DuplicateIndex
from curation.near_duplicates.models import ReleasedCopy
from curation.near_duplicates.services.comparison import (
    Progress,
    compare_pairs,
    propose_pairs_of_images,
)
from curation.ports import released_images

_CHUNK = 200


def compare_with_released(*, run: FilterRun, progress: Progress) -> int:
    """Compare the project with every published release; return the number of matches.

    New images are compared with all releases, other images with the releases published
    since. The filter compares the project's own images, so only withdrawn ones are
    compared here. Matches are written as they are found; the run names the releases at
    the end.
    """
    releases = set(released_images().published_release_ids())
    before = FilterRun.objects.filter(
        project=run.project,
        stage=run.stage,
        signature=run.signature,
        preview=False,
        pk__lt=run.pk,
    )
    compared_releases = {
        release
        for parameters in before.values_list("parameters", flat=True)
        for release in parameters.get("releases", ())
    }
    images = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    done = compared_image_ids(before)
    keys = list(images.order_by("pk").values_list("pk", flat=True))
    new = [key for key in keys if key not in done]
    known = [key for key in keys if key in done]
    for image_ids, released_ids in (
        (new, _published(run, releases)),
        (known, _published(run, releases - compared_releases)),
    ):
        matches = _matches(run, image_ids, released_ids, progress)
        ReleasedCopy.objects.bulk_create(matches, ignore_conflicts=True)
    run.parameters["releases"] = sorted(releases)
    run.save(update_fields=["parameters"])
    return ReleasedCopy.objects.filter(run=run).count()


def _published(run: FilterRun, releases: set[int]) -> list[int]:
    """Return the images of these releases that the filter does not compare."""
    if not releases:
        return []
    keys = sorted(released_images().image_ids_in_releases(releases))
    own = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    published = [
        key
        for start in range(0, len(keys), _CHUNK)
        for key in Image.objects.filter(pk__in=keys[start : start + _CHUNK])
        .exclude(pk__in=own)
        .order_by("pk")
        .values_list("pk", flat=True)
    ]
    store = DescriptionStore(published)
    return [key for key in published if store.has_files(key)]


def _matches(
    run: FilterRun,
    image_ids: Sequence[int],
    released_ids: Sequence[int],
    progress: Progress,
) -> Iterator[ReleasedCopy]:
    if not image_ids or not released_ids:
        return

    def beat() -> None:
        progress(0, len(image_ids))

    description_of = DescriptionStore([*image_ids, *released_ids], beat)
    index = DuplicateIndex.build(released_ids, description_of)
    proposed = propose_pairs_of_images(image_ids, index, description_of)
    for pair, match in compare_pairs(proposed, description_of, beat):
        if match.certainty >= run.parameters["certainty"]:
            yield ReleasedCopy(
                run=run,
                image_id=pair.image,
                released_id=pair.candidate.key,
                distance=pair.candidate.distance,
                confirmation=match._asdict(),
            )
