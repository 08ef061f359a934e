"""Who pulls the strings, and who has to climb."""

from PIL import Image

from demo.draw import Canvas, polar
from demo.figures import person, tree
from demo.finish import grained, halftoned


def phone_puppets() -> Image.Image:
    c = Canvas(900, 780, "#f5e9f7")
    c.rect(0, 600, 900, 180, "#b98a5b")
    for x in range(0, 900, 110):
        c.line([(x, 600), (x - 60, 780)], "#94693f", 4)
    c.path(
        "M0 0H900V120Q820 170 750 110Q670 175 600 112Q520 178 450 112Q370 178 300 112"
        "Q230 175 150 110Q80 170 0 120Z",
        "#9b1d3a",
    )
    c.path("M0 0H120Q150 330 60 640H0ZM900 0H780Q750 330 840 640H900Z", "#7d132d")
    c.path(
        "M40 0Q90 330 20 640M860 0Q810 330 880 640", stroke="#5d0b20", stroke_width=8
    )
    with c.group("translate(450 150)"):
        c.rect(-190, -70, 380, 190, "#1d2026", 28)
        c.rect(-166, -50, 332, 150, c.linear("#00c2d1", "#3557d6", angle=20), 8)
        for x, mark in ((-100, "like"), (0, "share"), (100, "buy")):
            c.rect(x - 42, -12, 84, 58, "#fff", 18, opacity=0.95)
            c.text(x, 26, mark, 29, "#1d2b6b", bold=0.03)
        for x in (-196, 196):
            c.line([(x, 40), (x * 0.82, 118)], "#e8b98f", 34)
            c.circle(x * 0.82, 116, 24, "#e8b98f")
    for index, (x, coat, trousers) in enumerate(
        (
            (230, "#ef8354", "#3a3f5c"),
            (450, "#4f9d69", "#2d3142"),
            (670, "#f2c14e", "#4d3b5e"),
        )
    ):
        c.shadow(x, 720, 90, 15, 0.4)
        lift = (0, 8, 0)[index]
        for dx, dy in ((-46, -170), (46, -178), (0, -212)):
            c.line(
                [(450 + (x - 450) * 0.5 + dx * 0.6, 262), (x + dx, 715 - lift + dy)],
                "#40303f",
                2.5,
            )
        person(
            c,
            x,
            715 - lift,
            205,
            coat=coat,
            trousers=trousers,
            arms=(((-20, -70), (-23, -84)), ((20, -70), (23, -88))),
            legs=(((-9, -24), (-6, -3)), ((12, -26), (16, -6))),
        )
        for dx in (-8, 8):
            c.circle(x + dx, 530 - lift, 4, "#fff", stroke="#222", stroke_width=2)
        for dx in (-30, 30):
            c.circle(x + dx * 1.4, 715 - lift - 142, 5, "#7a4b2b")
    c.rect(8, 8, 884, 764, "none", stroke="#2a1420", stroke_width=8)
    return c.render()


def coin_scales() -> Image.Image:
    c = Canvas(780, 1040, "#0f3d3e")
    for ring in range(9):
        c.circle(390, 560, 700 - ring * 72, "#ffffff", opacity=0.022)
    c.text(390, 126, "WHAT DO WE", 62, "#f4e3b2", bold=0.05)
    c.text(390, 200, "PAY FOR CARE?", 62, "#f4e3b2", bold=0.05)
    c.shadow(390, 936, 240, 30, 0.6)
    brass = c.linear("#8d6a1f", "#f2d16b", "#8d6a1f", angle=0)
    c.path("M270 930Q390 880 510 930Z", brass)
    c.rect(378, 330, 24, 580, brass)
    c.circle(390, 318, 26, "#f2d16b")
    c.line([(150, 258), (630, 398)], "#d9b34a", 17)
    for x, y, deep in ((150, 258, 250), (630, 398, 270)):
        c.line([(x, y), (x - 98, y + deep)], "#d9b34a", 3.5)
        c.line([(x, y), (x + 98, y + deep)], "#d9b34a", 3.5)
        c.circle(x, y, 13, "#f2d16b")
    # Coins press their side down; the nurse with a patient in her arms weighs nothing.
    for level, count in enumerate((6, 5, 4, 3, 2)):
        for coin in range(count):
            left = 630 + (coin - (count - 1) / 2) * 32
            for layer in range(3):
                top = 660 - level * 34 - layer * 10
                c.ellipse(
                    left, top, 25, 9, "#f6c945", stroke="#a97a12", stroke_width=2.5
                )
    c.path("M520 664Q630 760 740 664Z", brass)
    c.ellipse(630, 666, 112, 15, "#7a5a17", opacity=0.55)
    c.path("M40 506Q150 602 260 506Z", brass)
    person(
        c,
        130,
        504,
        190,
        coat="#f7fbfc",
        trousers="#dfe9ec",
        hair="#6b3f2a",
        skin="#d9a074",
        arms=(((6, -60), (26, -58)), ((16, -56), (38, -60))),
    )
    c.rect(114, 300, 34, 14, "#fff", 4)
    c.text(131, 313, "+", 22, "#e63946", bold=0.1)
    c.ellipse(188, 390, 40, 19, "#9ec7d8", transform="rotate(-8 188 390)")
    c.circle(226, 372, 15, "#f0cfae")
    c.path("M150 560C128 544 132 526 150 536C168 526 172 544 150 560Z", "#e63946")
    c.text(390, 1006, "one hour of nursing = 14 coins", 28, "#cfe0c8")
    return grained(c.render(), seed=17, amount=5)


