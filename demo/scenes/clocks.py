"""Time that runs, cuts and burns."""

from PIL import Image

from demo.draw import Canvas, polar
from demo.figures import flame, person, tree
from demo.finish import halftoned, painted


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
        c.line(
            [polar(450, 430, inner, turn), polar(450, 430, 272, turn)], "#4c121c", width
        )
    # A ribbon of days runs across the face and falls in pieces after the cut.
    for day, (x, y, turn) in enumerate(
        [(60, 300, -5), (142, 299, 4), (224, 310, 9), (306, 327, 14), (388, 350, 18)]
    ):
        with c.group(f"translate({x} {y}) rotate({turn})"):
            c.rect(-43, -46, 86, 92, "#fff", stroke="#d9cdb4", stroke_width=2)
            c.rect(-43, -46, 86, 24, "#c63d3d")
            c.text(0, 28, str(day + 8), 42, "#38281f", bold=0.03)
    for day, (x, y, turn) in enumerate(
        [(570, 640, 40), (645, 795, -28), (515, 862, 12)]
    ):
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
            c.ellipse(
                side * -26, 140, 36, 50, "none", stroke="#c63d3d", stroke_width=19
            )
            c.ellipse(
                side * -30,
                136,
                36,
                50,
                "none",
                stroke="#fff",
                stroke_width=3,
                opacity=0.4,
            )
    c.circle(450, 430, 19, "#3c4753")
    c.circle(446, 426, 7, "#dfe6ec")
    c.path("M250 250Q330 160 470 158Q340 200 290 290Z", "#fff", opacity=0.5)
    return c.render()


def hamster_clock() -> Image.Image:
    c = Canvas(980, 800, "#f08a3c")
    c.path("M0 660L980 600L980 800L0 800Z", "#d8702a")
    for ray in range(18):
        turn = ray * 20
        c.polygon(
            [(470, 400), polar(470, 400, 900, turn), polar(470, 400, 900, turn + 9)],
            "#f6a052",
            opacity=0.55,
        )
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
    person(
        c,
        462,
        668,
        232,
        coat="#274690",
        trousers="#1b2540",
        turn=9,
        hair="#221a15",
        arms=(((-24, -66), (-30, -50)), ((20, -58), (34, -66))),
        legs=(((-16, -26), (-36, -22)), ((18, -34), (16, -10))),
    )
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
        with c.group(
            f"translate({520 - sheet * 12} {640 - sheet * 13}) rotate({turn})"
        ):
            c.rect(-190, -50, 380, 100, "#e7d3a9", stroke="#8c6c3f", stroke_width=3)
            for row in range(4):
                c.line(
                    [(-160, -28 + row * 19), (150 - row * 25, -28 + row * 19)],
                    "#8a744e",
                    4,
                )
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
    c.glow(500, 226, 90, "#bfe6ff", 0.5)
    person(
        c,
        500,
        392,
        226,
        coat="#47618c",
        trousers="#2b3a5c",
        skin="#d99f6c",
        arms=(((-21, -62), (-10, -53)), ((21, -62), (10, -53))),
        legs=(((-9, -34), (-10, -12)), ((9, -34), (11, -12))),
    )
    c.polygon([(458, 286), (542, 286), (534, 296), (466, 296)], "#8d98a3")
    c.polygon([(460, 240), (540, 240), (546, 288), (454, 288)], "#dbe2e8")
    c.circle(500, 264, 7, "#8d98a3")
    return painted(c.render(), seed=5, boldness=0.8)


def bench_seasons() -> Image.Image:
    c = Canvas(1080, 620, "#fffdf5")
    skies = [
        ("#cfeaf2", "#eaf6df"),
        ("#ffe9a9", "#fdf3cf"),
        ("#ffd0a6", "#ffe7cc"),
        ("#bfe0d0", "#e8f5e6"),
    ]
    grounds = ["#8cc46a", "#79b957", "#b9a24f", "#6aa84f"]
    crowns = ["#7cc05a", "#6ab04c", "#d9822b", "#4f9a45"]
    for index in range(4):
        x = 22 + index * 263
        frame = f"M{x} 30H{x + 247}V540H{x}Z"
        with c.clip(frame):
            c.rect(x, 30, 247, 510, c.linear(*skies[index]))
            c.circle(x + 200 - index * 38, 100 + index * 12, 30, "#ffcf4a")
            c.path(f"M{x} 440Q{x + 120} 410 {x + 247} 440V540H{x}Z", grounds[index])
            c.path(
                f"M{x} 480Q{x + 150} 462 {x + 247} 486V540H{x}Z", "#000", opacity=0.08
            )
            if index == 0:
                c.path(f"M{x + 150} 462q0 -30 0 -48", stroke="#4e8b3a", stroke_width=6)
                c.path(
                    f"M{x + 150} 420q24 -24 34 0q-18 12 -34 0q-24 -26 -34 -4q16 12 34 4Z",
                    "#62a845",
                )
                person(
                    c,
                    x + 82,
                    470,
                    120,
                    coat="#e8483f",
                    trousers="#3d5a80",
                    arms=(((0, -60), (28, -52)), ((18, -62), (34, -48))),
                )
                c.path(f"M{x + 114} 404l34 -12l4 26l-30 14Z", "#5b8fb9")
                for drop in range(3):
                    c.line(
                        [(x + 150, 404 + drop * 9), (x + 147, 409 + drop * 9)],
                        "#4c9fd0",
                        3,
                    )
            else:
                tree(c, x + 155, 470, (150, 270, 390)[index - 1], crowns[index])
            if index == 1:
                person(
                    c,
                    x + 64,
                    486,
                    160,
                    coat="#e8483f",
                    trousers="#3d5a80",
                    arms=(((-10, -62), (-10, -46)), ((22, -72), (38, -82))),
                )
            if index == 2:
                person(
                    c,
                    x + 60,
                    492,
                    178,
                    coat="#b23a48",
                    trousers="#2f3e55",
                    arms=(((-16, -58), (-12, -46)), ((20, -58), (14, -46))),
                )
                for dx, dy in ((110, 440), (190, 400), (215, 470), (95, 360)):
                    c.ellipse(x + dx, dy, 8, 4, "#c4611c")
            if index == 3:
                c.rect(x + 42, 440, 130, 12, "#8b5a2b", 3)
                c.rect(x + 42, 408, 130, 10, "#8b5a2b", 3)
                for leg in (54, 150):
                    c.rect(x + leg, 450, 9, 44, "#5e3b1c")
                person(
                    c,
                    x + 92,
                    494,
                    158,
                    coat="#8d3644",
                    trousers="#3a4456",
                    hair="#e8e6e1",
                    arms=(((-16, -58), (-6, -48)), ((18, -58), (24, -46))),
                    legs=(((12, -34), (13, -2)), ((20, -34), (22, -2))),
                )
                person(
                    c,
                    x + 206,
                    494,
                    84,
                    coat="#f0b429",
                    trousers="#3d5a80",
                    arms=(((-16, -64), (-26, -76)), ((14, -60), (15, -46))),
                )
        c.path(frame, stroke="#2b2b2b", stroke_width=5)
        c.text(
            x + 123,
            588,
            ("1961", "1975", "1998", "TODAY")[index],
            30,
            "#2b2b2b",
            bold=0.04,
        )
    return c.render()


SCENES = (
    scissors_clock,
    hamster_clock,
    candle_both_ends,
    bench_seasons,
)
