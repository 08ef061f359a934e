"""Pictures and files made for the tests of curation."""

import io
import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from PIL import Image, ImageDraw, ImageEnhance, ImageFont, ImageOps


def scene(seed: int, size: tuple[int, int] = (480, 360)) -> Image.Image:
    """A drawing of overlapping coloured shapes, different for every seed."""
    chance = random.Random(seed)  # noqa: S311
    image = Image.new("RGB", size, tuple(chance.choices(range(150, 256), k=3)))
    draw = ImageDraw.Draw(image)
    width, height = size
    for _ in range(14):
        x, y = chance.randrange(width), chance.randrange(height)
        w = chance.randrange(width // 16, width // 2)
        h = chance.randrange(height // 16, height // 2)
        colour = tuple(chance.choices(range(256), k=3))
        shape = chance.choice((draw.ellipse, draw.rectangle, draw.line))
        if shape == draw.line:
            draw.line((x, y, x + w, y + h), fill=colour, width=5)
        else:
            shape((x - w // 2, y - h // 2, x + w // 2, y + h // 2), fill=colour)
    return image


def words(
    text: str,
    size: tuple[int, int] = (480, 360),
    *,
    ground: str = "white",
    letters: int = 60,
) -> Image.Image:
    """A text in the middle of a plain ground."""
    image = Image.new("RGB", size, ground)
    ImageDraw.Draw(image).multiline_text(
        (size[0] / 2, size[1] / 2),
        text,
        fill="black",
        anchor="mm",
        font=ImageFont.load_default(size=letters),
    )
    return image


def encoded(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    """The picture as a file."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def reopened(data: bytes) -> Image.Image:
    """What Pillow reads from a file, as RGB."""
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB")


def _cropped(image: Image.Image) -> Image.Image:
    w, h = image.size
    return image.crop((int(w * 0.02), int(h * 0.01), int(w * 0.98), int(h * 0.97)))


def _marked(image: Image.Image) -> Image.Image:
    image = image.copy()
    ImageDraw.Draw(image).text(
        (image.width - 8, image.height - 6),
        "www.a-site.example",
        anchor="rb",
        fill="white",
        font=ImageFont.load_default(size=18),
    )
    return image


def _bannered(image: Image.Image) -> Image.Image:
    image = image.copy()
    draw = ImageDraw.Draw(image)
    top = int(image.height * 0.93)
    draw.rectangle((0, top, *image.size), fill="black")
    draw.text((10, top + 3), "seen on a-site.example", fill="white")
    return image


COPIES: Mapping[str, Callable[[Image.Image], Image.Image]] = MappingProxyType(
    {
        "re-encoded": lambda image: reopened(encoded(image, "JPEG", quality=35)),
        "smaller": lambda image: image.resize((image.width // 2, image.height // 2)),
        "larger": lambda image: image.resize((image.width * 2, image.height * 2)),
        "cropped": _cropped,
        "brighter": lambda image: ImageEnhance.Brightness(image).enhance(1.15),
        "darker": lambda image: ImageEnhance.Brightness(image).enhance(0.7),
        "less contrast": lambda image: ImageEnhance.Contrast(image).enhance(0.6),
        "grey": lambda image: image.convert("L").convert("RGB"),
        "palette": lambda image: image.quantize(48).convert("RGB"),
        "watermarked": _marked,
        "bannered": _bannered,
        "white border": lambda image: ImageOps.expand(image, 16, "white"),
        "black border": lambda image: ImageOps.expand(image, 16, "black"),
    }
)
