"""Water, what lives in it, and clean power."""

import math
import random

from PIL import Image

from demo.draw import Canvas
from demo.figures import person, tree


def plug_leaf() -> Image.Image:
    c = Canvas(760, 760)
    c.circle(380, 340, 300, c.linear("#1c7c54", "#0d4b3a", angle=60))
    c.stroke("M380 640V500Q380 430 310 392", "#c6f36b", 26)
    c.path("M316 396Q160 380 150 210Q330 190 360 320Q366 370 316 396Z", "#c6f36b")
    c.stroke("M310 388Q260 300 196 250", "#0d4b3a", 9)
    c.rect(428, 236, 128, 96, "#f6fff0", 16)
    c.path("M436 328H548Q548 412 492 416Q436 412 436 328Z", "#f6fff0")
    for x in (456, 512):
        c.rect(x, 162, 18, 78, "#f6fff0", 7)
    c.stroke("M492 410Q488 470 382 508", "#f6fff0", 22)
    c.text(380, 724, "ROOTVOLT", 76, "#0d4b3a", bold=0.07)
    return c.render()


def bottle_whale() -> Image.Image:
    c = Canvas(1060, 760)
    c.rect(0, 0, 1060, 760, c.linear("#bfe9e4", "#7fd0c7", "#2f9c95", "#0f5a63"))
    c.path(
        "M0 300Q130 276 265 300T530 300T795 300T1060 300V760H0Z",
        c.linear("#3fb3a7", "#13757b", "#0a3c49"),
    )
    whale = (
        "M150 470Q150 300 400 282Q620 270 720 400Q790 480 880 470Q920 400 1000 372Q996 450 940 500"
        "Q984 540 1000 600Q920 590 878 534Q780 620 560 640Q180 650 150 470Z"
    )
    c.path(whale, "#dff6f2", opacity=0.35, stroke="#e9fffb", stroke_width=6)
    dice = random.Random(40)  # noqa: S311
    with c.clip(whale):
        for index in range(150):
            turn, x, y = (
                dice.uniform(0, 360),
                dice.uniform(170, 860),
                dice.uniform(400, 640),
            )
            tone = dice.choice(
                ["#f25f5c", "#ffe066", "#70c1b3", "#f7fff7", "#50a0d8", "#ff9f68"]
            )
            with c.group(f"translate({x:.0f} {y:.0f}) rotate({turn:.0f})"):
                if index % 3 == 0:
                    c.rect(-30, -12, 46, 24, tone, 7, opacity=0.92)
                    c.rect(16, -6, 14, 12, tone, 2)
                    c.rect(28, -8, 8, 16, "#234", 2)
                    c.rect(-18, -12, 18, 24, "#fff", opacity=0.5)
                elif index % 3 == 1:
                    c.path("M-22 -18L22 -20L28 18Q0 26 -26 16Z", tone, opacity=0.85)
                    c.path("M-12 -19q10 -18 22 0", stroke=tone, stroke_width=5)
                else:
                    c.circle(0, 0, 11, tone)
                    c.circle(0, 0, 6, "#000", opacity=0.15)
        c.path(
            "M150 470Q160 600 400 640Q640 650 880 534Q700 560 500 540Q280 530 150 470Z",
            "#fff",
            opacity=0.28,
        )
        c.path(
            "M170 420Q240 320 420 310Q560 306 640 350Q420 330 300 380Q210 410 170 420Z",
            "#fff",
            opacity=0.55,
        )
    c.circle(262, 430, 16, "#0a3c49")
    c.circle(267, 425, 5, "#fff")
    c.stroke("M160 506Q230 540 310 506", "#0a3c49", 7)
    c.path(
        "M420 560Q400 660 330 690Q330 610 372 548Z",
        "#c4ebe5",
        opacity=0.9,
        stroke="#e9fffb",
        stroke_width=4,
    )
    for index in range(30):
        share = index / 30
        side = -1 if index % 2 else 1
        x, y = (
            440 + side * share * 130,
            278 - math.sin(share * math.pi) * 190 + share * 60,
        )
        with c.group(f"translate({x:.0f} {y:.0f}) rotate({index * 47})"):
            c.rect(
                -11, -5, 18, 10, ["#f25f5c", "#ffe066", "#fff", "#50a0d8"][index % 4], 3
            )
            c.rect(7, -3, 7, 6, "#2b4a52", 1)
    for x, y in ((80, 640), (980, 700), (700, 700), (930, 330)):
        c.circle(x, y, 10, "none", stroke="#bdeee7", stroke_width=3)
    return c.render()


