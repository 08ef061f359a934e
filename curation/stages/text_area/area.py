"""Text area of an image: recognised regions divided by the image area.

A text detector alone reacts to drawings (II-Bench §3.2 measures "the area occupied by
text relative to the total image area"). A region therefore counts only if its
characters were recognised with confidence.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar
from unicodedata import east_asian_width

from PIL import Image
from shapely import Polygon, box, make_valid, union_all

from core.threads import map_in_threads

DEFAULT_THRESHOLD = 0.3
"""Share of the image above which it has too much text. II-Bench's own images measure
0.06 at the median, 0.27 at the 99th percentile and 0.39 at most."""

_IMAGE = box(0, 0, 1, 1)
_LARGE = 1600
_LONG = 3
_MOST_PIECES = 64
"""Maximum pieces; bounds the time for an image a hundred times as long as wide."""

Point = tuple[float, float]
Piece = tuple[int, int, int, int]
"""Part of an image in pixels: left, top, right, bottom."""


class TextRegion(NamedTuple):
    """One piece of text: outline in shares of width and height (0 to 1), content, and
    confidence of the engine (0 to 1)."""

    polygon: Sequence[Point]
    text: str
    confidence: float


class TextEngine(Protocol):
    """An engine that reads text in images: detection, then recognition.

    ``name``, ``version``, ``models`` and ``parameters`` are stored with a run and
    contain everything that the result depends on. ``threads`` is the number of threads
    that should call ``read`` at once to use the whole machine.
    """

    name: str
    version: str
    models: Sequence[str]
    parameters: Mapping[str, str | int | float | bool]
    threads: int

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        """Return every region with recognised text in an opaque RGB image."""
        ...


@dataclass(frozen=True)
class OcrThresholds:
    """Thresholds for accepting recognised text."""

    min_confidence: float = 0.8
    min_characters: int = 2
    large: float = 0.15
    """From this share of the image on, a region needs more confidence."""
    large_confidence: float = 0.95
    """Giant letters are recognised almost certainly, shapes that resemble letters are
    not (two eyes in a drawing were read as "而而" with 0.84)."""
    large_characters: int = 3
    """Four squares filling an icon were read as "88" with 0.998. A Chinese character,
    which no simple shape resembles, counts as two here."""

    def __call__(self, region: TextRegion) -> bool:
        """Return whether the text of ``region`` is long enough and read confidently."""
        characters = [character for character in region.text if not character.isspace()]
        if len(characters) < self.min_characters:
            return False
        if region.confidence < self.min_confidence:
            return False
        weight = len(characters) + sum(east_asian_width(c) == "W" for c in characters)
        sure = (
            region.confidence >= self.large_confidence
            and weight >= self.large_characters
        )
        return sure or area_ratio([region]) < self.large


class TextArea(NamedTuple):
    """The text area (0 to 1), and the accepted and rejected regions."""

    ratio: float
    confirmed: Sequence[TextRegion]
    unconfirmed: Sequence[TextRegion]


def judge_regions(
    regions: Iterable[TextRegion], confirmation: OcrThresholds
) -> TextArea:
    """Separate accepted from rejected regions and measure the accepted ones."""
    confirmed: list[TextRegion] = []
    unconfirmed: list[TextRegion] = []
    for region in regions:
        (confirmed if confirmation(region) else unconfirmed).append(region)
    return TextArea(area_ratio(confirmed), tuple(confirmed), tuple(unconfirmed))


def measure_text_area(
    image: Image.Image,
    engine: TextEngine,
    *,
    confirmation: OcrThresholds | None = None,
) -> TextArea:
    """Recognise the text of an image and measure its area."""
    return judge_regions(_read(image, engine), confirmation or OcrThresholds())


def _read(image: Image.Image, engine: TextEngine) -> Iterator[TextRegion]:
    for piece in image_pieces(image.size):
        for region in engine.read(image.crop(piece)):
            outline = outline_in_image(region.polygon, piece, image.size)
            yield region._replace(polygon=outline)


def is_too_long_to_shrink(size: tuple[int, int]) -> bool:
    """Return whether the image is too long to be reduced and still read."""
    return max(size) > max(_LARGE, _LONG * min(size))


def image_pieces(size: tuple[int, int]) -> Sequence[Piece]:
    """Return the pieces in which an image is read.

    An image is read whole. A long one (a strip, a banner, a whole web page) is read in
    overlapping pieces twice as long as wide.
    """
    width, height = size
    if not is_too_long_to_shrink(size):
        return [(0, 0, width, height)]
    short, long = min(size), max(size)
    length = 2 * short
    count = min(_MOST_PIECES, math.ceil((long - length) / (length - short / 2)) + 1)
    starts = [round(place * (long - length) / (count - 1)) for place in range(count)]
    if width < height:
        return [(0, start, width, start + length) for start in starts]
    return [(start, 0, start + length, height) for start in starts]


def outline_in_image(
    outline: Sequence[Point], piece: Piece, size: tuple[int, int]
) -> Sequence[Point]:
    """Return an outline in shares of a piece as one in shares of the whole image."""
    left, top, right, bottom = piece
    width, height = size
    return tuple(
        ((left + x * (right - left)) / width, (top + y * (bottom - top)) / height)
        for x, y in outline
    )


Key = TypeVar("Key")


def measure_text_areas(
    keys: Iterable[Key],
    open_image: Callable[[Key], Image.Image],
    engine: TextEngine,
    *,
    confirmation: OcrThresholds | None = None,
) -> Iterator[tuple[Key, TextArea]]:
    """Yield the text areas of many images in order, several at once.

    ``open_picture`` is called in the reading thread, so that decoding runs in parallel
    and few images are in memory at a time. Its exceptions are raised here.
    """

    def measure_key(key: Key) -> TextArea:
        return measure_text_area(open_image(key), engine, confirmation=confirmation)

    return map_in_threads(measure_key, keys, engine.threads, "text")


def area_ratio(regions: Sequence[TextRegion]) -> float:
    """Return the area of the union of the regions inside the image, 0 to 1.

    Overlaps count once; parts outside the image do not count. An outline that crosses
    itself is repaired; one with fewer than three corners has no area.
    """
    outlines = [
        make_valid(Polygon(region.polygon))
        for region in regions
        if len(region.polygon) >= 3
    ]
    covered: float = union_all(outlines).intersection(_IMAGE).area
    return min(1.0, covered)