def two_stairs() -> Image.Image:
    c = Canvas(1080, 740, "#eef0f4")
    c.rect(0, 0, 540, 740, "#dce8ee")
    c.rect(540, 0, 540, 740, "#f3ddd0")
    c.rect(350, 36, 380, 108, "#fff", 12, stroke="#2b2d42", stroke_width=5)
    c.text(540, 106, "SUCCESS", 62, "#2b2d42", bold=0.06)
    c.line([(540, 150), (540, 740)], "#2b2d42", 5, stroke_dasharray="2 18")
    c.path("M0 740L60 700L420 240H520V740Z", "#8d99ae")
    for step in range(17):
        x, y = 70 + step * 21, 694 - step * 27
        c.path(f"M{x} {y}h24v-27h4V740H{x}Z", "#5c677d")
        c.rect(x, y - 3, 24, 5, "#edf2f4")
    c.line([(30, 620), (70, 610), (410, 176), (510, 172)], "#2b2d42", 15)
    c.line([(30, 618), (70, 608), (410, 174), (510, 170)], "#ef233c", 5)
    person(
        c,
        250,
        462,
        176,
        coat="#1d3557",
        trousers="#14213d",
        hair="#7a4a1e",
        arms=(((-16, -56), (-10, -46)), ((20, -66), (26, -76))),
    )
    c.rect(238, 398, 40, 44, "#8a5a2b", 5)
    for step, (x, top, colour) in enumerate(
        (
            (960, 640, "#a5573b"),
            (850, 500, "#96492f"),
            (725, 350, "#863d26"),
            (560, 238, "#75331e"),
        )
    ):
        wide = (120, 110, 125, 165)[step]
        c.rect(x, top, wide, 740 - top, colour)
        c.rect(x, top, wide, 10, "#e0a184")
        c.rect(x, top, 9, 740 - top, "#fff", opacity=0.12)
        for row in range(top + 50, 740, 50):
            c.line([(x, row), (x + wide, row)], "#000", 2, opacity=0.14)
    person(
        c,
        1010,
        640,
        172,
        coat="#e76f51",
        trousers="#264653",
        hair="#1c1c22",
        flip=True,
        arms=(((20, -92), (36, -104)), ((24, -84), (40, -96))),
        legs=(((-10, -22), (-14, -2)), ((12, -28), (20, -18))),
    )
    c.ellipse(1042, 535, 30, 38, "#52796f")
    c.line([(1032, 508), (1020, 566)], "#2f4f46", 6)
    return c.render()


