"""Living together: words, peace, strength in numbers."""

import math
import random

from PIL import Image

from demo.draw import Canvas, points_path, smooth_path
from demo.figures import bird, envelope, leaf, person
from demo.finish import painted


def mail_iceberg() -> Image.Image:
    c = Canvas(860, 1060)
    c.rect(0, 0, 860, 330, c.linear("#fbe6d4", "#d8eef5"))
    c.rect(0, 330, 860, 730, c.linear("#3aa6c9", "#14618f", "#06243f"))
    c.circle(690, 110, 48, "#ffd9a0")
    dice = random.Random(31)  # noqa: S311

    def pile(
        outline: list[tuple[float, float]],
        papers: list[str],
        edge: str,
        top: float,
        bottom: float,
        count: int,
    ) -> None:
        c.polygon(outline, papers[-1])
        with c.clip(points_path(outline, closed=True)):
            for index in range(count):
                y = top + (bottom - top) * index / count
                depth = (y - top) / (bottom - top)
                paper = papers[min(int(depth * len(papers)), len(papers) - 1)]
                envelope(
                    c,
                    60 + (index * 197 + dice.uniform(-30, 30)) % 760,
                    y,
                    dice.uniform(96, 112),
                    turn=dice.uniform(-14, 14),
                    paper=paper,
                    edge=edge,
                    seal="#f0433a" if index % 6 == 0 else None,
                )

    pile(
        [
            (320, 332),
            (362, 240),
            (412, 216),
            (448, 142),
            (502, 196),
            (536, 250),
            (580, 332),
        ],
        ["#ffffff", "#f4f8fa"],
        "#9db4c4",
        150,
        360,
        22,
    )
    pile(
        [
            (230, 338),
            (640, 338),
            (724, 470),
            (770, 620),
            (690, 770),
            (600, 850),
            (520, 985),
            (440, 1010),
            (350, 900),
            (240, 830),
            (130, 690),
            (96, 560),
            (150, 430),
        ],
        ["#d9f0f5", "#b5dceb", "#8dc2dd", "#69a4c8", "#4a84ad", "#34668f"],
        "#2d6d97",
        350,
        1010,
        170,
    )
    c.rect(0, 330, 860, 730, c.linear((0, "#1b83b0", 0.12), (1, "#041c33", 0.55)))
    c.path(
        "M0 326Q60 318 120 328T240 328T360 328T480 328T600 328T720 328T860 326V342H0Z",
        "#e6f7fb",
        opacity=0.8,
    )
    c.path("M92 318h96l-16 26h-64Z", "#d8343c")
    c.line([(140, 318), (140, 246)], "#5b3a21", 5)
    c.path("M146 250L190 304H146Z", "#fff")
    c.rect(430, 92, 124, 44, "#f0433a", 22)
    c.text(492, 124, "1 new", 30, "#fff", bold=0.04)
    for _ in range(24):
        c.circle(
            dice.uniform(30, 830),
            dice.uniform(380, 1040),
            dice.uniform(2, 7),
            "none",
            stroke="#cdeefa",
            stroke_width=2,
            opacity=0.5,
        )
    return c.render()


