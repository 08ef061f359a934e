"""What goes on inside a head."""

import random

from PIL import Image

from demo.draw import Canvas, polar
from demo.figures import bird, person
from demo.finish import grained, halftoned, painted

# A face in profile, looking right; the crown at y = 60, the neck's cut at y = 760.
PROFILE = (
    "M250 760Q262 650 214 586Q120 500 128 350Q140 150 330 92Q520 50 610 190"
    "Q640 248 634 318Q640 352 676 420Q690 450 656 458Q642 462 646 482Q654 502 640 512"
    "Q650 524 640 538Q626 552 632 580Q634 622 572 622Q520 620 500 640Q486 680 500 760Z"
)


def smiling_mask() -> Image.Image:
    c = Canvas(840, 1020)
    c.rect(0, 0, 840, 1020, c.linear("#1f4e5f", "#16323f"))
    dice = random.Random(6)  # noqa: S311
    for _ in range(26):
        x, y = dice.uniform(0, 840), dice.uniform(0, 1020)
        c.polygon(
            [
                (x, y),
                (x + dice.uniform(90, 260), y + dice.uniform(-120, 60)),
                (x + dice.uniform(20, 140), y + dice.uniform(90, 260)),
            ],
            dice.choice(["#27657a", "#123944", "#37566b", "#5a4a6a"]),
            opacity=0.5,
        )
    c.path("M60 1020Q90 800 330 770L470 770Q700 800 740 1020Z", "#2a2440")
    c.path("M400 770L470 770Q700 800 740 1020L400 1020Z", "#3c325c")
    c.rect(330, 650, 130, 160, "#7c8aa0")
    c.path(
        "M210 330Q190 110 400 100Q600 110 590 340Q590 560 480 660Q400 730 320 660"
        "Q215 560 210 330Z",
        "#9fb0c2",
    )
    c.path("M400 100Q600 110 590 340Q590 560 480 660Q440 700 400 705Z", "#74859c")
    c.path(
        "M200 330Q170 70 400 66Q640 70 604 350Q590 200 460 190Q280 230 200 330Z",
        "#1b1830",
    )
    # The true face looks down and weeps; the mask beside it beams at the world.
    for x in (308, 468):
        c.stroke(f"M{x - 40} 366Q{x} 350 {x + 40} 378", "#1b1830", 10)
        c.path(f"M{x - 36} 410Q{x} 440 {x + 36} 412Q{x} 424 {x - 36} 410Z", "#1b1830")
    c.path("M388 400L366 520Q390 540 414 522", stroke="#53647a", stroke_width=10)
    c.stroke("M330 614Q390 570 446 618", "#4a2438", 13)
    c.path("M300 436q-20 66 0 96q24 -30 0 -96Z", "#bfe7ff")
    c.path("M322 540q-14 46 0 66q17 -22 0 -66Z", "#bfe7ff")
    c.line([(640, 950), (618, 700)], "#8a5a2b", 24)
    c.circle(640, 952, 46, "#9fb0c2")
    for finger in range(4):
        c.line([(604, 928 + finger * 19), (668, 922 + finger * 19)], "#8fa1b5", 17)
    with c.group("translate(612 500) rotate(8)"):
        c.path(
            "M-170 -140Q-160 -250 0 -256Q160 -250 170 -140Q180 90 90 190Q0 260 -90 190"
            "Q-180 90 -170 -140Z",
            "#ffd75e",
        )
        c.path("M0 -256Q160 -250 170 -140Q180 90 90 190Q40 228 0 226Z", "#f2a53a")
        c.path("M-118 -70Q-76 -130 -34 -70Q-76 -92 -118 -70Z", "#5e2a18")
        c.path("M36 -70Q78 -130 120 -70Q78 -92 36 -70Z", "#5e2a18")
        c.path("M-110 50Q0 110 110 50Q84 170 0 172Q-84 170 -110 50Z", "#8e1f2c")
        c.path("M-100 58Q0 112 100 58L92 86Q0 130 -92 86Z", "#fff")
        c.circle(-112, 16, 34, "#f0714f", opacity=0.6)
        c.circle(114, 16, 34, "#e0562f", opacity=0.7)
    return painted(c.render(), seed=9, boldness=1.2)


