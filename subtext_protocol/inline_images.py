"""Inline images in texts: ``[[image 2]]`` is the item's second image.

They are written like this in stems and options. In text form they read ``<image 2>``
(``<图片 2>`` in Chinese, as CMMMU prints it); the interface draws the image.
"""

import re
from collections.abc import Iterator, Sequence

_INLINE_IMAGE = re.compile(r"\[\[image ([1-9]\d?)\]\]")
_NAMES = {"en": "<image {number}>", "zh": "<图片 {number}>"}


def inline_images_in(text: str) -> list[int]:
    """Return the numbers of the inline images in the text, from 1, in order."""
    return [int(number) for number in _INLINE_IMAGE.findall(text)]


def without_inline_images(text: str) -> str:
    """Return the text without inline images."""
    return _INLINE_IMAGE.sub(" ", text).strip()


def inline_image_name_template(language: str) -> str:
    """Return the template of an undrawn image's name, with ``{number}``."""
    return _NAMES.get(language, _NAMES["en"])


def inline_image_name(number: int, language: str) -> str:
    """Return the name of one image."""
    return inline_image_name_template(language).format(number=number)


def with_image_names(text: str, language: str, *, first: int = 1) -> str:
    """Return the text with inline images replaced by names, numbered from ``first``."""
    return _INLINE_IMAGE.sub(
        lambda match: inline_image_name(int(match[1]) + first - 1, language), text
    )


def split_at_images(
    text: str, numbers: Sequence[int], language: str
) -> Iterator[str | int]:
    """Split a text after the first mention of each of these images.

    Yields texts and image numbers alternately, without images that are not mentioned.
    """
    places = sorted(
        (at, number)
        for number in set(numbers)
        if (at := text.find(inline_image_name(number, language))) >= 0
    )
    start = 0
    for at, number in places:
        end = at + len(inline_image_name(number, language))
        yield text[start:end]
        yield number
        start = end
    if text[start:]:
        yield text[start:]
