"""Resource limits for decoding a file."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DecodingLimits:
    """Maximum resources for decoding one file."""

    max_bytes: int = 64 * 2**20
    max_pixels: int = 100_000_000
    max_frames: int = 2_000
