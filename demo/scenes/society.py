"""Living together: power, money, words, peace."""

import math
import random

from PIL import Image

from demo.draw import Canvas, points_path, polar, smooth_path
from demo.figures import bird, envelope, leaf, person, tree
from demo.finish import grained, halftoned, painted


def mail_iceberg() -> Image.Image:
    c = Canvas(860, 1060)
    c.rect(0, 0, 860, 330, c.linear("#fbe6d4", "#d8eef5"))
    c.rect(0, 330, 860, 730, c.linear("#3aa6c9", "#14618f", "#06243f"))
    c.circle(690, 110, 48, "#ffd9a0")
    dice = random.Random(31)  # noqa: S311

    def pile(outline: list[tuple[float, float]], papers: list[str], edge: str, top: float,
             bottom: float, count: int) -> None:
        c.polygon(outline, papers[-1])
        with c.clip(points_path(outline, closed=True)):
            for index in range(count):
                y = top + (bottom - top) * index / count
                depth = (y - top) / (bottom - top)
                paper = papers[min(int(depth * len(papers)), len(papers) - 1)]
                envelope(c, 60 + (index * 197 + dice.uniform(-30, 30)) % 760, y,
                         dice.uniform(92, 112), turn=dice.uniform(-22, 22), paper=paper, edge=edge,
                         seal="#f0433a" if index % 6 == 0 else None)

    pile([(320, 332), (362, 240), (412, 216), (448, 142), (502, 196), (536, 250), (580, 332)],
         ["#ffffff", "#f4f8fa"], "#9db4c4", 150, 360, 44)
    pile([(230, 338), (640, 338), (724, 470), (770, 620), (690, 770), (600, 850), (520, 985),
          (440, 1010), (350, 900), (240, 830), (130, 690), (96, 560), (150, 430)],
         ["#d9f0f5", "#b5dceb", "#8dc2dd", "#69a4c8", "#4a84ad", "#34668f"], "#2d6d97", 350, 1010, 230)
    c.rect(0, 330, 860, 730, c.linear((0, "#1b83b0", 0.12), (1, "#041c33", 0.55)))
    c.path("M0 326Q60 318 120 328T240 328T360 328T480 328T600 328T720 328T860 326V342H0Z", "#e6f7fb",
           opacity=0.8)
    c.path("M92 318h96l-16 26h-64Z", "#d8343c")
    c.line([(140, 318), (140, 246)], "#5b3a21", 5)
    c.path("M146 250L190 304H146Z", "#fff")
    c.rect(430, 92, 124, 44, "#f0433a", 22)
    c.text(492, 124, "1 new", 30, "#fff", bold=0.04)
    for _ in range(24):
        c.circle(dice.uniform(30, 830), dice.uniform(380, 1040), dice.uniform(2, 7), "none",
                 stroke="#cdeefa", stroke_width=2, opacity=0.5)
    return c.render()


