"""The measurements of one image, by every run that compared or measured it."""

from curation.filters.models import DuplicateScanShare, Measurement
from curation.images.models import Image
from curation.near_duplicates.selectors.clusters import minimum_certainty_of_run


def list_image_measurements(image: Image) -> list[Measurement]:
    """Return the measurements of an image, newest first, without those of previews.

    Comparisons that found no counterpart are among them.
    """
    stored = list(
        image.measurements.filter(run__preview=False)
        .select_related("run")
        .order_by("-run_id")
    )
    shares = DuplicateScanShare.objects.filter(
        run__project=image.project_id,
        run__preview=False,
        done=True,
        first__lte=image.pk,
        last__gte=image.pk,
    ).exclude(run__in={measurement.run_id for measurement in stored})
    without_differences = [
        Measurement(
            run=share.run,
            image=image,
            threshold=minimum_certainty_of_run(share.run),
            excluded=False,
        )
        for share in shares.select_related("run")
        if image.pk in share.compared
    ]
    return sorted(
        [*stored, *without_differences], key=lambda measurement: -measurement.run_id
    )
