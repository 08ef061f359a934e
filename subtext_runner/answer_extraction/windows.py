"""Limits of how far readers look around a place, so that reading takes linear time.

Models repeat themselves, and files may come from anyone. A pattern that looked from
each of a thousand letters to either end of the response would take quadratic time.
"""

BEFORE = 120
"""Number of characters before a place that may affect it."""
AFTER = 240
"""Number of characters after a place that may affect it."""


def text_before(text: str, at: int) -> str:
    """Return the text directly before a position."""
    return text[max(0, at - BEFORE) : at]


def text_after(text: str, at: int) -> str:
    """Return the text after a position."""
    return text[at : at + AFTER]
