"""Time, work and small kindnesses."""

import math
import random

from PIL import Image

from demo.draw import Canvas, points_path, polar
from demo.figures import envelope, flame, person, rain, tree
from demo.finish import grained, halftoned, painted


def scissors_clock() -> Image.Image:
    c = Canvas(900, 1000, "#f3e6cf")
    c.circle(450, 430, 560, "#f7eedd")
    c.shadow(450, 800, 330, 40, 0.25)
    c.circle(458, 442, 318, "#c9a76c", opacity=0.35)
    c.circle(450, 430, 318, c.linear("#7a2430", "#4c121c", angle=60))
    c.circle(450, 430, 286, c.radial("#fffdf6", "#f6ead0", r=0.62))
    for minute in range(60):
        inner = 240 if minute % 5 == 0 else 262
        width = 9 if minute % 5 == 0 else 3
        turn = minute * 6
        c.line([polar(450, 430, inner, turn), polar(450, 430, 272, turn)], "#4c121c", width)
    # A ribbon of days runs across the face and falls in pieces after the cut.
    for day, (x, y, turn) in enumerate(
        [(60, 300, -5), (142, 299, 4), (224, 310, 9), (306, 327, 14), (388, 350, 18)]
    ):
        with c.group(f"translate({x} {y}) rotate({turn})"):
            c.rect(-43, -46, 86, 92, "#fff", stroke="#d9cdb4", stroke_width=2)
            c.rect(-43, -46, 86, 24, "#c63d3d")
            c.text(0, 28, str(day + 8), 42, "#38281f", bold=0.03)
    for day, (x, y, turn) in enumerate([(570, 640, 40), (645, 795, -28), (515, 862, 12)]):
        c.shadow(x, y + 62, 60, 12, 0.2)
        with c.group(f"translate({x} {y}) rotate({turn})"):
            c.rect(-43, -46, 86, 92, "#fff8ea", stroke="#d9cdb4", stroke_width=2)
            c.rect(-43, -46, 86, 24, "#c63d3d")
            c.text(0, 28, str(day + 13), 42, "#38281f", bold=0.03)
    steel = c.linear("#f4f7fa", "#9aa8b5", "#dfe6ec", angle=0)
    for turn, length, side in ((-38, 262, 1), (8, 205, -1)):
        with c.group(f"translate(450 430) rotate({turn})"):
            c.path(
                f"M-13 30L-11 -{length * 0.55}Q-8 -{length * 0.9} {side * 9} -{length}"
                f"Q15 -{length * 0.6} 13 30Z",
                steel,
                stroke="#5e6b78",
                stroke_width=2.5,
            )
            c.line([(0, 24), (side * -14, 90)], "#c63d3d", 20)
            c.ellipse(side * -26, 140, 36, 50, "none", stroke="#c63d3d", stroke_width=19)
            c.ellipse(side * -30, 136, 36, 50, "none", stroke="#fff", stroke_width=3, opacity=0.4)
    c.circle(450, 430, 19, "#3c4753")
    c.circle(446, 426, 7, "#dfe6ec")
    c.path("M250 250Q330 160 470 158Q340 200 290 290Z", "#fff", opacity=0.5)
    return c.render()


def book_ladder() -> Image.Image:
    c = Canvas(820, 1080)
    c.rect(0, 0, 820, 1080, c.linear("#0d1238", "#26306f", "#6a5a9e"))
    dice = random.Random(4)  # noqa: S311
    for _ in range(110):
        c.circle(dice.uniform(0, 820), dice.uniform(0, 800), dice.uniform(0.8, 2.6), "#fff",
                 opacity=dice.uniform(0.3, 0.95))
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
        c.line([(rail[0][0] - 4, rail[0][1]), (rail[1][0] - 3, rail[1][1])], "#a6754a", 7)
    for rung in range(11):
        share = (rung + 0.6) / 11.3
        ax, ay = (left[0][0] + share * 252, left[0][1] - share * 685)
        bx, by = (right[0][0] + share * 176, right[0][1] - share * 663)
        tall = 34 - share * 15
        turn = math.degrees(math.atan2(by - ay, bx - ax))
        wide = math.hypot(bx - ax, by - ay) + 44 - share * 22
        with c.group(f"translate({(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}) rotate({turn:.1f})"):
            c.rect(-wide / 2, -tall / 2, wide, tall, colours[rung % 6], 5)
            c.rect(-wide / 2 + 9, -tall / 2 + 5, wide - 9, tall - 10, "#f4ead0")
            c.rect(-wide / 2 + 9, -1, wide - 9, 2, "#cdbd97")
            c.rect(-wide / 2, -tall / 2, 16, tall, "#000", 5, opacity=0.25)
    person(c, 338, 690, 205, coat="#e8483f", trousers="#f1c75b", turn=12,
           arms=(((-8, -92), (2, -112)), ((22, -84), (25, -104))),
           legs=(((-9, -24), (-3, -4)), ((14, -30), (9, -14))))
    tree(c, 690, 965, 190, "#2b2758", "#1a1738")
    tree(c, 765, 985, 130, "#3a3370", "#1a1738")
    c.path("M0 1080L0 1000Q260 960 470 990T820 975L820 1080Z", "#0b0a22")
    return c.render()


