"""Decoding untrusted bytes to pixels, within limits.

Metadata is removed before a decoder reads the file. Compressed text, huge EXIF
directories and appended files therefore never reach Pillow.
"""

from typing import Literal, NamedTuple

from PIL import Image

from core.domain.texts import _
from curation.image_files.domain.containers.formats import recognise_image_format
from curation.image_files.domain.ground import BLACK, WHITE, Ground, choose_ground
from curation.image_files.domain.limits import DecodingLimits
from curation.image_files.domain.loading import load, rejecting_damage
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason
from subtext_protocol.opaque_images import (
    composite_on_ground,
    has_deep_channel,
    has_transparency,
    opaque_rgb,
)

TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class DecodedImage(NamedTuple):
    """A decoded image: upright, opaque, 8-bit RGB, first frame.

    ``image`` is on white, for matching; ``shown`` on ``ground``, for people, text
    recognition and models. They are one object where the ground is white. ``ground`` is
    empty for a file without transparency. ``width`` and ``height`` are those of the file
    as displayed; the images are smaller only if a draft was requested. ``orientation``
    is the EXIF value that was applied.
    """

    image: Image.Image
    shown: Image.Image
    ground: Ground | Literal[""]
    width: int
    height: int
    format: str
    media_type: str
    frames: int
    orientation: int

    @property
    def had_alpha(self) -> bool:
        """Return whether the file has transparent pixels, or may have them."""
        return bool(self.ground)


def decode_image(
    data: bytes, *, limits: DecodingLimits | None = None, draft_side: int | None = None
) -> DecodedImage:
    """Decode one file.

    Args:
        data: the bytes of the file.
        limits: limits checked before decoding.
        draft_side: a JPEG may be decoded at 1/2, 1/4 or 1/8 of its size as long as
            both sides keep at least this many pixels. None decodes at full size.

    Raises:
        RejectedFileError: the only exception, for any bytes.
    """
    limits = limits or DecodingLimits()
    if len(data) > limits.max_bytes:
        raise RejectedFileError(
            RejectionReason.TOO_MANY_BYTES,
            _(
                "{count:,} bytes: at most {max_bytes:,} are allowed",
                count=len(data),
                max_bytes=limits.max_bytes,
            ),
        )
    container = recognise_image_format(data)
    surgery = container.strip(data)
    if surgery.frames > limits.max_frames:
        raise RejectedFileError(
            RejectionReason.TOO_MANY_FRAMES,
            _(
                "{frames:,} frames: at most {max_frames:,} are allowed",
                frames=surgery.frames,
                max_frames=limits.max_frames,
            ),
        )
    with rejecting_damage(container.name, limits):
        loaded = load(container, surgery, limits, draft_side)
        image, on_ground, ground = _on_grounds(loaded.image)
    width, height = loaded.width, loaded.height
    turn = TURNS.get(surgery.orientation)
    if turn is not None:
        turned = image.transpose(turn)
        on_ground = turned if on_ground is image else on_ground.transpose(turn)
        image = turned
        if surgery.orientation >= 5:
            width, height = height, width
    return DecodedImage(
        image=image,
        shown=on_ground,
        ground=ground,
        width=width,
        height=height,
        format=container.name,
        media_type=container.media_type,
        frames=surgery.frames,
        orientation=surgery.orientation,
    )


def _on_grounds(
    file: Image.Image,
) -> tuple[Image.Image, Image.Image, Ground | Literal[""]]:
    """Return the image on white, as it is shown, and the ground of that."""
    if not has_transparency(file):
        image = opaque_rgb(file)
        return image, image, ""
    if has_deep_channel(file):
        image = opaque_rgb(file)
        return image, image, WHITE
    layer = file if file.mode == "RGBA" else file.convert("RGBA")
    image = composite_on_ground(layer, WHITE)
    ground = choose_ground(layer)
    return (
        image,
        composite_on_ground(layer, ground) if ground == BLACK else image,
        ground,
    )
