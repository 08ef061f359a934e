"""What a crawl makes of pictures: other formats, copies, edits, and broken files."""

import io
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance

from demo.draw import text_font
from demo.finish import flatten

# Copies by the way they were made. A copy's original is larger, or as large and
# stored with more bytes, and carries no watermark.
COPIES: Mapping[str, Sequence[str]] = {
    "q60": (
        "book-ladder",
        "hamster-clock",
        "inbox-sisyphus",
        "head-cage",
        "helmet-nest",
        "ashtray-factory",
        "piano-crossing",
        "cello-tree",
        "growing-dominoes",
    ),
    "webp": (
        "candle-both-ends",
        "phone-puppets",
        "fish-together",
        "anglers-return",
        "piggy-parachute",
        "smiling-mask",
    ),
    "half": (
        "wet-umbrella",
        "head-maze",
        "coin-scales",
        "bear-ice-cube",
        "gallery-phones",
        "rainy-day-jar",
    ),
    "cropped": (
        "phone-chain",
        "two-stairs",
        "hourglass-forest",
        "frame-bird",
        "satellite-dandelion",
        "mail-iceberg",
    ),
    "watermarked": (
        "private-rain",
        "axe-election",
        "melting-scoop",
        "brush-city",
        "usb-horse",
        "scissors-clock",
    ),
    "brighter": ("tightening-knot", "bottle-whale", "last-drop"),
    "grey": ("lion-mirror", "hand-bridge", "brick-verse"),
    "recoloured": (
        "battery-morning",
        "echo-room",
        "weather-vane-polls",
        "snail-express",
    ),
    "flattened": ("plug-leaf", "keyhole-shield", "pencil-lighthouse", "book-bird"),
}
EXACT_COPIES = (
    "scissors-clock",
    "private-rain",
    "melting-scoop",
    "locked-gate",
    "house-of-words",
)


def encoded(image: Image.Image, format_: str, **options: object) -> bytes:
    """`image` as a file's bytes."""
    target = io.BytesIO()
    image.save(target, format_, **options)
    return target.getvalue()


def png(image: Image.Image) -> bytes:
    return encoded(image, "PNG", compress_level=5)


def jpeg(image: Image.Image, quality: int = 91, **options: object) -> bytes:
    return encoded(flatten(image), "JPEG", quality=quality, **options)


