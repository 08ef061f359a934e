"""The variants that a crawl brings: other formats, copies, edits, and broken files."""

import io
import struct
import zlib
from collections.abc import Callable, Mapping

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance

from demo.drawing.svg import flatten_on_white, text_font


def encode_image(image: Image.Image, format_: str, **options: object) -> bytes:
    """Return `image` as the bytes of a file."""
    target = io.BytesIO()
    image.save(target, format_, **options)
    return target.getvalue()


def encode_png(image: Image.Image) -> bytes:
    return encode_image(image, "PNG", compress_level=5)


def encode_jpeg(image: Image.Image, quality: int = 91, **options: object) -> bytes:
    return encode_image(flatten_on_white(image), "JPEG", quality=quality, **options)


def scale_image(image: Image.Image, share: float) -> Image.Image:
    size = round(image.width * share), round(image.height * share)
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def _cropped(image: Image.Image) -> Image.Image:
    """Return `image` without up to 2 % of each side, like a careless screenshot."""
    left, top = round(image.width * 0.02), round(image.height * 0.015)
    return image.crop((left, top, image.width - left // 2, image.height - top // 2))


def _watermarked(image: Image.Image) -> Image.Image:
    picture = scale_image(flatten_on_white(image), 0.92).convert("RGBA")
    layer = Image.new("RGBA", picture.size)
    pen, font = ImageDraw.Draw(layer), text_font(picture.width // 18)
    corner = picture.width * 0.97, picture.height * 0.97
    pen.text(corner, "pics4free.example", (255, 255, 255, 190), font, anchor="rs")
    return Image.alpha_composite(picture, layer)


def _brighter(image: Image.Image) -> Image.Image:
    return ImageEnhance.Brightness(flatten_on_white(image)).enhance(1.18)


def _recoloured(image: Image.Image) -> Image.Image:
    """Return `image` with its hues shifted slightly; lightness is unchanged."""
    hue, saturation, value = flatten_on_white(image).convert("HSV").split()
    turned = Image.fromarray((np.asarray(hue, np.uint16) + 16).astype(np.uint8))
    return Image.merge("HSV", (turned, saturation, value)).convert("RGB")


# Each copy is smaller than its original, in pixels or in bytes.
COPIES: Mapping[str, tuple[str, Callable[[Image.Image], bytes]]] = {
    "q60": (".jpg", lambda image: encode_jpeg(image, 60)),
    "webp": (
        ".webp",
        lambda image: encode_image(flatten_on_white(scale_image(image, 0.75)), "WEBP"),
    ),
    "half": (".jpg", lambda image: encode_jpeg(scale_image(image, 0.5), 82)),
    "cropped": (".jpg", lambda image: encode_jpeg(_cropped(image), 85)),
    "watermarked": (".jpg", lambda image: encode_jpeg(_watermarked(image), 85)),
    "brighter": (
        ".jpg",
        lambda image: encode_jpeg(_brighter(scale_image(image, 0.9)), 85),
    ),
    "grey": (
        ".jpg",
        lambda image: encode_jpeg(
            flatten_on_white(scale_image(image, 0.85)).convert("L"), 85
        ),
    ),
    "recoloured": (
        ".png",
        lambda image: encode_png(_recoloured(scale_image(image, 0.8))),
    ),
    "flattened": (".jpg", lambda image: encode_jpeg(scale_image(image, 0.9), 90)),
}


def phone_photo(image: Image.Image) -> bytes:
    """Return a JPEG as a phone stores it: rotated, with camera, time and place."""
    exif = Image.Exif()
    exif[0x0112] = 6  # orientation: turn a quarter clockwise to see it upright
    exif[0x010F], exif[0x0110] = "Lumen", "Pocket 4"
    exif[0x0132] = "2024:05:17 18:42:09"
    place = exif.get_ifd(0x8825)
    place[1], place[2] = "N", (48.0, 12.0, 30.5)
    place[3], place[4] = "E", (16.0, 22.0, 11.2)
    return encode_jpeg(image.transpose(Image.Transpose.ROTATE_90), 88, exif=exif)


def sixteen_bit_png(image: Image.Image) -> bytes:
    """Return a scan with 65,536 grey levels."""
    grey = np.asarray(flatten_on_white(image).convert("L"), np.uint16) * 257
    return encode_png(Image.fromarray(grey))


def animated_gif(image: Image.Image) -> bytes:
    """Return the image as an animation, with two more frames in which it shakes."""
    first = scale_image(flatten_on_white(image), 0.8)
    frames = [first]
    for shift in (5, -5):
        frame = first.copy()
        frame.paste(first.crop((0, 90, first.width, first.height - 90)), (shift, 90))
        frames.append(frame)
    start, *more = [frame.quantize(128, dither=Image.Dither.NONE) for frame in frames]
    return encode_image(
        start, "GIF", save_all=True, append_images=more, duration=90, loop=0
    )


def decompression_bomb() -> bytes:
    """Return a PNG of a few kilobytes that unpacks to 144 million pixels."""
    side = 12_000

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((side // 8 + 1) * side), 9)
    chunks = chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def broken_files(picture: Image.Image) -> Mapping[str, tuple[bytes, str]]:
    """Return files that no importer can keep: path to bytes and reason."""
    whole, whole_png = encode_jpeg(picture, 88), encode_png(scale_image(picture, 0.5))
    page = b"<!doctype html><title>404</title><h1>Not found</h1>\n"
    return {
        "interrupted.jpg": (whole[: len(whole) // 3], "cut off after a third"),
        "interrupted.png": (whole_png[: len(whole_png) // 2], "cut off half-way"),
        "huge.png": (decompression_bomb(), "144 million pixels in a small file"),
        "empty.jpg": (b"", "the file is empty"),
        "notes.png": (b"Pictures to look for tomorrow: clocks\n", "text, not an image"),
        "not-found.jpg": (page, "a web page, not an image"),
    }
