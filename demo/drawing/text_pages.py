"""Text-heavy posters and screenshots, which the text-area filter excludes."""

import textwrap
from collections.abc import Iterator
from typing import NamedTuple

import yaml
from PIL import Image, ImageDraw

from demo.drawing.svg import IMAGES, text_font


class TextPage(NamedTuple):
    """A drawn page, and the share of its area (0 to 1) that its lines of text cover."""

    name: str
    image: Image.Image
    text_area: float


def draw_pages() -> Iterator[TextPage]:
    """Draw the pages of `pages.yaml`, each paragraph as large as the page allows."""
    pages = yaml.safe_load((IMAGES / "pages.yaml").read_text("utf-8"))
    for name, page in pages.items():
        width, inks = page["width"], page["inks"]
        margin = width // 24
        image = Image.new("RGB", (width, 2000), page["ground"])
        pen, y, covered = ImageDraw.Draw(image), margin, 0
        for number, paragraph in enumerate(page["text"]):
            lines = textwrap.wrap(paragraph, page.get("characters", 99))
            widest = max(text_font(100).getlength(line) for line in lines)
            font = text_font(int(100 * (width - 2 * margin) / widest))
            for line in lines:
                left, top, right, bottom = (round(v) for v in font.getbbox(line))
                ink = inks[number % len(inks)]
                pen.text((margin - left, y - top), line, ink, font)
                covered += (right - left) * (bottom - top)
                y += bottom - top + margin // 2
        height = y + margin // 2
        page_image = image.crop((0, 0, width, height))
        yield TextPage(name, page_image, covered / (width * height))
