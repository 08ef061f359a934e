"""People and small things that several scenes share."""

import random
from collections.abc import Sequence

from demo.draw import Canvas, Point, polar, smooth_path

SKIN = "#e8b98f"


def person(
    c: Canvas,
    x: float,
    y: float,
    height: float,
    *,
    coat: str,
    trousers: str = "#2d3142",
    skin: str = SKIN,
    hair: str = "#3b2a20",
    arms: Sequence[Sequence[Point]] = (
        ((-12, -62), (-13, -46)),
        ((12, -62), (13, -46)),
    ),
    legs: Sequence[Sequence[Point]] = (((-6, -22), (-7, -2)), ((6, -22), (7, -2))),
    turn: float = 0,
    flip: bool = False,
    shoes: str = "#1d1d24",
) -> None:
    """A small person with the feet at (x, y).

    `arms` and `legs` are elbow and hand, knee and foot, in hundredths of the height
    from the feet's middle (shoulders at -76, hips at -42, head's centre at -91).
    """
    size = height / 100
    mirror = -size if flip else size
    with c.group(f"translate({x} {y}) rotate({turn}) scale({mirror} {size})"):
        for side, leg in zip((-4.5, 4.5), legs, strict=True):
            c.line([(side, -42), *leg], trousers, 8)
            foot = leg[-1]
            c.line([(foot[0], foot[1]), (foot[0] + 5, foot[1] + 0.5)], shoes, 5)
        far, near = arms
        c.line([(-9, -74), *far], coat, 6.5)
        c.circle(far[-1][0], far[-1][1], 3.4, skin)
        c.rect(-2.8, -84, 5.6, 9, skin)
        c.path(
            "M-12 -75Q-12 -80 -6 -80L6 -80Q12 -80 12 -75L9.5 -40Q0 -37 -9.5 -40Z", coat
        )
        c.path(
            "M3 -80L6 -80Q12 -80 12 -75L9.5 -40Q6 -38.4 3 -38.2Z", "#000", opacity=0.13
        )
        c.circle(0, -91, 8.6, skin)
        c.path(
            "M-9 -91Q-10 -101 0 -101Q10.5 -101 9 -90Q6 -96 -2 -96Q-7 -95 -9 -91Z", hair
        )
        c.line([(9, -74), *near], coat, 6.5)
        c.line([(9, -74), near[0]], "#000", 6.5, opacity=0.08)
        c.circle(near[-1][0], near[-1][1], 3.4, skin)


def envelope(
    c: Canvas,
    x: float,
    y: float,
    width: float,
    *,
    turn: float = 0,
    paper: str = "#f7f3e8",
    edge: str = "#b9c4cf",
    seal: str | None = None,
) -> None:
    """A letter, its centre at (x, y)."""
    w, h = width, width * 0.66
    with c.group(f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})"):
        c.rect(
            -w / 2, -h / 2, w, h, paper, w * 0.03, stroke=edge, stroke_width=w * 0.022
        )
        c.line([(-w / 2, h / 2), (-w * 0.1, 0)], edge, w * 0.02)
        c.line([(w / 2, h / 2), (w * 0.1, 0)], edge, w * 0.02)
        c.path(
            f"M{-w / 2} {-h / 2}L0 {h * 0.14}L{w / 2} {-h / 2}Z",
            paper,
            stroke=edge,
            stroke_width=w * 0.024,
            stroke_linejoin="round",
        )
        if seal:
            c.circle(w * 0.42, -h * 0.42, w * 0.12, seal)


def cloud(c: Canvas, x: float, y: float, width: float, fill: str, **kw: object) -> None:
    """A cloud with a flat base, its base's middle at (x, y)."""
    w = width / 100
    with c.group(f"translate({x} {y}) scale({w})", **kw):
        c.path(
            "M-50 0Q-52 -16 -36 -18Q-34 -36 -15 -34Q-4 -50 14 -40Q30 -42 33 -24"
            "Q52 -22 50 0Z",
            fill,
        )


def bird(
    c: Canvas, x: float, y: float, size: float, colour: str, turn: float = 0
) -> None:
    """A bird in flight, wings up."""
    with c.group(f"translate({x} {y}) rotate({turn}) scale({size / 100})"):
        c.path(
            "M-52 6Q-20 -4 -8 -4Q-26 -46 -62 -58Q-10 -60 14 -10Q30 -48 66 -60"
            "Q52 -22 30 2Q46 0 56 8Q44 10 36 18Q18 34 -10 24Q-30 20 -52 6Z",
            colour,
        )


