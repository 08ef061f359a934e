"""A small vector canvas: shapes in, SVG out, pixels by resvg.

Coordinates are pixels of the finished picture, y downwards, angles in degrees.
Nothing depends on the machine: the only font is the one inside Pillow.
"""

import contextlib
import functools
import io
import math
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape

import resvg_py
from PIL import Image, ImageFont

Point = tuple[float, float]
Stop = str | tuple[float, str] | tuple[float, str, float]

FONT_FAMILY = "Aileron"


@functools.cache
def font_bytes() -> bytes:
    """The TrueType font that ships inside Pillow (Aileron Regular)."""
    font = ImageFont.load_default(16)
    if not isinstance(font, ImageFont.FreeTypeFont) or not isinstance(
        font.path, io.BytesIO
    ):
        raise RuntimeError("Pillow was built without FreeType: no font to draw with.")
    return font.path.getvalue()


@functools.cache
def text_font(size: int) -> ImageFont.FreeTypeFont:
    """Pillow's own font at `size` pixels, for text laid out in pixels."""
    return ImageFont.truetype(io.BytesIO(font_bytes()), size)


def _number(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _attributes(values: dict[str, object]) -> str:
    return "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_number(value)}"'
        for key, value in values.items()
        if value is not None
    )


def points_path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path data of straight lines through `points`."""
    steps = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"M{steps}" + ("Z" if closed else "")


def smooth_path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Path data of a Catmull-Rom curve through `points`."""
    nodes = list(points)
    count = len(nodes)
    last = count if closed else count - 1

    def node(index: int) -> Point:
        if closed:
            return nodes[index % count]
        return nodes[min(max(index, 0), count - 1)]

    parts = [f"M{nodes[0][0]:.1f} {nodes[0][1]:.1f}"]
    for index in range(last):
        before, start, end, after = (node(index + step) for step in (-1, 0, 1, 2))
        first = (
            start[0] + (end[0] - before[0]) / 6,
            start[1] + (end[1] - before[1]) / 6,
        )
        second = (
            end[0] - (after[0] - start[0]) / 6,
            end[1] - (after[1] - start[1]) / 6,
        )
        parts.append(
            f"C{first[0]:.1f} {first[1]:.1f} {second[0]:.1f} {second[1]:.1f}"
            f" {end[0]:.1f} {end[1]:.1f}"
        )
    return "".join(parts) + ("Z" if closed else "")


def polar(x: float, y: float, radius: float, angle: float) -> Point:
    """The point at `angle` degrees (0 = right, 90 = down) and `radius` from (x, y)."""
    turn = math.radians(angle)
    return x + radius * math.cos(turn), y + radius * math.sin(turn)


