"""A planet used up: heat, smoke, fire."""

import math
import random

from PIL import Image

from demo.draw import Canvas, points_path, polar, smooth_path
from demo.figures import cloud, leaf, person, tree
from demo.finish import grained, halftoned


def hourglass_forest() -> Image.Image:
    c = Canvas(760, 1040)
    c.rect(0, 0, 760, 1040, c.radial("#fdf6e3", "#e9d9b5", "#cdb688", r=0.75))
    c.shadow(380, 968, 300, 40, 0.45)
    wood = c.linear("#6d3f1f", "#b9773f", "#6d3f1f", angle=0)
    upper = (
        "M180 130Q170 380 350 500Q366 514 366 526H394Q394 514 410 500Q590 380 580 130Z"
    )
    lower = (
        "M366 526Q366 540 350 552Q170 670 180 920H580Q590 670 410 552Q394 540 394 526Z"
    )
    c.path(upper, "#eaf4ee", opacity=0.75)
    c.path(lower, "#e4e6ea", opacity=0.85)
    with c.clip(upper):
        c.path(
            "M150 300Q260 330 330 420Q380 500 430 420Q500 330 620 300V560H150Z",
            "#5f8f3e",
        )
        c.path("M150 320Q280 360 370 520L380 560H150Z", "#4b7733")
        for x, y, size, crown in (
            (226, 326, 130, "#3f8f4a"),
            (296, 366, 110, "#58a957"),
            (470, 364, 118, "#4a9b4f"),
            (540, 322, 140, "#357f42"),
            (380, 440, 92, "#6bb75f"),
            (430, 404, 86, "#3f8f4a"),
            (338, 412, 80, "#357f42"),
        ):
            tree(c, x, y, size, crown)
    for index in range(26):
        y = 470 + index * 13
        if index % 3 == 0:
            leaf(c, 380 + math.sin(index) * 5, y, 18, "#4b8a3a", index * 57)
        else:
            grey = "#5b8a45" if index < 10 else "#7c8087"
            c.circle(380 + math.sin(index * 2.1) * 5, y, 4, grey)
    with c.clip(lower):
        c.path("M150 940V850Q380 790 620 850V940Z", "#8a8d94")
        dice = random.Random(2)  # noqa: S311
        for index, x in enumerate((206, 256, 304, 346, 392, 440, 488, 534)):
            top = 880 - (90, 150, 210, 250, 190, 235, 140, 100)[index]
            tone = ("#4a4f59", "#636975", "#3a3f48")[index % 3]
            c.rect(x - 24, top, 48, 940 - top, tone)
            for row in range(top + 14, 880, 24):
                for dx in (-15, 3):
                    c.rect(
                        x + dx,
                        row,
                        11,
                        12,
                        "#ffd36b" if dice.random() < 0.45 else "#2a2e35",
                    )
        for x, y in ((300, 620), (440, 640), (250, 720)):
            cloud(c, x, y, 110, "#8b8f98", opacity=0.5)
    for d in (upper, lower):
        c.path(d, stroke="#8fa3a0", stroke_width=7)
    c.path("M206 160Q206 330 300 430Q230 330 232 160Z", "#fff", opacity=0.65)
    c.path("M212 890Q216 730 300 640Q246 740 240 890Z", "#fff", opacity=0.4)
    for y in (84, 914):
        c.rect(130, y, 500, 52, wood, 18)
        c.rect(140, y + 6, 480, 10, "#fff", 5, opacity=0.25)
    for x in (146, 596):
        c.rect(x, 130, 20, 790, wood, 8)
    return grained(c.render(), seed=4, amount=4)


