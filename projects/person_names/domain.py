"""User names and e-mail addresses as people type them: without case."""

import re
from unicodedata import normalize

LONGEST_KEY = 1000
"""Compatibility normalization can make one letter eighteen."""


def fold_name(name: str) -> str:
    """Return what two names share that a person takes for the same.

    Full case folding between two compatibility normalizations (Unicode, section 3.13):
    ``ADA`` and ``ada``, ``Straße`` and ``STRASSE``, full-width and plain letters.
    """
    return normalize("NFKC", normalize("NFKC", name).casefold())[:LONGEST_KEY]


def name_sort_key(name: str) -> list[str | int]:
    """Return the key that sorts names without case, and numbers in them by value.

    ``Annotator 2`` comes before ``annotator 10``.
    """
    parts: list[str | int] = re.split("([0-9]+)", fold_name(name))
    parts[1::2] = map(int, parts[1::2])
    return parts