def scaled(image: Image.Image, share: float) -> Image.Image:
    size = round(image.width * share), round(image.height * share)
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def _cropped(image: Image.Image) -> Image.Image:
    """Up to 3 % off two sides, as a careless screenshot does."""
    left, top = round(image.width * 0.02), round(image.height * 0.015)
    return flatten(image).crop(
        (left, top, image.width - left // 2, image.height - top // 2)
    )


def _watermarked(image: Image.Image) -> Image.Image:
    picture = scaled(flatten(image), 0.92).convert("RGBA")
    layer = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(layer)
    font = text_font(picture.width // 18)
    words = "pics4free.example"
    x, y = picture.width * 0.97, picture.height * 0.97
    pen.text((x + 1, y + 1), words, (0, 0, 0, 120), font, anchor="rs")
    pen.text((x, y), words, (255, 255, 255, 190), font, anchor="rs")
    pen.text(
        (picture.width / 2, picture.height / 2),
        words,
        (255, 255, 255, 40),
        font,
        anchor="mm",
    )
    return flatten(Image.alpha_composite(picture, layer))


def _recoloured(image: Image.Image) -> Image.Image:
    """The hues turned a little way round; light and dark stay."""
    hue, saturation, value = flatten(image).convert("HSV").split()
    turned = Image.fromarray((np.asarray(hue, np.uint16) + 16).astype(np.uint8))
    return Image.merge("HSV", (turned, saturation, value)).convert("RGB")


def _grey(image: Image.Image) -> Image.Image:
    return flatten(image).convert("L")


def copy(name: str, original: Image.Image) -> tuple[str, bytes]:
    """The copy `name` of a picture: its file's suffix and bytes.

    Raises KeyError where no such way of copying exists.
    """
    ways: Mapping[str, Callable[[Image.Image], tuple[str, bytes]]] = {
        "q60": lambda image: (".jpg", jpeg(image, 60)),
        "webp": lambda image: (
            ".webp",
            encoded(scaled(flatten(image), 0.75), "WEBP", quality=70, method=2),
        ),
        "half": lambda image: (".jpg", jpeg(scaled(image, 0.5), 82)),
        "cropped": lambda image: (".jpg", jpeg(_cropped(image), 85)),
        "watermarked": lambda image: (".jpg", jpeg(_watermarked(image), 85)),
        "brighter": lambda image: (
            ".jpg",
            jpeg(
                ImageEnhance.Brightness(scaled(flatten(image), 0.9)).enhance(1.18), 85
            ),
        ),
        "grey": lambda image: (
            ".jpg",
            encoded(_grey(scaled(image, 0.85)), "JPEG", quality=85),
        ),
        "recoloured": lambda image: (".png", png(_recoloured(scaled(image, 0.8)))),
        "flattened": lambda image: (".jpg", jpeg(scaled(image, 0.9), 90)),
    }
    return ways[name](original)


def cmyk_jpeg(image: Image.Image) -> bytes:
    """A print shop's file: four inks."""
    return encoded(flatten(image).convert("CMYK"), "JPEG", quality=93)


def phone_photo(image: Image.Image) -> bytes:
    """A JPEG as a phone stores it: lying on its side, with camera, time and place."""
    exif = Image.Exif()
    exif[0x0112] = 6  # orientation: turn a quarter clockwise to see it upright
    exif[0x010F], exif[0x0110] = "Lumen", "Pocket 4"
    exif[0x0132] = "2024:05:17 18:42:09"
    place = exif.get_ifd(0x8825)
    place[1], place[2] = "N", (48.0, 12.0, 30.5)
    place[3], place[4] = "E", (16.0, 22.0, 11.2)
    turned = flatten(image).transpose(Image.Transpose.ROTATE_90)
    return jpeg(turned, 88, exif=exif)


def sixteen_bit_png(image: Image.Image) -> bytes:
    """A scan with 65,536 greys."""
    grey = np.asarray(flatten(image).convert("L"), np.uint16) * 257
    return png(Image.fromarray(grey))


def animated_gif(image: Image.Image) -> bytes:
    """The picture, then two frames in which it shivers."""
    first = scaled(flatten(image), 0.8)
    frames = [first]
    for shift in (5, -5):
        frame = first.copy()
        frame.paste(first.crop((0, 90, first.width, first.height - 90)), (shift, 90))
        frames.append(frame)
    palette = [frame.quantize(128, dither=Image.Dither.NONE) for frame in frames]
    return encoded(
        palette[0],
        "GIF",
        save_all=True,
        append_images=palette[1:],
        duration=[900, 90, 90],
        loop=0,
    )


def decompression_bomb() -> bytes:
    """A PNG of a few kilobytes that unpacks to 144 million pixels."""
    side = 12_000

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((side // 8 + 1) * side), 9)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", rows)
        + chunk(b"IEND", b"")
    )


def broken_files(picture: Image.Image) -> Mapping[str, tuple[bytes, str]]:
    """Files that no importer can keep: their path, their bytes, and why."""
    whole = jpeg(picture, 88)
    whole_png = png(scaled(picture, 0.5))
    return {
        "downloads/interrupted.jpg": (
            whole[: len(whole) // 3],
            "the JPEG is cut off after a third",
        ),
        "downloads/interrupted.png": (
            whole_png[: len(whole_png) // 2],
            "the PNG is cut off half-way",
        ),
        "downloads/huge.png": (
            decompression_bomb(),
            "144 million pixels in a small file",
        ),
        "downloads/empty.jpg": (b"", "the file is empty"),
        "downloads/notes.png": (
            b"Pictures to look for tomorrow:\nclocks, ladders, birds\n",
            "text, not an image",
        ),
        "downloads/not-found.jpg": (
            b"<!doctype html><title>404</title><h1>Not found</h1>\n",
            "a web page, not an image",
        ),
    }