def hamster_clock() -> Image.Image:
    c = Canvas(980, 800, "#f08a3c")
    c.path("M0 660L980 600L980 800L0 800Z", "#d8702a")
    for ray in range(18):
        turn = ray * 20
        c.polygon([(470, 400), polar(470, 400, 900, turn), polar(470, 400, 900, turn + 9)],
                  "#f6a052", opacity=0.55)
    c.shadow(480, 735, 340, 38, 0.4)
    c.path("M300 730L440 420L500 420L660 730L610 730L470 480L350 730Z", "#123b45")
    c.circle(470, 400, 318, "#0f5a63")
    c.circle(470, 400, 284, "#f4f0dd")
    c.circle(470, 400, 284, c.radial((0.6, "#f4f0dd"), (1, "#b9d0c4")))
    for step in range(60):
        turn = step * 6
        c.line([polar(470, 400, 286, turn), polar(470, 400, 314, turn)], "#e6b93f", 5)
    for hour in range(12):
        x, y = polar(470, 400, 240, hour * 30 - 90)
        c.text(round(x, 1), round(y + 15, 1), str(hour or 12), 46, "#0f5a63", bold=0.04)
    c.line([(470, 400), polar(470, 400, 120, -150)], "#0f5a63", 17)
    c.line([(470, 400), polar(470, 400, 195, -62)], "#0f5a63", 10)
    c.circle(470, 400, 17, "#e6543a")
    person(c, 462, 668, 232, coat="#274690", trousers="#1b2540", turn=9, hair="#221a15",
           arms=(((-24, -66), (-30, -50)), ((20, -58), (34, -66))),
           legs=(((-16, -26), (-36, -22)), ((18, -34), (16, -10))))
    c.polygon([(484, 494), (495, 496), (474, 560), (462, 540)], "#e6543a")
    with c.group("translate(352 560) rotate(-16)"):
        c.rect(-40, 0, 80, 56, "#6d4427", 8)
        c.rect(-14, -12, 28, 16, "none", 5, stroke="#6d4427", stroke_width=7)
        c.rect(-40, 20, 80, 6, "#43280f")
    for y, length in ((470, 60), (520, 90), (585, 70)):
        c.line([(250 - length / 2, y), (250 + length / 2, y)], "#7fa79b", 6)
    for x, y in ((700, 180), (745, 228), (722, 285)):
        c.path(f"M{x} {y}q-12 20 0 28q13 -8 0 -28Z", "#4ea7c9")
    return halftoned(c.render(), strength=0.10)


def candle_both_ends() -> Image.Image:
    c = Canvas(1000, 760)
    c.rect(0, 0, 1000, 760, c.radial("#5a2f1d", "#2b140f", "#120808", y=0.4, r=0.75))
    c.path("M0 560L1000 520L1000 760L0 760Z", c.linear("#5b3620", "#25120b"))
    for x in range(0, 1000, 160):
        c.line([(x - 60, 760), (x + 90, 545)], "#1d0d08", 4, opacity=0.5)
    c.glow(180, 250, 300, "#ffb648", 0.85)
    c.glow(820, 250, 300, "#ffb648", 0.85)
    for sheet, turn in enumerate((-7, 3, -2)):
        with c.group(f"translate({520 - sheet * 12} {640 - sheet * 13}) rotate({turn})"):
            c.rect(-190, -50, 380, 100, "#e7d3a9", stroke="#8c6c3f", stroke_width=3)
            for row in range(4):
                c.line([(-160, -28 + row * 19), (150 - row * 25, -28 + row * 19)], "#8a744e", 4)
    c.path("M478 575L522 575L540 380L460 380Z", "#8d6a2b")
    c.path("M478 575L498 575L498 380L460 380Z", "#d8ad55")
    c.ellipse(500, 582, 105, 24, "#b98b3b")
    c.ellipse(500, 575, 95, 17, "#e1b962")
    c.rect(200, 288, 600, 96, c.linear("#fff2cf", "#f1d79c", "#a9834a"), 18)
    c.ellipse(800, 336, 22, 48, "#e9cb8a")
    c.ellipse(200, 336, 22, 48, "#fff0c4")
    for x, drop in ((222, 130), (258, 70), (300, 40), (778, 150), (742, 85), (700, 35)):
        c.line([(x, 360), (x, 370 + drop)], "#f1d79c", 25)
        c.circle(x, 372 + drop, 15, "#f6e2b1")
    for x, side in ((196, -1), (804, 1)):
        c.stroke(f"M{x} 336q{side * 18} -4 {side * 22} -26", "#241710", 7)
        flame(c, x + side * 22, 318, 170, side * 4)
    person(c, 500, 290, 150, coat="#39465f", trousers="#20283a", skin="#d99f6c",
           arms=(((-18, -60), (-6, -56)), ((17, -60), (8, -56))),
           legs=(((-14, -36), (-16, -8)), ((14, -36), (17, -8))))
    c.rect(478, 188, 48, 34, "#cfd6dd", 4)
    c.rect(482, 192, 40, 26, "#8ec6e8", 2)
    return painted(c.render(), seed=5, boldness=0.8)


