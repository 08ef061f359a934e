"""Pictures with text whose boxes are known.

The truth of a line is the smallest upright rectangle around its ink, turned as the line
is turned; the truth of a picture is the union of them over its area.
"""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PIL import Image, ImageDraw, ImageFont, ImageStat
from shapely import Polygon, box, union_all

from benchmarks.text_area import grounds, words

Size = tuple[int, int]
Corners = tuple[tuple[float, float], ...]


@dataclass
class Drawn:
    """A picture, and the outline of every line of text in it, in pixels."""

    picture: Image.Image
    lines: list[Corners] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """The share of the picture that is text, 0 to 1."""
        width, height = self.picture.size
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


def put(
    drawn: Drawn,
    mask: Image.Image,
    place: tuple[float, float],
    chance: random.Random,
    *,
    degrees: float = 0,
) -> None:
    """Draw a line around the centre ``place`` in a colour that can be read there."""
    width, height = mask.size
    turned = mask.rotate(degrees, Image.Resampling.BICUBIC, expand=True)
    left = round(place[0] - turned.width / 2)
    top = round(place[1] - turned.height / 2)
    under = drawn.picture.crop((left, top, left + turned.width, top + turned.height))
    dark = ImageStat.Stat(under.convert("L")).mean[0] < 128
    low, high = (200, 255) if dark else (0, 70)
    ink = tuple(chance.randint(low, high) for _ in range(3))
    drawn.picture.paste(ink, (left, top), turned)
    centre = left + turned.width / 2, top + turned.height / 2
    turn = math.radians(-degrees)
    drawn.lines.append(
        tuple(
            (
                centre[0] + x * math.cos(turn) - y * math.sin(turn),
                centre[1] + x * math.sin(turn) + y * math.cos(turn),
            )
            for x, y in (
                (-width / 2, -height / 2),
                (width / 2, -height / 2),
                (width / 2, height / 2),
                (-width / 2, height / 2),
            )
        )
    )


def scatter(
    drawn: Drawn,
    chance: random.Random,
    *,
    count: int,
    letters: tuple[float, float],
    chinese: bool,
    turn: Callable[[], float] = lambda: 0.0,
    down: bool = False,
) -> None:
    """Draw up to ``count`` lines that do not touch; ``letters`` are sizes in shares of
    the shorter side. What finds no room is left out."""
    width, height = drawn.picture.size
    taken = [Polygon(corners) for corners in drawn.lines]
    for _ in range(count):
        size = max(8, round(min(width, height) * chance.uniform(*letters)))
        text = words.line(chance, chinese=chinese)
        if down and not chinese:
            text = text.replace(" ", "")[:8].upper()
        mask = inked(text, words.font(chance, size, chinese=chinese), down=down)
        degrees = turn()
        for _ in range(20):
            spot = chance.uniform(0, width), chance.uniform(0, height)
            reach = _reach(mask.size, degrees, size * 0.5)
            zone = box(
                spot[0] - reach[0],
                spot[1] - reach[1],
                spot[0] + reach[0],
                spot[1] + reach[1],
            )
            inside = zone.within(box(0, 0, width, height))
            if inside and not any(zone.intersects(other) for other in taken):
                put(drawn, mask, spot, chance, degrees=degrees)
                taken.append(zone)
                break


def _reach(size: Size, degrees: float, margin: float) -> tuple[float, float]:
    turn = math.radians(degrees)
    across, along = abs(math.cos(turn)), abs(math.sin(turn))
    return (
        (size[0] * across + size[1] * along) / 2 + margin,
        (size[0] * along + size[1] * across) / 2 + margin,
    )


# Kinds of pictures ------------------------------------------------------------------


def _size(chance: random.Random) -> Size:
    return chance.randint(500, 1400), chance.randint(500, 1400)


def on_plain(chance: random.Random, *, chinese: bool) -> Drawn:
    drawn = Drawn(grounds.plain(chance, _size(chance)))
    scatter(
        drawn,
        chance,
        count=chance.randint(1, 6),
        letters=(0.03, 0.1),
        chinese=chinese,
    )
    return drawn


def on_illustration(chance: random.Random, *, chinese: bool) -> Drawn:
    drawn = Drawn(grounds.illustrated(chance, _size(chance)))
    scatter(
        drawn,
        chance,
        count=chance.randint(1, 4),
        letters=(0.035, 0.09),
        chinese=chinese,
    )
    return drawn