def leaf(c: Canvas, x: float, y: float, size: float, colour: str, turn: float) -> None:
    """A leaf that grows from (x, y) in the direction `turn`."""
    with c.group(f"translate({x:.1f} {y:.1f}) rotate({turn:.1f}) scale({size / 100})"):
        c.path("M0 0Q30 -42 100 0Q30 42 0 0Z", colour)
        c.line([(4, 0), (80, 0)], "#000", 3, opacity=0.15)


def tree(
    c: Canvas, x: float, y: float, height: float, crown: str, trunk: str = "#6b4a32"
) -> None:
    """A round tree with a lit left side, its foot at (x, y)."""
    s = height / 100
    with c.group(f"translate({x:.1f} {y:.1f}) scale({s:.3f})"):
        c.path("M-5 0Q-3 -20 -3 -45L3 -45Q3 -20 6 0Z", trunk)
        c.line([(0, -30), (12, -45)], trunk, 3)
        c.circle(0, -68, 28, crown)
        c.circle(-18, -54, 17, crown)
        c.circle(19, -55, 18, crown)
        c.circle(-9, -77, 14, "#fff", opacity=0.12)
        c.circle(14, -56, 17, "#000", opacity=0.1)


def flame(c: Canvas, x: float, y: float, height: float, turn: float = 0) -> None:
    """A candle's flame, its foot at (x, y)."""
    with c.group(f"translate({x} {y}) rotate({turn}) scale({height / 100})"):
        c.path("M0 0C-34 -8 -30 -48 0 -100C30 -48 34 -8 0 0Z", "#f28c1e")
        c.path("M0 -2C-22 -8 -20 -40 0 -76C20 -40 22 -8 0 -2Z", "#ffd34d")
        c.path("M0 -2C-10 -6 -9 -24 0 -42C9 -24 10 -6 0 -2Z", "#fff7d1")


def scribble(
    c: Canvas,
    x: float,
    y: float,
    radius: float,
    colour: str,
    width: float,
    *,
    seed: int,
) -> None:
    """A tangle of thread about (x, y)."""
    dice = random.Random(seed)  # noqa: S311 (a drawing, not a secret)
    points = [
        polar(x, y, radius * dice.uniform(0.25, 1), dice.uniform(0, 360))
        for _ in range(34)
    ]
    c.stroke(smooth_path(points), colour, width)


def rain(
    c: Canvas,
    box: tuple[float, float, float, float],
    count: int,
    colour: str,
    *,
    seed: int,
    length: float = 22,
    slant: float = -6,
    width: float = 2.5,
) -> None:
    """Slanting drops inside the box (left, top, right, bottom)."""
    dice = random.Random(seed)  # noqa: S311
    left, top, right, bottom = box
    for _ in range(count):
        x, y = dice.uniform(left, right), dice.uniform(top, bottom - length)
        c.line([(x, y), (x + slant, y + length)], colour, width)


def speech(
    c: Canvas,
    box: tuple[float, float, float, float],
    tip: Point,
    lines: Sequence[str],
    size: float,
    *,
    fill: str = "#fff",
    ink: str = "#222",
) -> None:
    """A speech balloon in the box (x, y, width, height), pointing at `tip`."""
    x, y, w, h = box
    root = min(max(tip[0], x + w * 0.25), x + w * 0.75)
    base = y + h - 2 if tip[1] > y else y + 2
    c.path(
        f"M{root - 13} {base}L{tip[0]} {tip[1]}L{root + 13} {base}Z",
        fill,
        stroke=ink,
        stroke_width=3,
        stroke_linejoin="round",
    )
    c.rect(x, y, w, h, fill, min(h / 2, 26), stroke=ink, stroke_width=3)
    c.line([(root - 10, base), (root + 10, base)], fill, 5)
    first = y + h / 2 - (len(lines) - 1) * size * 0.58 + size * 0.35
    for row, words in enumerate(lines):
        c.text(x + w / 2, first + row * size * 1.16, words, size, ink, bold=0.02)
