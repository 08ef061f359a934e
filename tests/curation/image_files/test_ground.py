"""Light art on nothing would vanish on white; everything else is shown on white."""

from collections.abc import Callable

import pytest
from PIL import Image, ImageDraw

from curation.image_files.domain.decoding import decode_image
from tests.curation.drawn_images import encoded

Draw = Callable[[ImageDraw.ImageDraw], None]


def on_nothing(draw: Draw) -> Image.Image:
    image = Image.new("RGBA", (300, 200), (0, 0, 0, 0))
    draw(ImageDraw.Draw(image))
    return image


def white_ring(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((60, 20, 220, 180), outline="white", width=18)


def pale_yellow_star(pen: ImageDraw.ImageDraw) -> None:
    pen.regular_polygon((150, 100, 80), 5, fill="#ffffe8")


def white_letters_underlined_in_red(pen: ImageDraw.ImageDraw) -> None:
    pen.text((30, 40), "LOOK", fill="white", font_size=90)
    pen.line((40, 160, 120, 160), fill="#c02020", width=6)


def black_ring(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((60, 20, 220, 180), outline="black", width=18)


def white_face_with_an_outline(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((60, 20, 220, 180), fill="white", outline="black", width=6)
    pen.ellipse((110, 70, 125, 85), fill="black")
    pen.ellipse((155, 70, 170, 85), fill="black")


def sheet_of_paper(pen: ImageDraw.ImageDraw) -> None:
    pen.rectangle((40, 20, 260, 180), fill="white")
    pen.text((60, 60), "A cat sat.", fill="black", font_size=40)


def grey_ring(pen: ImageDraw.ImageDraw) -> None:
    pen.ellipse((60, 20, 220, 180), outline="#808080", width=18)


def nothing(pen: ImageDraw.ImageDraw) -> None:
    pass


@pytest.mark.parametrize(
    ("drawing", "ground"),
    [
        (white_ring, "black"),
        (pale_yellow_star, "black"),
        (white_letters_underlined_in_red, "black"),
        (black_ring, "white"),
        (grey_ring, "white"),
        (white_face_with_an_outline, "white"),
        (sheet_of_paper, "white"),
        (nothing, "white"),
    ],
)
def test_the_ground_is_what_the_drawing_stands_out_from(
    drawing: Draw, ground: str
) -> None:
    decoded = decode_image(encoded(on_nothing(drawing)))
    assert decoded.ground == ground
    corner = {"white": (255, 255, 255), "black": (0, 0, 0)}[ground]
    assert decoded.shown.getpixel((2, 2)) == corner
    # Copies are searched for on white, whatever is shown.
    assert decoded.image.getpixel((2, 2)) == (255, 255, 255)


def test_an_opaque_image_has_no_ground() -> None:
    decoded = decode_image(encoded(Image.new("RGB", (30, 20), "white")))
    assert decoded.ground == ""
    assert decoded.shown is decoded.image
