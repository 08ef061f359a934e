"""Pictures placed inside a text: ``[[image 2]]`` is the item's second picture.

Written so in stems and options; read as ``<image 2>`` (``<图片 2>`` in Chinese, as CMMMU
prints it), and drawn where there is somebody to look.
"""

import re
from collections.abc import Iterator, Sequence

_PLACED = re.compile(r"\[\[image ([1-9]\d?)\]\]")
_NAMES = {"en": "<image {number}>", "zh": "<图片 {number}>"}


def placed_in(text: str) -> list[int]:
    """Numbers of the pictures that stand in the text, from 1, in order."""
    return [int(found) for found in _PLACED.findall(text)]


def without_pictures(text: str) -> str:
    """The words alone."""
    return _PLACED.sub(" ", text).strip()


def name_template(language: str) -> str:
    """What a text calls its picture where it cannot be drawn, with ``{number}``."""
    return _NAMES.get(language, _NAMES["en"])


def picture_name(number: int, language: str) -> str:
    """The name of one picture."""
    return name_template(language).format(number=number)


def with_names(text: str, language: str, *, first: int = 1) -> str:
    """The text with names in place of its pictures; ``first`` is the first one's number."""
    return _PLACED.sub(
        lambda found: picture_name(int(found[1]) + first - 1, language), text
    )


def pieces(text: str, numbers: Sequence[int], language: str) -> Iterator[str | int]:
    """A text with names cut behind the first name of each of these pictures.

    Texts and numbers of pictures in turn; a picture that is not named does not occur.
    """
    places = sorted(
        (at, number)
        for number in set(numbers)
        if (at := text.find(picture_name(number, language))) >= 0
    )
    start = 0
    for at, number in places:
        end = at + len(picture_name(number, language))
        yield text[start:end]
        yield number
        start = end
    if text[start:]:
        yield text[start:]
