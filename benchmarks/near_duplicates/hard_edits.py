"""Edits after which an image no longer looks the same as a whole."""

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from PIL import Image, ImageDraw, ImageOps

from benchmarks.near_duplicates.variants import letters

HardEdit = Callable[[Image.Image, Image.Image, Random], Image.Image]
"""Takes the image, another image to lay it on, and the random numbers."""

_SENTENCES = ("when it is monday", "nobody told me this", "how it started", "me too")


def _crop(share: float) -> HardEdit:
    def edit(image: Image.Image, ground: Image.Image, chance: Random) -> Image.Image:
        width = round(image.width * share**0.5)
        height = round(image.height * share**0.5)
        left = chance.randint(0, image.width - width)
        top = chance.randint(0, image.height - height)
        return image.crop((left, top, left + width, top + height))

    return edit


def _turn(degrees: float) -> HardEdit:
    def edit(image: Image.Image, ground: Image.Image, chance: Random) -> Image.Image:
        angle = degrees * chance.choice((-1, 1))
        return image.rotate(
            angle, Image.Resampling.BICUBIC, expand=True, fillcolor="white"
        )

    return edit


def _inside(share: float) -> HardEdit:
    def edit(image: Image.Image, ground: Image.Image, chance: Random) -> Image.Image:
        page = ground.resize(image.size)
        size = max(1, round(image.width * share)), max(1, round(image.height * share))
        left = chance.randint(0, page.width - size[0])
        top = chance.randint(0, page.height - size[1])
        page.paste(image.resize(size, Image.Resampling.LANCZOS), (left, top))
        return page

    return edit


def _text_over_middle(
    image: Image.Image, ground: Image.Image, chance: Random
) -> Image.Image:
    image = image.copy()
    text = chance.choice(_SENTENCES)
    font = letters(text, image.height * 0.15, image.width * 0.8)
    ImageDraw.Draw(image).text(
        (image.width / 2, image.height / 2),
        text,
        "white",
        font,
        "mm",
        stroke_width=max(1, image.height // 150),
        stroke_fill="black",
    )
    return image


def _perspective(
    image: Image.Image, ground: Image.Image, chance: Random
) -> Image.Image:
    """A photograph of the image taken from the side."""
    width, height = image.size
    lean = chance.uniform(0.04, 0.1)
    corners = (
        *(-lean * width, -lean * height),
        *(0, height * (1 + lean)),
        *(width, height),
        *(width * (1 + lean), 0),
    )
    return image.transform(
        image.size,
        Image.Transform.QUAD,
        corners,
        Image.Resampling.BICUBIC,
        fillcolor="white",
    )


def _screenshot(image: Image.Image, ground: Image.Image, chance: Random) -> Image.Image:
    """The image in a post on a phone: a bar above, a name, and text below."""
    page = Image.new("RGB", (390, 844), "white")
    draw = ImageDraw.Draw(page)
    draw.rectangle((0, 0, 390, 44), "#eee")
    draw.text((20, 12), "9:41", "black", letters("9:41", 18, 60))
    draw.ellipse((16, 60, 56, 100), "#8ac")
    draw.text((68, 68), "a name", "black", letters("a name", 20, 200))
    fitted = image.copy()
    scale = min(390 / fitted.width, 560 / fitted.height)
    fitted = fitted.resize(
        (max(1, round(fitted.width * scale)), max(1, round(fitted.height * scale)))
    )
    page.paste(fitted, ((390 - fitted.width) // 2, 116))
    text = chance.choice(_SENTENCES)
    draw.text((16, 130 + fitted.height), text, "black", letters(text, 20, 340))
    return page


def _mirrored_half(
    image: Image.Image, ground: Image.Image, chance: Random
) -> Image.Image:
    half = image.width // 2
    left = chance.choice((0, image.width - half))
    return ImageOps.mirror(image.crop((left, 0, left + half, image.height)))


HARD_EDITS: Mapping[str, HardEdit] = MappingProxyType(
    {
        "crop to 80 % of area": _crop(0.8),
        "crop to 50 % of area": _crop(0.5),
        "crop to 25 % of area": _crop(0.25),
        "turned by 8°": _turn(8),
        "turned by 90°": _turn(90),
        "inside another, half": _inside(1 / 2),
        "inside another, third": _inside(1 / 3),
        "text over the middle": _text_over_middle,
        "perspective": _perspective,
        "phone screenshot": _screenshot,
        "mirrored half": _mirrored_half,
    }
)
