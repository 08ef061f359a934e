"""Spellings of protocol labels in published sets."""

import re
from collections.abc import Iterator

from subtext_protocol.fields import Choice, LabelField
from subtext_protocol.formats.normalization import normalize

_SPELLED_ALIKE = (
    ("middle", "medium"),
    ("exaggerate", "exaggeration"),
    ("others", "other"),
)
"""Spellings of one label that papers, data and protocols use interchangeably. II-Bench
prints Medium in Table 1 and Middle in its data; the other two are alike."""

_VARIANTS = {word: group for group in _SPELLED_ALIKE for word in group}
_BRACKETED = re.compile(r"[(（]([^()（）]*)[)）]")


def find_choice_by_spelling(field: LabelField, text: str) -> Choice | None:
    """Return the choice that ``text`` names by id, title or released name in any language.

    Case, spaces and punctuation are ignored. A name with another one in brackets, as in
    ``插画(Illustration)``, is looked up as a whole, then by the part before the brackets,
    then by the part inside. Returns None when no choice matches.
    """
    names = {
        _bare(name): choice
        for choice in reversed(field.choices)
        for name in (
            *choice.title.values(),
            *choice.released_title.values(),
            choice.id,
        )
    }
    for spelled in _spellings(text):
        for variant in _VARIANTS.get(spelled, (spelled,)):
            if variant in names:
                return names[variant]
    return None


def is_same_name(left: str, right: str) -> bool:
    """Return whether two names are equal up to case and punctuation."""
    return _bare(left) == _bare(right)


def _spellings(text: str) -> Iterator[str]:
    yield _bare(text)
    bracketed = _BRACKETED.search(text)
    if bracketed:
        yield _bare(_BRACKETED.sub("", text))
        yield _bare(bracketed.group(1))


def _bare(text: str) -> str:
    folded = normalize("NFKC", text).casefold()
    return "".join(character for character in folded if character.isalnum())
