"""Ordinary days: reading, rain, mornings, mail."""

import math
import random

from PIL import Image

from demo.draw import Canvas, points_path, polar
from demo.figures import envelope, person, rain, tree
from demo.finish import grained


def book_ladder() -> Image.Image:
    c = Canvas(820, 1080)
    c.rect(0, 0, 820, 1080, c.linear("#0d1238", "#26306f", "#6a5a9e"))
    dice = random.Random(4)  # noqa: S311
    for _ in range(110):
        c.circle(
            dice.uniform(0, 820),
            dice.uniform(0, 800),
            dice.uniform(0.8, 2.6),
            "#fff",
            opacity=dice.uniform(0.3, 0.95),
        )
    c.glow(560, 220, 330, "#ffe9a8", 0.6)
    c.circle(560, 220, 138, c.radial("#fff8dc", "#f6d878", x=0.4, y=0.35, r=0.75))
    for x, y, r in ((520, 190, 22), (600, 250, 30), (560, 300, 14), (618, 170, 13)):
        c.circle(x, y, r, "#dfb95a", opacity=0.35)
    c.path("M0 1080L0 940Q200 890 420 930T820 910L820 1080Z", "#141233")
    colours = ["#d8574b", "#efb03f", "#4fa08b", "#e9dfc7", "#7fa9d6", "#b565a7"]
    # Two rails leaning to the moon, closed books for rungs.
    left, right = ((180, 985), (432, 300)), ((390, 985), (566, 322))
    for rail in (left, right):
        c.line(rail, "#3a2a1d", 17)
        c.line(
            [(rail[0][0] - 4, rail[0][1]), (rail[1][0] - 3, rail[1][1])], "#a6754a", 7
        )
    for rung in range(11):
        share = (rung + 0.6) / 11.3
        ax, ay = (left[0][0] + share * 252, left[0][1] - share * 685)
        bx, by = (right[0][0] + share * 176, right[0][1] - share * 663)
        tall = 34 - share * 15
        turn = math.degrees(math.atan2(by - ay, bx - ax))
        wide = math.hypot(bx - ax, by - ay) + 44 - share * 22
        with c.group(
            f"translate({(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}) rotate({turn:.1f})"
        ):
            c.rect(-wide / 2, -tall / 2, wide, tall, colours[rung % 6], 5)
            c.rect(-wide / 2 + 9, -tall / 2 + 5, wide - 9, tall - 10, "#f4ead0")
            c.rect(-wide / 2 + 9, -1, wide - 9, 2, "#cdbd97")
            c.rect(-wide / 2, -tall / 2, 16, tall, "#000", 5, opacity=0.25)
    person(
        c,
        338,
        690,
        205,
        coat="#e8483f",
        trousers="#f1c75b",
        turn=12,
        arms=(((-8, -92), (2, -112)), ((22, -84), (25, -104))),
        legs=(((-9, -24), (-3, -4)), ((14, -30), (9, -14))),
    )
    tree(c, 690, 965, 190, "#2b2758", "#1a1738")
    tree(c, 765, 985, 130, "#3a3370", "#1a1738")
    c.path("M0 1080L0 1000Q260 960 470 990T820 975L820 1080Z", "#0b0a22")
    return c.render()


def wet_umbrella() -> Image.Image:
    c = Canvas(760, 860)
    c.rect(0, 0, 760, 860, c.linear("#7d93a6", "#a9bac4", "#c5cdd0"))
    for x, top, wide in (
        (0, 330, 120),
        (130, 250, 90),
        (560, 290, 110),
        (668, 210, 92),
    ):
        c.rect(x, top, wide, 520, "#6d8293", opacity=0.55)
        for row in range(6):
            for column in range(2):
                c.rect(
                    x + 18 + column * 42,
                    top + 26 + row * 62,
                    22,
                    32,
                    "#e9dfae",
                    opacity=0.35 if (row + column) % 3 else 0.8,
                )
    c.rect(0, 700, 760, 160, c.linear("#53606b", "#3c464f"))
    for x, y, w in ((180, 790, 150), (560, 745, 110), (620, 830, 190)):
        c.ellipse(x, y, w / 2, 13, "#8fa3b0", opacity=0.55)
    for box, drops in (
        ((0, 0, 760, 340), 110),
        ((0, 300, 390, 740), 60),
        ((735, 300, 760, 740), 5),
    ):
        rain(c, box, drops, "#e6eef3", seed=8 + drops, length=30)
    c.shadow(280, 776, 130, 22, 0.45)
    person(
        c,
        270,
        772,
        420,
        coat="#30506b",
        trousers="#22303f",
        hair="#1b1b1f",
        arms=(((-15, -60), (-14, -45)), ((20, -62), (46, -62))),
    )
    c.line([(463, 520), (560, 470)], "#5b3a21", 9)
    with c.group("translate(548 476) rotate(6)"):
        c.path(
            "M-168 26Q-150 -118 0 -124Q150 -118 168 26Q140 -2 112 26Q84 -2 56 26"
            "Q28 -2 0 26Q-28 -2 -56 26Q-84 -2 -112 26Q-140 -2 -168 26Z",
            "#d8343c",
        )
        c.path(
            "M0 -124Q-60 -60 -56 26Q-84 -2 -112 26Q-140 -2 -168 26Q-150 -118 0 -124Z",
            "#fff",
            opacity=0.14,
        )
        c.stroke("M0 -124Q-62 -60 -56 26M0 -124Q62 -60 56 26", "#8e1a24", 3)
        c.line([(0, -124), (0, -142)], "#8e1a24", 7)
    # The only dry thing in the street is a seedling in a paving crack.
    c.ellipse(556, 754, 120, 20, "#b7a98e", opacity=0.9)
    c.path("M556 754Q550 700 560 660", stroke="#3f7d34", stroke_width=9)
    for turn, size in ((-150, 56), (-35, 62), (-92, 50)):
        with c.group(
            f"translate(559 {690 if size < 60 else 676}) rotate({turn}) scale({size / 100})"
        ):
            c.path("M0 0Q30 -42 100 0Q30 42 0 0Z", "#66b24a")
    c.circle(561, 636, 17, "#ffd23f")
    for petal in range(6):
        c.circle(*polar(561, 636, 20, petal * 60), 10, "#fff6e5")
    c.circle(561, 636, 11, "#f2a71b")
    for x, y in ((205, 300), (330, 318), (190, 470), (350, 440)):
        c.path(f"M{x} {y}q-9 15 0 21q10 -6 0 -21Z", "#cfe6f5")
    c.rect(10, 10, 740, 840, "none", stroke="#20272d", stroke_width=7)
    return c.render()


