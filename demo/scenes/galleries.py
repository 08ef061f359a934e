"""Painting, and those who look at it."""

import math
import random

from PIL import Image

from demo.draw import Canvas, smooth_path
from demo.figures import leaf, person
from demo.finish import grained, painted


def brush_city() -> Image.Image:
    c = Canvas(1060, 740)
    c.rect(0, 0, 1060, 740, c.linear("#9a9c9e", "#c3c3c0"))
    stroke_edge = [
        (0, 0),
        (560, 0),
        (610, 90),
        (560, 190),
        (650, 290),
        (585, 400),
        (660, 500),
        (600, 620),
        (640, 740),
        (0, 740),
    ]
    blocks = [
        (20, 330, 90),
        (118, 250, 84),
        (210, 380, 100),
        (318, 210, 92),
        (420, 320, 100),
        (530, 270, 84),
        (622, 360, 96),
        (726, 230, 90),
        (826, 330, 104),
        (940, 280, 110),
    ]

    def skyline(tones: list[str], window: str) -> None:
        for index, (x, top, wide) in enumerate(blocks):
            tone = tones[index % len(tones)]
            c.rect(x, top, wide, 740 - top, tone)
            c.rect(x + wide * 0.7, top, wide * 0.3, 740 - top, "#000", opacity=0.12)
            if index % 3 == 0:
                c.polygon(
                    [(x - 6, top), (x + wide / 2, top - 60), (x + wide + 6, top)], tone
                )
            for row in range(int(top) + 24, 640, 52):
                for column in range(2):
                    c.rect(
                        x + 14 + column * (wide * 0.45), row, wide * 0.22, 28, window
                    )

    skyline(["#77797c", "#8b8d90", "#6b6d70"], "#5c5e61")
    c.rect(0, 640, 1060, 100, "#66686b")
    with c.clip(smooth_path(stroke_edge, closed=True)):
        c.rect(0, 0, 1060, 740, c.linear("#2d6cdf", "#f08fb0", "#ffd166"))
        c.circle(200, 170, 78, "#fff0a8")
        skyline(
            ["#ef476f", "#ffb703", "#06a77d", "#f77f00", "#3a86ff", "#8338ec"],
            "#fff3b0",
        )
        c.rect(0, 640, 1060, 100, "#2f8f5b")
        for x in range(20, 640, 60):
            c.circle(x, 640, 27, "#4cb944")
    for index, (x, y) in enumerate(((600, 120), (640, 300), (650, 520), (622, 650))):
        c.line(
            [(x - 60, y), (x + 50 + index * 9, y + 8)],
            ("#ffd166", "#ef476f", "#3a86ff", "#4cb944")[index],
            17,
        )
    with c.group("translate(690 372) rotate(-34)"):
        c.path(
            "M-96 -44Q-20 -62 30 -40V40Q-20 62 -96 44Q-70 20 -104 0Q-70 -20 -96 -44Z",
            "#4a2f1d",
        )
        c.path(
            "M-96 -44Q-60 -54 -30 -54Q-50 0 -30 54Q-60 54 -96 44Q-70 20 -104 0Q-70 -20 -96 -44Z",
            "#ff5d8f",
        )
        c.rect(28, -42, 80, 84, c.linear("#8f9aa5", "#f2f5f7", "#7c8792"))
        c.path(
            "M108 -34Q260 -28 430 -10V10Q260 28 108 34Z", c.linear("#f2c14e", "#b9862a")
        )
    person(
        c,
        810,
        600,
        140,
        coat="#f4f1de",
        trousers="#2a4d9b",
        arms=(((-22, -82), (-26, -98)), ((-4, -94), (-18, -108))),
    )
    return painted(c.render(), seed=31, boldness=1.0)