class Canvas:
    """An SVG picture under construction; every method draws over what is there."""

    def __init__(self, width: int, height: int, ground: str | None = None) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []
        self._names = 0
        if ground is not None:
            self.rect(0, 0, width, height, ground)

    def add(self, markup: str) -> None:
        self._parts.append(markup)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        r: float = 0,
        **kw: object,
    ) -> None:
        self.add(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{r}"'
            f' fill="{fill}"{_attributes(kw)}/>'
        )

    def circle(self, x: float, y: float, r: float, fill: str, **kw: object) -> None:
        self.add(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}"'
            f"{_attributes(kw)}/>"
        )

    def ellipse(
        self, x: float, y: float, rx: float, ry: float, fill: str, **kw: object
    ) -> None:
        self.add(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{rx:.1f}" ry="{ry:.1f}"'
            f' fill="{fill}"{_attributes(kw)}/>'
        )

    def path(self, d: str, fill: str = "none", **kw: object) -> None:
        self.add(f'<path d="{d}" fill="{fill}"{_attributes(kw)}/>')

    def stroke(self, d: str, colour: str, width: float, **kw: object) -> None:
        """A line with round ends along path data `d`."""
        self.add(
            f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}"'
            f' stroke-linecap="round" stroke-linejoin="round"{_attributes(kw)}/>'
        )

    def polygon(self, points: Iterable[Point], fill: str, **kw: object) -> None:
        self.path(points_path(points, closed=True), fill, **kw)

    def line(
        self, points: Iterable[Point], colour: str, width: float, **kw: object
    ) -> None:
        self.stroke(points_path(points), colour, width, **kw)

    def blob(self, points: Iterable[Point], fill: str, **kw: object) -> None:
        """A closed soft shape through `points`."""
        self.path(smooth_path(points, closed=True), fill, **kw)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        fill: str,
        *,
        anchor: str = "middle",
        bold: float = 0.0,
        **kw: object,
    ) -> None:
        """`words` on the baseline y; `bold` thickens the strokes (share of the size)."""
        if bold:
            kw |= {
                "stroke": fill,
                "stroke_width": size * bold,
                "stroke_linejoin": "round",
            }
        self.add(
            f'<text x="{x}" y="{y}" font-family="{FONT_FAMILY}" font-size="{size}"'
            f' text-anchor="{anchor}" fill="{fill}"{_attributes(kw)}>'
            f"{escape(words)}</text>"
        )

    @contextlib.contextmanager
    def group(self, transform: str = "", **kw: object) -> Iterator[None]:
        """Everything drawn inside is moved, turned or faded together."""
        self.add(f'<g transform="{transform}"{_attributes(kw)}>')
        yield
        self.add("</g>")

    @contextlib.contextmanager
    def clip(self, d: str) -> Iterator[None]:
        """Everything drawn inside is cut to path data `d`."""
        name = self._name()
        self.add(f'<clipPath id="{name}"><path d="{d}"/></clipPath>')
        self.add(f'<g clip-path="url(#{name})">')
        yield
        self.add("</g>")

    def linear(self, *stops: Stop, angle: float = 90) -> str:
        """A gradient to fill with, from top to bottom unless turned."""
        (x1, y1), (x2, y2) = polar(0.5, 0.5, -0.5, angle), polar(0.5, 0.5, 0.5, angle)
        return self._gradient(
            "linearGradient",
            f'x1="{x1:.3f}" y1="{y1:.3f}" x2="{x2:.3f}" y2="{y2:.3f}"',
            stops,
        )

    def radial(
        self, *stops: Stop, x: float = 0.5, y: float = 0.5, r: float = 0.5
    ) -> str:
        """A gradient to fill with, from (x, y) outwards, in shares of the shape."""
        return self._gradient("radialGradient", f'cx="{x}" cy="{y}" r="{r}"', stops)

    def blur(self, radius: float) -> str:
        """A filter reference that softens what it is given to."""
        name = self._name()
        self.add(
            f'<filter id="{name}" x="-30%" y="-30%" width="160%" height="160%">'
            f'<feGaussianBlur stdDeviation="{radius}"/></filter>'
        )
        return f"url(#{name})"

    def shadow(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        opacity: float = 0.35,
        colour: str = "#000",
    ) -> None:
        """A soft shadow on the ground."""
        fill = self.radial(
            (0, colour, opacity), (0.55, colour, opacity * 0.55), (1, colour, 0.0)
        )
        self.ellipse(x, y, rx, ry, fill)

    def glow(
        self, x: float, y: float, r: float, colour: str, opacity: float = 0.8
    ) -> None:
        """A soft light."""
        fill = self.radial(
            (0, colour, opacity), (0.4, colour, opacity * 0.4), (1, colour, 0.0)
        )
        self.circle(x, y, r, fill)

    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}"'
            f' height="{self.height}" viewBox="0 0 {self.width} {self.height}">'
            + "".join(self._parts)
            + "</svg>"
        )

    def render(self) -> Image.Image:
        """The picture as RGBA pixels; transparent where nothing was drawn."""
        with tempfile.TemporaryDirectory() as folder:
            font = Path(folder) / "font.ttf"
            font.write_bytes(font_bytes())
            png = resvg_py.svg_to_bytes(
                svg_string=self.svg(),
                skip_system_fonts=True,
                font_files=[str(font)],
                font_family=FONT_FAMILY,
            )
        return Image.open(io.BytesIO(png)).convert("RGBA")

    def _name(self) -> str:
        self._names += 1
        return f"n{self._names}"

    def _gradient(self, tag: str, where: str, stops: Iterable[Stop]) -> str:
        name = self._name()
        full = list(stops)
        marks = []
        for index, stop in enumerate(full):
            if isinstance(stop, str):
                stop = (index / max(len(full) - 1, 1), stop)
            opacity = f' stop-opacity="{stop[2]}"' if len(stop) == 3 else ""
            marks.append(
                f'<stop offset="{stop[0]:.3f}" stop-color="{stop[1]}"{opacity}/>'
            )
        self.add(f'<{tag} id="{name}" {where}>{"".join(marks)}</{tag}>')
        return f"url(#{name})"