def last_drop() -> Image.Image:
    c = Canvas(700, 1080, "#e4b363")
    c.rect(0, 0, 700, 1080, c.linear("#f4d58d", "#e0a458", "#b5652b"))
    crack = random.Random(23)  # noqa: S311
    c.path("M0 880Q350 850 700 880V1080H0Z", "#8c4a20")
    for _ in range(40):
        x, y = crack.uniform(0, 700), crack.uniform(890, 1070)
        points = [(x, y)]
        for _ in range(4):
            points.append(
                (
                    points[-1][0] + crack.uniform(-40, 60),
                    points[-1][1] + crack.uniform(-18, 22),
                )
            )
        c.line(points, "#5c2c10", 3)
    steel = c.linear("#5b6b78", "#eef4f8", "#7c8c99")
    c.rect(-20, 190, 300, 92, steel)
    c.path("M270 190H400Q500 196 500 300V372H408V320Q408 282 370 282H270Z", steel)
    c.rect(398, 366, 112, 36, "#5b6b78", 8)
    c.rect(170, 150, 120, 46, "#5b6b78", 10)
    c.rect(214, 92, 32, 66, "#8fa0ad")
    c.rect(130, 68, 200, 36, "#c1392b", 18)
    c.rect(140, 72, 180, 10, "#fff", 5, opacity=0.35)
    drop = "M454 430Q590 620 590 710A136 136 0 0 1 318 710Q318 620 454 430Z"
    c.path(drop, c.linear("#bfe9ff", "#4db2ec", "#1668a8"))
    with c.clip(drop):
        c.path("M300 740Q380 690 454 740T620 730V860H300Z", "#2f8f5b")
        c.path("M300 780Q420 730 620 780V870H300Z", "#1f6f46")
        for x, h in ((366, 60), (400, 84), (500, 96), (534, 64)):
            c.rect(x - 15, 752 - h, 30, h + 10, "#fbf3e0")
            c.polygon([(x - 19, 752 - h), (x, 732 - h), (x + 19, 752 - h)], "#d9483b")
            c.rect(x - 6, 764 - h, 10, 12, "#3d7ea6")
        tree(c, 450, 762, 90, "#57b560")
        tree(c, 570, 770, 60, "#57b560")
        c.path(
            "M420 800Q454 776 488 800Q454 824 420 800ZM484 800l20 -12v24Z", "#f6a03c"
        )
        c.circle(432, 797, 3, "#222")
    c.path("M366 700Q372 630 420 560Q388 660 392 720Z", "#fff", opacity=0.6)
    c.shadow(454, 940, 130, 18, 0.5)
    c.text(350, 1032, "ONE TOWN LEFT IN THE TAP", 44, "#ffe9bd", bold=0.05)
    return c.render()


