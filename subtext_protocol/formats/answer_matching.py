"""Matching of a blank's answers with the accepted ones.

The same rule applies to people in validation and to scored models.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from subtext_protocol.formats.normalization import normalize

_BEFORE = ",;:!?。，、；：！？\"'“”‘’$（）()[]【】《》"
_BEHIND = _BEFORE + "."
_LONGEST_NUMBER = 1_000
"""Characters; Python reads no integer of more than 4,300 digits."""
_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d*)(?P<part>\.\d+)?"
    r"(?:/(?P<under>\d+))?"
    r"(?:(?:e|[x*]10\^?)(?P<power>[+-]?\d{1,3}))?"
)
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "×": "x", "·": "*"})


@dataclass(frozen=True)
class BlankKey:
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


def read_blank_key(answer: Mapping[str, Any]) -> BlankKey:
    """Return the key from its JSON."""
    return BlankKey(
        tuple(answer["accepted"]), answer.get("tolerance"), answer.get("unit") or ""
    )


def is_accepted(response: str, key: BlankKey) -> bool:
    """Return whether ``response`` is an accepted answer.

    As text, it must be equal up to case, width, spaces and surrounding punctuation. As
    a number, it must be within the tolerance of an accepted number (equal without one),
    with the key's unit or none.
    """
    bare_response = without_punctuation(response)
    if not bare_response:
        return False
    unit = without_punctuation(key.unit)
    quantity = parse_quantity(bare_response)
    for accepted in key.accepted:
        meant = without_punctuation(accepted)
        if bare_response in (meant, meant + unit):
            return True
        expected = parse_quantity(meant)
        if quantity is None or expected is None:
            continue
        fits = quantity.rest in ("", expected.rest or unit)
        distance = abs(quantity.value - expected.value)
        if fits and distance <= Fraction(str(key.tolerance or 0)):
            return True
    return False


def without_punctuation(text: str) -> str:
    """Return the text without case, width, spaces and surrounding punctuation."""
    folded = normalize("NFKC", text).translate(_MINUS).casefold()
    return re.sub(r"\s+", "", folded).lstrip(_BEFORE).rstrip(_BEHIND)


def parse_quantity(text: str) -> Quantity | None:
    """Return the number at the start of a bare text and the rest; None without one.

    Accepts thousands separated by commas, fractions and powers of ten.
    """
    match = _NUMBER.match(text)
    if match is None or not (match["whole"] or match["part"]):
        return None
    if match.end() > _LONGEST_NUMBER:
        return None
    value = Fraction((match["whole"] or "0").replace(",", "") + (match["part"] or ""))
    if match["under"]:
        if not int(match["under"]):
            return None
        value /= int(match["under"])
    if match["power"]:
        value *= Fraction(10) ** int(match["power"])
    return Quantity(-value if match["sign"] == "-" else value, text[match.end() :])