def axe_election() -> Image.Image:
    c = Canvas(1000, 780)
    c.rect(0, 0, 1000, 780, c.linear("#dbe9c6", "#f5f3d6"))
    for x in range(-20, 1040, 84):
        tree(c, x, 520, 300, "#a9c78a", "#a08a6a")
    c.path("M0 520Q500 470 1000 520V780H0Z", "#7da453")
    c.rect(380, 330, 240, 220, "#8d5a34", 6)
    c.rect(360, 312, 280, 30, "#a76e43", 6)
    c.rect(436, 412, 128, 64, "#f7f3e3", 5)
    c.text(500, 456, "VOTE", 38, "#8d2f23", bold=0.05)
    c.line([(500, 330), (500, 138)], "#c48a4c", 28)
    c.line([(494, 330), (494, 138)], "#e3b277", 7)
    c.path(
        "M486 130L590 96Q640 160 600 232L486 196Z",
        c.linear("#f3f5f7", "#8c98a4", angle=0),
    )
    c.rect(474, 118, 54, 88, "#6b7783", 6)
    for x in (490, 513):
        c.circle(x, 236, 6, "#2a1a10")
    c.stroke("M488 258Q502 272 516 258", "#2a1a10", 5)
    for x, height, crown, smile in (
        (110, 420, "#4f8f3a", 1),
        (262, 350, "#5fa347", 1),
        (760, 350, "#65a84c", 1),
        (905, 430, "#467f34", -1),
    ):
        tree(c, x, 735, height, crown, "#7a5533")
        s = height / 100
        for dx in (-9, 9):
            c.circle(x + dx * s, 735 - 66 * s, 2.6 * s, "#fff")
            c.circle(x + dx * s, 735 - 66 * s, 1.3 * s, "#222")
        c.stroke(
            f"M{x - 7 * s} {735 - 54 * s}q{7 * s} {smile * 7 * s} {14 * s} 0",
            "#23391a",
            5,
        )
    for x in (176, 322, 690):
        c.line([(x, 560), (x + (24 if x < 500 else -24), 500)], "#7a5533", 11)
        with c.group(f"translate({x + (30 if x < 500 else -30)} 484) rotate(10)"):
            c.rect(-22, -26, 44, 52, "#fff", 3, stroke="#8d2f23", stroke_width=3)
            c.stroke("M-10 2l8 10l14 -22", "#8d2f23", 5)
    c.path(
        "M190 120q-92 0 -92 -44q0 -46 110 -46h100q118 0 118 46q0 44 -112 44l-26 40l-10 -40Z",
        "#fff",
        stroke="#2f3e22",
        stroke_width=4,
    )
    c.text(262, 88, "He's wood, like us!", 30, "#2f3e22", bold=0.03)
    for x, y in ((690, 690), (560, 720)):
        c.ellipse(x, y, 46, 18, "#d8b384")
        c.path(f"M{x - 46} {y}v26q46 22 92 0v-26Z", "#7a5533")
        c.ellipse(x, y, 46, 18, "#e3c79b")
        c.ellipse(x, y, 24, 9, "none", stroke="#a5794a", stroke_width=3)
    c.rect(8, 8, 984, 764, "none", stroke="#2f3e22", stroke_width=7)
    return c.render()


def echo_room() -> Image.Image:
    c = Canvas(900, 900, "#161a2e")
    tones = ["#232a4d", "#2c3766", "#3a4b86", "#4c66a8", "#6a8cc9", "#9dbbe4"]
    for ring, tone in enumerate(tones):
        half = 430 - ring * 62
        c.rect(450 - half, 450 - half, half * 2, half * 2, tone)
        for turn in (0, 90, 180, 270):
            with c.group(f"rotate({turn} 450 450)"):
                wide = half * 0.62
                y = 450 - half + 10
                c.rect(
                    450 - wide / 2, y, wide, 38, "#fff", 19, opacity=0.18 + ring * 0.1
                )
                c.path(f"M440 {y + 34}h24l-8 16Z", "#fff", opacity=0.18 + ring * 0.1)
                for mark in range(3):
                    c.circle(450 + (mark - 1) * wide * 0.22, y + 19, 6, tone)
    for turn in (45, 135, 225, 315):
        c.line([polar(450, 450, 86, turn), polar(450, 450, 606, turn)], "#0d1122", 4)
    c.rect(364, 364, 172, 172, "#e9f1fb")
    c.shadow(450, 524, 60, 10, 0.4)
    person(
        c,
        450,
        524,
        118,
        coat="#ff9f1c",
        trousers="#2d3142",
        arms=(((-18, -82), (-12, -96)), ((18, -82), (12, -96))),
    )
    return halftoned(c.render(), pitch=8, strength=0.12)


SCENES = (
    phone_puppets,
    coin_scales,
    two_stairs,
    axe_election,
    echo_room,
)
