"""Words of a text in English or Chinese."""

import re

from subtext_protocol.formats.normalization import normalize

_CHINESE = "\u3400-\u9fff"
_CHINESE_START = re.compile(f"[{_CHINESE}]")
_RUN = re.compile(rf"[{_CHINESE}]+|[^\W_{_CHINESE}]+")


def split_words(text: str) -> list[str]:
    """Return the words in lower case; of Chinese text, each two neighbouring characters.

    Chinese writes no spaces; pairs of characters are its usual words.
    """
    words: list[str] = []
    for run in _RUN.findall(normalize("NFKC", text).casefold()):
        if is_chinese_word(run) and len(run) > 1:
            words += [run[at : at + 2] for at in range(len(run) - 1)]
        else:
            words.append(run)
    return words


def is_chinese_word(word: str) -> bool:
    """Return whether a word of ``words_of`` is Chinese."""
    return _CHINESE_START.match(word) is not None