def gallery_phones() -> Image.Image:
    c = Canvas(980, 760, "#7b2d3b")
    for x in range(0, 980, 60):
        c.rect(x, 0, 30, 560, "#84343f", opacity=0.6)
    c.rect(0, 560, 980, 200, "#3a2a26")
    c.rect(0, 545, 980, 22, "#e8d9c0")
    c.rect(330, 60, 330, 410, c.linear("#f2d16b", "#a97a22", angle=40), 6)
    c.rect(356, 86, 278, 358, "#5a3d13")
    c.rect(364, 94, 262, 342, c.linear("#9fb9a0", "#6d8a74", "#4d5b45"))
    c.path("M364 360Q440 320 500 350T626 330V436H364Z", "#5d5236")
    c.path("M410 436Q420 330 495 326Q570 330 580 436Z", "#3b4a3a")
    c.path("M436 300Q430 170 495 168Q560 170 556 300L540 340H450Z", "#2c1c12")
    c.ellipse(495, 246, 42, 54, "#e6bf8f")
    c.path("M478 290h34v40q-17 12 -34 0Z", "#e6bf8f")
    for x in (478, 512):
        c.ellipse(x, 240, 10, 7, "#fff")
        c.circle(x, 237, 4, "#2c1c12")
        c.line([(x - 11, 233), (x + 11, 233)], "#c99c6b", 5)
    c.stroke("M482 276Q496 268 510 276", "#8a3d33", 4)
    c.line([(452, 400), (438, 340), (462, 282)], "#e6bf8f", 18)
    c.circle(462, 282, 14, "#e6bf8f")
    c.rect(700, 330, 90, 60, "#f4efe4", 3)
    for row in range(3):
        c.line([(712, 346 + row * 14), (776 - row * 12, 346 + row * 14)], "#8d8576", 3)
    c.glow(495, 30, 260, "#fff2c4", 0.35)
    for x, y, coat, hair in (
        (130, 770, "#2a9d8f", "#2b1d14"),
        (330, 800, "#e9c46a", "#6b3a1f"),
        (530, 790, "#457b9d", "#1a1a1f"),
        (720, 806, "#e76f51", "#d6a354"),
        (890, 776, "#8e7dbe", "#3a2a20"),
    ):
        c.line([(x + 34, y - 100), (x + 80, y - 160), (x + 62, y - 250)], coat, 30)
        c.path(
            f"M{x - 84} {y}Q{x - 80} {y - 130} {x} {y - 136}Q{x + 80} {y - 130} {x + 84} {y}Z",
            coat,
        )
        c.circle(x, y - 180, 52, hair)
        c.circle(x + 60, y - 252, 17, "#e8b98f")
        c.rect(x + 20, y - 330, 84, 118, "#17191d", 9)
        c.rect(x + 26, y - 322, 72, 102, "#8fa98f")
        c.path(f"M{x + 44} {y - 220}q0 -50 18 -52q20 2 18 52Z", "#3b4a3a")
        c.ellipse(x + 62, y - 286, 13, 17, "#e6bf8f")
        c.circle(x + 62, y - 231, 5, "#e63946")
    c.rect(8, 8, 964, 744, "none", stroke="#1a0e10", stroke_width=8)
    return c.render()


def frame_bird() -> Image.Image:
    c = Canvas(900, 960)
    c.rect(0, 0, 900, 960, c.linear("#e6ddd0", "#cfc3b2"))
    c.rect(104, 214, 560, 640, "#000", opacity=0.18)
    c.rect(80, 190, 560, 640, c.linear("#d9a441", "#8a5a16", "#e0b659", angle=50))
    c.rect(112, 222, 496, 576, "#6d4510")
    c.rect(126, 236, 468, 548, c.linear("#13294b", "#3d5a80", "#c8553d"))
    c.path("M126 784V660Q240 600 340 650T594 620V784Z", "#1c2f27")
    dice = random.Random(9)  # noqa: S311
    for _ in range(30):
        c.circle(
            dice.uniform(130, 590),
            dice.uniform(240, 460),
            dice.uniform(1.5, 4),
            "#fbe9b0",
        )
    c.line([(126, 560), (330, 520), (450, 540)], "#2b1b10", 17)
    for x, turn in ((170, -60), (230, 70), (280, -110), (360, 60), (420, -30)):
        leaf(c, x, 545, 60, "#7a9e4a", turn)
    c.path(
        "M540 236L606 222V250L590 330L612 372L586 440L608 500L594 520V236Z", "#e6ddd0"
    )
    c.polygon([(608, 300), (640, 286), (640, 470), (612, 440), (622, 380)], "#cfc3b2")
    for x, y, turn in ((668, 500, 20), (720, 600, 70), (690, 690, -30), (640, 600, 50)):
        with c.group(f"translate({x} {y}) rotate({turn})"):
            c.polygon([(-18, -10), (20, -14), (12, 14)], "#c18d2f")
    with c.group("translate(590 300) rotate(-16) scale(1.35)"):
        c.path(
            "M-240 60Q-110 20 -60 10Q-30 -10 10 -4Q50 -6 70 18L96 26L66 36Q20 74 -60 56Q-140 60 -226 108Z",
            "#e63946",
        )
        c.path("M-60 12Q-60 -120 40 -190Q70 -110 26 0Z", "#f77f5b")
        c.path("M-60 12Q-40 -90 20 -150Q30 -80 0 2Z", "#ffb199")
        c.path("M-30 40Q60 90 150 70Q110 130 20 116Q-40 96 -60 50Z", "#b32034")
        c.path("M-60 56Q0 70 60 40Q10 60 -50 40Z", "#ffd9b8")
        c.circle(48, 10, 7, "#1a1010")
        c.path("M70 16L100 26L68 34Z", "#f2b632")
    return painted(c.render(), seed=77, boldness=0.85)


