"""Backgrounds of the text: plain colours, gradients, illustrations without text."""

import random
import warnings
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PIL import Image

from tests.curation.drawn_images import draw

CLIPART = Path("/usr/share/openclipart/png")
FOLDERS = (
    "animals",
    "buildings",
    "food",
    "people",
    "plants",
    "recreation",
    "tools",
    "transportation",
)
"""Those that hold illustrations; the others are icons, signs and letters."""
WITH_TEXT = Path(__file__).with_name("clipart_with_text.txt")
"""Names of openclipart images in which a person sees letters or numbers."""

_MOST_PIXELS = 20_000_000
"""Larger ones (a few have 200 million) would only cost time."""


@cache
def illustrations() -> tuple[Path, ...]:
    """Return openclipart's images without text; none if the package is not installed."""
    with_text = set(WITH_TEXT.read_text(encoding="utf-8").splitlines())
    return tuple(
        path
        for folder in FOLDERS
        for path in sorted((CLIPART / folder).rglob("*.png"))
        if path.relative_to(CLIPART).as_posix() not in with_text
    )


def illustration(chance: random.Random) -> Image.Image:
    """An illustration without text, with its transparency, 300 to 1200 pixels."""
    files = illustrations()
    if not files:
        side = chance.randint(500, 1000)
        return draw(chance.randrange(2**31), (side, round(side * 0.75)))
    image = _opened(chance, files)
    scale = chance.randint(300, 1200) / max(image.size)
    size = tuple(max(32, round(side * scale)) for side in image.size)
    return image.resize((size[0], size[1]), Image.Resampling.LANCZOS)


def _opened(chance: random.Random, files: Sequence[Path]) -> Image.Image:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        while True:
            try:
                with Image.open(chance.choice(files)) as file:
                    if file.width * file.height <= _MOST_PIXELS:
                        return file.convert("RGBA")
            except (Image.DecompressionBombError, Image.DecompressionBombWarning):
                continue


def colour(chance: random.Random) -> tuple[int, int, int]:
    return chance.randrange(256), chance.randrange(256), chance.randrange(256)


def plain(chance: random.Random, size: tuple[int, int]) -> Image.Image:
    """One colour, or one that passes into another."""
    ground = Image.new("RGB", size, colour(chance))
    if chance.random() < 0.4:
        ramp = Image.linear_gradient("L").resize(size)
        if chance.random() < 0.5:
            ramp = ramp.transpose(Image.Transpose.ROTATE_90).resize(size)
        ground.paste(Image.new("RGB", size, colour(chance)), mask=ramp)
    return ground


def illustrated(chance: random.Random, size: tuple[int, int]) -> Image.Image:
    """Two or three illustrations on a pale ground."""
    ground = Image.new("RGB", size, tuple(chance.randint(190, 255) for _ in range(3)))
    for _ in range(chance.randint(2, 3)):
        drawing = illustration(chance).convert("RGBA")
        side = round(min(size) * chance.uniform(0.4, 0.9))
        drawing.thumbnail((side, side), Image.Resampling.BILINEAR)
        left = chance.randint(0, max(0, size[0] - drawing.width))
        top = chance.randint(0, max(0, size[1] - drawing.height))
        ground.paste(drawing, (left, top), drawing)
    return ground
