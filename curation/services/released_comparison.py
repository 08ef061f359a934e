"""Comparison of a project's images with the published releases of this installation."""

from collections.abc import Iterator, Sequence

from curation.domain.states import WITHDRAWN
from curation.models.copies import ReleasedCopy
from curation.models.filters import FilterRun
from curation.models.images import Image, ImageFingerprint
from curation.ports import released_images
from curation.selectors.duplicates import measured_under
from curation.services.duplicates import Progress, confirmed_copies, near

_CHUNK = 200


def compare_with_released(*, run: FilterRun, progress: Progress) -> int:
    """Compare the project with every published release; return the number of matches.

    New images are compared with all releases, other images with the releases published
    since. The filter compares the project's own images, so only withdrawn ones are
    compared here. Matches are written as they are found; the run names the releases at
    the end.
    """
    releases = set(released_images().releases())
    before = FilterRun.objects.filter(
        project=run.project,
        stage=run.stage,
        signature=run.signature,
        preview=False,
        pk__lt=run.pk,
    )
    seen = {
        release
        for parameters in before.values_list("parameters", flat=True)
        for release in parameters.get("releases", ())
    }
    images = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    done = measured_under(run).filter(run__in=before).values("image_id")
    fresh = list(
        images.exclude(pk__in=done).order_by("pk").values_list("pk", flat=True)
    )
    known = list(images.filter(pk__in=done).order_by("pk").values_list("pk", flat=True))
    for mine, others in (
        (fresh, _published(run, releases)),
        (known, _published(run, releases - seen)),
    ):
        found = _matches(run, mine, others, progress)
        ReleasedCopy.objects.bulk_create(found, ignore_conflicts=True)
    run.parameters["releases"] = sorted(releases)
    run.save(update_fields=["parameters"])
    return ReleasedCopy.objects.filter(run=run).count()


def _published(run: FilterRun, releases: set[int]) -> list[int]:
    """Return the images of these releases that the filter does not compare."""
    if not releases:
        return []
    keys = sorted(released_images().images_of(releases))
    own = Image.objects.filter(project=run.project).exclude(status=WITHDRAWN)
    return [
        key
        for start in range(0, len(keys), _CHUNK)
        for key in ImageFingerprint.objects.filter(pk__in=keys[start : start + _CHUNK])
        .exclude(image__in=own)
        .order_by("pk")
        .values_list("pk", flat=True)
    ]


def _matches(
    run: FilterRun, mine: Sequence[int], others: Sequence[int], progress: Progress
) -> Iterator[ReleasedCopy]:
    if not mine:
        return

    def beat() -> None:
        progress(0, len(mine))

    found = near(mine, others, run.parameters["radius"], beat)
    for one, outcome in confirmed_copies(found, beat):
        if outcome.similarity >= run.parameters["similarity"]:
            yield ReleasedCopy(
                run=run,
                image_id=one.image,
                released_id=one.other,
                distance=one.distance,
                confirmation=outcome._asdict(),
            )