def rotated(chance: random.Random) -> Drawn:
    """Slanted by up to 45°, or standing on either side."""
    drawn = Drawn(grounds.plain(chance, _size(chance)))
    scatter(
        drawn,
        chance,
        count=3,
        letters=(0.04, 0.08),
        chinese=chance.random() < 0.5 and bool(words.font_files(chinese=True)),
        turn=lambda: (
            chance.uniform(-45, 45)
            if chance.random() < 0.7
            else chance.choice((90, -90))
        ),
    )
    return drawn


def downwards(chance: random.Random) -> Drawn:
    """Chinese set in columns."""
    drawn = Drawn(grounds.plain(chance, _size(chance)))
    scatter(
        drawn,
        chance,
        count=chance.randint(2, 4),
        letters=(0.04, 0.08),
        chinese=True,
        down=True,
    )
    return drawn


def small_on_large(chance: random.Random) -> Drawn:
    """Notes of 16 to 32 pixels in a picture of 2,000 to 3,000."""
    size = chance.randint(2000, 3000), chance.randint(1600, 2400)
    drawn = Drawn(grounds.illustrated(chance, size))
    for _ in range(chance.randint(2, 5)):
        _paragraph(
            drawn,
            chance,
            letters=chance.randint(24, 36),
            chinese=chance.random() < 0.4 and bool(words.font_files(chinese=True)),
        )
    return drawn


def _paragraph(
    drawn: Drawn, chance: random.Random, *, letters: int, chinese: bool
) -> None:
    width, height = drawn.picture.size
    left, top = chance.uniform(0.05, 0.6) * width, chance.uniform(0.05, 0.8) * height
    paper = Polygon(
        [
            (left - letters, top - letters),
            (left + 22 * letters, top - letters),
            (left + 22 * letters, top + 8 * letters),
            (left - letters, top + 8 * letters),
        ]
    )
    if any(paper.intersects(Polygon(corners)) for corners in drawn.lines):
        return
    pen = ImageDraw.Draw(drawn.picture)
    pen.rectangle(paper.bounds, (250, 248, 240))
    font = words.font(chance, letters, chinese=chinese)
    for row in range(5):
        text = words.line(chance, chinese=chinese)
        mask = inked(text, font, down=False)
        if mask.width > 20 * letters:
            continue
        spot = left + mask.width / 2, top + (row + 0.5) * letters * 1.4
        put(drawn, mask, spot, chance)


def transparent(chance: random.Random) -> Drawn:
    """Dark text on nothing: white shows through."""
    drawn = Drawn(Image.new("RGB", _size(chance), "white"))
    scatter(drawn, chance, count=4, letters=(0.04, 0.12), chinese=False)
    ink = drawn.picture.convert("L").point(lambda value: 255 - value)
    drawn.picture.putalpha(ink)
    return drawn


def poster(chance: random.Random, *, chinese: bool) -> Drawn:
    """Lines from edge to edge: more than 0.4 of the picture is text."""
    while True:
        size = chance.randint(600, 1300), chance.randint(600, 1300)
        drawn = Drawn(grounds.plain(chance, size))
        rows = chance.randint(5, 14)
        pitch = size[1] / (rows + 0.3)
        for row in range(rows):
            text = words.line(chance, chinese=chinese, longest=8)
            mask = inked(
                text, words.font(chance, round(pitch), chinese=chinese), down=False
            )
            scale = min(size[0] * 0.94 / mask.width, pitch * 0.82 / mask.height)
            mask = mask.resize(
                (round(mask.width * scale), round(mask.height * scale)),
                Image.Resampling.LANCZOS,
            )
            put(drawn, mask, (size[0] / 2, (row + 0.65) * pitch), chance)
        if drawn.ratio > 0.4:
            return drawn


def without_text(chance: random.Random) -> Drawn:
    return Drawn(grounds.illustration(chance))


KINDS: Mapping[str, Callable[[random.Random], Drawn]] = {
    "plain ground, English": lambda chance: on_plain(chance, chinese=False),
    "plain ground, Chinese": lambda chance: on_plain(chance, chinese=True),
    "illustration, English": lambda chance: on_illustration(chance, chinese=False),
    "illustration, Chinese": lambda chance: on_illustration(chance, chinese=True),
    "rotated": rotated,
    "Chinese columns": downwards,
    "small text, large picture": small_on_large,
    "transparent ground": transparent,
    "poster, English": lambda chance: poster(chance, chinese=False),
    "poster, Chinese": lambda chance: poster(chance, chinese=True),
}
NEEDS_CHINESE = frozenset(kind for kind in KINDS if "Chinese" in kind)