def phone_puppets() -> Image.Image:
    c = Canvas(900, 780, "#f5e9f7")
    c.rect(0, 600, 900, 180, "#b98a5b")
    for x in range(0, 900, 110):
        c.line([(x, 600), (x - 60, 780)], "#94693f", 4)
    c.path("M0 0H900V120Q820 170 750 110Q670 175 600 112Q520 178 450 112Q370 178 300 112"
           "Q230 175 150 110Q80 170 0 120Z", "#9b1d3a")
    c.path("M0 0H120Q150 330 60 640H0ZM900 0H780Q750 330 840 640H900Z", "#7d132d")
    c.path("M40 0Q90 330 20 640M860 0Q810 330 880 640", stroke="#5d0b20", stroke_width=8)
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
        ((230, "#ef8354", "#3a3f5c"), (450, "#4f9d69", "#2d3142"), (670, "#f2c14e", "#4d3b5e"))
    ):
        c.shadow(x, 720, 90, 15, 0.4)
        lift = (0, 8, 0)[index]
        for dx, dy in ((-46, -170), (46, -178), (0, -212)):
            c.line([(450 + (x - 450) * 0.5 + dx * 0.6, 262), (x + dx, 715 - lift + dy)], "#40303f", 2.5)
        person(c, x, 715 - lift, 205, coat=coat, trousers=trousers,
               arms=(((-20, -70), (-23, -84)), ((20, -70), (23, -88))),
               legs=(((-9, -24), (-6, -3)), ((12, -26), (16, -6))))
        for dx in (-8, 8):
            c.circle(x + dx, 530 - lift, 4, "#fff", stroke="#222", stroke_width=2)
        for dx in (-30, 30):
            c.circle(x + dx * 1.4, 715 - lift - 142, 5, "#7a4b2b")
    c.rect(8, 8, 884, 764, "none", stroke="#2a1420", stroke_width=8)
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
    c.path("M40 522L250 486Q330 474 372 496L392 540Q360 572 300 566L130 620Z", "#c98255")
    c.path("M720 522L520 486Q440 474 392 500L360 540Q400 580 470 566L640 620Z", "#f0c09a")
    for finger in range(4):
        c.line([(410 - finger * 6, 508 + finger * 17), (340 - finger * 3, 514 + finger * 16)], "#f0c09a", 17)
        c.line([(410 - finger * 6, 517 + finger * 17), (342, 523 + finger * 16)], "#a9784f", 2)
    c.path("M352 500Q380 468 420 480", stroke="#c98255", stroke_width=20, stroke_linecap="round")
    c.path("M40 522L110 506L122 606L86 640Z", "#2f6f8f")
    c.path("M720 522L650 506L640 606L676 640Z", "#b83b4b")
    for x, coat, tall, flip in ((150, "#ffd166", 92, False), (212, "#06d6a0", 70, False),
                                (560, "#ef476f", 92, True), (616, "#f8f4e3", 84, True),
                                (318, "#e07a9b", 84, False), (452, "#4cc9f0", 86, True)):
        y = 506 - max(0, 160 - abs(x - 380)) * 0.16
        person(c, x, round(y + 2), tall, coat=coat, flip=flip,
               arms=(((-14, -60), (-16, -46)), ((18, -66), (28, -60))),
               legs=(((-10, -24), (-14, -3)), ((10, -24), (12, -3))))
    c.text(380, 150, "MEET HALFWAY", 84, "#fff6df", bold=0.06)
    c.line([(150, 192), (610, 192)], "#ffd08a", 5)
    c.text(380, 236, "neighbours' week", 36, "#ffe2b8")
    for x, y, size in ((200, 330, 38), (540, 300, 46), (600, 360, 30)):
        bird(c, x, y, size, "#fff0dc", -6)
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
            x = 630 + (coin - (count - 1) / 2) * 32
            for layer in range(3):
                y = 660 - level * 34 - layer * 10
                c.ellipse(x, y, 25, 9, "#f6c945", stroke="#a97a12", stroke_width=2.5)
    c.path("M520 664Q630 760 740 664Z", brass)
    c.ellipse(630, 666, 112, 15, "#7a5a17", opacity=0.55)
    c.path("M40 506Q150 602 260 506Z", brass)
    person(c, 130, 504, 190, coat="#f7fbfc", trousers="#dfe9ec", hair="#6b3f2a", skin="#d9a074",
           arms=(((6, -60), (26, -58)), ((16, -56), (38, -60))))
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
    person(c, 250, 462, 176, coat="#1d3557", trousers="#14213d", hair="#7a4a1e",
           arms=(((-16, -56), (-10, -46)), ((20, -66), (26, -76))))
    c.rect(238, 398, 40, 44, "#8a5a2b", 5)
    for step, (x, top, colour) in enumerate(
        ((960, 640, "#a5573b"), (850, 500, "#96492f"), (725, 350, "#863d26"), (560, 238, "#75331e"))
    ):
        wide = (120, 110, 125, 165)[step]
        c.rect(x, top, wide, 740 - top, colour)
        c.rect(x, top, wide, 10, "#e0a184")
        c.rect(x, top, 9, 740 - top, "#fff", opacity=0.12)
        for row in range(top + 50, 740, 50):
            c.line([(x, row), (x + wide, row)], "#000", 2, opacity=0.14)
    person(c, 1010, 640, 172, coat="#e76f51", trousers="#264653", hair="#1c1c22", flip=True,
           arms=(((20, -92), (36, -104)), ((24, -84), (40, -96))),
           legs=(((-10, -22), (-14, -2)), ((12, -28), (20, -18))))
    c.ellipse(1042, 535, 30, 38, "#52796f")
    c.line([(1032, 508), (1020, 566)], "#2f4f46", 6)
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
        c.line([(x, y), (x + dice.uniform(-8, 8), y - dice.uniform(14, 34))],
               dice.choice(["#55652f", "#8fa055", "#46562a"]), 3)
    for _ in range(26):
        x, y = dice.uniform(0, 940), dice.uniform(620, 800)
        c.circle(x, y, 9, "#d8342c")
        c.circle(x, y, 3, "#2a1010")
    c.shadow(480, 730, 320, 46, 0.5)
    c.path("M190 470Q200 740 480 744Q760 740 776 470Z", c.linear("#6b7350", "#3a402b"))
    c.path("M190 470Q200 740 480 744Q330 680 320 470Z", "#8b9468", opacity=0.6)
    c.path("M150 476Q480 420 816 476Q820 506 790 508Q480 450 176 508Q146 506 150 476Z", "#555c3d")
    c.stroke("M250 520Q230 700 330 790", "#2f2519", 14)
    c.stroke("M330 790q26 10 44 -6", "#2f2519", 14)
    c.ellipse(482, 474, 288, 48, "#3b2a1b")
    for _ in range(240):
        turn = dice.uniform(0, 360)
        x, y = 482 + 270 * math.cos(turn), 474 + 44 * math.sin(turn)
        c.line([(x, y), (x + dice.uniform(-70, 70), y + dice.uniform(-16, 14))],
               dice.choice(["#c99b5b", "#8f6530", "#e6c78a", "#6b4a22"]), 4)
    for x, y in ((350, 432), (430, 410), (520, 430)):
        c.ellipse(x, y, 44, 54, c.radial("#f4fbfb", "#a8cdd2", x=0.35, y=0.3, r=0.8))
    c.path("M560 452Q520 330 610 286Q650 216 716 250Q738 262 760 270L722 288Q730 390 680 452Z", "#fbf7ee")
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
        c.path(f"M0 {690 - row * 4}Q270 {660 - row * 6} 540 {690 - row * 4}T1080 {690 - row * 4}",
               stroke="#d2bd88", stroke_width=2, opacity=0.4)

    def fish(x: float, y: float, size: float, colour: str, turn: float = 0) -> None:
        with c.group(f"translate({x:.1f} {y:.1f}) rotate({turn:.1f}) scale({size / 100:.3f})"):
            c.path("M-50 0Q-10 -38 40 0Q-10 38 -50 0Z", colour)
            c.path("M34 0L66 -24Q56 0 66 24Z", colour)
            c.circle(-28, -5, 5, "#f2e6c8")

    # A shoal in the outline of one great fish, one dark fish for its eye.
    outline = [(330, 370), (420, 250), (560, 200), (700, 235), (812, 330), (860, 340), (980, 210),
               (960, 370), (985, 540), (860, 410), (810, 425), (700, 510), (560, 545), (420, 490),
               (346, 425), (430, 390)]
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
    c.path("M486 130L590 96Q640 160 600 232L486 196Z", c.linear("#f3f5f7", "#8c98a4", angle=0))
    c.rect(474, 118, 54, 88, "#6b7783", 6)
    for x in (490, 513):
        c.circle(x, 236, 6, "#2a1a10")
    c.stroke("M488 258Q502 272 516 258", "#2a1a10", 5)
    for x, height, crown, smile in ((110, 420, "#4f8f3a", 1), (262, 350, "#5fa347", 1),
                                    (760, 350, "#65a84c", 1), (905, 430, "#467f34", -1)):
        tree(c, x, 735, height, crown, "#7a5533")
        s = height / 100
        for dx in (-9, 9):
            c.circle(x + dx * s, 735 - 66 * s, 2.6 * s, "#fff")
            c.circle(x + dx * s, 735 - 66 * s, 1.3 * s, "#222")
        c.stroke(f"M{x - 7 * s} {735 - 54 * s}q{7 * s} {smile * 7 * s} {14 * s} 0", "#23391a", 5)
    for x in (150, 300, 722):
        c.line([(x, 560), (x + (24 if x < 500 else -24), 500)], "#7a5533", 11)
        with c.group(f"translate({x + (30 if x < 500 else -30)} 484) rotate(10)"):
            c.rect(-22, -26, 44, 52, "#fff", 3, stroke="#8d2f23", stroke_width=3)
            c.stroke("M-10 2l8 10l14 -22", "#8d2f23", 5)
    c.path("M190 120q-92 0 -92 -44q0 -46 110 -46h100q118 0 118 46q0 44 -112 44l-26 40l-10 -40Z", "#fff",
           stroke="#2f3e22", stroke_width=4)
    c.text(219, 86, "He's wood, like us!", 30, "#2f3e22", bold=0.03)
    for x, y in ((690, 690), (560, 720)):
        c.ellipse(x, y, 46, 18, "#d8b384")
        c.path(f"M{x - 46} {y}v26q46 22 92 0v-26Z", "#7a5533")
        c.ellipse(x, y, 46, 18, "#e3c79b")
        c.ellipse(x, y, 24, 9, "none", stroke="#a5794a", stroke_width=3)
    c.rect(8, 8, 984, 764, "none", stroke="#2f3e22", stroke_width=7)
    return c.render()


