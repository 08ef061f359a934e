"""Codes of slots: what annotators call an item, and how organizers find it.

An item number would reveal that a gold item is not new. A code does not: it is derived
from the slot's random id, and two annotators of one item have different codes.
Alphabet: Crockford's base 32, without I, L, O and U.
"""

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("ILO", "110")
_LENGTH = 8
_DROPPED_BITS = 12
"""Low bits of the 52-bit slot id that are dropped; the other 40 make the code."""


def slot_code(slot_id: int) -> str:
    """Return the code of a slot: eight letters and digits."""
    rest = (slot_id - 1) >> _DROPPED_BITS
    code = ""
    for _ in range(_LENGTH):
        rest, digit = divmod(rest, len(_ALPHABET))
        code = _ALPHABET[digit] + code
    return code


def slot_id_range_of_code(code: str) -> tuple[int, int] | None:
    """Return the first and last slot id with this code; None for an invalid code.

    Lower case and look-alike characters (I, L, O) are accepted.
    """
    written = code.strip().upper().translate(_READ_AS)
    if len(written) != _LENGTH or any(
        character not in _ALPHABET for character in written
    ):
        return None
    value = 0
    for character in written:
        value = value * len(_ALPHABET) + _ALPHABET.index(character)
    first = (value << _DROPPED_BITS) + 1
    return first, first + (1 << _DROPPED_BITS) - 1
