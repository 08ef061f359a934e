"""RapidOCR: PP-OCR models, included in its wheel (no network).

The detector takes most of the time. OpenVINO computes it in a quarter of the processor
time of ONNX Runtime, with the same result. Lines have many widths: on them OpenVINO
gains nothing.
"""

import logging
import math
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import metadata
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image
from rapidocr import RapidOCR
from rapidocr.ch_ppocr_det import TextDetector
from rapidocr.ch_ppocr_det.utils import DBPostProcess, DetPreProcess
from rapidocr.ch_ppocr_rec import TextRecognizer
from rapidocr.utils.process_img import get_rotate_crop_image

from curation.stages.text_area.area import TextRegion
from curation.stages.text_area.engines.networks import load_detection_network
from curation.stages.text_area.large_areas import TextLine

_MIN_SIDE = 32
_LINE_HEIGHT = 48
"""Height in pixels to which the recogniser's input is scaled."""
_WIDTH_STEP = 32
"""Lines are padded to a multiple of this. RapidOCR pads every line to 320 pixels and to
the longest line of its batch, so a third of its work is on padding."""
_TALL = 1.5
"""Crops with at least this ratio of height to width are rotated, as in RapidOCR."""
_SURE = 0.8

Pixels = npt.NDArray[np.uint8]
Corners = npt.NDArray[np.float64]


