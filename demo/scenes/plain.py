"""Pleasant pictures without a second meaning: what a human screener discards."""

import math
import random

from PIL import Image

from demo.draw import Canvas, polar, smooth_path
from demo.figures import bird, cloud, leaf, tree
from demo.finish import grained, painted


def fruit_bowl() -> Image.Image:
    c = Canvas(900, 720)
    c.rect(0, 0, 900, 720, c.linear("#c9b79c", "#a78a67"))
    c.rect(0, 470, 900, 250, c.linear("#7a4b2b", "#4e2c17"))
    c.shadow(450, 620, 330, 36, 0.5)
    c.ellipse(450, 430, 280, 26, "#6f8799")
    for x, y, r, light, dark in (
        (330, 350, 86, "#ff8f5a", "#c4441c"),
        (560, 350, 88, "#ffdf6b", "#d69a1c"),
        (450, 310, 92, "#e8505b", "#8f1d2c"),
        (250, 400, 66, "#a7c957", "#5c7f2a"),
        (650, 400, 64, "#f4a259", "#b8601f"),
    ):
        c.circle(x, y, r, c.radial(light, dark, x=0.36, y=0.3, r=0.75))
        c.line([(x + 4, y - r + 8), (x + 14, y - r - 18)], "#5b3a1c", 7)
    leaf(c, 470, 210, 70, "#6a994e", -30)
    c.path(
        "M170 430Q190 610 450 612Q710 610 730 430Z",
        c.linear("#f3f6f8", "#9fb2c1", angle=20),
    )
    c.ellipse(450, 430, 280, 26, "none", stroke="#5b7f9c", stroke_width=9)
    c.rect(350, 606, 200, 22, "#8da3b4", 8)
    return painted(c.render(), seed=2, boldness=0.9)


def misty_mountains() -> Image.Image:
    c = Canvas(1000, 680)
    c.rect(0, 0, 1000, 680, c.linear("#f1f1f1", "#c4c4c4"))
    dice = random.Random(1)  # noqa: S311
    for layer, tone in enumerate(
        ("#c6c6c6", "#a2a2a2", "#7b7b7b", "#555555", "#2f2f2f")
    ):
        base = 220 + layer * 92
        ridge = [(x * 50, base + dice.uniform(-60, 60)) for x in range(-1, 23)]
        c.path(smooth_path(ridge) + "L1100 680L-60 680Z", tone)
        c.rect(0, base + 40, 1000, 90, c.linear((0, "#fff", 0.0), (1, "#fff", 0.3)))
    return c.render()


def sailing_boat() -> Image.Image:
    c = Canvas(780, 920)
    c.rect(0, 0, 780, 560, c.linear("#64b5e8", "#dff2fb"))
    c.rect(0, 560, 780, 360, c.linear("#2a86b5", "#0f4a73"))
    cloud(c, 150, 190, 190, "#fff")
    cloud(c, 610, 120, 150, "#fff", opacity=0.8)
    c.path("M400 120Q620 300 600 560H400Z", "#fdfdf8")
    c.path("M384 170Q230 360 220 560H384Z", "#ef476f")
    c.rect(386, 100, 12, 500, "#7a5230")
    c.path("M170 590H650Q610 700 540 704H270Q200 700 170 590Z", "#27496d")
    c.rect(170, 584, 480, 18, "#f2e9dc")
    for row in range(8):
        y = 720 + row * 24
        c.stroke(f"M{40 + row * 13} {y}q40 -14 80 0t80 0", "#8fcbe6", 4, opacity=0.7)
        c.stroke(
            f"M{470 - row * 9} {y + 8}q40 -14 80 0t80 0", "#8fcbe6", 4, opacity=0.5
        )
    return c.render()


