"""The current values of the stages that measure images."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from curation.images.models import Image
from curation.stages.base import ImageStage

_CHUNK = 500


@transaction.atomic
def store_stage_values(
    stage: ImageStage[Any], values: Mapping[int, Mapping[str, float]]
) -> None:
    """Set values of a stage's measures as current, by image id and measure."""
    keys = sorted(values)
    for start in range(0, len(keys), _CHUNK):
        images = list(
            Image.objects.select_for_update(no_key=True)
            .filter(pk__in=keys[start : start + _CHUNK])
            .only("stage_values")
            .order_by("pk")
        )
        for image in images:
            earlier = image.stage_values.get(stage.id, {})
            image.stage_values[stage.id] = {**earlier, **values[image.pk]}
        Image.objects.bulk_update(images, ["stage_values"])