def bench_seasons() -> Image.Image:
    c = Canvas(1080, 620, "#fffdf5")
    skies = [("#cfeaf2", "#eaf6df"), ("#ffe9a9", "#fdf3cf"), ("#ffd0a6", "#ffe7cc"),
             ("#bfe0d0", "#e8f5e6")]
    grounds = ["#8cc46a", "#79b957", "#b9a24f", "#6aa84f"]
    crowns = ["#7cc05a", "#6ab04c", "#d9822b", "#4f9a45"]
    for index in range(4):
        x = 22 + index * 263
        frame = f"M{x} 30H{x + 247}V540H{x}Z"
        with c.clip(frame):
            c.rect(x, 30, 247, 510, c.linear(*skies[index]))
            c.circle(x + 200 - index * 38, 100 + index * 12, 30, "#ffcf4a")
            c.path(f"M{x} 440Q{x + 120} 410 {x + 247} 440V540H{x}Z", grounds[index])
            c.path(f"M{x} 480Q{x + 150} 462 {x + 247} 486V540H{x}Z", "#000", opacity=0.08)
            if index == 0:
                c.path(f"M{x + 150} 462q0 -30 0 -48", stroke="#4e8b3a", stroke_width=6)
                c.path(f"M{x + 150} 420q24 -24 34 0q-18 12 -34 0q-24 -26 -34 -4q16 12 34 4Z",
                       "#62a845")
                person(c, x + 82, 470, 120, coat="#e8483f", trousers="#3d5a80",
                       arms=(((0, -60), (28, -52)), ((18, -62), (34, -48))))
                c.path(f"M{x + 114} 404l34 -12l4 26l-30 14Z", "#5b8fb9")
                for drop in range(3):
                    c.line([(x + 150, 404 + drop * 9), (x + 147, 409 + drop * 9)], "#4c9fd0", 3)
            else:
                tree(c, x + 155, 470, (150, 270, 390)[index - 1], crowns[index])
            if index == 1:
                person(c, x + 64, 486, 160, coat="#e8483f", trousers="#3d5a80",
                       arms=(((-10, -62), (-10, -46)), ((22, -72), (38, -82))))
            if index == 2:
                person(c, x + 60, 492, 178, coat="#b23a48", trousers="#2f3e55",
                       arms=(((-16, -58), (-12, -46)), ((20, -58), (14, -46))))
                for dx, dy in ((110, 440), (190, 400), (215, 470), (95, 360)):
                    c.ellipse(x + dx, dy, 8, 4, "#c4611c")
            if index == 3:
                c.rect(x + 42, 440, 130, 12, "#8b5a2b", 3)
                c.rect(x + 42, 408, 130, 10, "#8b5a2b", 3)
                for leg in (54, 150):
                    c.rect(x + leg, 450, 9, 44, "#5e3b1c")
                person(c, x + 92, 494, 158, coat="#8d3644", trousers="#3a4456", hair="#e8e6e1",
                       arms=(((-16, -58), (-6, -48)), ((18, -58), (24, -46))),
                       legs=(((12, -34), (13, -2)), ((20, -34), (22, -2))))
                person(c, x + 206, 494, 84, coat="#f0b429", trousers="#3d5a80",
                       arms=(((-16, -64), (-26, -76)), ((14, -60), (15, -46))))
        c.path(frame, stroke="#2b2b2b", stroke_width=5)
        c.text(x + 123, 588, ("1961", "1975", "1998", "TODAY")[index], 30, "#2b2b2b", bold=0.04)
    return c.render()


