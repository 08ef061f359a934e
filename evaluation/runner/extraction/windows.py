"""How far around a place readers look, so that reading is linear in a text's length.

Models repeat themselves, and files come from anybody: a pattern that looked from each of
a thousand letters to either end of its response would take the square of its length.
"""

BEFORE = 120
"""Characters before a place that can say something of it."""
AFTER = 240
"""Characters after it."""


def before(text: str, at: int) -> str:
    """What stands directly before a place."""
    return text[max(0, at - BEFORE) : at]


def after(text: str, at: int) -> str:
    """What follows a place."""
    return text[at : at + AFTER]
