"""Finding JPEG files that end before their last pixels.

Decoders paint what is missing grey and report nothing. Where bytes that follow the scan
change the pixels, the decoder was still waiting for data.
"""

import io

from PIL import Image

_END = b"\xff\xd9"
# Decoders take missing bits for zeros: these begin with ones, and then decode to a
# pattern, whatever the Huffman tables are. None is a marker.
_FILLING = b"\xfe" + bytes(range(1, 250, 7)) * 8
_GREY = 128
_NEAR = 6
_LARGE = 16_000_000


def lacks_pixels(content: bytes, image: Image.Image, *, has_end: bool) -> bool:
    """Return whether pixels of a JPEG file are missing.

    ``image`` is the decoded file. A file with an end marker is tested only if its last
    pixel is grey, as missing ones are.
    """
    if has_end and not _ends_grey(image):
        return False
    filled = content.removesuffix(_END) + _FILLING + _END
    return _pixels(content) != _pixels(filled)


def _ends_grey(image: Image.Image) -> bool:
    if image.mode == "CMYK":
        return True
    width, height = image.size
    last = image.crop((width - 1, height - 1, width, height)).convert("L")
    return abs(last.tobytes()[0] - _GREY) <= _NEAR


def _pixels(content: bytes) -> bytes:
    """Decode, a large file at half size: that lacks only its finest details."""
    with Image.open(io.BytesIO(content), formats=["JPEG"]) as image:
        if image.width * image.height > _LARGE:
            image.draft(None, (image.width // 2, image.height // 2))
        return image.tobytes()
