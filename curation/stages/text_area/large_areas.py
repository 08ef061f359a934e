"""Text area of the images that are mostly text, for a caller who needs no others.

To find lines takes a part of the time, to read them another. Lines that together cover
less than the smallest area asked for need not be read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from PIL import Image

from core.threads import map_in_threads
from curation.stages.text_area.area import (
    OcrThresholds,
    Point,
    TextEngine,
    TextRegion,
    area_ratio,
    image_pieces,
    measure_text_area,
    outline_in_image,
)


class TextLine(NamedTuple):
    """A line that was found: its outline in shares of the image.

    ``read`` returns its text and the confidence of the engine (0 to 1).
    """

    polygon: Sequence[Point]
    read: Callable[[], tuple[str, float]]


@runtime_checkable
class LineFinder(Protocol):
    """A text engine whose ``read`` reads exactly the lines that it finds first."""

    def find_lines(self, image: Image.Image) -> Sequence[TextLine]:
        """Return the possible lines of text in an opaque RGB image."""
        ...


def measure_large_area(
    image: Image.Image,
    engine: TextEngine,
    least: float,
    *,
    confirmation: OcrThresholds | None = None,
) -> float | None:
    """Return the text area that ``measure`` finds if it is at least ``least``.

    None for a smaller one. The largest lines are read first: a drawing that was taken
    for text decides most images by being rejected. An engine that finds no lines by
    themselves reads all.
    """
    confirmation = confirmation or OcrThresholds()
    if not isinstance(engine, LineFinder):
        ratio = measure_text_area(image, engine, confirmation=confirmation).ratio
        return ratio if ratio >= least else None
    lines = _find_lines(image, engine)
    # Lines that are confirmed or not read yet, by their order in the image.
    possible = {
        number: TextRegion(line.polygon, "", 0.0) for number, line in enumerate(lines)
    }
    if area_ratio([*possible.values()]) < least:
        return None
    for number in sorted(possible, key=lambda n: -area_ratio([possible[n]])):
        region = TextRegion(possible[number].polygon, *lines[number].read())
        if confirmation(region):
            continue
        del possible[number]
        if area_ratio([*possible.values()]) < least:
            return None
    return area_ratio([*possible.values()])


def _find_lines(image: Image.Image, engine: LineFinder) -> Sequence[TextLine]:
    return [
        line._replace(polygon=outline_in_image(line.polygon, piece, image.size))
        for piece in image_pieces(image.size)
        for line in engine.find_lines(image.crop(piece))
    ]


Key = TypeVar("Key")


def measure_large_areas(
    keys: Iterable[Key],
    open_image: Callable[[Key], Image.Image],
    engine: TextEngine,
    least: float,
    *,
    confirmation: OcrThresholds | None = None,
) -> Iterator[tuple[Key, float | None]]:
    """Yield what ``measure_large_area`` returns for many images, several at once.

    ``open_picture`` is called in the reading thread. Its exceptions are raised here.
    """

    def measure_key(key: Key) -> float | None:
        return measure_large_area(
            open_image(key), engine, least, confirmation=confirmation
        )

    return map_in_threads(measure_key, keys, engine.threads, "text")
