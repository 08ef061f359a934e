"""Whether a browser shows a file with the same pixels as Subtext decodes it."""

from typing import IO

from PIL import Image

_SAME_MODES = frozenset({"1", "L", "P", "RGB"})
_SRGB_GAMMA = 1 / 2.2
_GAMMA_TOLERANCE = 0.001


def is_displayed_alike(file: IO[bytes]) -> bool:
    """Return whether browsers show an opaque file of one frame as it is decoded.

    They apply colour profiles and gamma values, which decoding leaves out, and convert
    CMYK and 16-bit greys in another way. Only the header is read.
    """
    with Image.open(file) as image:
        info = image.info
        return (
            image.mode in _SAME_MODES
            and "transparency" not in info
            and _is_srgb(info.get("icc_profile"))
            and ("srgb" in info or _is_srgb_gamma(info.get("gamma")))
            and image.format != "TIFF"
        )


def _is_srgb(profile: bytes | None) -> bool:
    return not profile or b"sRGB" in profile or b"s\0R\0G\0B" in profile


def _is_srgb_gamma(gamma: float | None) -> bool:
    return gamma is None or abs(gamma - _SRGB_GAMMA) < _GAMMA_TOLERANCE
