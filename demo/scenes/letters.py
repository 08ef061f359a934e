"""Books, writing and a piano in the street."""

import math
import random

from PIL import Image

from demo.draw import Canvas, polar, smooth_path
from demo.figures import bird, person
from demo.finish import grained


def piano_crossing() -> Image.Image:
    c = Canvas(1080, 800)
    c.rect(0, 0, 1080, 800, c.linear("#6d7681", "#4a525c"))
    dice = random.Random(77)  # noqa: S311
    for _ in range(900):
        c.circle(
            dice.uniform(0, 1080),
            dice.uniform(0, 800),
            dice.uniform(0.6, 1.8),
            "#fff",
            opacity=0.12,
        )
    c.polygon([(0, 0), (1080, 0), (1080, 90), (0, 150)], "#c9c2b4")
    c.polygon([(0, 150), (1080, 90), (1080, 112), (0, 178)], "#98917f")
    c.polygon([(0, 800), (0, 700), (1080, 760), (1080, 800)], "#c9c2b4")
    whites = 11
    for key in range(whites):
        a, b = 70 + key * 88, 70 + key * 88 + 82
        top_a, top_b = 190 + a * 0.72, 190 + b * 0.72
        c.polygon([(top_a, 196), (top_b, 190), (b + 10, 660), (a, 668)], "#f7f5ee")
        c.polygon([(a, 668), (b + 10, 660), (b + 10, 672), (a, 682)], "#c2beb2")
    for key in range(whites - 1):
        if key % 7 in (2, 6):
            continue
        edge = 70 + key * 88 + 85
        top = 190 + edge * 0.72
        c.polygon(
            [
                (top - 20, 192),
                (top + 20, 190),
                (edge + 24 + (top - edge) * 0.4, 470),
                (edge - 24 + (top - edge) * 0.4, 474),
            ],
            "#1c1e22",
        )
        c.polygon(
            [
                (top - 14, 196),
                (top - 4, 195),
                (edge - 8 + (top - edge) * 0.4, 462),
                (edge - 18 + (top - edge) * 0.4, 464),
            ],
            "#4a4e57",
        )
    for x, y, tall, coat, flip in (
        (250, 520, 230, "#ef476f", False),
        (560, 590, 300, "#ffd166", False),
        (800, 470, 210, "#26a69a", True),
    ):
        c.ellipse(x + 60, y + 4, tall * 0.4, tall * 0.07, "#000", opacity=0.28)
        person(
            c,
            x,
            y,
            tall,
            coat=coat,
            trousers="#26334d",
            flip=flip,
            arms=(((-20, -70), (-26, -84)), ((20, -66), (30, -80))),
            legs=(((-12, -24), (-20, -6)), ((14, -28), (20, -10))),
        )
    for x, y, size, colour in (
        (310, 250, 1.3, "#ffd166"),
        (460, 170, 1.0, "#fff"),
        (690, 220, 1.5, "#ff8fab"),
        (880, 180, 1.1, "#7ae2cf"),
        (160, 330, 1.0, "#fff"),
    ):
        with c.group(f"translate({x} {y}) scale({size})"):
            c.line([(10, 0), (10, -64), (48, -76), (48, -12)], colour, 6)
            c.line([(10, -54), (48, -66)], colour, 10)
            c.ellipse(0, 0, 14, 10, colour)
            c.ellipse(38, -12, 14, 10, colour)
    return grained(c.render(), seed=8, amount=8)


def pencil_lighthouse() -> Image.Image:
    c = Canvas(720, 860)
    c.path("M360 190L20 90V250ZM360 190L700 90V250Z", "#ffd23f")
    c.path("M300 260H420L446 640H274Z", "#f4a259")
    c.path("M300 260H340L326 640H274Z", "#ffc078")
    c.path("M380 260H420L446 640H394Z", "#d9803a")
    c.path(
        "M300 260Q320 244 340 260Q360 244 380 260Q400 244 420 260L372 150Q360 136 348 150Z",
        "#ffe8cc",
    )
    c.path("M372 150Q360 136 348 150L342 176H378Z", "#22333b")
    c.rect(268, 560, 184, 44, "#c8ccd0")
    c.line([(268, 574), (452, 574)], "#8d9399", 5)
    c.line([(268, 590), (452, 590)], "#8d9399", 5)
    c.path("M264 604H456L462 660H258Z", "#e5637c")
    c.path(
        "M100 660Q160 620 230 660T360 660T490 660T620 660V700Q560 740 490 700T360 700T230 700T100 700Z",
        "#1f7a8c",
    )
    c.text(360, 806, "Beacon Press", 84, "#22333b", bold=0.04)
    return c.render()


