"""How much of a picture is text: regions confirmed by recognition, over the image area.

A bare detector fires on drawings (II-Bench §3.2 measures "the area occupied by text
relative to the total image area"), so a region counts only where characters were read
with confidence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from PIL import Image
from shapely import Polygon, box, make_valid, union_all

DEFAULT_THRESHOLD = 0.3
"""Share of the picture above which it is "too much text": II-Bench's own pictures
measure 0.06 at the median, 0.27 at the 99th percentile and 0.39 at most."""

_PICTURE = box(0, 0, 1, 1)

Point = tuple[float, float]


class TextRegion(NamedTuple):
    """One piece of text: outline in shares of width and height (0 to 1), what it says,
    and how sure the engine is (0 to 1)."""

    polygon: Sequence[Point]
    text: str
    confidence: float


class TextEngine(Protocol):
    """Reads text in pictures: detection, then recognition.

    ``name``, ``version``, ``models`` and ``parameters`` go into the record of a run.
    """

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def models(self) -> Sequence[str]: ...
    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]: ...

    def read(self, image: Image.Image) -> Sequence[TextRegion]:
        """Every region with recognised text in an opaque RGB picture."""
        ...


@dataclass(frozen=True)
class Confirmation:
    """What counts as text that was really read."""

    min_confidence: float = 0.8
    min_characters: int = 2
    large: float = 0.25
    """From this share of the picture on a region has to be read more surely."""
    large_confidence: float = 0.95
    """Giant letters are read almost certainly; shapes that look like some are not (two
    ellipses in a drawing were read as "50" with 0.89)."""

    def __call__(self, region: TextRegion) -> bool:
        """Whether ``region`` was recognised surely enough and is long enough."""
        characters = sum(not character.isspace() for character in region.text)
        if characters < self.min_characters or region.confidence < self.min_confidence:
            return False
        return (
            region.confidence >= self.large_confidence
            or area_ratio([region]) < self.large
        )


class TextArea(NamedTuple):
    """The measured share of text (0 to 1), and the regions with their verdicts."""

    ratio: float
    confirmed: Sequence[TextRegion]
    unconfirmed: Sequence[TextRegion]


def measure(
    image: Image.Image,
    engine: TextEngine,
    *,
    confirmation: Confirmation | None = None,
) -> TextArea:
    """Read a picture and measure how much of it is text."""
    confirmation = confirmation or Confirmation()
    confirmed: list[TextRegion] = []
    unconfirmed: list[TextRegion] = []
    for region in engine.read(image):
        (confirmed if confirmation(region) else unconfirmed).append(region)
    return TextArea(area_ratio(confirmed), tuple(confirmed), tuple(unconfirmed))


def area_ratio(regions: Sequence[TextRegion]) -> float:
    """Area of the union of the regions inside the picture, 0 to 1.

    Overlaps count once and parts outside the picture do not count; an outline that
    crosses itself is repaired, one with fewer than three corners has no area.
    """
    outlines = [
        make_valid(Polygon(region.polygon))
        for region in regions
        if len(region.polygon) >= 3
    ]
    covered: float = union_all(outlines).intersection(_PICTURE).area
    return min(1.0, covered)
