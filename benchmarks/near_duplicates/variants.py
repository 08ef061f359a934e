"""What becomes of a picture on its way through the web."""

import io
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageEnhance, ImageFont, ImageOps

_SITES = ("www.a-site.example", "© pictures.example", "seen on a-site.example")
_COLOURS = ("white", "black", "#c33", "#29f", "#ffd400", "#444")
_TINY = (72, 127)


class File(NamedTuple):
    """A file's content and its extension."""

    content: bytes
    extension: str


Variant = Callable[[Image.Image, Random], Image.Image]


def opaque(image: Image.Image) -> Image.Image:
    """On white, as a person sees it on a page."""
    if image.mode == "RGB":
        return image
    image = image.convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    return Image.alpha_composite(ground, image).convert("RGB")


def encoded(image: Image.Image, kind: str, **options: int | bool) -> File:
    """The picture as a file of a kind (JPEG, PNG, WEBP)."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return File(out.getvalue(), "jpg" if kind == "JPEG" else kind.lower())


def _scaled(image: Image.Image, factor: float) -> Image.Image:
    size = (
        max(1, round(image.width * factor)),
        max(1, round(image.height * factor)),
    )
    return image.resize(size, Image.Resampling.LANCZOS)


def _smaller(image: Image.Image, chance: Random) -> Image.Image:
    least = min(1.0, _TINY[0] / min(image.size))
    return _scaled(image, max(chance.uniform(0.35, 0.8), least))


def _larger(image: Image.Image, chance: Random) -> Image.Image:
    return _scaled(image, chance.uniform(1.25, 2.0))


def _tiny(image: Image.Image, chance: Random) -> Image.Image:
    return _scaled(image, chance.randint(*_TINY) / min(image.size))


def _cropped(image: Image.Image, chance: Random) -> Image.Image:
    """Up to 5 % of each side, from both ends in any proportion."""
    across, down = (
        image.width * chance.uniform(0.01, 0.05),
        image.height * (chance.uniform(0.01, 0.05)),
    )
    left, top = across * chance.random(), down * chance.random()
    return image.crop(
        (
            round(left),
            round(top),
            round(image.width - (across - left)),
            round(image.height - (down - top)),
        )
    )


def _brighter(image: Image.Image, chance: Random) -> Image.Image:
    return ImageEnhance.Brightness(image).enhance(chance.uniform(1.08, 1.25))


def _darker(image: Image.Image, chance: Random) -> Image.Image:
    return ImageEnhance.Brightness(image).enhance(chance.uniform(0.7, 0.92))


def _more_contrast(image: Image.Image, chance: Random) -> Image.Image:
    return ImageEnhance.Contrast(image).enhance(chance.uniform(1.1, 1.4))


def _less_contrast(image: Image.Image, chance: Random) -> Image.Image:
    return ImageEnhance.Contrast(image).enhance(chance.uniform(0.6, 0.9))


def _grey(image: Image.Image, chance: Random) -> Image.Image:
    return image.convert("L").convert("RGB")


def _palette(image: Image.Image, chance: Random) -> Image.Image:
    return image.quantize(chance.choice((16, 32, 64))).convert("RGB")


def letters(text: str, height: float, width: float) -> ImageFont.FreeTypeFont:
    """Return a font of a height, or as high as ``text`` fits into ``width``, in pixels."""
    measured = ImageFont.load_default(size=100)
    assert isinstance(measured, ImageFont.FreeTypeFont)  # noqa: S101 - sizes give one
    fits = 100 * width / measured.getlength(text)
    return measured.font_variant(size=max(4.0, min(height, fits)))


def _watermarked(image: Image.Image, chance: Random) -> Image.Image:
    """A site's name in a corner, half transparent."""
    width, height = image.size
    layer = Image.new("RGBA", image.size, (0, 0, 0, 0))
    text, edge = chance.choice(_SITES), round(0.015 * height)
    font = letters(text, height * chance.uniform(0.04, 0.06), width * 0.5)
    places = {
        "lt": (edge, edge),
        "rt": (width - edge, edge),
        "lb": (edge, height - edge),
        "rb": (width - edge, height - edge),
    }
    anchor = chance.choice(tuple(places))
    tone = chance.choice((0, 255))
    ink = (tone, tone, tone, chance.randint(120, 200))
    ImageDraw.Draw(layer).text(places[anchor], text, ink, font, anchor)
    return Image.alpha_composite(image.convert("RGBA"), layer).convert("RGB")