class RapidEngine:
    """Detection at a bounded size, then recognition line by line.

    One model reads English and Chinese, so ``languages`` has no effect. Any number of
    threads may read at once: a session works in the calling thread.

    Args:
        languages: languages to read, in the protocol's codes.
        threads: number of images read at once.
        working_side: pixels to which the longer side of an image is reduced before
            its lines are read.
        detection_side: longer side of the detector's input, for images up to
            ``detection_side / detection_share``.
        detection_share: share of the longer side for larger images, so that small
            print on a large image remains visible.
        slack: margin of the detected outline around the ink, relative to the outline's
            shorter side. Measured on drawn text, see benchmarks/text_area.
        runtime: what computes the detector, one of ``networks.RUNTIMES``.

    Raises:
        EngineUnavailableError: the package of ``runtime`` is not installed.
    """

    name = "rapidocr"
    version = metadata.version("rapidocr")

    def __init__(
        self,
        *,
        languages: Sequence[str] = ("en", "zh"),
        threads: int = 1,
        working_side: int = 1600,
        detection_side: int = 640,
        detection_share: float = 0.6,
        slack: float = 0.23,
        runtime: str = "auto",
    ) -> None:
        self.threads = threads
        self._working_side = working_side
        self._detection_side = detection_side
        self._detection_share = detection_share
        self._slack = slack
        cfg: Any = RapidOCR(
            params={
                "Global.log_level": "error",
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        ).cfg
        for part in (cfg.Det, cfg.Rec):
            part.engine_cfg = cfg.EngineConfig.onnxruntime
            part.model_root_dir = cfg.Global.model_root_dir
        cfg.Rec.font_path = None
        self._detector = load_detection_network(cfg.Det, runtime, threads=threads)
        # The detector's input has already been reduced.
        self._normalize: Any = DetPreProcess(
            working_side, "max", cfg.Det.mean, cfg.Det.std
        )
        self._find_boxes: Any = DBPostProcess(
            thresh=cfg.Det.thresh,
            box_thresh=cfg.Det.box_thresh,
            max_candidates=cfg.Det.max_candidates,
            unclip_ratio=cfg.Det.unclip_ratio,
            use_dilation=cfg.Det.use_dilation,
            score_mode=cfg.Det.score_mode,
        )
        self._recogniser: Any = TextRecognizer(cfg.Rec)
        self.parameters: Mapping[str, str | int | float | bool] = {
            "working_side": working_side,
            "detection_side": detection_side,
            "detection_share": detection_share,
            "slack": slack,
            "detection": f"{self._detector.runtime}, float32",
            "recognition": f"onnxruntime {metadata.version('onnxruntime')}, float32",
        }
        self.models: Sequence[str] = tuple(
            f"{part.ocr_version.value} {part.task_type.value} {part.model_type.value}"
            for part in (cfg.Det, cfg.Rec)
        )
        # RapidOCR logs "nothing found" as a warning for each image.
        logging.getLogger("RapidOCR").setLevel(logging.ERROR)

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        """Return all regions with text; outlines are in shares of the image."""
        regions = (
            TextRegion(line.polygon, *line.read()) for line in self.find_lines(image)
        )
        return tuple(region for region in regions if region.text.strip())

    def find_lines(self, image: Image.Image) -> Sequence[TextLine]:
        """Return the possible lines of text, which have not been read yet."""
        if min(image.size) < _MIN_SIDE:
            return ()
        reduced = image.convert("RGB")
        reduced.thumbnail(
            (self._working_side, self._working_side), Image.Resampling.BILINEAR
        )
        # RapidOCR reads arrays in OpenCV's order: blue, green, red.
        pixels = np.ascontiguousarray(np.asarray(reduced)[:, :, ::-1])
        lines = []
        for corners in self._lines(pixels):
            outline = _tightened(corners, self._slack) / reduced.size
            points = tuple((float(x), float(y)) for x, y in outline)
            lines.append(TextLine(points, partial(self._read_line, pixels, corners)))
        return tuple(lines)

    def _lines(self, pixels: Pixels) -> Corners:
        """Return the corners of possible lines, (n, 4, 2), in pixels of the image."""
        height, width = pixels.shape[:2]
        side = max(self._detection_side, self._detection_share * max(width, height))
        scale = min(1.0, side / max(width, height))
        # The network needs sides that are multiples of 32.
        size = [max(32, round(length * scale / 32) * 32) for length in (width, height)]
        probabilities = self._detector.compute(
            self._normalize(cv2.resize(pixels, size))
        )
        boxes, _ = self._find_boxes(probabilities, size[::-1])
        grown = np.asarray(TextDetector.sorted_boxes(boxes), np.float64)
        grown = grown.reshape(-1, 4, 2)
        grown *= (width / size[0], height / size[1])
        return grown

    def _read_line(self, pixels: Pixels, corners: Corners) -> tuple[str, float]:
        width = max(
            np.linalg.norm(corners[0] - corners[1]),
            np.linalg.norm(corners[3] - corners[2]),
        )
        height = max(
            np.linalg.norm(corners[0] - corners[3]),
            np.linalg.norm(corners[1] - corners[2]),
        )
        if min(width, height) < 1:
            return "", 0.0
        crop: Pixels = get_rotate_crop_image(pixels, corners.astype(np.float32))
        text, confidence = self._recognise(crop)
        if confidence < _SURE and int(height) >= _TALL * int(width):
            # The crop was rotated to the left; its text may be upside down.
            upright = self._recognise(np.ascontiguousarray(crop[::-1, ::-1]))
            if upright[1] > confidence:
                return upright
        return text, confidence

    def _recognise(self, crop: Pixels) -> tuple[str, float]:
        height, width = crop.shape[:2]
        used = max(1, math.ceil(_LINE_HEIGHT * width / height))
        padded = math.ceil(used / _WIDTH_STEP) * _WIDTH_STEP
        line = np.zeros((1, 3, _LINE_HEIGHT, padded), np.float32)
        scaled = cv2.resize(crop, (used, _LINE_HEIGHT)).astype(np.float32)
        line[0, :, :, :used] = scaled.transpose(2, 0, 1) / 127.5 - 1
        ((text, confidence),), _ = self._recogniser.postprocess_op(
            self._recogniser.session(line)
        )
        return str(text), float(confidence)


def _tightened(corners: Corners, slack: float) -> Corners:
    """Move every side of the quadrilateral inwards by half of ``slack``.

    ``slack`` is relative to the shorter side.
    """
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    width, height = float(np.linalg.norm(along)), float(np.linalg.norm(down))
    inset = slack * min(width, height) / 2
    if not inset:
        return corners
    right, below = along / width * inset, down / height * inset
    moves = [right + below, below - right, -right - below, right - below]
    tightened: Corners = corners + np.array(moves)
    return tightened