def battery_morning() -> Image.Image:
    c = Canvas(800, 800, "#101418")
    for top, share, colour, light in (
        (90, 1.0, "#3ddc84", "#0f3b28"),
        (455, 0.07, "#ff4d4d", "#471418"),
    ):
        c.rect(0, top - 35, 800, 325, light)
        c.rect(
            330, top + 40, 330, 160, "#1b2228", 26, stroke="#f4f6f8", stroke_width=10
        )
        c.rect(668, top + 90, 26, 60, "#f4f6f8", 8)
        c.rect(346, top + 56, 298 * share, 128, colour, 12)
        c.rect(346, top + 56, 298 * share, 40, "#fff", 12, opacity=0.25)
        c.text(495, top + 250, f"{round(share * 100)}%", 52, colour, bold=0.05)
    c.rect(135, 120, 110, 205, "#e9edf1", 18)
    c.rect(145, 140, 90, 160, c.linear("#6fd3ff", "#5a6ef0"), 6)
    c.circle(172, 205, 7, "#fff")
    c.circle(208, 205, 7, "#fff")
    c.stroke("M165 235Q190 262 215 235", "#fff", 7)
    c.rect(70, 640, 250, 22, "#8b6a4a", 8)
    c.ellipse(195, 610, 118, 46, "#6a7fb5")
    c.circle(110, 592, 44, "#e8b98f")
    c.path("M66 590Q62 540 112 546Q160 544 152 590Q130 562 66 590Z", "#4a3225")
    c.line([(96, 598), (108, 598)], "#3a2a22", 5)
    c.line([(122, 598), (134, 598)], "#3a2a22", 5)
    c.stroke("M104 618Q114 610 126 618", "#3a2a22", 5)
    for x, y, size in ((190, 540, 28), (222, 512, 36), (262, 482, 46)):
        c.text(x, y, "Z", size, "#c9d6ee", bold=0.06)
    c.text(400, 52, "MY PHONE AT 8 AM", 46, "#fff", bold=0.06)
    c.text(400, 778, "ME AT 8 AM", 46, "#fff", bold=0.06)
    return c.render()


def inbox_sisyphus() -> Image.Image:
    c = Canvas(1040, 720)
    c.rect(0, 0, 1040, 720, c.linear("#ffe1c4", "#f7a97f", "#d8665c"))
    c.circle(800, 190, 86, "#fff2d8", opacity=0.9)
    c.path(
        "M0 720L0 640L250 560L480 590L760 420L1040 300L1040 720Z",
        "#a8434d",
        opacity=0.45,
    )
    c.path("M0 720L0 690L1040 250L1040 720Z", c.linear("#5a2340", "#2b1026"))
    c.shadow(640, 432, 190, 40, 0.4)
    dice = random.Random(12)  # noqa: S311
    c.circle(628, 258, 172, "#cdb78f")
    for ring in range(150):
        radius = 168 * math.sqrt(ring / 150)
        x, y = polar(628, 258, radius, ring * 137.5)
        dark = (x - 628) * 0.35 + (y - 258) * 0.6
        paper = "#fffaf0" if dark < -20 else "#f2e4cb" if dark < 55 else "#d7bd9a"
        seal = "#d8343c" if ring % 4 == 0 else None
        envelope(
            c,
            x,
            y,
            dice.uniform(58, 76),
            turn=dice.uniform(-60, 60),
            paper=paper,
            edge="#8f6f55",
            seal=seal,
        )
    person(
        c,
        398,
        540,
        250,
        coat="#2b2a4c",
        trousers="#191832",
        turn=24,
        arms=(((14, -84), (32, -90)), ((26, -72), (40, -76))),
        legs=(((-20, -22), (-34, -10)), ((10, -26), (-2, -4))),
    )
    for x, y, turn in ((300, 600, 20), (205, 632, -40), (110, 668, 75)):
        envelope(c, x, y, 56, turn=turn, edge="#8f6f55", seal="#d8343c")
    c.path(points_path([(470, 330), (452, 318)]), stroke="#fff", stroke_width=4)
    return grained(c.render(), seed=3, amount=5)


SCENES = (
    book_ladder,
    wet_umbrella,
    battery_morning,
    inbox_sisyphus,
)
