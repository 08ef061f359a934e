"""Matching of a blank's answers with the accepted ones.

The same rule applies to people in validation and to scored models.
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
    """Maximum difference of a number from an accepted one."""
    unit: str = ""
    """Unit of the accepted numbers. An answer may omit it but not give another."""


class Quantity(NamedTuple):
    """A number and what follows it."""

    value: Fraction
    rest: str


def blank_of(answer: Mapping[str, Any]) -> Blank:
    """Return the key from its JSON."""
    return Blank(
        tuple(answer["accepted"]), answer.get("tolerance"), answer.get("unit") or ""
    )


def is_accepted(given: str, key: Blank) -> bool:
    """Return whether ``given`` is an accepted answer.

    As text, it must be equal up to case, width, spaces and surrounding punctuation. As
    a number, it must be within the tolerance of an accepted number (equal without one),
    with the key's unit or none.
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
    """Return the text without case, width, spaces and surrounding punctuation."""
    folded = unicodedata.normalize("NFKC", text).translate(_MINUS).casefold()
    return re.sub(r"\s+", "", folded).lstrip(_BEFORE).rstrip(_BEHIND)


def quantity_in(text: str) -> Quantity | None:
    """Return the number at the start of a bare text and the rest; None without one.

    Accepts thousands separated by commas, fractions and powers of ten.
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
