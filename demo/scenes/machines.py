"""Locks, robots, satellites."""

import random

from PIL import Image

from demo.draw import Canvas, polar
from demo.figures import person, speech
from demo.finish import grained


def locked_gate() -> Image.Image:
    c = Canvas(980, 720)
    c.rect(0, 0, 980, 720, c.linear("#79c6e8", "#cfeeea"))
    c.path("M0 380Q260 320 500 380T980 350V720H0Z", "#8cc04f")
    c.path("M0 470Q400 420 980 480V720H0Z", "#73ac3c")
    c.path("M440 720Q470 560 460 470H520Q510 560 600 720Z", "#e2cf9d")
    c.path(
        "M60 720Q250 560 330 470Q430 400 640 430Q760 470 880 720H800Q700 500 620 466Q440 430 360 500Q240 590 130 720Z",
        "#d3bf88",
        opacity=0.8,
    )
    c.rect(345, 240, 34, 300, "#5b6470")
    c.rect(601, 240, 34, 300, "#5b6470")
    for x in (345, 601):
        c.rect(x - 8, 222, 50, 24, "#454d57", 4)
        c.circle(x + 17, 210, 17, "#454d57")
    c.rect(379, 262, 222, 20, "#39414a")
    c.rect(379, 490, 222, 20, "#39414a")
    for x in range(392, 600, 26):
        c.rect(x, 244, 11, 282, "#39414a")
    for y, turn in ((330, 14), (420, -14)):
        for link in range(11):
            c.ellipse(
                384 + link * 21,
                y + (link - 5) * turn * 0.5,
                15,
                8,
                "none",
                stroke="#c9a53a",
                stroke_width=5,
            )
    c.path(
        "M440 366V320Q440 268 490 268Q540 268 540 320V366",
        stroke="#b8bfc6",
        stroke_width=19,
    )
    c.rect(412, 358, 156, 132, c.linear("#f2c94c", "#c28a17"), 16)
    c.circle(490, 412, 19, "#3a2a08")
    c.path("M482 418H498L506 462H474Z", "#3a2a08")
    c.rect(650, 300, 96, 52, "#fff", 5, stroke="#c0392b", stroke_width=5)
    c.text(698, 336, "KEEP OUT", 18, "#c0392b", bold=0.06)
    person(
        c,
        232,
        600,
        165,
        coat="#222831",
        trousers="#30363f",
        hair="#111",
        arms=(((-16, -58), (-12, -46)), ((18, -58), (14, -46))),
        legs=(((-12, -24), (-18, -4)), ((12, -26), (16, -4))),
    )
    c.rect(218, 446, 32, 10, "#f2f2f2", 3)
    c.path("M190 545q-30 14 -22 46q26 18 48 -2q4 -36 -26 -44Z", "#b08b57")
    for x in (740, 820):
        c.path(
            f"M{x} 560q-30 -44 20 -52q52 -2 56 30q24 10 8 34h-14v-16h-44v16h-16Z",
            "#fff",
        )
        c.circle(x + 82, 540, 14, "#2b2b2b")
    c.text(490, 92, "OUR PASSWORD POLICY:", 62, "#fff", bold=0.09)
    c.text(490, 92, "OUR PASSWORD POLICY:", 62, "#1d3a4a", bold=0.03)
    c.text(490, 690, "24 CHARACTERS AND A SYMBOL", 54, "#fff", bold=0.09)
    c.text(490, 690, "24 CHARACTERS AND A SYMBOL", 54, "#20400f", bold=0.03)
    return c.render()


def keyhole_shield() -> Image.Image:
    c = Canvas(740, 840)
    c.path(
        "M370 50Q520 130 660 130Q690 480 370 690Q50 480 80 130Q220 130 370 50Z",
        c.linear("#4b2e83", "#7b4fc9", angle=50),
    )
    c.path("M370 50Q520 130 660 130Q690 480 370 690Z", "#000", opacity=0.16)
    c.circle(370, 270, 92, "#ffe45e")
    c.path("M320 330H420L478 560Q370 600 262 560Z", "#ffe45e")
    for x in (338, 402):
        c.circle(x, 262, 11, "#4b2e83")
    c.stroke("M336 300Q370 330 404 300", "#4b2e83", 10)
    c.text(370, 800, "Selfkeep", 96, "#4b2e83", bold=0.05)
    return c.render()


