"""Recognising the text in images: the measuring half of stage 2 (II-Bench §3.2)."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from time import monotonic
from typing import Any, NamedTuple

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import transaction
from PIL import Image as Picture

from curation.domain.decoding import decode
from curation.domain.rejection import RejectedFileError
from curation.domain.states import IMPORTED, IN_SCREENING, TOO_MUCH_TEXT
from curation.domain.text_area import (
    OcrThresholds,
    TextArea,
    TextEngine,
    TextRegion,
    is_long,
    judge,
    measure_all,
)
from curation.engines.base import EngineUnavailableError, load_engine
from curation.models.filters import FilterRun, Measurement
from curation.models.images import Image
from curation.selectors.filters import TEXT
from workflow.errors import InvalidInputError

Progress = Callable[[int, int], None]
_CHUNK = 16
"""Images between two commits, at most; a killed run reads that many again."""
_JUDGED = 500
"""The same when no text has to be recognised."""
_PATIENCE = 5.0
"""Maximum number of seconds between two commits."""


@cache
def _engine(name: str, languages: tuple[str, ...]) -> TextEngine:
    options: dict[str, Any] = {
        "threads": settings.OCR_THREADS or _cores(),
    }
    if name == "easyocr":
        options |= {
            "weights": str(settings.OCR_WEIGHTS),
            "gpu": settings.OCR_GPU,
            "download": settings.OCR_DOWNLOAD,
        }
    return load_engine(name, options, languages=languages)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1  # macOS knows no affinity


def text_engine(languages: Sequence[str]) -> TextEngine:
    """Return the configured engine; each process loads its models once.

    Raises InvalidInputError when it is not installed or has no weights.
    """
    try:
        return _engine(settings.OCR_ENGINE, tuple(sorted(languages)))
    except EngineUnavailableError as error:
        raise InvalidInputError(str(error)) from error


def text_tools(languages: Sequence[str]) -> dict[str, Any]:
    """Return the tools that determine the text area, besides the parameters."""
    engine = text_engine(languages)
    return {
        "engine": engine.name,
        "version": engine.version,
        "models": list(engine.models),
        "settings": dict(engine.parameters),
    }


class _Unread(NamedTuple):
    """An image to read, with the values needed to open it in another thread."""

    pk: int
    preview: str
    published: str
    width: int
    height: int


def measure_text_area(*, run: FilterRun, progress: Progress) -> dict[str, int]:
    """Measure every image that the filter has not measured under this signature.

    Results are written in batches. Text that the same tools have recognised before is
    judged again, not recognised again. Returns how many images were measured, and how
    many of them were read.
    """
    done = Measurement.objects.filter(run__project=run.project, run__stage=TEXT)
    if run.preview:
        done = done.filter(run=run)
    else:
        done = done.filter(run__preview=False, run__signature=run.signature)
    images = (
        Image.objects.filter(
            project=run.project, status__in=(IMPORTED, IN_SCREENING, TOO_MUCH_TEXT)
        )
        .exclude(pk__in=done.values("image_id"))
        .order_by("pk")
    )
    todo = {row[0]: _Unread(*row) for row in images.values_list(*_Unread._fields)}
    total = len(todo)
    progress(0, total)
    for areas in _judged_again(run, list(todo)):
        _record(run, areas)
        for key in areas:
            del todo[key]
        progress(total - len(todo), total)
    counted = total - len(todo)
    areas = {}
    since = monotonic()
    for image, area in measure_all(
        todo.values(),
        _open,
        text_engine(run.parameters["languages"]),
        confirmation=_confirmation(run),
    ):
        areas[image.pk] = area
        counted += 1
        if len(areas) == _CHUNK or monotonic() - since > _PATIENCE:
            _record(run, areas)
            areas, since = {}, monotonic()
        progress(counted, total)
    _record(run, areas)
    return {"measured": total, "read": len(todo)}


def _judged_again(run: FilterRun, keys: Sequence[int]) -> Iterator[dict[int, TextArea]]:
    """Yield text areas from the regions that the same tools recognised before."""
    others = FilterRun.objects.filter(project=run.project, stage=TEXT)
    same = [other.pk for other in others if other.tools == run.tools]
    for start in range(0, len(keys), _JUDGED):
        read = Measurement.objects.filter(
            run__in=same, image__in=keys[start : start + _JUDGED]
        )
        yield {
            measurement.image_id: judge(_read(measurement), _confirmation(run))
            for measurement in read.order_by("run_id")
        }


def _read(measurement: Measurement) -> Iterator[TextRegion]:
    for verdict in ("confirmed", "unconfirmed"):
        for region in measurement.details[verdict]:
            yield TextRegion(
                [(x, y) for x, y in region["polygon"]],
                region["text"],
                region["confidence"],
            )


def _confirmation(run: FilterRun) -> OcrThresholds:
    return OcrThresholds(
        run.parameters["confidence"], run.parameters["minimum_characters"]
    )


def _open(image: _Unread) -> Picture.Image:
    """Open the preview, which is larger than the detector's input and quick to decode.

    For a long image, open the file itself, because its preview is only a narrow stripe.
    Raises InvalidInputError naming the image.
    """
    size = image.width, image.height
    name = image.published if is_long(size) else image.preview
    try:
        with default_storage.open(name) as file:
            return decode(file.read()).image
    except (OSError, RejectedFileError) as error:
        raise InvalidInputError(
            f"Image {image.pk} cannot be read from {name}: {error}"
        ) from error


@transaction.atomic
def _record(run: FilterRun, areas: Mapping[int, TextArea]) -> None:
    if not run.preview:
        images = Image.objects.in_bulk(areas)
        for key, image in images.items():
            image.text_area = areas[key].ratio
        Image.objects.bulk_update(images.values(), ["text_area"])
    Measurement.objects.bulk_create(
        [
            Measurement(
                run=run,
                image_id=key,
                value=area.ratio,
                threshold=run.parameters["threshold"],
                excluded=False,
                details={
                    "confirmed": _regions(area.confirmed),
                    "unconfirmed": _regions(area.unconfirmed),
                },
            )
            for key, area in areas.items()
        ],
        ignore_conflicts=True,
    )


def _regions(regions: Sequence[TextRegion]) -> list[dict[str, Any]]:
    return [
        {
            "polygon": [[round(x, 5), round(y, 5)] for x, y in region.polygon],
            "text": region.text,
            "confidence": round(region.confidence, 5),
        }
        for region in regions
    ]
