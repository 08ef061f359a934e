"""What holds people: screens, moods, quarrels, friends."""

from PIL import Image

from demo.draw import Canvas, polar, smooth_path
from demo.figures import bird, cloud, person, rain, scribble, speech
from demo.finish import grained


def phone_chain() -> Image.Image:
    c = Canvas(960, 860, "#d5e3e8")
    c.path("M0 610Q480 560 960 620V860H0Z", "#b2c8d1")
    c.circle(240, 250, 150, "#e7f0f2")
    for x, y, size in ((730, 150, 76), (850, 240, 54), (610, 235, 50)):
        bird(c, x, y, size, "#6f8e9b", -8)
    c.shadow(655, 790, 250, 34, 0.45)
    c.shadow(300, 776, 130, 22, 0.4)
    person(
        c,
        290,
        772,
        470,
        coat="#e2a63b",
        trousers="#3a4a63",
        hair="#5b3423",
        turn=6,
        arms=(((-26, -60), (-20, -44)), ((24, -64), (36, -50))),
        legs=(((-4, -22), (-20, -3)), ((14, -26), (12, -3))),
    )
    c.rect(168, 737, 62, 24, "#4b535b", 10)
    c.rect(172, 740, 54, 8, "#8b97a1", 4)
    links = [(214, 752), (262, 806), (326, 826), (392, 822), (450, 800), (494, 762)]
    for index, (x, y) in enumerate(links):
        c.ellipse(
            x,
            y,
            36,
            17,
            "none",
            stroke="#3c434a",
            stroke_width=12,
            transform=f"rotate({(50, 24, 4, -12, -26, -40)[index]} {x} {y})",
        )
        c.ellipse(
            x,
            y - 3,
            35,
            16,
            "none",
            stroke="#8d99a3",
            stroke_width=3,
            transform=f"rotate({(50, 24, 4, -12, -26, -40)[index]} {x} {y})",
        )
    with c.group("translate(660 560) rotate(7)"):
        c.rect(-150, -232, 330, 452, "#23282e", 46)
        c.rect(-164, -240, 330, 452, c.linear("#59636d", "#2b3137", angle=40), 46)
        c.rect(
            -144,
            -206,
            290,
            384,
            c.linear("#4e63e6", "#a34fd1", "#f2709c", angle=60),
            14,
        )
        c.path("M-144 -206H60L-144 90Z", "#fff", opacity=0.13)
        c.rect(-34, -226, 68, 9, "#15181b", 5)
        c.circle(0, 195, 12, "#15181b")
        for row, (colour, count) in enumerate(
            (("#ff3b5c", "99"), ("#ffb400", "41"), ("#2fd08b", "7"))
        ):
            y = -172 + row * 112
            c.rect(-118, y, 238, 88, "#fff", 18, opacity=0.92)
            c.circle(-74, y + 44, 27, colour)
            c.text(-74, y + 54, count, 28, "#fff", bold=0.04)
            c.rect(-34, y + 24, 124, 12, "#8890b5", 6)
            c.rect(-34, y + 50, 84, 12, "#c3c7dd", 6)
    return c.render()


def private_rain() -> Image.Image:
    c = Canvas(940, 760)
    c.rect(0, 0, 940, 760, c.linear("#8fd0f5", "#d8f1fb"))
    c.circle(800, 120, 66, "#ffd84d")
    for ray in range(12):
        c.line(
            [polar(800, 120, 84, ray * 30), polar(800, 120, 108, ray * 30)],
            "#ffd84d",
            8,
        )
    cloud(c, 160, 130, 150, "#fff")
    cloud(c, 620, 90, 100, "#fff", opacity=0.9)
    c.path("M0 560Q300 500 940 560V760H0Z", "#86c95f")
    c.path("M0 640Q420 580 940 650V760H0Z", "#6cb548")
    c.path(
        "M300 760Q420 660 380 560Q380 540 400 535L470 535Q560 640 640 760Z", "#f1ddb0"
    )
    for x, coat, flip in ((150, "#ef476f", False), (790, "#118ab2", True)):
        person(
            c,
            x,
            640,
            190,
            coat=coat,
            trousers="#3a506b",
            flip=flip,
            arms=(((-18, -82), (-26, -98)), ((14, -60), (13, -45))),
        )
        c.stroke(f"M{x - 7} 470Q{x} 477 {x + 7} 470", "#7a3b24", 3)
    c.path(
        "M300 360Q310 190 470 184Q630 190 640 360L616 690H324Z", "#3b4a5e", opacity=0.45
    )
    rain(c, (322, 372, 628, 690), 74, "#dceaf5", seed=21, length=26, slant=-3)
    c.ellipse(470, 700, 170, 24, "#4b6b8a", opacity=0.7)
    person(
        c,
        462,
        700,
        290,
        coat="#2f3e55",
        trousers="#222c3c",
        hair="#202028",
        arms=(((-16, -60), (-13, -45)), ((18, -62), (10, -74))),
    )
    c.line([(492, 505), (474, 188)], "#2b2b33", 8)
    c.path(
        "M292 366Q300 172 470 164Q640 172 648 366Q620 336 590 366Q560 336 530 366"
        "Q500 336 470 366Q440 336 410 366Q380 336 350 366Q320 336 292 366Z",
        "#5d4a8a",
    )
    c.path(
        "M470 164Q360 200 350 366Q320 336 292 366Q300 172 470 164Z",
        "#fff",
        opacity=0.14,
    )
    c.stroke("M470 164Q400 220 410 366M470 164Q545 220 530 366", "#3d2f63", 3)
    c.rect(8, 8, 924, 744, "none", stroke="#1f2933", stroke_width=7)
    return c.render()


