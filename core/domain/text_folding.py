"""The form in which search compares texts, on both sides."""

import unicodedata

_QUOTES = "“”„‟«»「」『』〝〞〟"
_APOSTROPHES = "‘’‚‛‹›ʼ′`´"
_DASHES = "‐‑‒–—―−"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff"
_SAME: dict[int, str] = {
    **dict.fromkeys(map(ord, _QUOTES), '"'),
    **dict.fromkeys(map(ord, _APOSTROPHES), "'"),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _INVISIBLE), ""),
}


def fold_text(text: str) -> str:
    """Return a text without the differences that nobody types on purpose.

    These are case, width and composition of characters (NFKC), the shapes of quotation
    marks and dashes, and invisible characters. A folded text stays as it is.
    """
    same = text.translate(_SAME)
    folded = unicodedata.normalize("NFKC", same).casefold()
    return unicodedata.normalize("NFKC", folded).translate(_SAME)