def melting_scoop() -> Image.Image:
    c = Canvas(740, 1060, "#ff6f61")
    for ray in range(24):
        c.polygon(
            [
                (370, 420),
                polar(370, 420, 1100, ray * 15),
                polar(370, 420, 1100, ray * 15 + 7.5),
            ],
            "#ff8574",
            opacity=0.8,
        )
    c.text(370, 122, "EAT IT WHILE", 74, "#fff3d6", bold=0.07)
    c.text(370, 200, "IT LASTS", 74, "#fff3d6", bold=0.07)
    cone = "M190 560H550L388 985Q370 1010 352 985Z"
    c.path(cone, c.linear("#f0b45c", "#b8742b", angle=20))
    with c.clip(cone):
        for step in range(-12, 20):
            c.line([(step * 42, 540), (step * 42 + 270, 1020)], "#935a1e", 5)
            c.line([(step * 42 + 270, 540), (step * 42, 1020)], "#935a1e", 5)
        c.rect(190, 555, 370, 40, "#5b3010", opacity=0.3)
    drip = (
        "M166 470Q150 250 370 244Q590 250 574 470Q580 560 552 566Q530 640 512 570Q490 556 470 580"
        "Q464 720 436 724Q412 716 414 600Q390 566 352 584Q344 660 318 664Q298 650 300 580"
        "Q262 556 246 590Q236 632 214 622Q196 600 204 560Q166 546 166 470Z"
    )
    c.path(drip, c.radial("#6fd0f2", "#2a8fd0", "#155f9e", x=0.36, y=0.25, r=0.85))
    with c.clip(drip):
        land = "#63b35a"
        c.blob(
            [
                (210, 300),
                (300, 270),
                (360, 300),
                (330, 360),
                (350, 420),
                (300, 470),
                (262, 400),
                (210, 370),
            ],
            land,
        )
        c.blob(
            [(300, 480), (360, 470), (380, 540), (350, 600), (322, 690), (300, 600)],
            "#56a34e",
        )
        c.blob(
            [
                (440, 280),
                (520, 290),
                (570, 380),
                (560, 470),
                (500, 430),
                (480, 500),
                (430, 440),
                (400, 350),
            ],
            land,
        )
        c.blob([(470, 520), (530, 500), (520, 590), (470, 580)], "#56a34e")
        c.ellipse(370, 250, 110, 24, "#fff", opacity=0.95)
        c.ellipse(
            290, 330, 80, 46, "#fff", opacity=0.22, transform="rotate(-28 290 330)"
        )
    for x, y, r in ((436, 778, 13), (318, 716, 9), (500, 690, 8)):
        c.path(
            f"M{x} {y - r * 2.4}Q{x + r * 1.3} {y} {x} {y + r}Q{x - r * 1.3} {y} {x} {y - r * 2.4}Z",
            "#3c9fdc",
        )
    c.ellipse(450, 1010, 150, 20, "#2a8fd0")
    c.ellipse(330, 1020, 70, 12, "#63b35a")
    return halftoned(c.render(), pitch=10, strength=0.16)