def usb_horse() -> Image.Image:
    c = Canvas(1020, 760, "#e9d8a6")
    c.rect(0, 0, 1020, 520, c.linear("#f6bd60", "#f7ede2"))
    c.circle(150, 150, 62, "#f28482", opacity=0.8)
    c.rect(0, 560, 1020, 200, "#b08968")
    c.path("M0 560Q500 540 1020 566V600H0Z", "#9c7455")
    c.rect(620, 130, 400, 440, "#ddb892")
    for row in range(11):
        for column in range(7):
            c.rect(
                620 + column * 66 - (row % 2) * 33, 130 + row * 40, 62, 36, "#c9a177", 3
            )
    for x in range(620, 1020, 90):
        c.rect(x, 90, 54, 48, "#ddb892")
    c.path("M700 570V330Q800 220 900 330V570Z", "#3e2c23")
    c.path("M700 570V330Q744 262 800 256V570Z", "#7f5539", opacity=0.9)
    c.rect(744, 150, 116, 52, "#2b2d42", 6)
    c.text(802, 187, "OFFICE", 28, "#fff", bold=0.04)
    c.shadow(340, 690, 300, 28, 0.45)
    c.rect(150, 640, 400, 26, "#6f4518", 6)
    for x in (210, 490):
        c.circle(x, 672, 36, "#6f4518")
        c.circle(x, 672, 24, "#a5703a")
        for spoke in range(4):
            c.line(
                [polar(x, 672, 22, spoke * 45), polar(x, 672, 22, spoke * 45 + 180)],
                "#6f4518",
                4,
            )
    for x, lean in ((206, -8), (262, 6), (430, -6), (488, 8)):
        c.line([(x, 520), (x + lean, 640)], "#2f3e46", 26)
    c.rect(150, 360, 390, 190, c.linear("#4a6572", "#26343d"), 34)
    c.rect(66, 396, 92, 112, c.linear("#f2f5f7", "#9aa7b1"), 4)
    for y in (422, 462):
        c.rect(80, y, 34, 20, "#55626c")
    c.path(
        "M470 400L560 200Q600 176 640 220L672 300Q660 330 620 316L590 296L560 470Z",
        c.linear("#4a6572", "#26343d"),
    )
    c.path("M560 200L556 150L592 192Z", "#2f3e46")
    c.stroke("M544 216Q500 280 470 370", "#e63946", 15)
    c.circle(604, 232, 8, "#fff")
    c.path(
        "M240 430L300 400L360 430H300V500M300 430L270 460M300 450L330 470",
        stroke="#e9d8a6",
        stroke_width=8,
    )
    c.rect(380, 420, 116, 84, "#18232a", 6)
    for x in (410, 440, 468):
        c.path(f"M{x - 11} 478q-4 -30 11 -32q15 2 11 32Z", "#e63946")
        c.circle(x - 4, 464, 2.5, "#fff")
        c.circle(x + 5, 464, 2.5, "#fff")
    with c.group("translate(330 322) rotate(-4)"):
        c.rect(-92, -34, 184, 64, "#fff", 5, stroke="#e63946", stroke_width=5)
        c.text(0, 10, "FREE GIFT", 32, "#e63946", bold=0.05)
    person(
        c,
        730,
        640,
        176,
        coat="#2a9d8f",
        trousers="#264653",
        flip=True,
        arms=(((-18, -80), (-24, -96)), ((22, -72), (34, -80))),
    )
    c.rect(8, 8, 1004, 744, "none", stroke="#3e2c23", stroke_width=8)
    return c.render()