def house_of_words() -> Image.Image:
    c = Canvas(800, 750)
    c.path("M400 70L690 300H630V520Q630 560 590 560H420L330 650V560H210Q170 560 170 520V300H110Z",
           c.linear("#ff7a59", "#e0435f", angle=60))
    c.path("M400 70L690 300H630V330L400 148L170 330V300H110Z", "#8e2350")
    for x in (290, 400, 510):
        c.circle(x, 430, 38, "#fff3e8")
    c.path("M560 130V200L610 240V130Z", "#8e2350")
    c.text(400, 706, "neighbourly", 60, "#8e2350", bold=0.05)
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
                c.rect(450 - wide / 2, y, wide, 38, "#fff", 19, opacity=0.18 + ring * 0.1)
                c.path(f"M440 {y + 34}h24l-8 16Z", "#fff", opacity=0.18 + ring * 0.1)
                for mark in range(3):
                    c.circle(450 + (mark - 1) * wide * 0.22, y + 19, 6, tone)
    for turn in (45, 135, 225, 315):
        c.line([polar(450, 450, 86, turn), polar(450, 450, 606, turn)], "#0d1122", 4)
    c.rect(364, 364, 172, 172, "#e9f1fb")
    c.shadow(450, 524, 60, 10, 0.4)
    person(c, 450, 524, 118, coat="#ff9f1c", trousers="#2d3142",
           arms=(((-18, -82), (-12, -96)), ((18, -82), (12, -96))))
    return halftoned(c.render(), pitch=8, strength=0.12)


SCENES = (
    mail_iceberg,
    phone_puppets,
    hand_bridge,
    coin_scales,
    two_stairs,
    helmet_nest,
    fish_together,
    axe_election,
    house_of_words,
    echo_room,
)
