"""Money, chance, promises."""

import math

from PIL import Image

from demo.draw import Canvas, smooth_path
from demo.figures import cloud, person, rain, tree
from demo.finish import grained, halftoned


def snail_express() -> Image.Image:
    c = Canvas(880, 660, "#ffd400")
    for row in range(9):
        c.line([(0, 150 + row * 40), (880, 120 + row * 40)], "#ffe04a", 17)
    c.rect(0, 500, 880, 160, "#3d3f45")
    for x in range(10, 880, 150):
        c.rect(x, 570, 84, 12, "#fff", 3)
    c.shadow(440, 512, 330, 22, 0.5)
    c.path(
        "M110 505Q160 440 300 450L640 440Q690 430 690 330Q700 290 740 300Q790 330 770 400Q760 500 660 508Z",
        "#d6a77a",
    )
    c.path(
        "M110 505Q160 470 300 480L660 478Q730 450 756 380Q770 500 660 508Z",
        "#000",
        opacity=0.12,
    )
    for x, top in ((722, 212), (770, 226)):
        c.line([(742, 310), (x, top)], "#d6a77a", 11)
        c.circle(x, top, 17, "#fff")
        c.circle(x + 6, top, 8, "#222")
    c.stroke("M726 372Q748 386 766 368", "#7d4a24", 6)
    c.circle(420, 330, 160, "#b5432e")
    for radius, tone in (
        (136, "#d4593d"),
        (104, "#b5432e"),
        (72, "#d4593d"),
        (40, "#b5432e"),
    ):
        c.circle(426, 338, radius, tone)
    c.path("M676 312Q690 236 764 250Q804 262 800 312Q740 290 676 312Z", "#1f5fbf")
    c.rect(790, 298, 46, 11, "#143f80", 5)
    c.rect(330, 92, 190, 122, "#c89b5e", 4)
    c.rect(412, 92, 26, 122, "#e6cf9c")
    c.text(425, 190, "FRAGILE", 24, "#7a4f1e", bold=0.05)
    for y, length in ((330, 70), (370, 110), (410, 60)):
        c.line([(230 - length, y), (220, y)], "#fff", 8)
    c.rect(588, 400, 44, 32, "#fff", 4)
    c.text(440, 60, "SAME DAY DELIVERY", 70, "#1d1d1f", bold=0.08)
    c.text(440, 642, "DIDN'T SAY WHICH DAY", 54, "#fff", bold=0.07)
    return c.render()


