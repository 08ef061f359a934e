"""Text similarity without a model: content words, scripts and string similarity."""

import re
from functools import lru_cache
from itertools import pairwise

from rapidfuzz.distance import Indel

from subtext_protocol.formats.normalization import normalize

MOST_COMPARED = 4_000
"""Characters of a text that are compared; what is longer is compared by its start."""

_CHINESE = re.compile(r"[㐀-䶿一-鿿豈-﫿]")
_ENGLISH_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?")
_NOT_WORDS = re.compile(r"[\W_]+")

_ENGLISH_STOP = """a about above after again all also am an and any are as at be because been
    before being below between both but by can could did do does doing down during
    each few for from further had has have having he her here hers him his how i if in
    into is it its itself just may me might more most must my no nor not now of off on
    once only or other our out over own picture image same shall she should so some
    such than that the their them then there these they this those through to too
    under until up upon very was we were what when where which while who whom why will
    with would you your"""
_STOP_WORDS = frozenset(_ENGLISH_STOP.split())
_CHINESE_STOP = frozenset(
    "的了是在和与及也都而且并或就不没有被把对从到这那其之个些中上下们"
)


@lru_cache(maxsize=256)
def fold_for_comparison(text: str) -> str:
    """Return the text without case, width, punctuation and extra spaces."""
    wide = normalize("NFKC", text).casefold()
    return " ".join(_NOT_WORDS.sub(" ", wide).split())


def are_texts_similar(left: str, right: str, *, least: float) -> bool:
    """Return whether two texts have at least a share (0 to 1) in common, in order.

    Case and punctuation are ignored.
    """
    return (
        share_in_common(
            fold_for_comparison(left), fold_for_comparison(right), least=least
        )
        >= least
    )


def share_in_common(left: str, right: str, *, least: float) -> float:
    """Return the share of the characters that both texts have, in the same order.

    Twice the longest common subsequence over both lengths; 0 if it is below ``least``.
    """
    return Indel.normalized_similarity(
        left[:MOST_COMPARED], right[:MOST_COMPARED], score_cutoff=least
    )


def content_words(text: str) -> frozenset[str]:
    """Return the stemmed content words; for Chinese, pairs of adjacent characters."""
    plain = normalize("NFKC", text).casefold()
    words = {
        _stem(word)
        for word in _ENGLISH_WORD.findall(plain)
        if len(word) > 2 and word not in _STOP_WORDS
    }
    for run in re.findall(f"{_CHINESE.pattern}+", plain):
        characters = [character for character in run if character not in _CHINESE_STOP]
        words.update(a + b for a, b in pairwise(characters))
    return frozenset(words)


def _stem(word: str) -> str:
    word = word.removesuffix("'s").removesuffix("’s")
    for ending in ("ations", "ation", "ingly", "ings", "ing", "edly", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word.removesuffix(ending)
            break
    return word.removesuffix("e") if len(word) > 4 else word


def share_of_chinese(text: str) -> float | None:
    """Return the share of Chinese letters; None with fewer than two letters.

    An English word counts as one letter, like a Chinese character, so that a name in
    Latin script does not make a Chinese sentence English.
    """
    chinese = len(_CHINESE.findall(text))
    words = len(re.findall(r"[^\W\d_]+", _CHINESE.sub(" ", text)))
    if chinese + words < 2:
        return None
    return chinese / (chinese + words)