def vase_of_flowers() -> Image.Image:
    c = Canvas(720, 980, "#e3d5f0")
    c.rect(0, 760, 720, 220, "#b79ad0")
    c.shadow(370, 900, 190, 24, 0.4)
    heads = (
        (220, 260, "#ff7096"),
        (360, 170, "#ffd166"),
        (500, 270, "#ff9770"),
        (290, 390, "#fff"),
        (450, 400, "#9b5de5"),
        (150, 400, "#ffd166"),
        (570, 420, "#ff7096"),
    )
    for x, y, _ in heads:
        c.stroke(f"M{x} {y}Q{(x + 360) / 2} 500 360 660", "#4f8a4b", 8)
    for x, y, tone in heads:
        for petal in range(8):
            px, py = polar(x, y, 40, petal * 45)
            c.ellipse(
                px,
                py,
                32,
                19,
                tone,
                transform=f"rotate({petal * 45} {px:.1f} {py:.1f})",
            )
        c.circle(x, y, 21, "#7a4a1e")
    c.path(
        "M270 600H450Q440 660 490 740Q520 880 440 900H280Q200 880 230 740Q280 660 270 600Z",
        c.linear("#2ec4b6", "#11726a", angle=20),
    )
    c.path(
        "M262 700Q240 780 262 850",
        stroke="#fff",
        stroke_width=11,
        opacity=0.4,
        stroke_linecap="round",
    )
    return c.render()


def country_house() -> Image.Image:
    c = Canvas(1020, 700)
    c.rect(0, 0, 1020, 700, c.linear("#9bd1f0", "#eaf6ee"))
    c.path("M0 430Q240 330 520 420T1020 380V700H0Z", "#9ccc65")
    c.path("M0 530Q400 470 1020 540V700H0Z", "#7cb342")
    c.rect(380, 300, 330, 250, "#f6e7cb")
    c.polygon([(350, 310), (545, 160), (740, 310)], "#a63d40")
    c.rect(620, 170, 46, 90, "#8a3335")
    for x, y in ((420, 350), (600, 350), (600, 450)):
        c.rect(x, y, 70, 66, "#7fb3d3", stroke="#fff", stroke_width=8)
        c.line([(x + 35, y), (x + 35, y + 66)], "#fff", 5)
    c.rect(428, 440, 66, 110, "#5d4037")
    for x, y, h, tone in (
        (180, 560, 290, "#558b2f"),
        (270, 580, 180, "#689f38"),
        (830, 560, 320, "#33691e"),
        (930, 600, 210, "#558b2f"),
    ):
        tree(c, x, y, h, tone)
    for x in range(20, 1020, 58):
        c.rect(x, 610, 14, 70, "#fff")
    c.rect(0, 630, 1020, 10, "#fff")
    return c.render()


def sleeping_cat() -> Image.Image:
    c = Canvas(880, 620, "#ffe5b4")
    c.rect(0, 420, 880, 200, "#d98e73")
    c.ellipse(440, 500, 350, 84, "#7d4e57")
    c.ellipse(440, 486, 330, 74, "#9c6b73")
    c.path(
        "M190 470Q170 320 340 290Q520 240 640 330Q730 410 660 490Q560 530 380 524Q220 530 190 470Z",
        "#4a4e69",
    )
    c.stroke("M650 450Q700 520 560 528Q430 540 330 512", "#3a3d55", 44)
    c.circle(290, 420, 92, "#4a4e69")
    c.polygon([(214, 380), (212, 300), (276, 336)], "#4a4e69")
    c.polygon([(308, 332), (370, 300), (368, 384)], "#4a4e69")
    for x in (252, 326):
        c.stroke(f"M{x - 20} 418q20 16 40 0", "#f2e9e4", 5)
    c.path("M280 446h20l-10 12Z", "#f4acb7")
    for stripe in range(5):
        c.stroke(f"M{430 + stripe * 46} {292 + stripe * 8}q20 40 4 80", "#3a3d55", 11)
    return grained(c.render(), seed=40, amount=6)


def bicycle() -> Image.Image:
    c = Canvas(980, 700, "#e8f3ee")
    c.rect(0, 560, 980, 140, "#bcd4c6")
    c.shadow(490, 596, 400, 20, 0.35)
    for x in (270, 710):
        c.circle(x, 430, 156, "none", stroke="#25282c", stroke_width=17)
        c.circle(x, 430, 142, "none", stroke="#c9ced4", stroke_width=5)
        for spoke in range(14):
            c.line([(x, 430), polar(x, 430, 142, spoke * 25.7)], "#9aa1a9", 1.8)
        c.circle(x, 430, 15, "#25282c")
    c.line([(270, 430), (400, 230), (630, 230), (470, 440), (270, 430)], "#e4572e", 15)
    c.line([(380, 190), (470, 440)], "#e4572e", 15)
    c.line([(710, 430), (620, 170)], "#e4572e", 15)
    c.line([(620, 170), (570, 160), (560, 200)], "#25282c", 12)
    c.rect(320, 176, 120, 24, "#25282c", 12)
    c.circle(470, 440, 38, "none", stroke="#25282c", stroke_width=11)
    c.line([(470, 440), (500, 500)], "#25282c", 9)
    return c.render()