def ashtray_factory() -> Image.Image:
    c = Canvas(960, 780)
    c.rect(0, 0, 960, 780, c.linear("#8b8178", "#b9a58e", "#d9c3a1"))
    c.shadow(480, 710, 460, 56, 0.55)
    for x, turn, lit, tall in (
        (330, -13, True, 300),
        (460, -3, True, 380),
        (590, 7, True, 330),
        (720, 22, False, 220),
    ):
        with c.group(f"translate({x} 560) rotate({turn})"):
            body = c.linear("#cfc8bc", "#fdfaf3", "#c9c0b2", angle=0)
            c.rect(-34, -tall, 68, tall + 40, body)
            c.rect(
                -34, -110, 68, 150, c.linear("#a2622a", "#d9924a", "#9a5b25", angle=0)
            )
            for dot in range(9):
                c.circle(-22 + dot * 17 % 48, -96 + dot * 14, 3, "#7c4518")
            c.rect(-34, -116, 68, 7, "#c7a04b")
            for row in range(3):
                for dx in (-20, 6):
                    c.rect(dx, -tall + 60 + row * 42, 14, 20, "#4d5660", 2)
            c.path(
                f"M-34 {-tall}Q-20 {-tall - 30} 0 {-tall - 22}Q20 {-tall - 32} 34 {-tall}V{-tall + 26}H-34Z",
                "#6c6862",
            )
            if lit:
                c.path(
                    f"M-34 {-tall + 18}Q0 {-tall - 4} 34 {-tall + 18}V{-tall + 30}H-34Z",
                    "#ff6a2b",
                )
                c.rect(-34, -tall + 24, 68, 8, "#ffb44d")
    for x, y, w in (
        (250, 230, 130),
        (300, 150, 190),
        (400, 80, 260),
        (440, 140, 180),
        (620, 190, 140),
        (690, 110, 220),
        (820, 50, 300),
        (160, 60, 240),
    ):
        cloud(c, x, y, w, "#4b4641", opacity=0.5)
        cloud(c, x - 10, y - 6, w * 0.8, "#726b63", opacity=0.5)
    c.ellipse(480, 610, 390, 104, "#1f6f8b")
    c.path(
        "M90 610Q100 720 260 734H700Q860 720 870 610Q760 700 480 704Q200 700 90 610Z",
        c.linear("#2f93b5", "#11475e"),
    )
    c.ellipse(480, 596, 356, 82, "#6f665d")
    c.path(
        "M124 596Q200 680 480 678Q760 680 836 596Q760 640 480 644Q200 640 124 596Z",
        "#4c453e",
        opacity=0.6,
    )
    for points in (
        [(170, 660), (250, 680), (300, 724), (210, 712)],
        [(430, 694), (540, 690), (580, 726), (450, 730)],
        [(690, 680), (790, 656), (780, 700), (710, 718)],
    ):
        c.blob(points, "#6aa84f")
    dice = random.Random(5)  # noqa: S311
    for _ in range(120):
        angle, far = dice.uniform(0, math.tau), dice.uniform(0.1, 0.95)
        left, top = (
            480 + 330 * far * math.cos(angle),
            602 + 62 * far * math.sin(angle),
        )
        c.ellipse(
            left,
            top,
            dice.uniform(4, 15),
            dice.uniform(2, 5),
            dice.choice(["#8d8378", "#3e3833", "#a89d90"]),
        )
    return grained(c.render(), seed=6, amount=9)


def bear_ice_cube() -> Image.Image:
    c = Canvas(800, 920)
    c.rect(0, 0, 800, 920, c.linear("#3b1d4f", "#71305e", "#c75b5b"))
    for x, y, r in (
        (120, 180, 60),
        (680, 140, 84),
        (610, 300, 40),
        (200, 330, 34),
        (80, 470, 46),
        (730, 460, 50),
    ):
        c.glow(x, y, r, "#ffcf8a", 0.55)
    c.rect(0, 780, 800, 140, "#2a1320")
    c.rect(0, 780, 800, 10, "#e08a6a", opacity=0.5)
    c.shadow(400, 850, 300, 34, 0.6)
    glass = "M150 250L200 830Q204 852 230 852H570Q596 852 600 830L650 250Z"
    c.path(glass, "#fff", opacity=0.13)
    with c.clip(glass):
        c.rect(100, 500, 600, 360, c.linear("#f1a73b", "#c5611b", "#7c2d10"))
        c.ellipse(400, 500, 240, 26, "#ffd27a")
        for x, y, turn, size in (
            (270, 640, 18, 120),
            (500, 690, -24, 130),
            (380, 780, 8, 100),
        ):
            with c.group(f"translate({x} {y}) rotate({turn})"):
                c.rect(-size / 2, -size / 2, size, size, "#fff3d8", 16, opacity=0.4)
                c.rect(
                    -size / 2 + 10,
                    -size / 2 + 10,
                    size - 20,
                    26,
                    "#fff",
                    10,
                    opacity=0.3,
                )
    c.path("M268 520L280 408L420 380L560 404L574 522L500 560L330 556Z", "#d5f1fb")
    c.path("M268 520L280 408L428 430L436 562L330 556Z", "#a8dbf0")
    c.path("M280 408L420 380L560 404L428 430Z", "#f3fcff")
    for x, drop in ((300, 34), (540, 26), (470, 18)):
        c.line([(x, 540), (x, 546 + drop)], "#bfe8f6", 8)
    c.path(
        "M306 402Q300 330 360 306Q440 288 500 318Q548 344 544 402H506L500 372Q470 384 440 378L436 404H400"
        "L396 376Q370 378 350 366L346 402Z",
        "#fbf8ef",
    )
    c.path("M440 378Q500 380 540 350L544 402H506L500 372Q470 384 440 378Z", "#d8d2c3")
    c.path(
        "M366 316Q310 300 286 320Q252 318 232 344Q236 362 270 360Q300 372 340 352Z",
        "#fbf8ef",
    )
    c.circle(310, 306, 13, "#fbf8ef")
    c.circle(236, 346, 8, "#222")
    c.circle(276, 330, 5, "#222")
    c.stroke("M250 362Q264 352 276 360", "#8d8676", 4)
    c.path("M286 336q-7 14 0 20q8 -6 0 -20Z", "#7cc7ea")
    c.path(glass, stroke="#fff", stroke_width=7, opacity=0.55)
    c.ellipse(400, 250, 250, 28, "none", stroke="#fff", stroke_width=7, opacity=0.7)
    c.path("M184 300L218 760L240 760L210 300Z", "#fff", opacity=0.3)
    c.line([(470, 480), (620, 60)], "#ff5d8f", 17)
    c.line([(466, 478), (616, 58)], "#ffc1d4", 4)
    c.circle(652, 246, 58, "#ffd23f")
    c.circle(652, 246, 47, "#fff3b0")
    for spoke in range(6):
        c.line([(652, 246), polar(652, 246, 45, spoke * 60)], "#ffd23f", 5)
    c.rect(8, 8, 784, 904, "none", stroke="#1a0b14", stroke_width=8)
    return c.render()


