"""Pictures that tests draw: distinct by seed, and what becomes of them on the way."""

import io
import random
from collections.abc import Mapping
from pathlib import Path

from PIL import Image, ImageDraw


def draw(seed: int, size: tuple[int, int] = (320, 240)) -> Image.Image:
    """A scene of coloured shapes; another seed gives a picture unlike it."""
    chance = random.Random(seed)  # noqa: S311 - a drawing, no secret
    width, height = size
    image = Image.new("RGB", size, _colour(chance))
    canvas = ImageDraw.Draw(image)
    for _ in range(14):
        left, top = chance.random() * width * 0.8, chance.random() * height * 0.8
        right = left + (0.1 + chance.random() * 0.4) * width
        bottom = top + (0.1 + chance.random() * 0.4) * height
        shape = chance.choice([canvas.ellipse, canvas.rectangle])
        shape((left, top, right, bottom), fill=_colour(chance))
    return image


def _colour(chance: random.Random) -> tuple[int, int, int]:
    return chance.randrange(256), chance.randrange(256), chance.randrange(256)


def encoded(image: Image.Image, format: str = "PNG", **options: object) -> bytes:
    """The bytes of a file that holds the picture."""
    out = io.BytesIO()
    image.save(out, format, **options)
    return out.getvalue()


def png(seed: int) -> bytes:
    return encoded(draw(seed))


def with_exif(image: Image.Image) -> bytes:
    """A JPEG that says who took it."""
    exif = Image.Exif()
    exif[0x013B] = "A. Photographer"
    return encoded(image, "JPEG", quality=90, exif=exif)


def folder_of(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files, by their paths below ``folder``."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder
