"""The columns of a manifest, and what their cells may hold."""

import re
import unicodedata
from collections.abc import Mapping
from urllib.parse import urlsplit

from core.domain.texts import _

GENERATED = (
    *("simile", "open_caption", "elaboration"),
    *("model", "prompt", "parameters"),
)
"""Origin of a generated image: its texts, the model and its parameters, such as seed and
steps (ImageMet §3). ``open_caption`` says the simile in other words (Appendix B.2)."""
COLUMNS = (
    *("path", "source", "licence", "rights", "address", "page", "author", "query"),
    "item",
    *GENERATED,
)
"""Columns of a manifest. Each row has a ``path`` relative to the manifest's folder, or
an ``address`` to fetch the file from. If both are given, the address is only
recorded. ``query`` has the search terms that found the image (ImageMet §3). Images with
the same ``item`` belong together, in the order of the rows. The columns about a generator
are stored with the image."""
TEXTS = frozenset(GENERATED) - {"model"}
"""Columns whose cells may have several lines."""
RIGHTS = ("redistribute", "address_only", "prohibited")
"""The only values of ``rights``, spelled like this."""

_SYNONYMS = {
    "license": "licence",
    "file": "path",
    "file name": "path",
    "filename": "path",
    "file path": "path",
    "filepath": "path",
    "image path": "path",
    "image url": "address",
    "page url": "page",
}
"""Other names with one possible meaning: ``url`` may mean ``address`` or ``page``."""
_MOST_CHARACTERS = {"path": 4000, "source": 200, "licence": 200, "item": 200}
"""The lengths that the database stores; other cells are limited by their line."""
_INVISIBLE = "\ufeff\u200b"


def known_column(header: str) -> str | None:
    """Return the column that a header names, whatever its case and spaces."""
    text = unicodedata.normalize("NFKC", header).strip(_INVISIBLE + " \t").casefold()
    folded = " ".join(re.split(r"[\s_-]+", text))
    return _COLUMNS_BY_NAME.get(folded)


_COLUMNS_BY_NAME = {
    **{column.replace("_", " "): column for column in COLUMNS},
    **_SYNONYMS,
}


def cell_problem(cells: Mapping[str, str]) -> str:
    """Return why a row cannot be used; empty if it can."""
    for column, text in cells.items():
        most = _MOST_CHARACTERS.get(column)
        if most is not None and len(text) > most:
            return _(
                "column {column!r} has {number} characters; at most {most} are allowed",
                column=column,
                number=len(text),
                most=most,
            )
        character = _forbidden_character(text, is_text=column in TEXTS)
        if character:
            return _(
                "column {column!r} contains the character U+{code}, which no text "
                "may contain",
                column=column,
                code=f"{ord(character):04X}",
            )
    rights = cells.get("rights", "")
    if rights and rights not in RIGHTS:
        return _(
            "the rights {rights!r} are not one of {known}",
            rights=rights,
            known=", ".join(RIGHTS),
        )
    for column in ("address", "page"):
        if cells.get(column) and not _is_address(cells[column]):
            return _(
                "column {column!r} is not an address with http:// or https://",
                column=column,
            )
    return ""


def _forbidden_character(text: str, *, is_text: bool) -> str:
    """Return a control character or half of a surrogate pair, if there is one."""
    if text.isascii() and text.isprintable():
        return ""
    allowed = "\t\n\r" if is_text else "\t"
    for character in text:
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cs", "Zl", "Zp") and character not in allowed:
            return character
    return ""


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False