def anglers_return() -> Image.Image:
    c = Canvas(1000, 940, "#fbfbf6")
    frames = [(20, 20), (510, 20), (20, 480), (510, 480)]
    tones = ["#c9e7f2", "#ffe3b3", "#f5c6aa", "#bcd3e8"]
    for index, (x, y) in enumerate(frames):
        with c.clip(f"M{x} {y}h470v440h-470Z"):
            c.rect(x, y, 470, 440, tones[index])
            c.path(
                f"M{x} {y + 270}q60 -14 118 0t118 0t118 0t118 0V{y + 440}H{x}Z",
                "#2f86a6",
            )
            c.path(
                f"M{x} {y + 330}q60 -12 118 0t118 0t118 0t118 0V{y + 440}H{x}Z",
                "#1d6685",
            )
            if index == 3:
                c.path(
                    f"M{x + 250} {y + 140}Q{x + 470} {y + 160} {x + 440} {y + 300}Q{x + 330} {y + 330} {x + 250} {y + 290}"
                    f"Q{x + 330} {y + 220} {x + 250} {y + 140}Z",
                    "#3c8f6f",
                )
                c.path(f"M{x + 430} {y + 280}q60 -50 60 10q-20 50 -70 30Z", "#3c8f6f")
                c.circle(x + 330, y + 186, 19, "#fff")
                c.circle(x + 323, y + 188, 9, "#222")
                c.stroke(f"M{x + 306} {y + 156}l40 8", "#1d4f3c", 7)
                c.line(
                    [(x + 300, y + 250), (x + 210, y + 210), (x + 130, y + 190)],
                    "#3c8f6f",
                    22,
                )
                c.rect(x + 96, y + 150, 50, 66, "#8a5a35", 6)
                c.path(f"M{x + 96} {y + 200}h-34q-8 30 20 30h64v-20Z", "#8a5a35")
                for dx, dy, tone in (
                    (170, 250, "#f25f5c"),
                    (205, 268, "#ffe066"),
                    (236, 262, "#e8eef0"),
                ):
                    c.rect(x + dx, y + dy, 24, 34, tone, 5)
            c.path(
                f"M{x + 20} {y + 250}h160q-14 56 -50 56h-70q-30 0 -40 -56Z", "#b0413e"
            )
            c.rect(x + 20, y + 246, 160, 10, "#7d2a2a", 4)
            person(
                c,
                x + 96,
                y + 268,
                150,
                coat="#f2c14e",
                trousers="#3d5a80",
                hair="#d0d4d8",
                arms=(((18, -62), (34, -70)), ((20, -60), (36, -66))),
            )
            if index < 3:
                c.line([(x + 140, y + 172), (x + 286, y + 70)], "#5b3a21", 5)
                c.line(
                    [(x + 286, y + 70), (x + 320, y + 190 + (60 if index == 2 else 0))],
                    "#333",
                    2,
                )
            if index == 0:
                c.path(f"M{x + 300} {y + 190}h36v60h34q20 4 18 30h-88Z", "#8a5a35")
                c.rect(x + 296, y + 276, 94, 10, "#3a2416")
            if index == 1:
                c.rect(
                    x + 300,
                    y + 190,
                    44,
                    76,
                    "#e8eef0",
                    6,
                    stroke="#8b98a0",
                    stroke_width=3,
                )
                c.rect(x + 300, y + 208, 44, 36, "#e63946")
                c.ellipse(x + 322, y + 190, 22, 7, "#aeb9c0")
            if index == 2:
                for dx, tone in ((290, "#f25f5c"), (320, "#ffe066"), (350, "#70c1b3")):
                    c.rect(x + dx, y + 250, 24, 60, tone, 7)
                    c.rect(x + dx + 7, y + 236, 10, 16, tone)
                c.line([(x + 280, y + 262), (x + 390, y + 280)], "#dfe", 3)
        c.rect(x, y, 470, 440, "none", stroke="#1d2b33", stroke_width=6)
    for x, y, words in (
        (150, 92, "A boot."),
        (640, 92, "A can."),
        (196, 552, "Where are the fish?"),
    ):
        wide = 30 + len(words) * 15
        c.rect(
            x - wide / 2, y - 40, wide, 56, "#fff", 26, stroke="#1d2b33", stroke_width=3
        )
        c.text(x, y - 2, words, 29, "#1d2b33", bold=0.02)
    c.rect(716, 508, 236, 76, "#fff", 30, stroke="#1d2b33", stroke_width=3)
    c.path("M838 582L846 622L866 582Z", "#fff", stroke="#1d2b33", stroke_width=3)
    c.text(834, 556, "Yours, I think.", 31, "#1d2b33", bold=0.02)
    return c.render()


SCENES = (
    plug_leaf,
    bottle_whale,
    last_drop,
    anglers_return,
)
