"""Images with text whose boxes are known.

The true box of a line is the smallest upright rectangle around its ink, turned as the
line is turned; the true share of an image is the union of the boxes over its area.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PIL import Image, ImageDraw, ImageFont, ImageStat
from shapely import Polygon, box, union_all
from shapely.affinity import rotate

from benchmarks.text_area import grounds, words

Size = tuple[int, int]
Corners = tuple[tuple[float, float], ...]


@dataclass
class Drawn:
    """An image, and the outline of every line of text in it, in pixels."""

    image: Image.Image
    lines: list[Corners] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """Return the share of the image that is text, 0 to 1."""
        width, height = self.image.size
        outlines = [Polygon(corners) for corners in self.lines]
        inside = union_all(outlines).intersection(box(0, 0, width, height))
        return float(inside.area) / (width * height)


# Lines ----------------------------------------------------------------------------


def inked(text: str, font: ImageFont.FreeTypeFont, *, down: bool) -> Image.Image:
    """A line as a mask that its ink fills to every edge; ``down`` stacks characters."""
    em = round(font.size)
    if down:
        step = round(em * 1.15)
        size = (em * 2, step * len(text) + em)
    else:
        size = (math.ceil(font.getlength(text)) + em, em * 3)
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    if down:
        for place, character in enumerate(text):
            pen.text((em, place * step), character, 255, font, anchor="ma")
    else:
        pen.text((em // 2, em // 2), text, 255, font)
    return mask.crop(mask.getbbox())


def paste_text(
    drawn: Drawn,
    mask: Image.Image,
    place: tuple[float, float],
    chance: random.Random,
    *,
    degrees: float = 0,
) -> None:
    """Draw a line around the centre ``place`` in a colour that can be read there."""
    turned = mask.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
    left = round(place[0] - turned.width / 2)
    top = round(place[1] - turned.height / 2)
    under = drawn.image.crop((left, top, left + turned.width, top + turned.height))
    dark = ImageStat.Stat(under.convert("L")).mean[0] < 128
    low, high = (200, 255) if dark else (0, 70)
    ink = tuple(chance.randint(low, high) for _ in range(3))
    drawn.image.paste(ink, (left, top), turned)
    centre = left + turned.width / 2, top + turned.height / 2
    drawn.lines.append(_outline(mask.size, centre, degrees))


def _outline(size: Size, centre: tuple[float, float], degrees: float) -> Corners:
    """The corners of an upright rectangle that is turned about its centre."""
    width, height = size
    x, y = centre[0] - width / 2, centre[1] - height / 2
    turned = rotate(box(x, y, x + width, y + height), -degrees)
    return tuple(turned.exterior.coords)[:-1]


def scatter(
    drawn: Drawn,
    chance: random.Random,
    *,
    count: int,
    letters: tuple[float, float],
    chinese: bool = False,
    turn: Callable[[random.Random], float] = lambda chance: 0.0,
    down: bool = False,
) -> None:
    """Draw up to ``count`` lines that do not touch; ``letters`` are sizes in shares of
    the shorter side. Lines without room are left out."""
    width, height = drawn.image.size
    occupied = [Polygon(corners) for corners in drawn.lines]
    for _ in range(count):
        size = max(8, round(min(width, height) * chance.uniform(*letters)))
        text = words.line(chance, chinese=chinese)
        mask = inked(text, words.font(chance, size, chinese=chinese), down=down)
        degrees = turn(chance)
        for _ in range(20):
            spot = chance.uniform(0, width), chance.uniform(0, height)
            outline = _outline(mask.size, spot, degrees)
            zone = Polygon(outline).buffer(size * 0.5).envelope
            inside = zone.within(box(0, 0, width, height))
            if inside and not any(zone.intersects(area) for area in occupied):
                paste_text(drawn, mask, spot, chance, degrees=degrees)
                occupied.append(zone)
                break


# Kinds of pictures ------------------------------------------------------------------

Kind = Callable[[random.Random], Drawn]


def _size(chance: random.Random) -> Size:
    return chance.randint(500, 1400), chance.randint(500, 1400)


def _scattered(
    ground: Callable[[random.Random, Size], Image.Image],
    count: tuple[int, int],
    letters: tuple[float, float],
    **options: Any,
) -> Kind:
    """Lines here and there on a ground; ``options`` are those of ``scatter``."""

    def draw(chance: random.Random) -> Drawn:
        drawn = Drawn(ground(chance, _size(chance)))
        number = chance.randint(*count)
        scatter(drawn, chance, count=number, letters=letters, **options)
        return drawn

    return draw


def _slanted(chance: random.Random) -> float:
    """By up to 45°, or standing on either side."""
    slanted = chance.random() < 0.7
    return chance.uniform(-45, 45) if slanted else chance.choice((90, -90))


def draw_small_text(chance: random.Random) -> Drawn:
    """Draw notes of 16 to 32 pixels in an image of 2,000 to 3,000."""
    size = chance.randint(2000, 3000), chance.randint(1600, 2400)
    drawn = Drawn(grounds.illustrated(chance, size))
    for _ in range(chance.randint(2, 5)):
        chinese = chance.random() < 0.4 and bool(words.font_files(chinese=True))
        _paragraph(drawn, chance, letters=chance.randint(24, 36), chinese=chinese)
    return drawn


def _paragraph(
    drawn: Drawn, chance: random.Random, *, letters: int, chinese: bool
) -> None:
    width, height = drawn.image.size
    left, top = chance.uniform(0.05, 0.6) * width, chance.uniform(0.05, 0.8) * height
    right, bottom = left + 22 * letters, top + 8 * letters
    paper = box(left - letters, top - letters, right, bottom)
    if any(paper.intersects(Polygon(corners)) for corners in drawn.lines):
        return
    pen = ImageDraw.Draw(drawn.image)
    pen.rectangle(paper.bounds, (250, 248, 240))
    font = words.font(chance, letters, chinese=chinese)
    for row in range(5):
        text = words.line(chance, chinese=chinese)
        mask = inked(text, font, down=False)
        if mask.width > 20 * letters:
            continue
        spot = left + mask.width / 2, top + (row + 0.5) * letters * 1.4
        paste_text(drawn, mask, spot, chance)


def _white(chance: random.Random, size: Size) -> Image.Image:
    return Image.new("RGB", size, "white")


def transparent(chance: random.Random) -> Drawn:
    """Dark text on nothing: white shows through."""
    drawn = _scattered(_white, (4, 4), (0.04, 0.12))(chance)
    ink = drawn.image.convert("L").point(lambda value: 255 - value)
    drawn.image.putalpha(ink)
    return drawn


def _poster(*, chinese: bool) -> Kind:
    """Draw lines from edge to edge: more than 0.4 of the image is text."""

    def draw(chance: random.Random) -> Drawn:
        drawn = Drawn(Image.new("L", (1, 1)))
        while drawn.ratio <= 0.4:
            size = chance.randint(600, 1300), chance.randint(600, 1300)
            drawn = Drawn(grounds.plain(chance, size))
            rows = chance.randint(5, 14)
            pitch = size[1] / (rows + 0.3)
            for row in range(rows):
                text = words.line(chance, chinese=chinese, longest=8)
                font = words.font(chance, round(pitch), chinese=chinese)
                mask = inked(text, font, down=False)
                scale = min(size[0] * 0.94 / mask.width, pitch * 0.82 / mask.height)
                fitting = round(mask.width * scale), round(mask.height * scale)
                mask = mask.resize(fitting, Image.Resampling.LANCZOS)
                paste_text(drawn, mask, (size[0] / 2, (row + 0.65) * pitch), chance)
        return drawn

    return draw


KINDS: Mapping[str, Kind] = {
    "plain ground, English": _scattered(grounds.plain, (1, 6), (0.03, 0.1)),
    "plain ground, Chinese": _scattered(
        grounds.plain, (1, 6), (0.03, 0.1), chinese=True
    ),
    "illustration, English": _scattered(grounds.illustrated, (1, 4), (0.035, 0.09)),
    "illustration, Chinese": _scattered(
        grounds.illustrated, (1, 4), (0.035, 0.09), chinese=True
    ),
    "rotated, English": _scattered(grounds.plain, (3, 3), (0.04, 0.08), turn=_slanted),
    "rotated, Chinese": _scattered(
        grounds.plain, (3, 3), (0.04, 0.08), turn=_slanted, chinese=True
    ),
    "Chinese columns": _scattered(
        grounds.plain, (2, 4), (0.04, 0.08), chinese=True, down=True
    ),
    "small text, large picture": draw_small_text,
    "transparent ground": transparent,
    "poster, English": _poster(chinese=False),
    "poster, Chinese": _poster(chinese=True),
}
NEEDS_CHINESE = frozenset(kind for kind in KINDS if "Chinese" in kind)
