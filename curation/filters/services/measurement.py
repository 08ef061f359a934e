"""Measuring the images of a stage, and storing their values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

from django.db import transaction

from curation.filters.models import FilterRun, Measurement
from curation.filters.services.current_values import store_stage_values
from curation.filters.services.runs import make_measurer
from curation.images.domain.states import IMPORTED, IN_SCREENING
from curation.images.models import Image
from curation.stages.base import ImageStage
from curation.stages.measurer import ImageFile, MeasuredValues, Measurer

Progress = Callable[[int, int], None]
_CHUNK = 16
"""Images between two commits, at most; a killed run measures that many again."""
_JUDGED = 500
"""The same where stored details suffice."""
_PATIENCE = 5.0
"""Maximum number of seconds between two commits."""


def measure_images(
    *, run: FilterRun, stage: ImageStage[Any], progress: Progress
) -> dict[str, int]:
    """Measure every image that the stage has not measured under the run's signature.

    Values are written in batches. Details that the same tools have stored before are
    judged again and no file is opened. Returns how many images were measured, and how
    many of their files were read.
    """
    done = Measurement.objects.filter(run__project=run.project, run__stage=stage.id)
    if run.preview:
        done = done.filter(run=run)
    else:
        done = done.filter(run__preview=False, run__signature=run.signature)
    images = (
        Image.objects.filter(
            project=run.project, status__in=(IMPORTED, IN_SCREENING, stage.state)
        )
        .exclude(pk__in=done.values("image_id"))
        .order_by("pk")
    )
    todo = {row[0]: ImageFile(*row) for row in images.values_list(*ImageFile._fields)}
    total = len(todo)
    measurer = make_measurer(stage, run.parameters)
    progress(0, total)
    for known in _measured_again(run, measurer, list(todo)):
        _record(run, stage, known)
        for key in known:
            del todo[key]
        progress(total - len(todo), total)
    counted = total - len(todo)
    measurements: dict[int, MeasuredValues] = {}
    since = monotonic()
    for image, measured in measurer.measure_images(todo.values()):
        measurements[image.pk] = measured
        counted += 1
        if len(measurements) == _CHUNK or monotonic() - since > _PATIENCE:
            _record(run, stage, measurements)
            measurements, since = {}, monotonic()
        progress(counted, total)
    _record(run, stage, measurements)
    return {"measured": total, "read": len(todo)}


def _measured_again(
    run: FilterRun, measurer: Measurer[Any], keys: Sequence[int]
) -> Iterator[dict[int, MeasuredValues]]:
    """Yield values from the details that the same tools stored before."""
    earlier_runs = FilterRun.objects.filter(project=run.project, stage=run.stage)
    same = [earlier.pk for earlier in earlier_runs if earlier.tools == run.tools]
    for start in range(0, len(keys), _JUDGED):
        stored = Measurement.objects.filter(
            run__in=same, image__in=keys[start : start + _JUDGED]
        )
        again = {
            measurement.image_id: measurer.remeasure_from_details(measurement.details)
            for measurement in stored.order_by("run_id")
        }
        yield {key: measured for key, measured in again.items() if measured is not None}


@transaction.atomic
def _record(
    run: FilterRun, stage: ImageStage[Any], measurements: Mapping[int, MeasuredValues]
) -> None:
    values = [
        (key, measure, measured.values[measure.id], measured.details)
        for key, measured in measurements.items()
        for measure in stage.measures
    ]
    if not run.preview:
        current = {key: measured.values for key, measured in measurements.items()}
        store_stage_values(stage, current)
    Measurement.objects.bulk_create(
        [
            Measurement(
                run=run,
                image_id=key,
                measure=measure.id,
                value=value,
                threshold=run.parameters[measure.threshold],
                excluded=False,
                details=details,
            )
            for key, measure, value, details in values
        ],
        ignore_conflicts=True,
    )
