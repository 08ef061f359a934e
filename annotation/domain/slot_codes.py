"""The code by which annotators call an assignment, and staff find it.

An item's number tells an item that is asked again (gold) from new work; a code does
not: it is made of the slot's id, a random number, and says nothing of the item. Two
annotators of one item have two codes. Crockford's base 32: no I, L, O or U.
"""

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("ILO", "110")
_LENGTH = 8
_DROPPED_BITS = 12
"""Of the 52 bits of a slot's id; the other 40 make the code."""


def slot_code(slot_id: int) -> str:
    """Return the code of a slot: eight letters and digits."""
    rest = (slot_id - 1) >> _DROPPED_BITS
    code = ""
    for _ in range(_LENGTH):
        rest, digit = divmod(rest, len(_ALPHABET))
        code = _ALPHABET[digit] + code
    return code


def slot_ids_of(code: str) -> tuple[int, int] | None:
    """Return the first and last slot id with a code; None where it is no code.

    Small letters and look-alikes are read as what they are meant to be.
    """
    written = code.strip().upper().translate(_READ_AS)
    if len(written) != _LENGTH or any(one not in _ALPHABET for one in written):
        return None
    value = 0
    for one in written:
        value = value * len(_ALPHABET) + _ALPHABET.index(one)
    first = (value << _DROPPED_BITS) + 1
    return first, first + (1 << _DROPPED_BITS) - 1