def book_bird() -> Image.Image:
    c = Canvas(820, 640)
    c.path("M410 330Q300 160 70 150Q110 250 60 320Q260 300 410 400Z", "#2b50aa")
    c.path("M410 330Q520 160 750 150Q710 250 760 320Q560 300 410 400Z", "#3f6fd8")
    for step, tone in ((24, "#dfe7fb"), (44, "#b9caf3")):
        c.path(
            f"M410 {330 + step}Q300 {190 + step} 100 {176 + step}",
            stroke=tone,
            stroke_width=9,
        )
        c.path(
            f"M410 {330 + step}Q520 {190 + step} 720 {176 + step}",
            stroke=tone,
            stroke_width=9,
        )
    c.path(
        "M410 330Q390 230 430 180Q480 150 520 190L580 200L522 226Q500 300 410 400Z",
        "#ff8552",
    )
    c.circle(484, 194, 9, "#1c2541")
    c.text(410, 540, "open wing library", 70, "#1c2541", bold=0.04)
    c.line([(150, 580), (670, 580)], "#ff8552", 7)
    return c.render()


def brick_verse() -> Image.Image:
    c = Canvas(820, 1060)
    c.rect(0, 0, 820, 1060, c.linear("#241c1a", "#3a2c28"))
    dice = random.Random(88)  # noqa: S311
    for row in range(23):
        for column in range(9):
            x, y = column * 104 - (row % 2) * 52 - 20, row * 46
            middle = (x + 50 - 420) ** 2 / 210**2 + (y + 20 - 470) ** 2 / 330**2
            if middle < 0.86 + dice.uniform(-0.15, 0.1):
                continue
            c.rect(
                x,
                y,
                98,
                40,
                dice.choice(["#7a4638", "#6a3a30", "#85503f", "#5d342b"]),
                4,
            )
            c.rect(x, y, 98, 8, "#fff", 4, opacity=0.07)
    hole = [
        (230, 330),
        (330, 190),
        (470, 160),
        (590, 260),
        (620, 440),
        (600, 640),
        (520, 770),
        (380, 790),
        (270, 700),
        (210, 520),
    ]
    with c.clip(smooth_path(hole, closed=True)):
        c.rect(0, 0, 820, 1060, c.linear("#7fd8f7", "#ffe9b0", "#a8dd80"))
        c.circle(480, 300, 60, "#fff6d0")
        c.path("M100 640Q300 540 460 620T820 580V900H100Z", "#5fae4b")
    for brick in range(15):
        turn = brick * 47
        left = 420 + (120 + brick * 9) * math.cos(math.radians(turn))
        with c.group(f"translate({left:.0f} {640 + brick * 15}) rotate({turn})"):
            c.rect(-30, -13, 60, 26, "#85503f", 4)
    with c.group("translate(430 560) rotate(-62)"):
        c.path(
            "M-250 -34Q-60 -30 40 -6L52 0L40 8Q-60 32 -250 34Q-200 0 -250 -34Z",
            "#fbf8ef",
        )
        for step in range(11):
            c.line(
                [(-230 + step * 22, -28 + step * 1.8), (-206 + step * 22, 0)],
                "#cfc8b6",
                4,
            )
            c.line(
                [(-230 + step * 22, 28 - step * 1.8), (-206 + step * 22, 0)],
                "#cfc8b6",
                4,
            )
        c.line([(-210, 0), (60, 0)], "#8d8674", 5)
        c.polygon([(44, -10), (116, 0), (44, 10)], "#d9a441")
    for turn in range(0, 360, 40):
        c.line([polar(502, 444, 36, turn), polar(502, 444, 62, turn)], "#ffd166", 7)
    bird(c, 560, 330, 50, "#33415c", -8)
    c.text(410, 970, "READ. BREAK THROUGH.", 58, "#ffe9b0", bold=0.05)
    return grained(c.render(), seed=15, amount=5)


SCENES = (
    piano_crossing,
    pencil_lighthouse,
    book_bird,
    brick_verse,
)