def robot_teacher() -> Image.Image:
    c = Canvas(620, 1080, "#f7f7fb")

    def robot(x: float, y: float, s: float, mood: float) -> None:
        with c.group(f"translate({x} {y}) scale({s})"):
            c.rect(-46, -110, 92, 84, "#8fa3bf", 16)
            c.rect(-36, -98, 72, 44, "#15233b", 10)
            for dx in (-16, 16):
                c.circle(dx, -76, 8, "#5ef2d6")
            c.stroke(f"M-12 -62q12 {mood} 24 0", "#5ef2d6", 4)
            c.line([(0, -110), (0, -132)], "#8fa3bf", 6)
            c.circle(0, -136, 8, "#ff6b6b")
            c.rect(-38, -22, 76, 70, "#b9c7db", 12)
            c.line([(-38, -8), (-66, 24)], "#8fa3bf", 13)
            c.line([(38, -8), (66, 16)], "#8fa3bf", 13)

    for index, tone in enumerate(("#ffe5d0", "#d9ecff", "#efe0fb")):
        y = 20 + index * 350
        c.rect(20, y, 580, 334, tone, 6)
        c.rect(20, y + 262, 580, 72, "#000", opacity=0.07)
        c.rect(210, y + 40, 200, 140, "#2f5d50", 6, stroke="#8a5a35", stroke_width=9)
    c.text(310, 122, "2 + 2 = 4", 38, "#fff")
    person(
        c,
        130,
        310,
        210,
        coat="#e4572e",
        trousers="#2e4057",
        arms=(((-18, -58), (-16, -44)), ((26, -82), (44, -92))),
    )
    robot(486, 280, 1.0, 6)
    speech(c, (390, 44, 190, 54), (486, 136), ["Thank you!"], 27)
    for row in range(4):
        c.text(
            310,
            444 + row * 26,
            ("f(x) = max(0, wx + b)", "dL/dw = 0.0013", "x ~ N(0, 1)", "loss: 0.02")[
                row
            ],
            18,
            "#fff",
        )
    person(
        c,
        130,
        660,
        205,
        coat="#e4572e",
        trousers="#2e4057",
        arms=(((-20, -72), (-6, -86)), ((20, -60), (14, -46))),
    )
    robot(470, 620, 1.2, 10)
    c.text(130, 424, "?", 56, "#e4572e", bold=0.06)
    for column in range(2):
        c.text(
            310, 820 + column * 34, ("LESSON 1:", "when to say no")[column], 28, "#fff"
        )
    c.rect(66, 950, 130, 12, "#8a5a35", 4)
    person(
        c,
        130,
        1020,
        170,
        coat="#e4572e",
        trousers="#2e4057",
        arms=(((-18, -58), (-8, -50)), ((20, -86), (22, -106))),
        legs=(((10, -30), (12, -4)), ((18, -30), (20, -4))),
    )
    robot(486, 972, 1.15, 12)
    c.line([(410, 934), (376, 888)], "#8a5a35", 6)
    for index in range(3):
        c.rect(
            20, 20 + index * 350, 580, 334, "none", 6, stroke="#1f2433", stroke_width=6
        )
    return c.render()


def satellite_dandelion() -> Image.Image:
    c = Canvas(1000, 1000, "#070b1f")
    c.rect(
        0,
        0,
        1000,
        1000,
        c.radial("#1c2a5a", "#0b1230", "#04060f", x=0.35, y=0.6, r=0.8),
    )
    dice = random.Random(61)  # noqa: S311
    for _ in range(220):
        c.circle(
            dice.uniform(0, 1000),
            dice.uniform(0, 1000),
            dice.uniform(0.6, 2.2),
            "#fff",
            opacity=dice.uniform(0.2, 0.9),
        )
    c.stroke("M330 1000Q300 800 372 640", "#5f8f4f", 17)
    c.path("M318 940Q220 900 190 800Q280 830 316 900Z", "#4d7a40")
    c.glow(380, 590, 260, "#bcd7ff", 0.25)
    c.circle(
        380, 590, 130, c.radial("#8fd3ff", "#2f7fd0", "#123a78", x=0.35, y=0.3, r=0.8)
    )
    with c.clip("M250 590A130 130 0 0 1 510 590A130 130 0 0 1 250 590Z"):
        c.blob([(270, 540), (340, 500), (380, 540), (350, 610), (300, 620)], "#6cb46a")
        c.blob([(410, 560), (480, 530), (520, 600), (460, 680), (420, 640)], "#5aa35c")

    def seed(x: float, y: float, turn: float, size: float) -> None:
        with c.group(f"translate({x:.0f} {y:.0f}) rotate({turn:.0f}) scale({size})"):
            c.line([(0, 0), (0, -56)], "#dfe8ff", 2.5)
            for hair in range(-4, 5):
                c.line(
                    [(0, -56), polar(0, -56, 30, -90 + hair * 19)],
                    "#eef3ff",
                    1.6,
                    opacity=0.85,
                )
            c.rect(-8, -4, 16, 20, "#d9dee8", 3)
            for side in (-1, 1):
                c.rect(
                    side * 22 - 13,
                    -1,
                    26,
                    13,
                    "#3f6fe0",
                    2,
                    stroke="#9fbcff",
                    stroke_width=1,
                )

    for index in range(15):
        turn = -200 + index * 17
        x, y = polar(380, 590, 140, turn)
        seed(x, y, turn + 90, 1.0)
    for x, y, turn, size in (
        (600, 430, 50, 1.1),
        (700, 560, 70, 0.9),
        (690, 300, 40, 1.3),
        (820, 420, 60, 1.1),
        (850, 220, 45, 1.5),
        (560, 210, 30, 0.9),
        (920, 620, 75, 0.8),
        (760, 110, 35, 1.0),
    ):
        seed(x, y, turn, size)
    return grained(c.render(), seed=22, amount=3)


SCENES = (
    locked_gate,
    keyhole_shield,
    usb_horse,
    robot_teacher,
    satellite_dandelion,
)
