"""EasyOCR: CRAFT detection and CRNN recognition on PyTorch, with or without a GPU."""

from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import easyocr
import numpy as np
import torch
from PIL import Image

from core.domain.texts import _
from curation.stages.text_area.area import TextRegion
from curation.stages.text_area.engines.base import EngineUnavailableError

_MIN_SIDE = 32
_TALL = 1.5
"""Lines with at least this ratio of height to width are also read sideways."""
_CODES: Mapping[str, str] = MappingProxyType({"en": "en", "zh": "ch_sim"})
"""The protocol's languages → EasyOCR's. Its Chinese model also reads English."""


class EasyEngine:
    """EasyOCR with weights from a folder; it downloads only if ``download`` is set.

    Args:
        languages: languages to read, in the protocol's codes.
        weights: folder with EasyOCR's model files.
        threads: cores per image. A GPU processes two images at once, so that one is
            prepared while the other is read.
        gpu: use CUDA.
        download: download missing weights into ``weights``.
        working_side: pixels to which the longer side of an image is reduced.
        batch: number of lines that a GPU reads at once.

    Raises:
        EngineUnavailableError: weights are missing and ``download`` is off, or there is
            no GPU to use.
    """

    name = "easyocr"
    version = metadata.version("easyocr")

    def __init__(
        self,
        *,
        languages: Sequence[str],
        weights: str,
        threads: int = 1,
        gpu: bool = False,
        download: bool = False,
        working_side: int = 960,
        batch: int = 32,
    ) -> None:
        if gpu and not torch.cuda.is_available():
            raise EngineUnavailableError(
                _("EasyOCR is set to use a GPU, but PyTorch finds none")
            )
        codes = [_CODES[language] for language in sorted(languages, reverse=True)]
        self.threads = 2 if gpu else 1
        if not gpu:
            torch.set_num_threads(threads)
        self._batch = batch if gpu else 1
        self._working_side = working_side
        self.parameters: Mapping[str, str | int | float | bool] = {
            "languages": " ".join(codes),
            "working_side": working_side,
        }
        try:
            self._reader: Any = easyocr.Reader(
                codes,
                gpu=gpu,
                model_storage_directory=weights,
                download_enabled=download,
                verbose=False,
            )
        except FileNotFoundError as error:
            raise EngineUnavailableError(
                _(
                    "EasyOCR's weights for {languages} are missing: run "
                    "`python manage.py ocr_weights_fetch`, which downloads them",
                    languages=" and ".join(sorted(languages)),
                )
            ) from error
        self.models: Sequence[str] = tuple(
            Path(str(config["filename"])).stem
            for config in (
                self._reader.detection_models["craft"],
                self._reader.recognition_models["gen2"][_recogniser(codes)],
            )
        )

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        """Return all regions with text; outlines are in shares of the image."""
        if min(image.size) < _MIN_SIDE:
            return ()
        reduced = image.convert("RGB")
        reduced.thumbnail((self._working_side, self._working_side))
        lines = self._detect(reduced)
        grey = np.asarray(reduced.convert("L"))
        regions = [
            *self._recognise(grey, lines.level, lines.slanted),
            *self._recognise(grey, lines.tall, [], turned=True),
        ]
        width, height = reduced.size
        return tuple(
            TextRegion(
                polygon=tuple((float(x) / width, float(y) / height) for x, y in box),
                text=str(text),
                confidence=float(confidence),
            )
            for box, text, confidence in regions
            if str(text).strip()
        )

    def _detect(self, picture: Image.Image) -> "_Lines":
        levels, slanted = self._reader.detect(
            np.asarray(picture), canvas_size=self._working_side, reformat=False
        )
        lines = _Lines([], [], slanted[0])
        for left, right, top, bottom in levels[0]:
            tall = bottom - top >= _TALL * (right - left)
            (lines.tall if tall else lines.level).append([left, right, top, bottom])
        return lines

    def _recognise(
        self,
        grey: Any,
        level: Sequence[Any],
        slanted: Sequence[Any],
        *,
        turned: bool = False,
    ) -> Sequence[Any]:
        if not level and not slanted:
            return ()
        read: Sequence[Any] = self._reader.recognize(
            grey,
            list(level),
            list(slanted),
            batch_size=self._batch,
            rotation_info=[90, 270] if turned else None,
            reformat=False,
        )
        return read


class _Lines(NamedTuple):
    """Possible lines of text.

    These are upright boxes (left, right, top, bottom), upright boxes taller than wide,
    and quadrilaterals.
    """

    level: list[Any]
    tall: list[Any]
    slanted: list[Any]


def _recogniser(codes: Sequence[str]) -> str:
    return "zh_sim_g2" if "ch_sim" in codes else "english_g2"