def scribble_comic() -> Image.Image:
    c = Canvas(1100, 460, "#ffffff")
    for index, ground in enumerate(("#dfe3ea", "#e9e2d3", "#dff0e4")):
        x = 20 + index * 358
        c.rect(x, 20, 344, 420, ground, 4)
        c.path(f"M{x} 380H{x + 344}V440H{x}Z", "#000", opacity=0.07)
    person(
        c,
        150,
        400,
        190,
        coat="#5a6b8c",
        turn=14,
        arms=(((-22, -58), (-20, -44)), ((20, -58), (22, -42))),
    )
    scribble(c, 235, 122, 96, "#22242b", 4, seed=2)
    scribble(c, 235, 122, 86, "#22242b", 5, seed=5)
    c.stroke("M186 214Q170 206 190 190", "#22242b", 4)
    person(
        c,
        462,
        400,
        180,
        coat="#5a6b8c",
        arms=(((-20, -58), (-14, -46)), ((20, -60), (14, -50))),
    )
    person(
        c,
        650,
        400,
        186,
        coat="#d9793a",
        hair="#b0542a",
        flip=True,
        arms=(((-16, -58), (-16, -44)), ((26, -66), (44, -72))),
    )
    scribble(c, 450, 118, 58, "#22242b", 4, seed=5)
    c.stroke("M500 130Q540 190 560 150T600 210Q628 240 590 262", "#22242b", 4)
    speech(c, (556, 36, 152, 62), (646, 198), ["Tell me."], 27)
    person(
        c,
        830,
        400,
        184,
        coat="#5a6b8c",
        arms=(((-18, -60), (-24, -50)), ((24, -70), (36, -66))),
    )
    person(
        c,
        1000,
        400,
        186,
        coat="#d9793a",
        hair="#b0542a",
        flip=True,
        arms=(((-16, -58), (-16, -44)), ((24, -68), (38, -64))),
    )
    c.circle(1000 - 44, 290, 34, "#22242b")
    for ring in range(7):
        c.stroke(
            f"M{928 + ring * 2} {276 + ring * 5}Q956 {262 + ring * 9} {986 - ring * 2} {278 + ring * 5}",
            "#6f7686",
            2,
        )
    c.stroke("M896 284Q912 300 930 292", "#22242b", 4)
    c.circle(850, 108, 40, "#ffd84d")
    for ray in range(10):
        c.line(
            [polar(850, 108, 50, ray * 36), polar(850, 108, 66, ray * 36)], "#ffd84d", 6
        )
    for index in range(3):
        c.rect(
            20 + index * 358, 20, 344, 420, "none", 4, stroke="#22242b", stroke_width=5
        )
    return c.render()


def tightening_knot() -> Image.Image:
    c = Canvas(1060, 640, "#fbeef0")
    c.circle(530, 300, 250, "#f6d5dd")
    c.circle(530, 300, 170, "#f0bcc9")
    c.path("M0 520Q530 480 1060 520V640H0Z", "#d79aaa")
    for x in (210, 850):
        c.shadow(x, 566, 130, 20, 0.35)
    rope = [
        (60, 505),
        (120, 420),
        (272, 372),
        (400, 352),
        (500, 340),
        (590, 262),
        (560, 186),
        (470, 210),
        (478, 330),
        (560, 392),
        (600, 330),
        (520, 250),
        (450, 300),
        (490, 384),
        (600, 362),
        (700, 350),
        (792, 372),
        (940, 420),
        (1000, 505),
    ]
    for width, colour in ((40, "#6f1d3a"), (30, "#c8486f")):
        c.stroke(smooth_path(rope), colour, width)
    c.stroke(smooth_path(rope), "#f3a6ba", 7, stroke_dasharray="3 17")
    for x, coat, trousers, flip in (
        (190, "#264653", "#1d3540", False),
        (870, "#e9a03c", "#7a5a1e", True),
    ):
        person(
            c,
            x,
            562,
            270,
            coat=coat,
            trousers=trousers,
            turn=16 if flip else -16,
            flip=flip,
            arms=(((14, -64), (36, -66)), ((16, -60), (44, -64))),
            legs=(((12, -24), (26, -6)), ((8, -20), (8, 0))),
        )
    for x, y, turn in ((392, 150, -30), (672, 150, 30), (530, 90, 0)):
        with c.group(f"translate({x} {y}) rotate({turn})"):
            c.path("M-9 34L0 -34L9 34Z", "#6f1d3a")
    return grained(c.render(), seed=11, amount=4)


SCENES = (
    phone_chain,
    private_rain,
    scribble_comic,
    tightening_knot,
)
