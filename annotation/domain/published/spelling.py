"""How published sets spell the labels of a protocol."""

import re
import unicodedata
from collections.abc import Iterator

from projects.domain.protocol.fields import Choice, LabelField

_SPELLED_ALIKE = (
    ("middle", "medium"),
    ("exaggerate", "exaggeration"),
    ("others", "other"),
)
"""Words for one label that papers, data and protocols use in turn (II-Bench prints
Medium in its Table 1 and Middle in its data; the same of the other two)."""

_VARIANTS = {word: group for group in _SPELLED_ALIKE for word in group}
_BRACKETED = re.compile(r"[(（]([^()（）]*)[)）]")


def choice_spelled(field: LabelField, text: str) -> Choice | None:
    """The choice that ``text`` names by id or title in any language, if there is one.

    Case, blanks and punctuation do not matter. A name with another in brackets, as in
    ``插画(Illustration)``, is looked up by the whole, then by what stands before the
    brackets, then by what stands in them.
    """
    names = {
        _bare(name): choice
        for choice in reversed(field.choices)
        for name in (*choice.title.values(), choice.id)
    }
    for spelled in _spellings(text):
        for variant in _VARIANTS.get(spelled, (spelled,)):
            if variant in names:
                return names[variant]
    return None


def same_name(one: str, other: str) -> bool:
    """Whether two names differ in case and punctuation at most."""
    return _bare(one) == _bare(other)


def _spellings(text: str) -> Iterator[str]:
    yield _bare(text)
    bracketed = _BRACKETED.search(text)
    if bracketed:
        yield _bare(_BRACKETED.sub("", text))
        yield _bare(bracketed.group(1))


def _bare(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character.isalnum())
