"""Unicode normalization in time proportional to the length of the text."""

import re
import unicodedata
from typing import Literal

_PIECE = re.compile(r"(?s).{1,100}[^\x00-\x7f]{0,300}")


def normalize(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Return the text in a normal form.

    ``unicodedata.normalize`` sorts a run of combining marks in quadratic time. The text
    is therefore cut into pieces of at most 400 characters, before an ASCII character
    where there is one: it combines with nothing before it.
    """
    if text.isascii():
        return text
    return "".join(unicodedata.normalize(form, piece) for piece in _PIECE.findall(text))