def head_maze() -> Image.Image:
    c = Canvas(820, 840, "#f4f1ea")
    c.circle(410, 400, 380, "#e8dfd0")
    c.path(PROFILE, "#23395b")
    with c.clip(
        "M330 130Q500 92 576 210Q612 300 580 420Q540 540 400 540Q200 540 170 380"
        "Q170 180 330 130Z"
    ):
        c.rect(120, 60, 560, 560, "#f9d976")
        centre, gaps = (380, 330), (40, 210, 95, 300, 160, 20)
        for ring, gap in enumerate(gaps):
            radius = 46 + ring * 36
            start, end = (
                polar(*centre, radius, gap + 24 - ring),
                polar(*centre, radius, gap - 6),
            )
            c.path(
                f"M{start[0]:.1f} {start[1]:.1f}A{radius} {radius} 0 1 1 {end[0]:.1f} {end[1]:.1f}",
                stroke="#23395b",
                stroke_width=9,
                stroke_linecap="round",
            )
            for wall in (gap + 70, gap + 200):
                c.line(
                    [polar(*centre, radius, wall), polar(*centre, radius + 36, wall)],
                    "#23395b",
                    9,
                )
        c.glow(380, 330, 44, "#ff6b35", 0.9)
        c.path("M380 350C340 322 352 296 380 312C408 296 420 322 380 350Z", "#e63946")
        c.glow(504, 380, 70, "#fff", 1.0)
    person(
        c,
        488,
        402,
        56,
        coat="#e63946",
        trousers="#1d2e4a",
        arms=(((-12, -60), (-12, -46)), ((18, -60), (28, -54))),
    )
    c.circle(506, 374, 8, "#fff3c4", stroke="#8a5a2b", stroke_width=3)
    c.stroke("M570 470Q600 480 618 470", "#f4f1ea", 5)
    c.stroke("M572 300Q594 286 610 300", "#f4f1ea", 6)
    for x, y in ((92, 180), (716, 250), (720, 640), (90, 640)):
        c.text(x, y, "?", 70, "#c9bba3", bold=0.05)
    return c.render()


def head_cage() -> Image.Image:
    c = Canvas(1000, 820)
    c.rect(0, 0, 1000, 820, c.linear("#ffd166", "#ffe7a8", angle=30))
    c.circle(300, 400, 330, "#ffdf8e")
    with c.group("translate(-60 56) scale(0.95)"):
        c.path(
            "M250 800Q262 650 214 586L632 580Q634 622 572 622Q520 620 500 640Q486 680 500 800Z",
            "#b23a2f",
        )
        c.path("M124 790Q180 700 252 700L500 700Q590 712 640 800V900H100Z", "#7d2721")
        c.path(
            "M676 420Q690 450 656 458Q642 462 646 482Q654 502 640 512Q650 524 640 538"
            "Q626 552 632 580L560 600L560 400L662 396Z",
            "#b23a2f",
        )
        for x, bend in (
            (150, -36),
            (215, -20),
            (285, -8),
            (355, 0),
            (425, 8),
            (495, 18),
            (560, 30),
        ):
            c.path(
                f"M{x + 8} 590Q{x + bend} 300 376 84", stroke="#8c2c25", stroke_width=11
            )
        c.path(
            "M128 400Q130 150 376 84Q610 60 640 330", stroke="#8c2c25", stroke_width=13
        )
        c.path("M150 330Q390 390 636 320", stroke="#8c2c25", stroke_width=9)
        c.path("M206 590Q400 640 634 586", stroke="#8c2c25", stroke_width=13)
        c.circle(376, 70, 22, "none", stroke="#8c2c25", stroke_width=10)
        c.path("M600 190L720 118L742 300L636 336Z", "#8c2c25", opacity=0.18)
        c.path("M604 190L722 116L746 306L640 338", stroke="#8c2c25", stroke_width=10)
        for share in (0.25, 0.5, 0.75):
            c.line(
                [
                    (604 + 118 * share, 190 - 74 * share),
                    (640 + 106 * share, 338 - 32 * share),
                ],
                "#8c2c25",
                6,
            )
        c.line([(230, 470), (430, 480)], "#7c4d12", 9)
    for x, y, size, colour, turn in (
        (300, 420, 70, "#26547c", -6),
        (520, 330, 92, "#26547c", -18),
        (700, 190, 110, "#06807a", -22),
        (830, 330, 84, "#ef476f", -12),
        (890, 110, 70, "#26547c", -30),
        (760, 70, 52, "#06807a", -16),
    ):
        bird(c, x, y, size, colour, turn)
    for x, y, turn in ((640, 470, 30), (700, 540, -40), (430, 500, 70)):
        with c.group(f"translate({x} {y}) rotate({turn})"):
            c.path("M0 0Q20 -16 52 0Q20 16 0 0Z", "#fff", opacity=0.9)
            c.line([(0, 0), (46, 0)], "#d9b66a", 2)
    return grained(c.render(), seed=7, amount=5)