def hand_bridge() -> Image.Image:
    c = Canvas(760, 1080)
    c.rect(0, 0, 760, 1080, c.linear("#17355c", "#e8785a", "#ffd08a"))
    c.circle(380, 560, 172, "#fff0c0", opacity=0.9)
    c.path("M0 1080V900Q120 860 260 900T520 880T760 910V1080Z", "#b5473f", opacity=0.6)
    c.path("M0 520L120 510L190 620L160 780L210 920L170 1080H0Z", "#2a1f3d")
    c.path("M760 520L640 510L580 620L610 780L560 920L600 1080H760Z", "#2a1f3d")
    c.path("M0 520L120 510L150 560L60 700L0 690Z", "#4a3560")
    c.path("M760 520L640 510L612 560L700 690L760 680Z", "#4a3560")
    # Two arms grow out of the cliffs; their clasp carries the road.
    c.path(
        "M40 522L250 486Q330 474 372 496L392 540Q360 572 300 566L130 620Z", "#c98255"
    )
    c.path(
        "M720 522L520 486Q440 474 392 500L360 540Q400 580 470 566L640 620Z", "#f0c09a"
    )
    for finger in range(4):
        c.line(
            [
                (410 - finger * 6, 508 + finger * 17),
                (340 - finger * 3, 514 + finger * 16),
            ],
            "#f0c09a",
            17,
        )
        c.line(
            [(410 - finger * 6, 517 + finger * 17), (342, 523 + finger * 16)],
            "#a9784f",
            2,
        )
    c.path(
        "M352 500Q380 468 420 480",
        stroke="#c98255",
        stroke_width=20,
        stroke_linecap="round",
    )
    c.path("M40 522L110 506L122 606L86 640Z", "#2f6f8f")
    c.path("M720 522L650 506L640 606L676 640Z", "#b83b4b")
    for x, coat, tall, flip in (
        (150, "#ffd166", 92, False),
        (212, "#06d6a0", 70, False),
        (560, "#ef476f", 92, True),
        (616, "#f8f4e3", 84, True),
        (318, "#e07a9b", 84, False),
        (452, "#4cc9f0", 86, True),
    ):
        y = 506 - max(0, 160 - abs(x - 380)) * 0.16
        person(
            c,
            x,
            round(y + 2),
            tall,
            coat=coat,
            flip=flip,
            arms=(((-14, -60), (-16, -46)), ((18, -66), (28, -60))),
            legs=(((-10, -24), (-14, -3)), ((10, -24), (12, -3))),
        )
    c.text(380, 150, "MEET HALFWAY", 84, "#fff6df", bold=0.06)
    c.line([(150, 192), (610, 192)], "#ffd08a", 5)
    c.text(380, 236, "neighbours' week", 36, "#ffe2b8")
    for x, y, size in ((200, 330, 38), (540, 300, 46), (600, 360, 30)):
        bird(c, x, y, size, "#fff0dc", -6)
    return c.render()


def helmet_nest() -> Image.Image:
    c = Canvas(940, 820)
    c.rect(0, 0, 940, 820, c.linear("#f6d9a8", "#f3b98a", "#c98f6b"))
    c.circle(200, 170, 84, "#fff1cf")
    c.path("M0 560Q250 500 480 540T940 510V820H0Z", "#8a8f5a")
    c.path("M0 640Q320 570 600 630T940 610V820H0Z", "#6f7a45")
    dice = random.Random(14)  # noqa: S311
    for _ in range(170):
        x, y = dice.uniform(0, 940), dice.uniform(640, 815)
        c.line(
            [(x, y), (x + dice.uniform(-8, 8), y - dice.uniform(14, 34))],
            dice.choice(["#55652f", "#8fa055", "#46562a"]),
            3,
        )
    for _ in range(26):
        x, y = dice.uniform(0, 940), dice.uniform(620, 800)
        c.circle(x, y, 9, "#d8342c")
        c.circle(x, y, 3, "#2a1010")
    c.shadow(480, 730, 320, 46, 0.5)
    c.path("M190 470Q200 740 480 744Q760 740 776 470Z", c.linear("#6b7350", "#3a402b"))
    c.path("M190 470Q200 740 480 744Q330 680 320 470Z", "#8b9468", opacity=0.6)
    c.path(
        "M150 476Q480 420 816 476Q820 506 790 508Q480 450 176 508Q146 506 150 476Z",
        "#555c3d",
    )
    c.stroke("M250 520Q230 700 330 790", "#2f2519", 14)
    c.stroke("M330 790q26 10 44 -6", "#2f2519", 14)
    c.ellipse(482, 474, 288, 48, "#3b2a1b")
    for _ in range(240):
        turn = dice.uniform(0, 360)
        x, y = 482 + 270 * math.cos(turn), 474 + 44 * math.sin(turn)
        c.line(
            [(x, y), (x + dice.uniform(-70, 70), y + dice.uniform(-16, 14))],
            dice.choice(["#c99b5b", "#8f6530", "#e6c78a", "#6b4a22"]),
            4,
        )
    for x, y in ((350, 432), (430, 410), (520, 430)):
        c.ellipse(x, y, 44, 54, c.radial("#f4fbfb", "#a8cdd2", x=0.35, y=0.3, r=0.8))
    c.path(
        "M560 452Q520 330 610 286Q650 216 716 250Q738 262 760 270L722 288Q730 390 680 452Z",
        "#fbf7ee",
    )
    c.path("M610 300Q560 370 590 440Q640 430 690 350Q650 330 610 300Z", "#d7d2c4")
    c.circle(706, 266, 7, "#222")
    c.path("M740 262L772 270L738 282Z", "#e39a35")
    c.stroke("M768 272Q800 252 838 262", "#4f6b2f", 6)
    for x, turn in ((786, -70), (806, 60), (822, -50), (836, 10)):
        leaf(c, x, 260, 34, "#6f9440", turn)
    return painted(c.render(), seed=21, boldness=0.9)


