"""What a file may ask of the machine."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much one file may ask of the machine that decodes it."""

    max_bytes: int = 64 * 2**20
    max_pixels: int = 100_000_000
    max_frames: int = 2_000
