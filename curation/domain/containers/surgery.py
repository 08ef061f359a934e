"""What taking an image container apart yields, the same for every format."""

from typing import NamedTuple

from curation.domain.rejection import Reason, RejectedFileError


class Surgery(NamedTuple):
    """A container without its metadata, and what the metadata said.

    ``content`` holds the same compressed pixels byte for byte. ``removed`` names the
    kinds of metadata taken out (sorted, distinct). ``orientation`` is the EXIF value
    1-8; ``frames`` counts the pictures of an animation.
    """

    content: bytes
    removed: tuple[str, ...]
    orientation: int
    frames: int


def truncated(format_name: str) -> RejectedFileError:
    """The refusal for a container that ends before it says it does."""
    return RejectedFileError(Reason.TRUNCATED, f"the {format_name} file ends too early")


def corrupt(format_name: str, detail: str) -> RejectedFileError:
    """The refusal for a container that contradicts its own format."""
    return RejectedFileError(
        Reason.CORRUPT, f"the {format_name} file is damaged: {detail}"
    )