def fish_together() -> Image.Image:
    c = Canvas(1080, 760)
    c.rect(0, 0, 1080, 760, c.linear("#f2e6c8", "#e8d6a8"))
    for row in range(14):
        c.path(
            f"M0 {690 - row * 4}Q270 {660 - row * 6} 540 {690 - row * 4}T1080 {690 - row * 4}",
            stroke="#d2bd88",
            stroke_width=2,
            opacity=0.4,
        )

    def fish(x: float, y: float, size: float, colour: str, turn: float = 0) -> None:
        with c.group(
            f"translate({x:.1f} {y:.1f}) rotate({turn:.1f}) scale({size / 100:.3f})"
        ):
            c.path("M-50 0Q-10 -38 40 0Q-10 38 -50 0Z", colour)
            c.path("M34 0L66 -24Q56 0 66 24Z", colour)
            c.circle(-28, -5, 5, "#f2e6c8")

    # A shoal in the outline of one great fish, one dark fish for its eye.
    outline = [
        (330, 370),
        (420, 250),
        (560, 200),
        (700, 235),
        (812, 330),
        (860, 340),
        (980, 210),
        (960, 370),
        (985, 540),
        (860, 410),
        (810, 425),
        (700, 510),
        (560, 545),
        (420, 490),
        (346, 425),
        (430, 390),
    ]
    path = smooth_path(outline, closed=True)
    dice = random.Random(3)  # noqa: S311
    colours = ["#d1495b", "#e0632f", "#c8553d", "#edae49"]
    with c.clip(path):
        c.path(path, "#d1495b", opacity=0.12)
        for row in range(13):
            for column in range(15):
                x = 310 + column * 48 + (row % 2) * 24
                y = 190 + row * 29
                if math.hypot(x - 455, y - 330) < 26:
                    continue
                fish(x, y, 46, dice.choice(colours), dice.uniform(-8, 8))
    fish(455, 330, 60, "#1d2d44")
    with c.group("translate(150 400)"):
        c.path("M-170 0Q-90 -92 70 -20Q84 0 70 24Q-80 84 -170 0Z", "#1d2d44")
        c.path("M-170 0L-262 -66Q-236 0 -262 66Z", "#1d2d44")
        c.path("M-60 -50L-30 -112L10 -40Z", "#1d2d44")
        c.circle(28, -20, 10, "#f2e6c8")
        c.circle(31, -20, 5, "#1d2d44")
        c.stroke("M70 14Q40 26 22 18", "#f2e6c8", 4)
    c.stroke("M236 350L268 322M244 400H288M236 448L266 474", "#1d2d44", 7)
    c.text(540, 104, "ALONE WE ARE LUNCH", 66, "#1d2d44", bold=0.06)
    c.text(540, 690, "organise", 54, "#d1495b", bold=0.05)
    return c.render()


def house_of_words() -> Image.Image:
    c = Canvas(800, 750)
    c.path(
        "M400 70L690 300H630V520Q630 560 590 560H420L330 650V560H210Q170 560 170 520V300H110Z",
        c.linear("#ff7a59", "#e0435f", angle=60),
    )
    c.path("M400 70L690 300H630V330L400 148L170 330V300H110Z", "#8e2350")
    for x in (290, 400, 510):
        c.circle(x, 430, 38, "#fff3e8")
    c.path("M560 130V200L610 240V130Z", "#8e2350")
    c.text(400, 706, "neighbourly", 60, "#8e2350", bold=0.05)
    return c.render()


SCENES = (
    mail_iceberg,
    hand_bridge,
    helmet_nest,
    fish_together,
    house_of_words,
)
