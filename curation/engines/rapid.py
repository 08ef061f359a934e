"""RapidOCR: PP-OCR models on ONNX Runtime, shipped inside the wheel (no network)."""

import logging
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np
from PIL import Image
from rapidocr import RapidOCR

from curation.domain.text_area import TextRegion

_MIN_SIDE = 32


class RapidEngine:
    """Detection at a bounded size, then recognition of what was found.

    Args:
        working_side: the longer side a picture is reduced to before anything is read.
        detection_side: the longer side the detector sees.
        threads: of one ONNX session; with one worker per core, 1.
    """

    name = "rapidocr"

    def __init__(
        self, *, working_side: int = 960, detection_side: int = 640, threads: int = 1
    ) -> None:
        self._working_side = working_side
        self._parameters: dict[str, str | int | float | bool] = {
            "Global.log_level": "error",
            "Global.use_cls": False,
            "Global.text_score": 0.0,
            "Global.max_side_len": working_side,
            "Det.limit_type": "max",
            "Det.limit_side_len": detection_side,
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
        self._ocr: Any = RapidOCR(params=self._parameters)
        # RapidOCR logs "nothing found" as a warning, once a picture.
        logging.getLogger("RapidOCR").setLevel(logging.ERROR)

    @property
    def version(self) -> str:
        """The version of the rapidocr package."""
        return version("rapidocr")

    @property
    def models(self) -> Sequence[str]:
        """The detection and recognition models, as RapidOCR names them."""
        return tuple(
            f"{part.ocr_version.value} {part.task_type.value} {part.model_type.value}"
            for part in (self._ocr.cfg.Det, self._ocr.cfg.Rec)
        )

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """What was set differently from RapidOCR's own defaults."""
        return dict(self._parameters)

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        """Every region with recognised text; outlines in shares of the picture."""
        if min(image.size) < _MIN_SIDE:
            return ()
        reduced = image.convert("RGB")
        reduced.thumbnail(
            (self._working_side, self._working_side), Image.Resampling.BILINEAR
        )
        width, height = reduced.size
        # RapidOCR reads arrays as OpenCV does: blue, green, red.
        found = self._ocr(np.ascontiguousarray(np.asarray(reduced)[:, :, ::-1]))
        if found.boxes is None or found.txts is None or found.scores is None:
            return ()
        return tuple(
            TextRegion(
                polygon=tuple((float(x) / width, float(y) / height) for x, y in box),
                text=str(text),
                confidence=float(score),
            )
            for box, text, score in zip(
                found.boxes, found.txts, found.scores, strict=True
            )
        )
