"""Images that only look alike are never duplicates without a person's decision."""

import colorsys
from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw, ImageFont, ImageOps

from curation.images.domain.description import ImageDescription, describe_image
from curation.near_duplicates.domain.match import DUPLICATE, POSSIBLE
from curation.near_duplicates.domain.search import find_pairs
from tests.curation.drawing import scene, words

Series = Callable[[], list[Image.Image]]


def certainties(descriptions: list[ImageDescription]) -> list[float]:
    """Return the certainty of every pair that is at least possible."""
    return [pair.certainty for pair in find_pairs(descriptions)]


def letters(draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str) -> None:
    draw.text(
        at,
        text,
        "white",
        ImageFont.load_default(size=40),
        "mm",
        stroke_width=3,
        stroke_fill="black",
    )


def in_other_hues(image: Image.Image, degrees: int) -> Image.Image:
    hue, saturation, value = image.convert("HSV").split()
    turned = hue.point([(level + degrees * 256 // 360) % 256 for level in range(256)])
    return Image.merge("HSV", (turned, saturation, value)).convert("RGB")


def recoloured_twins() -> list[Image.Image]:
    return [in_other_hues(scene(71), degrees) for degrees in (0, 72, 144, 216)]


def arrow(side: int, colour: str = "#c22") -> Image.Image:
    image = Image.new("RGB", (side, side), "white")
    corners = [(5, 50), (45, 12), (45, 36), (95, 36), (95, 64), (45, 64), (45, 88)]
    ImageDraw.Draw(image).polygon(
        [(x * side // 100, y * side // 100) for x, y in corners], colour, "black"
    )
    return image


def arrows() -> list[Image.Image]:
    return [arrow(64).rotate(degrees) for degrees in (0, 90, 180, 270)]


def coloured_arrows() -> list[Image.Image]:
    return [arrow(300, colour) for colour in ("red", "blue")]


def mirrored_arrows() -> list[Image.Image]:
    return [arrow(90), ImageOps.mirror(arrow(90))]


def signs() -> list[Image.Image]:
    """A road sign with another word."""
    pages = []
    for word in ("STOP", "LOVE", "WORK", "HOPE"):
        page = Image.new("RGB", (400, 400), "white")
        draw = ImageDraw.Draw(page)
        draw.regular_polygon((200, 200, 180), 8, 22, "#c00", "black")
        draw.text((200, 200), word, "white", ImageFont.load_default(size=100), "mm")
        pages.append(page)
    return pages


def faces() -> list[Image.Image]:
    """A face that smiles, frowns, is silent or shouts."""
    pages = []
    for mouth in range(4):
        page = Image.new("RGB", (400, 400), "white")
        draw = ImageDraw.Draw(page)
        draw.ellipse((20, 20, 380, 380), "#ffd54a", "black", 6)
        for x in (140, 260):
            draw.ellipse((x - 25, 120, x + 25, 190), "white", "black", 4)
            draw.ellipse((x - 10, 145, x + 10, 170), "black")
        box = (120, 200, 280, 320)
        if mouth == 0:
            draw.arc(box, 20, 160, "black", 10)
        elif mouth == 1:
            draw.arc((120, 260, 280, 380), 200, 340, "black", 10)
        elif mouth == 2:
            draw.line((130, 280, 270, 280), "black", 10)
        else:
            draw.ellipse((150, 220, 250, 340), "#800", "black", 4)
        pages.append(page)
    return pages


def comics() -> list[Image.Image]:
    """Strips of one series: the same first panel, others after it."""
    pages = []
    for strip in range(3):
        page = Image.new("RGB", (480, 500), "white")
        draw = ImageDraw.Draw(page)
        draw.text((240, 20), "Two Friends", "black", ImageFont.load_default(26), "mm")
        for panel in range(4):
            left, top = panel % 2 * 240, 40 + panel // 2 * 230
            seed = 900 if panel == 0 else 100 * strip + 300 + panel
            page.paste(scene(seed, (220, 180)), (left + 10, top + 10))
            draw.rectangle((left + 8, top + 8, left + 232, top + 222), None, "black", 4)
            draw.text((left + 20, top + 195), f"He said {strip * panel}", "black")
        pages.append(page)
    return pages


def captions() -> list[Image.Image]:
    """One meme template with other captions."""
    pages = []
    for above, below in (
        ("ME AT HOME", "HAPPY"),
        ("ME AT WORK", "TIRED"),
        ("MY BOSS", "RICH AGAIN"),
    ):
        page = scene(72, (480, 480))
        draw = ImageDraw.Draw(page)
        letters(draw, (240, 50), above)
        letters(draw, (240, 430), below)
        pages.append(page)
    return pages


def posters() -> list[Image.Image]:
    """Other pictures and titles in one frame."""
    pages = []
    for seed, title in ((73, "HOPE"), (74, "FEAR"), (75, "TIME")):
        page = Image.new("RGB", (520, 480), "#5a1414")
        draw = ImageDraw.Draw(page)
        draw.rectangle((16, 16, 504, 464), None, "gold", 6)
        page.paste(scene(seed, (400, 280)), (60, 50))
        letters(draw, (260, 390), title)
        pages.append(page)
    return pages


def logos() -> list[Image.Image]:
    return [words(word) for word in ("FREEDOM", "PRISONS", "CORNERS", "FROZENE")]


def tweets() -> list[Image.Image]:
    """Other words in one typeface, on white."""
    return [
        words("Nobody:\nMe at three\nin the morning", letters=34),
        words("If you can read\nthis then you are\nfar too close", letters=34),
    ]


def coloured_shapes() -> list[Image.Image]:
    """One drawing of one plain colour, in five colours."""
    pages = []
    for step in range(5):
        red, green, blue = colorsys.hsv_to_rgb(step / 5, 0.8, 0.9)
        page = Image.new("RGB", (300, 300), "white")
        ImageDraw.Draw(page).regular_polygon(
            (150, 150, 120),
            5,
            fill=(round(255 * red), round(255 * green), round(255 * blue)),
            outline="black",
        )
        pages.append(page)
    return pages


RELATIVES: list[Series] = [
    recoloured_twins,
    coloured_shapes,
    arrows,
    coloured_arrows,
    mirrored_arrows,
    signs,
    faces,
    comics,
    captions,
    posters,
    logos,
    tweets,
]


@pytest.mark.parametrize("series", RELATIVES)
def test_relatives_are_at_most_possible_duplicates(series: Series) -> None:
    images = series()
    descriptions = [describe_image(image) for image in images]
    assert max(certainties(descriptions), default=0) < DUPLICATE
    # The test would see a duplicate: each image is one of itself in another size.
    for image, description in zip(images, descriptions, strict=True):
        resized = image.resize((300, 300 * image.height // image.width))
        (found,) = certainties([description, describe_image(resized)])
        assert found >= DUPLICATE


def certainty(first: Image.Image, second: Image.Image) -> float:
    (found,) = certainties([describe_image(first), describe_image(second)])
    return found


def test_other_hues_are_left_to_a_person() -> None:
    image = scene(76)
    assert POSSIBLE <= certainty(image, in_other_hues(image, 40)) < DUPLICATE


@pytest.mark.parametrize("change", [ImageOps.mirror, ImageOps.flip])
def test_a_mirrored_icon_is_left_to_a_person(
    change: Callable[[Image.Image], Image.Image],
) -> None:
    icon = scene(77, (80, 80))
    assert POSSIBLE <= certainty(icon, change(icon)) < DUPLICATE
    large = scene(77, (480, 480))
    assert certainty(large, change(large)) >= DUPLICATE
