"""Result of removing the metadata of an image container, for every format."""

from typing import NamedTuple

from curation.domain.rejection import Reason, RejectedFileError


class Surgery(NamedTuple):
    """A container without its metadata, and values read from the metadata.

    ``content`` holds the same compressed pixels byte for byte. ``removed`` names the
    kinds of removed metadata (sorted, distinct). ``orientation`` is the EXIF value 1-8;
    ``frames`` is the number of frames of an animation.
    """

    content: bytes
    removed: tuple[str, ...]
    orientation: int
    frames: int


def truncated(format_name: str) -> RejectedFileError:
    """Return the rejection of a container that ends too early."""
    return RejectedFileError(Reason.TRUNCATED, f"the {format_name} file ends too early")


def corrupt(format_name: str, detail: str) -> RejectedFileError:
    """Return the rejection of a container that violates its format."""
    return RejectedFileError(
        Reason.CORRUPT, f"the {format_name} file is damaged: {detail}"
    )