def _strip(width: int, height: int, chance: Random) -> Image.Image:
    """A site's banner: its name on a plain bar."""
    ground = chance.choice(_COLOURS)
    bar = Image.new("RGB", (width, height), ground)
    ink = "black" if ground in ("white", "#ffd400") else "white"
    text = chance.choice(_SITES)
    font = letters(text, height * 0.6, width * 0.8)
    ImageDraw.Draw(bar).text((height * 0.3, height / 2), text, ink, font, "lm")
    return bar


def _banner_over(image: Image.Image, chance: Random) -> Image.Image:
    """Laid over the top or the bottom."""
    bar = _strip(
        image.width,
        max(1, round(image.height * chance.uniform(0.05, 0.09))),
        chance,
    )
    image = image.copy()
    image.paste(bar, (0, chance.choice((0, image.height - bar.height))))
    return image


def _banner_added(image: Image.Image, chance: Random) -> Image.Image:
    """Put above or below, so that the picture grows."""
    bar = _strip(
        image.width,
        max(1, round(image.height * chance.uniform(0.04, 0.09))),
        chance,
    )
    page = Image.new("RGB", (image.width, image.height + bar.height))
    above = chance.random() < 0.5
    page.paste(image, (0, bar.height if above else 0))
    page.paste(bar, (0, 0 if above else image.height))
    return page


def _bordered(image: Image.Image, chance: Random) -> Image.Image:
    width = max(1, round(min(image.size) * chance.uniform(0.02, 0.06)))
    return ImageOps.expand(image, width, chance.choice(_COLOURS))


def _hue_turned(image: Image.Image, chance: Random) -> Image.Image:
    """By 8 to 25 degrees: another white balance, not another colour."""
    return _turn_hues(image, chance.choice((-1, 1)) * chance.uniform(8, 25))


def in_other_hues(image: Image.Image, chance: Random) -> Image.Image:
    """By 36 to 75 degrees: it may be another item of a series."""
    return _turn_hues(image, chance.choice((-1, 1)) * chance.uniform(36, 75))


def _turn_hues(image: Image.Image, degrees: float) -> Image.Image:
    hue, saturation, value = image.convert("HSV").split()
    turn = degrees / 360 * 256
    turned = hue.point([round(level + turn) % 256 for level in range(256)])
    return Image.merge("HSV", (turned, saturation, value)).convert("RGB")


def _flipped(image: Image.Image, chance: Random) -> Image.Image:
    return ImageOps.mirror(image)


def _combined(image: Image.Image, chance: Random) -> Image.Image:
    """Cropped, resized, toned and marked, one after the other."""
    image = _scaled(_cropped(image, chance), chance.uniform(0.6, 1.2))
    image = chance.choice((_brighter, _darker, _less_contrast, _grey))(image, chance)
    return _watermarked(image, chance) if chance.random() < 0.5 else image


COMBINED, MIRRORED, HUE_TURNED = "combined", "mirrored", "hue turned"
GREY = frozenset({"greyscale", COMBINED})
"""Edits after which no colour may be left."""
OTHER_HUES = "other hues"
"""Not among ``CHANGES``: for training only."""

CHANGES: Mapping[str, Variant] = MappingProxyType(
    {
        "re-encoded": lambda image, chance: image,
        "smaller": _smaller,
        "larger": _larger,
        "under 128 px": _tiny,
        "cropped": _cropped,
        "brighter": _brighter,
        "darker": _darker,
        "more contrast": _more_contrast,
        "less contrast": _less_contrast,
        "greyscale": _grey,
        HUE_TURNED: _hue_turned,
        "palette": _palette,
        "watermark": _watermarked,
        "banner laid over": _banner_over,
        "banner added": _banner_added,
        "border": _bordered,
        COMBINED: _combined,
        MIRRORED: _flipped,
    }
)
"""By name. "alpha flattened" is a kind of its own, for pictures that have alpha."""

FLATTENED = "alpha flattened"


def kinds_for(image: Image.Image) -> list[str]:
    """What can become of this picture."""
    kinds = list(CHANGES)
    if min(image.size) <= _TINY[1]:
        kinds.remove("under 128 px")
    if "A" in image.mode or "transparency" in image.info:
        kinds.append(FLATTENED)
    return kinds


def variant(image: Image.Image, kind: str, chance: Random) -> File:
    """A copy of one kind, in the format that such copies have."""
    plain = opaque(image)
    if kind == FLATTENED:
        return encoded(plain, "PNG")
    changed = CHANGES[kind](plain, chance)
    if kind == "re-encoded" or chance.random() < 0.7:
        return encoded(changed, "JPEG", quality=chance.randint(30, 90))
    if chance.random() < 0.5:
        return encoded(changed, "WEBP", quality=chance.randint(40, 90))
    return encoded(changed, "PNG")