def burning_match_forest() -> Image.Image:
    c = Canvas(1100, 560, "#1d1a26")
    c.rect(0, 0, 1100, 560, c.linear("#2a2038", "#5c2b3d", "#b5482f"))
    c.glow(150, 190, 330, "#ff9a3c", 0.8)
    dice = random.Random(19)  # noqa: S311
    for index in range(22):
        x = 70 + index * 46
        height = 250 + 40 * math.sin(index * 1.7)
        top = 500 - height
        burnt = index < 4
        tone = (
            "#3a2a22" if burnt else c.linear("#a9743f", "#e2b57a", "#8f5f31", angle=0)
        )
        c.rect(x - 8, round(top, 1), 16, round(height, 1), tone, 3)
        if burnt:
            points = [
                (x - 26, top + 40),
                (x - 16, top - 30),
                (x - 30, top - 70),
                (x + 4, top - 130 + index * 14),
                (x + 14, top - 60),
                (x + 32, top - 40),
                (x + 24, top + 36),
            ]
            c.blob(points, "#ff7b2e")
            c.blob(
                [
                    (px * 0.5 + x * 0.5, py * 0.6 + (top + 20) * 0.4)
                    for px, py in points
                ],
                "#ffd257",
            )
        else:
            shade = ("#3f8f4a", "#2f7a44", "#58a957")[index % 3]
            for tier in range(3):
                wide = 30 - tier * 7
                c.polygon(
                    [
                        (x - wide, top + 56 - tier * 34),
                        (x, top - tier * 36),
                        (x + wide, top + 56 - tier * 34),
                    ],
                    shade,
                )
    c.path("M0 500H1100V560H0Z", "#120e14")
    c.rect(40, 478, 1020, 44, "#c9ab6b", 4)
    c.rect(40, 478, 1020, 12, "#ecd9a6", 4)
    c.stroke(
        smooth_path([(60, 506), (400, 510), (800, 504), (1040, 508)]), "#9a7b3e", 3
    )
    for _ in range(60):
        left, top = dice.uniform(20, 420), dice.uniform(20, 440)
        c.circle(
            left, top, dice.uniform(1, 3.4), "#ffc861", opacity=dice.uniform(0.4, 1)
        )
    person(
        c,
        590,
        482,
        92,
        coat="#e9e3d0",
        trousers="#4d5b78",
        hair="#2a1c14",
        flip=True,
        arms=(((-16, -60), (-15, -46)), ((20, -88), (30, -102))),
    )
    c.path(
        points_path([(620, 388), (642, 376), (644, 400), (622, 404)], closed=True),
        "#3d7ea6",
    )
    return c.render()


SCENES = (
    hourglass_forest,
    melting_scoop,
    ashtray_factory,
    bear_ice_cube,
    burning_match_forest,
)
