"""Recognising the text in images, and its area (II-Bench §3.2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from PIL import Image as Picture

from core.domain.processors import count_available_processors
from core.errors import InvalidInputError
from curation.stages.measurer import ImageFile, MeasuredValues, Measurer
from curation.stages.text_area.area import (
    OcrThresholds,
    TextArea,
    TextEngine,
    TextRegion,
    is_too_long_to_shrink,
    judge_regions,
    measure_text_area,
    measure_text_areas,
)
from curation.stages.text_area.engines.base import EngineUnavailableError, load_engine
from curation.stages.text_area.stage import TextAreaRules


@cache
def _engine(name: str, runtime: str, languages: tuple[str, ...]) -> TextEngine:
    options: dict[str, Any] = {
        "threads": settings.OCR_THREADS or count_available_processors(),
    }
    if name == "rapidocr":
        options["runtime"] = runtime
    elif name == "easyocr":
        options |= {
            "weights": str(settings.OCR_WEIGHTS),
            "gpu": settings.OCR_GPU,
            "download": settings.OCR_DOWNLOAD,
        }
    return load_engine(name, options, languages=languages)


def text_engine(languages: Sequence[str]) -> TextEngine:
    """Return the configured engine; each process loads its models once.

    Raises InvalidInputError when it is not installed or has no weights.
    """
    try:
        return _engine(
            settings.OCR_ENGINE, settings.OCR_RUNTIME, tuple(sorted(languages))
        )
    except EngineUnavailableError as error:
        raise InvalidInputError(str(error)) from error


class TextMeasurer(Measurer[TextAreaRules]):
    """Reads the text of images, several at once."""

    @property
    def tool_versions(self) -> dict[str, Any]:
        engine = self._engine
        return {
            "engine": engine.name,
            "version": engine.version,
            "models": list(engine.models),
            "settings": dict(engine.parameters),
        }

    def measure_image(self, image: ImageFile) -> MeasuredValues:
        area = measure_text_area(
            _open(image), self._engine, confirmation=self._confirmation
        )
        return _measured(area)

    def measure_images(
        self, images: Iterable[ImageFile]
    ) -> Iterator[tuple[ImageFile, MeasuredValues]]:
        areas = measure_text_areas(
            images, _open, self._engine, confirmation=self._confirmation
        )
        for image, area in areas:
            yield image, _measured(area)

    def remeasure_from_details(
        self, details: Mapping[str, Any]
    ) -> MeasuredValues | None:
        return _measured(judge_regions(_regions_of(details), self._confirmation))

    @property
    def _engine(self) -> TextEngine:
        return text_engine(self.parameters.languages)

    @property
    def _confirmation(self) -> OcrThresholds:
        rules = self.parameters
        return OcrThresholds(rules.confidence, rules.minimum_characters)


def _open(image: ImageFile) -> Picture.Image:
    """Open the preview, which is larger than the detector's input and quick to decode.

    For a long image, open the file itself, because its preview is only a narrow stripe.
    """
    return image.open(whole=is_too_long_to_shrink((image.width, image.height)))


def _measured(area: TextArea) -> MeasuredValues:
    details = {
        "confirmed": _as_json(area.confirmed),
        "unconfirmed": _as_json(area.unconfirmed),
    }
    return MeasuredValues({"text_area": area.ratio}, details)


def _regions_of(details: Mapping[str, Any]) -> Iterator[TextRegion]:
    for verdict in ("confirmed", "unconfirmed"):
        for region in details[verdict]:
            yield TextRegion(
                [(x, y) for x, y in region["polygon"]],
                region["text"],
                region["confidence"],
            )


def _as_json(regions: Sequence[TextRegion]) -> list[dict[str, Any]]:
    return [
        {
            "polygon": [[round(x, 5), round(y, 5)] for x, y in region.polygon],
            "text": region.text,
            "confidence": round(region.confidence, 5),
        }
        for region in regions
    ]
