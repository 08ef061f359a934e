"""Whether what somebody put into a blank is one of its accepted answers.

People who validate and models that are scored are measured by the same rule.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

_BEFORE = ",;:!?。，、；：！？\"'“”‘’$（）()[]【】《》"
_BEHIND = _BEFORE + "."
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d*)(?P<part>\.\d+)?"
    r"(?:/(?P<under>\d+))?"
    r"(?:(?:e|[x*]10\^?)(?P<power>[+-]?\d{1,3}))?"
)
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "×": "x", "·": "*"})


@dataclass(frozen=True)
class Blank:
    """The key of a blank."""

    accepted: tuple[str, ...]
    tolerance: float | None = None
    """How far a number may be from an accepted one."""
    unit: str = ""
    """Of the accepted numbers; an answer may leave it out and may not give another."""


class Quantity(NamedTuple):
    """A number and what follows it."""

    value: Fraction
    rest: str


def blank_of(answer: Mapping[str, Any]) -> Blank:
    """The key from its JSON."""
    return Blank(
        tuple(answer["accepted"]), answer.get("tolerance"), answer.get("unit") or ""
    )


def is_accepted(given: str, key: Blank) -> bool:
    """Whether ``given`` is an accepted answer.

    As a text it has to be the same but for case, width, blanks and what stands around
    it. As a number it has to be within the tolerance of an accepted number (equal where
    there is none), with the key's unit or without any.
    """
    said = bare(given)
    if not said:
        return False
    unit = bare(key.unit)
    quantity = quantity_in(said)
    for accepted in key.accepted:
        meant = bare(accepted)
        if said in (meant, meant + unit):
            return True
        wanted = quantity_in(meant)
        if quantity is None or wanted is None:
            continue
        fits = quantity.rest in ("", wanted.rest or unit)
        distance = abs(quantity.value - wanted.value)
        if fits and distance <= Fraction(str(key.tolerance or 0)):
            return True
    return False


def bare(text: str) -> str:
    """Without case, width, blanks and the punctuation around it."""
    folded = unicodedata.normalize("NFKC", text).translate(_MINUS).casefold()
    return re.sub(r"\s+", "", folded).lstrip(_BEFORE).rstrip(_BEHIND)


def quantity_in(text: str) -> Quantity | None:
    """The number with which a bare text begins, and the rest; None without one.

    Thousands may be set off by commas; fractions and powers of ten are read.
    """
    found = _NUMBER.match(text)
    if found is None or not (found["whole"] or found["part"]):
        return None
    value = Fraction((found["whole"] or "0").replace(",", "") + (found["part"] or ""))
    if found["under"]:
        if not int(found["under"]):
            return None
        value /= int(found["under"])
    if found["power"]:
        value *= Fraction(10) ** int(found["power"])
    return Quantity(-value if found["sign"] == "-" else value, text[found.end() :])
