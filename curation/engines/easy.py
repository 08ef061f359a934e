"""EasyOCR: CRAFT detection and CRNN recognition on PyTorch, with or without a GPU."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import easyocr
import numpy as np
from PIL import Image

from curation.domain.text_area import TextRegion
from curation.engines.base import EngineUnavailableError

_MIN_SIDE = 32


class EasyEngine:
    """EasyOCR with weights from a folder; nothing is downloaded unless told.

    Args:
        weights: folder with EasyOCR's model files.
        languages: EasyOCR's codes, for instance ``("ch_sim", "en")``.
        gpu: use CUDA.
        download: fetch missing weights into ``weights``.
        working_side: the longer side a picture is reduced to.

    Raises:
        EngineUnavailableError: weights are missing and ``download`` is off.
    """

    name = "easyocr"

    def __init__(
        self,
        *,
        weights: str,
        languages: Sequence[str] = ("ch_sim", "en"),
        gpu: bool = False,
        download: bool = False,
        working_side: int = 960,
    ) -> None:
        self._working_side = working_side
        self._parameters: dict[str, str | int | float | bool] = {
            "languages": " ".join(languages),
            "gpu": gpu,
            "working_side": working_side,
        }
        try:
            self._reader = easyocr.Reader(
                list(languages),
                gpu=gpu,
                model_storage_directory=weights,
                download_enabled=download,
                verbose=False,
            )
        except FileNotFoundError as error:
            raise EngineUnavailableError(
                f"EasyOCR finds no weights for {', '.join(languages)} in {weights}: "
                f"{error}"
            ) from error
        self._models = tuple(sorted(path.name for path in Path(weights).glob("*.pth")))

    @property
    def version(self) -> str:
        """The version of the easyocr package."""
        return version("easyocr")

    @property
    def models(self) -> Sequence[str]:
        """The weight files in the folder."""
        return self._models

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Languages, device and working size."""
        return dict(self._parameters)

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        """Every region with recognised text; outlines in shares of the picture."""
        if min(image.size) < _MIN_SIDE:
            return ()
        reduced = image.convert("RGB")
        reduced.thumbnail((self._working_side, self._working_side))
        width, height = reduced.size
        return tuple(
            TextRegion(
                polygon=tuple((float(x) / width, float(y) / height) for x, y in box),
                text=str(text),
                confidence=float(confidence),
            )
            for box, text, confidence in self._reader.readtext(
                np.asarray(reduced)[:, :, ::-1], canvas_size=self._working_side
            )
        )