def cello_tree() -> Image.Image:
    c = Canvas(860, 1040)
    c.rect(0, 0, 860, 1040, c.radial("#fff4dd", "#f6dcae", "#e2b87c", r=0.8))
    c.path("M0 900Q430 830 860 900V1040H0Z", "#c98b4a")
    c.shadow(430, 926, 260, 36, 0.4)
    dice = random.Random(51)  # noqa: S311
    for points in (
        [(430, 330), (380, 220), (270, 170), (170, 190)],
        [(430, 300), (450, 190), (400, 90)],
        [(430, 330), (510, 230), (620, 210), (710, 150)],
        [(430, 370), (320, 330), (200, 330)],
        [(430, 370), (560, 330), (690, 330)],
    ):
        c.stroke(smooth_path(points), "#5d321a", 19)
    for _ in range(150):
        turn, far = dice.uniform(180, 372), dice.uniform(0.25, 1) ** 0.6
        x, y = (
            430 + 350 * far * math.cos(math.radians(turn)),
            340 + 290 * far * math.sin(math.radians(turn)),
        )
        leaf(
            c,
            x,
            y,
            dice.uniform(36, 62),
            dice.choice(["#d1495b", "#edae49", "#e07a2f", "#b5651d", "#8f2d3b"]),
            dice.uniform(0, 360),
        )
    wood = c.linear("#6f2f12", "#c8682d", "#8a3c17", angle=0)
    c.path("M408 330H452V520H408Z", "#3a1d0d")
    c.path(
        "M430 470Q560 470 566 580Q566 640 526 670Q516 700 556 736Q610 800 580 880Q540 936 430 936"
        "Q320 936 280 880Q250 800 304 736Q344 700 334 670Q294 640 294 580Q300 470 430 470Z",
        wood,
        stroke="#4a1f0b",
        stroke_width=6,
    )
    c.path("M320 590Q330 510 420 498Q350 540 352 640Z", "#fff", opacity=0.2)
    for side in (-1, 1):
        c.stroke(
            f"M{430 + side * 66} 700Q{430 + side * 40} 730 {430 + side * 60} 770Q{430 + side * 82} 800 "
            f"{430 + side * 56} 826",
            "#2a1208",
            9,
        )
    c.path("M412 480H448L442 760H418Z", "#20100a")
    c.path("M390 800H470L456 780H404Z", "#d9a35c")
    c.path("M414 830H446L440 920H420Z", "#20100a")
    for x in (420, 427, 434, 441):
        c.line([(x, 350), (x - (430 - x) * 0.3, 840)], "#f3e6cf", 2)
    for side in (-1, 1):
        for root, drop in ((90, 970), (160, 950)):
            c.stroke(
                f"M{430 + side * 60} 920Q{430 + side * root} 930 {430 + side * (root + 60)} {drop}",
                "#5d321a",
                19,
            )
    for x, y, turn in (
        (140, 560, 0),
        (220, 720, 14),
        (690, 600, -10),
        (740, 760, 8),
        (120, 830, -8),
        (640, 480, 12),
    ):
        with c.group(f"translate({x} {y}) rotate({turn})"):
            c.line([(12, 0), (12, -56), (34, -40)], "#8f2d3b", 6)
            c.ellipse(0, 2, 15, 11, "#8f2d3b", transform="rotate(-20)")
    return grained(c.render(), seed=13, amount=5)


SCENES = (
    brush_city,
    gallery_phones,
    frame_bird,
    cello_tree,
)
