"""A text recognition engine for tests: reads only black lines on white."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from PIL import Image

from curation.stages.text_area.area import TextRegion


class BlackOnWhite:
    """Reads every letter as "x", which is enough to test the use of recognised text."""

    name = "black-on-white"
    version = "1"
    models: Sequence[str] = ()
    parameters: Mapping[str, str | int | float | bool] = {}

    def __init__(self, *, languages: Sequence[str], threads: int) -> None:
        self.threads = threads

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        pixels = np.asarray(image.convert("L"))
        if (pixels > 250).mean() < 0.4:
            return ()
        ink = pixels < 60
        height, width = ink.shape
        regions = []
        for top, bottom in _runs(ink.any(axis=1)):
            letters = _runs(ink[top:bottom].any(axis=0))
            left, right = letters[0][0] / width, letters[-1][1] / width
            above, below = top / height, bottom / height
            corners = ((left, above), (right, above), (right, below), (left, below))
            regions.append(TextRegion(corners, "x" * len(letters), 0.99))
        return regions


def _runs(inked: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the start and end of every run of ink."""
    edges = np.flatnonzero(np.diff(inked, prepend=False, append=False)).tolist()
    return list(pairwise(edges))[::2]