def lion_mirror() -> Image.Image:
    c = Canvas(840, 900, "#6b4fa0")
    c.rect(0, 640, 840, 260, "#4c3580")
    for x in range(30, 840, 70):
        c.rect(x, 110, 26, 530, "#7a5eb0", opacity=0.5)
    c.shadow(560, 800, 230, 30, 0.4)
    c.ellipse(560, 470, 226, 306, "#c78f2f")
    c.ellipse(560, 470, 206, 286, "#f0c65a")
    c.ellipse(560, 470, 190, 270, c.linear("#bfe3ee", "#eaf6f4", angle=50))
    c.path("M470 780L430 812H690L650 780Z", "#c78f2f")
    with c.clip("M370 470A190 270 0 0 1 750 470A190 270 0 0 1 370 470Z"):
        for petal in range(22):
            c.ellipse(
                *polar(565, 450, 118, petal * 16.4),
                62,
                40,
                "#b5561c" if petal % 2 else "#d0702a",
                transform=f"rotate({petal * 16.4} {polar(565, 450, 118, petal * 16.4)[0]:.1f}"
                f" {polar(565, 450, 118, petal * 16.4)[1]:.1f})",
            )
        c.path("M430 760Q440 560 565 560Q700 560 710 760Z", "#e0a04a")
        c.circle(500, 352, 30, "#e0a04a")
        c.circle(632, 352, 30, "#e0a04a")
        c.ellipse(565, 450, 104, 106, "#efb45c")
        c.ellipse(565, 500, 56, 44, "#fbe3b8")
        c.path("M540 474H590L565 500Z", "#5b2a1c")
        c.stroke("M565 500V518M536 526Q552 536 565 518Q580 536 594 526", "#5b2a1c", 6)
        for x in (524, 606):
            c.ellipse(x, 432, 13, 16, "#2c1a10")
            c.circle(x + 4, 427, 5, "#fff")
        c.stroke("M500 402L542 414M630 402L590 414", "#5b2a1c", 8)
        c.path("M380 330L520 200H570L380 430Z", "#fff", opacity=0.35)
    c.shadow(190, 802, 130, 20, 0.4)
    c.stroke("M110 770Q40 760 56 690Q64 650 40 640", "#f2a65a", 20)
    c.path("M112 796Q96 660 190 640Q276 660 262 796Z", "#f2a65a")
    c.polygon([(128, 606), (134, 520), (186, 566)], "#f2a65a")
    c.polygon([(200, 562), (250, 516), (258, 606)], "#f2a65a")
    c.ellipse(194, 610, 72, 60, "#f2a65a")
    for y in (676, 706, 736):
        c.stroke(f"M132 {y}q26 8 44 0", "#cc7a2c", 8)
    for y in (566, 580):
        c.stroke(f"M180 {y}h30", "#cc7a2c", 6)
    c.ellipse(226, 604, 8, 11, "#3a2416")
    c.path("M252 616h16l-8 10Z", "#d4526e")
    for y in (622, 634):
        c.line([(244, y), (296, y - 8 + (y - 622))], "#fff", 2.5)
    c.text(420, 74, "ME, ONE MINUTE", 60, "#fff", bold=0.07)
    c.text(420, 874, "BEFORE THE INTERVIEW", 54, "#fff", bold=0.07)
    return halftoned(c.render(), pitch=11, strength=0.1)


SCENES = (
    smiling_mask,
    head_maze,
    head_cage,
    lion_mirror,
)