def growing_dominoes() -> Image.Image:
    c = Canvas(1100, 640)
    c.rect(0, 0, 1100, 640, c.linear("#20243a", "#3b4168"))
    c.rect(0, 520, 1100, 120, c.linear("#6d7bb5", "#2c3257"))
    c.glow(980, 200, 420, "#8ea2ff", 0.35)
    x = 150.0
    for index in range(8):
        height = 34 * 1.43**index
        wide = height * 0.2
        turn = (24, 16, 8, 0, 0, 0, 0, 0)[index]
        c.shadow(x + wide, 524, wide * 2.2, 9, 0.5)
        with c.group(f"translate({x:.1f} 522) rotate({turn})"):
            side = wide * 0.55
            c.polygon(
                [
                    (wide, 0),
                    (wide + side, -side * 0.4),
                    (wide + side, -height - side * 0.4),
                    (wide, -height),
                ],
                "#b6b0a0",
            )
            c.polygon(
                [
                    (0, -height),
                    (side, -height - side * 0.4),
                    (wide + side, -height - side * 0.4),
                    (wide, -height),
                ],
                "#fffdf6",
            )
            c.rect(
                0,
                round(-height, 1),
                round(wide, 1),
                round(height, 1),
                c.linear("#f6f1e4", "#ddd5c2"),
            )
            c.line(
                [(wide * 0.12, -height / 2), (wide * 0.88, -height / 2)],
                "#3b3f55",
                max(wide * 0.05, 1.5),
            )
            for dot in range(min(index + 1, 6)):
                c.circle(
                    wide * (0.3 + 0.4 * (dot % 2)),
                    -height * (0.93 - 0.17 * (dot // 2)),
                    wide * 0.11,
                    "#c8374a",
                )
                c.circle(
                    wide * (0.3 + 0.4 * (dot % 2)),
                    -height * (0.43 - 0.15 * (dot // 2)),
                    wide * 0.11,
                    "#3b3f55",
                )
        x += wide * 2.5 + 20
    person(
        c,
        104,
        522,
        84,
        coat="#ffb703",
        trousers="#e9ecff",
        skin="#f0c9a4",
        arms=(((-16, -60), (-14, -46)), ((22, -62), (40, -60))),
        legs=(((-9, -24), (-14, -3)), ((10, -24), (12, -3))),
    )
    c.stroke("M138 452q18 -16 34 -4M150 430q22 -16 40 0", "#ffe6a8", 4)
    return grained(c.render(), seed=18, amount=4)


def piggy_parachute() -> Image.Image:
    c = Canvas(840, 1000)
    c.rect(0, 0, 840, 1000, c.linear("#3d5a80", "#7fa3c7", "#d9e6ee"))
    cloud(c, 160, 820, 260, "#fff", opacity=0.9)
    cloud(c, 690, 700, 220, "#fff", opacity=0.75)
    cloud(c, 640, 930, 340, "#fff")
    cloud(c, 90, 330, 160, "#fff", opacity=0.4)
    for side in (-270, -160, -54, 54, 160, 270):
        c.line([(420 + side, 330), (420 + side * 0.24, 640)], "#f4f1ea", 3)
    c.path(
        "M130 340Q140 70 420 60Q700 70 710 340Q660 300 620 336Q570 300 520 336Q470 300 420 336"
        "Q370 300 320 336Q270 300 220 336Q180 300 130 340Z",
        "#ff9fb2",
    )
    c.path(
        "M420 60Q330 140 320 336Q270 300 220 336Q220 140 420 60ZM420 60Q510 140 520 336Q570 300 620 336"
        "Q620 140 420 60Z",
        "#f4f1ea",
    )
    for x, y in ((246, 150), (594, 150)):
        c.path(f"M{x - 44} {y - 50}Q{x} {y - 110} {x + 44} {y - 50}Z", "#ff7d96")
    c.ellipse(420, 200, 62, 46, "#ff7d96")
    for x in (400, 440):
        c.ellipse(x, 200, 10, 16, "#c94f6d")
    c.rect(396, 78, 48, 9, "#8f2d4a", 4)
    person(
        c,
        420,
        800,
        230,
        coat="#2a9d8f",
        trousers="#264653",
        arms=(((-22, -86), (-20, -104)), ((22, -86), (20, -104))),
        legs=(((-10, -24), (-18, -8)), ((10, -26), (14, -6))),
    )
    for x, y, turn in ((520, 480, 20), (250, 560, -10), (600, 590, 50), (330, 430, 0)):
        c.ellipse(
            x, y, 21, 21 - abs(turn) * 0.2, "#f6c945", stroke="#a97a12", stroke_width=4
        )
        c.text(x, y + 10, "$", 28, "#a97a12", bold=0.04)
    c.path("M0 1000L120 960L260 1000Z", "#31475f")
    return c.render()


def rainy_day_jar() -> Image.Image:
    c = Canvas(900, 640)
    c.rect(0, 0, 900, 640, c.linear("#51616f", "#7d8c96"))
    rain(c, (0, 0, 900, 560), 170, "#b9c9d4", seed=33, length=26)
    c.rect(0, 540, 900, 100, "#39464f")
    c.path(
        "M450 66Q120 80 96 330Q160 290 220 330Q280 290 336 330Q392 290 450 330Q508 290 564 330Q620 290 680 330"
        "Q740 290 804 330Q780 80 450 66Z",
        "#e0b13b",
    )
    c.path(
        "M450 66Q330 110 336 330Q280 290 220 330Q230 110 450 66ZM450 66Q570 110 564 330Q620 290 680 330Q670 110 450 66Z",
        "#f6d365",
    )
    c.line([(450, 60), (450, 40)], "#7d5a12", 9)
    for index in range(17):
        y = 316 + index * 13
        shift = math.sin(index * 1.9) * 4
        c.ellipse(450 + shift, y + 9, 33, 10, "#b98a17")
        c.ellipse(450 + shift, y, 33, 10, "#ffdf6b", stroke="#a97a12", stroke_width=2)
    c.path(
        "M450 534v20q0 34 34 34q30 0 30 -30",
        stroke="#7d5a12",
        stroke_width=13,
        stroke_linecap="round",
    )
    c.shadow(450, 590, 330, 22, 0.4)
    for x, tall, coat, flip in (
        (270, 190, "#d1495b", False),
        (350, 120, "#2a9d8f", False),
        (580, 180, "#3d5a98", True),
        (655, 100, "#ef8354", True),
    ):
        person(
            c,
            x,
            584,
            tall,
            coat=coat,
            flip=flip,
            arms=(((-16, -58), (-14, -45)), ((18, -62), (24, -52))),
        )
    tree(c, 60, 556, 150, "#4d5c52", "#39403a")
    tree(c, 850, 556, 190, "#4d5c52", "#39403a")
    return halftoned(c.render(), pitch=7, strength=0.12)


def weather_vane_polls() -> Image.Image:
    c = Canvas(700, 900, "#f2efe9")
    c.rect(0, 0, 700, 900, c.linear("#dff1f0", "#f2efe9"))
    for y, bend in ((140, 40), (230, 60), (330, 30)):
        c.stroke(
            f"M30 {y}Q200 {y - bend} 330 {y}T640 {y - 20}q40 -30 10 -50", "#a9cfd0", 9
        )
    c.path("M120 900L350 640L580 900Z", "#b5533c")
    for row in range(6):
        y = 690 + row * 40
        for x in range(int(350 - (y - 640) * 0.88), int(350 + (y - 640) * 0.88), 34):
            c.path(f"M{x} {y}q17 26 34 0", stroke="#8c3a28", stroke_width=4)
    c.rect(342, 380, 16, 280, "#30343b")
    c.line([(150, 470), (550, 470)], "#30343b", 9)
    c.text(120, 484, "W", 40, "#30343b", bold=0.05)
    c.text(580, 484, "E", 40, "#30343b", bold=0.05)
    c.circle(350, 470, 22, "#c9a53a")
    with c.group("rotate(-8 350 380)"):
        c.line([(120, 384), (570, 384)], "#30343b", 13)
        c.polygon([(560, 350), (640, 384), (560, 418)], "#30343b")
        c.polygon(
            [(130, 384), (80, 340), (150, 352), (190, 384), (150, 416), (80, 428)],
            "#30343b",
        )
        person(
            c,
            350,
            382,
            250,
            coat="#22304f",
            trousers="#171f33",
            hair="#b9b4aa",
            arms=(((-22, -62), (-16, -48)), ((26, -76), (46, -82))),
        )
        c.polygon([(352, 186), (362, 188), (358, 250), (348, 240)], "#d1495b")
    c.path(
        smooth_path([(470, 120), (560, 90), (640, 130)]),
        stroke="#a9cfd0",
        stroke_width=9,
    )
    return c.render()


SCENES = (
    snail_express,
    growing_dominoes,
    piggy_parachute,
    rainy_day_jar,
    weather_vane_polls,
)