def beach_umbrella() -> Image.Image:
    c = Canvas(820, 820)
    c.rect(0, 0, 820, 820, "#fbe3ae")
    c.path("M0 0H820V250Q700 330 560 270T280 300T0 250Z", "#41b3c6")
    c.path("M0 250Q140 330 280 300T560 270T820 250", stroke="#fff", stroke_width=17)
    dice = random.Random(10)  # noqa: S311
    for _ in range(500):
        c.circle(
            dice.uniform(0, 820),
            dice.uniform(330, 820),
            dice.uniform(0.8, 2),
            "#d9b36c",
        )
    c.ellipse(520, 620, 200, 170, "#c79b54", opacity=0.5)
    for wedge in range(10):
        start, end = (
            polar(430, 540, 200, wedge * 36),
            polar(430, 540, 200, wedge * 36 + 36),
        )
        c.path(
            f"M430 540L{start[0]:.1f} {start[1]:.1f}A200 200 0 0 1 {end[0]:.1f} {end[1]:.1f}Z",
            "#f25f5c" if wedge % 2 else "#fff",
        )
    c.circle(430, 540, 13, "#b23a37")
    c.rect(80, 600, 110, 190, "#70c1b3", 6, transform="rotate(-20 135 690)")
    for stripe in range(4):
        c.rect(80, 620 + stripe * 44, 110, 17, "#fff", transform="rotate(-20 135 690)")
    c.circle(690, 420, 46, "#ffd166")
    c.path("M644 420A46 46 0 0 1 736 420Z", "#3a86ff")
    return c.render()


def teapot() -> Image.Image:
    c = Canvas(860, 680, "#20333c")
    for x in range(0, 860, 86):
        for y in range(0, 480, 80):
            c.circle(x + (y // 80 % 2) * 43, y, 7, "#33505d")
    c.rect(0, 500, 860, 180, "#8c5a3c")
    c.shadow(420, 590, 300, 28, 0.5)
    c.stroke("M610 360Q760 330 730 460Q710 540 590 520", "#e9c46a", 26)
    c.path("M270 400Q170 380 150 280L116 262L170 236Q200 330 290 350Z", "#e9c46a")
    c.path(
        "M250 430Q250 260 430 256Q610 260 612 430Q610 580 430 584Q250 580 250 430Z",
        c.radial("#fff0bf", "#e9c46a", "#a97c1d", x=0.36, y=0.3, r=0.8),
    )
    c.path("M330 270Q430 220 530 270Q430 292 330 270Z", "#c79b34")
    c.circle(430, 232, 21, "#c79b34")
    for x in (360, 400, 440):
        c.stroke(f"M{x - 230} 210q-20 -30 0 -60t0 -60", "#dfe8ea", 6, opacity=0.4)
    return c.render()


def flock_at_dusk() -> Image.Image:
    c = Canvas(1100, 600)
    c.rect(0, 0, 1100, 600, c.linear("#34235c", "#a8477a", "#ff9a62", "#ffd98e"))
    c.circle(820, 430, 74, "#fff0b8")
    for index in range(17):
        side = 1 if index % 2 else -1
        rank = (index + 1) // 2
        bird(
            c,
            560 - rank * 46,
            210 + side * rank * 17,
            34,
            "#1d1233",
            math.sin(index) * 8,
        )
    c.path("M0 500Q300 450 560 500T1100 480V600H0Z", "#1d1233")
    for x in range(30, 1100, 34):
        c.line(
            [(x, 520), (x + 8 * math.sin(x), 440 - 30 * math.sin(x * 0.7))],
            "#1d1233",
            4,
        )
    return c.render()


SCENES = (
    fruit_bowl,
    misty_mountains,
    sailing_boat,
    vase_of_flowers,
    country_house,
    sleeping_cat,
    bicycle,
    beach_umbrella,
    teapot,
    flock_at_dusk,
)