def wet_umbrella() -> Image.Image:
    c = Canvas(760, 860)
    c.rect(0, 0, 760, 860, c.linear("#7d93a6", "#a9bac4", "#c5cdd0"))
    for x, top, wide in ((0, 330, 120), (130, 250, 90), (560, 290, 110), (668, 210, 92)):
        c.rect(x, top, wide, 520, "#6d8293", opacity=0.55)
        for row in range(6):
            for column in range(2):
                c.rect(x + 18 + column * 42, top + 26 + row * 62, 22, 32, "#e9dfae",
                       opacity=0.35 if (row + column) % 3 else 0.8)
    c.rect(0, 700, 760, 160, c.linear("#53606b", "#3c464f"))
    for x, y, w in ((180, 790, 150), (560, 745, 110), (620, 830, 190)):
        c.ellipse(x, y, w / 2, 13, "#8fa3b0", opacity=0.55)
    for box, drops in (((0, 0, 760, 340), 110), ((0, 300, 390, 740), 60),
                       ((735, 300, 760, 740), 5)):
        rain(c, box, drops, "#e6eef3", seed=8 + drops, length=30)
    c.shadow(280, 776, 130, 22, 0.45)
    person(c, 270, 772, 420, coat="#30506b", trousers="#22303f", hair="#1b1b1f",
           arms=(((-15, -60), (-14, -45)), ((20, -62), (46, -62))))
    c.line([(463, 520), (560, 470)], "#5b3a21", 9)
    with c.group("translate(548 476) rotate(6)"):
        c.path("M-168 26Q-150 -118 0 -124Q150 -118 168 26Q140 -2 112 26Q84 -2 56 26"
               "Q28 -2 0 26Q-28 -2 -56 26Q-84 -2 -112 26Q-140 -2 -168 26Z", "#d8343c")
        c.path("M0 -124Q-60 -60 -56 26Q-84 -2 -112 26Q-140 -2 -168 26Q-150 -118 0 -124Z",
               "#fff", opacity=0.14)
        c.stroke("M0 -124Q-62 -60 -56 26M0 -124Q62 -60 56 26", "#8e1a24", 3)
        c.line([(0, -124), (0, -142)], "#8e1a24", 7)
    # The only dry thing in the street is a seedling in a paving crack.
    c.ellipse(556, 754, 120, 20, "#b7a98e", opacity=0.9)
    c.path("M556 754Q550 700 560 660", stroke="#3f7d34", stroke_width=9)
    for turn, size in ((-150, 56), (-35, 62), (-92, 50)):
        with c.group(f"translate(559 {690 if size < 60 else 676}) rotate({turn}) scale({size / 100})"):
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
    for top, share, colour, light in ((90, 1.0, "#3ddc84", "#0f3b28"), (455, 0.07, "#ff4d4d", "#471418")):
        c.rect(0, top - 35, 800, 325, light)
        c.rect(330, top + 40, 330, 160, "#1b2228", 26, stroke="#f4f6f8", stroke_width=10)
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
    c.path("M0 720L0 640L250 560L480 590L760 420L1040 300L1040 720Z", "#a8434d", opacity=0.45)
    c.path("M0 720L0 690L1040 250L1040 720Z", c.linear("#5a2340", "#2b1026"))
    for x in range(40, 1040, 90):
        y = 690 - x * 0.423
        c.path(f"M{x} {y + 14}l34 -2l-8 40Z", "#fff", opacity=0.06)
    c.shadow(640, 432, 190, 40, 0.4)
    dice = random.Random(12)  # noqa: S311
    c.circle(628, 258, 172, "#cdb78f")
    for ring in range(150):
        radius = 168 * math.sqrt(ring / 150)
        x, y = polar(628, 258, radius, ring * 137.5)
        dark = (x - 628) * 0.35 + (y - 258) * 0.6
        paper = "#fffaf0" if dark < -20 else "#f2e4cb" if dark < 55 else "#d7bd9a"
        seal = "#d8343c" if ring % 4 == 0 else None
        envelope(c, x, y, dice.uniform(58, 76), turn=dice.uniform(-60, 60), paper=paper,
                 edge="#8f6f55", seal=seal)
    person(c, 398, 540, 250, coat="#2b2a4c", trousers="#191832", turn=24,
           arms=(((14, -84), (32, -90)), ((26, -72), (40, -76))),
           legs=(((-20, -22), (-34, -10)), ((10, -26), (-2, -4))))
    for x, y, turn in ((300, 600, 20), (205, 632, -40), (110, 668, 75)):
        envelope(c, x, y, 56, turn=turn, edge="#8f6f55", seal="#d8343c")
    c.path(points_path([(470, 330), (452, 318)]), stroke="#fff", stroke_width=4)
    return grained(c.render(), seed=3, amount=5)


SCENES = (
    scissors_clock,
    book_ladder,
    hamster_clock,
    candle_both_ends,
    bench_seasons,
    wet_umbrella,
    battery_morning,
    inbox_sisyphus,
)
