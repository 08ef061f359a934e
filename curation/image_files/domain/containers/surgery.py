"""Result of removing the metadata of an image container, for every format."""

from typing import NamedTuple

from core.domain.texts import _
from curation.image_files.domain.rejection import RejectedFileError, RejectionReason


class DeepSamples(NamedTuple):
    """What a header says about samples of more than 8 bits."""

    bits: int
    width: int
    height: int
    transparent: int | None = None
    """The grey level that is transparent."""
    white_is_zero: bool = False


class StrippedContainer(NamedTuple):
    """A container without its metadata, and values read from the metadata.

    ``content`` holds the same compressed pixels byte for byte. ``removed`` names the
    kinds of removed metadata (sorted, distinct). ``orientation`` is the EXIF value 1-8;
    ``frames`` is the number of frames of an animation. ``has_end`` is false
    for a JPEG whose end marker was added; pixels may then be missing, too.
    """

    content: bytes
    removed: tuple[str, ...]
    orientation: int
    frames: int
    deep: DeepSamples | None = None
    has_end: bool = True


def truncation_error(format_name: str) -> RejectedFileError:
    """Return the rejection of a file without the end of its image."""
    return RejectedFileError(
        RejectionReason.TRUNCATED,
        _(
            "part of the {format_name} image is missing: download or save the file again",
            format_name=format_name,
        ),
    )


def format_error(name: str) -> RejectedFileError:
    """Return the rejection of a known format that is not supported."""
    return RejectedFileError(
        RejectionReason.UNSUPPORTED_FORMAT,
        _(
            "{name} files are not supported: convert them to JPEG, PNG, WebP, GIF, BMP or TIFF",
            name=name,
        ),
    )


def depth_error(format_name: str, bits: int) -> RejectedFileError:
    """Return the rejection of an image with samples that no library here reads."""
    return RejectedFileError(
        RejectionReason.UNSUPPORTED_FORMAT,
        _(
            "this kind of {bits}-bit {format_name} is not supported: "
            "save it with 8 bits per channel",
            format_name=format_name,
            bits=bits,
        ),
    )


def corruption_error(format_name: str, detail: str) -> RejectedFileError:
    """Return the rejection of a container that violates its format."""
    return RejectedFileError(
        RejectionReason.CORRUPT,
        _(
            "the {format_name} file is damaged: {detail}",
            format_name=format_name,
            detail=detail,
        ),
    )
