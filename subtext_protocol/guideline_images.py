"""Images in annotation guidelines: Markdown that names uploaded files.

``![What it shows](0123….png)`` names an image by its content, so a protocol version and
its images never change. Addresses on other servers are refused: they could change, and
would tell that server who reads.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import AfterValidator

from core.domain.texts import _
from subtext_protocol.text import Language, LocalText

EXTENSIONS: Mapping[str, str] = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp"}
"""Extensions of the accepted formats, by Pillow's name of the format."""

_NAME = re.compile(rf"[0-9a-f]{{32}}\.(?:{'|'.join(EXTENSIONS.values())})")

# Beginnings without an end are matched to the end of their line, so that no character
# is tried again for each of them.
_IMAGE = re.compile(
    r"(!\[[^\]\n]*\]\()([^)\n]*)(\)|$)|!\[[^\]\n]*(?:\]|$)", re.MULTILINE
)


def is_image_name(name: str) -> bool:
    """Return whether it is 32 digits of a SHA-256 with an extension, as stored."""
    return _NAME.fullmatch(name) is not None


def image_references(text: str) -> list[str]:
    """Return what the Markdown images of a text name, in order."""
    return [reference for _open, reference, close in _IMAGE.findall(text) if close]


def replace_references(text: str, names: Mapping[str, str]) -> str:
    """Return the text with images renamed; those without a new name are kept."""
    return _IMAGE.sub(
        lambda m: m[1] + names.get(m[2], m[2]) + m[3] if m[3] else m[0], text
    )


def _require_stored_names(text: dict[Language, str]) -> dict[Language, str]:
    for version in text.values():
        for reference in image_references(version):
            if not is_image_name(reference):
                raise ValueError(
                    _(
                        "{reference!r} is not the name of an uploaded image. "
                        "Images on other servers are never loaded.",
                        reference=reference,
                    )
                )
    return text


GuidelineText = Annotated[LocalText, AfterValidator(_require_stored_names)]
"""Text with headings, lists and images for people who annotate."""


def named_images(
    texts: Iterable[tuple[str, dict[Language, str]]],
) -> Iterator[tuple[str, str]]:
    """Yield the path and the name of each image in ``texts``, which are by path."""
    for path, text in texts:
        for language, version in text.items():
            for name in image_references(version):
                yield f"{path}.{language}", name
