"""Many small pictures, each another one."""

import io
import zipfile
from pathlib import Path

import numpy as np
from PIL import Image

_COARSE, _SIZE = (6, 8), (96, 72)


def draw_zip(path: Path, count: int, seed: int) -> Path:
    """Write a zip archive of ``count`` JPEGs of 96 × 72 pixels: smooth random colours."""
    chance = np.random.default_rng(seed)
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(count):
            colours = chance.integers(0, 256, (*_COARSE, 3), dtype=np.uint8)
            picture = Image.fromarray(colours).resize(_SIZE, Image.Resampling.BICUBIC)
            out = io.BytesIO()
            picture.save(out, "JPEG", quality=80)
            archive.writestr(f"{number:07}.jpg", out.getvalue())
    return path
