"""Drawing of the SVG files in `pictures/`; resvg renders the pixels.

Nothing depends on the machine: the only font is the one inside Pillow.
"""

import functools
import io
import tempfile
from pathlib import Path

from PIL import Image, ImageFont

IMAGES = Path(__file__).parent / "pictures"


@functools.cache
def font_bytes() -> bytes:
    """Return the TrueType font that ships inside Pillow (Aileron Regular)."""
    font = ImageFont.load_default(16)
    if not isinstance(font, ImageFont.FreeTypeFont) or not isinstance(
        font.path, io.BytesIO
    ):
        raise RuntimeError("Pillow was built without FreeType: no font to draw with.")
    return font.path.getvalue()


@functools.cache
def text_font(size: int) -> ImageFont.FreeTypeFont:
    """Return Pillow's own font at `size` pixels."""
    return ImageFont.truetype(io.BytesIO(font_bytes()), size)


@functools.cache
def _figures() -> str:
    """Return the definitions in `figures.svg`, without the enclosing tags."""
    text = (IMAGES / "figures.svg").read_text("utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")]


def draw_image(name: str) -> Image.Image:
    """Draw `pictures/NAME.svg` as RGBA; the background is transparent."""
    text = (IMAGES / f"{name}.svg").read_text("utf-8")
    begin = text.index(">") + 1
    import resvg_py  # noqa: PLC0415 - only installations with the demo extra have it

    with tempfile.TemporaryDirectory() as folder:
        font = Path(folder) / "font.ttf"
        font.write_bytes(font_bytes())
        png = resvg_py.svg_to_bytes(
            svg_string=f"{text[:begin]}<defs>{_figures()}</defs>{text[begin:]}",
            skip_system_fonts=True,
            font_files=[str(font)],
            font_family="Aileron",
        )
    return Image.open(io.BytesIO(png)).convert("RGBA")


def flatten_on_white(image: Image.Image) -> Image.Image:
    """Return `image` as RGB on white."""
    result = Image.new("RGB", image.size, "white")
    result.paste(image, mask=image.convert("RGBA").getchannel("A"))
    return result
