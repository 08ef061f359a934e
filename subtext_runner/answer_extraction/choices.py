"""Options of a question, and the places where a text quotes or counts them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from string import ascii_uppercase

from . import ordinals, patterns
from .plain_text import plain_text
from .scripts import fold_scripts
from .windows import AFTER, text_after, text_before


@dataclass(frozen=True)
class OptionQuote:
    """Place where an option is quoted exactly."""

    start: int
    end: int
    letters: frozenset[str]
    """More than one where options are equal."""


class Choices:
    """Letters and plain texts of the options, in order."""

    def __init__(self, options: Sequence[str]) -> None:
        self.letters = ascii_uppercase[: len(options)]
        self.texts = [
            fold_scripts(plain_text(option)).rstrip(".。!?") for option in options
        ]
        self.by_letter = dict(zip(self.letters, self.texts, strict=True))
        self._space = "" if any(map(_UNSPACED.search, self.texts)) else " "

    def option_begins_at(self, text: str, at: int, letter: str) -> bool:
        """Return whether the words of this letter's option begin at position ``at``."""
        option = self.texts[self.letters.index(letter)]
        words = _squeeze(option)
        passage = text[at : at + len(option) + AFTER]
        return bool(words) and _squeeze(passage).startswith(words)

    def find_quotes(self, text: str) -> list[OptionQuote]:
        """Return the exact quotes of options; equal options count as several."""
        folded = text.casefold()
        quotes_by_start: dict[int, OptionQuote] = {}
        for option in sorted({o.casefold() for o in self.texts if o}, key=len):
            letters = frozenset(
                letter
                for letter, text_of in zip(self.letters, self.texts, strict=True)
                if text_of.casefold() == option
            )
            start = folded.find(option)
            while start >= 0:
                end = start + len(option)
                if patterns.QUOTE_ENDS_AFTER.match(text_after(text, end)):
                    # A longer option that begins here replaces a shorter one.
                    quotes_by_start[start] = OptionQuote(start, end, letters)
                start = folded.find(option, end)
        return list(quotes_by_start.values())

    def options_in_words(self, text: str) -> set[str]:
        """Return the letters of options whose words are in the text.

        Punctuation is ignored.
        """
        response_words = f"{self._space}{self._fold(text)}{self._space}"
        words_by_letter: dict[str, str] = {}
        for letter, option in self.by_letter.items():
            folded = self._fold(option)
            whole = response_words.strip() == folded
            wordy = len(folded.split()) >= 3 or (not self._space and len(folded) >= 4)
            place = response_words.find(f"{self._space}{folded}{self._space}")
            if not folded or place < 0 or not (whole or wordy):
                continue
            if not _NEGATION_BEFORE.search(text_before(response_words, place)):
                words_by_letter[letter] = folded
        return {
            letter
            for letter, folded in words_by_letter.items()
            if not any(
                folded != longer and folded in longer
                for longer in words_by_letter.values()
            )
        }

    def options_nearly_quoted(self, text: str) -> set[str]:
        """Return the letter of the option that a short text repeats almost word by word."""
        response = self._fold(text)
        if len(response) > _SHORT:
            return set()
        shares = {
            letter: self._share(self._fold(option), response)
            for letter, option in self.by_letter.items()
        }
        best = max(shares, key=lambda letter: shares[letter])
        rivals = [share for letter, share in shares.items() if letter != best]
        negations = len(_NEGATION.findall(text))
        if (
            shares[best] < _MOST
            or max(rivals) >= _FEW
            or negations != len(_NEGATION.findall(self.by_letter[best]))
        ):
            return set()
        return {best}

    def _share(self, option: str, response: str) -> float:
        """Return the share of the option's characters that the response has in order."""
        piece, least = (4, 12) if self._space else (2, 5)
        if len(option) < least:
            return 0.0
        blocks = SequenceMatcher(None, response, option, False).get_matching_blocks()
        return sum(b.size for b in blocks if b.size >= piece) / len(option)

    def _fold(self, text: str) -> str:
        return _NO_WORD.sub(self._space, text.casefold()).strip()

    def with_letters_for_ordinals(self, text: str) -> str:
        """Replace ordinals with letters: "the third option" becomes "option C"."""
        text = ordinals.ENGLISH_ORDINAL.sub(self._name_replacement("option "), text)
        text = ordinals.ENGLISH_NUMBER.sub(self._name_replacement("option "), text)
        text = ordinals.CHINESE_ORDINAL.sub(self._name_replacement("选项"), text)
        return ordinals.LAST_CHINESE.sub(f"选项{self.letters[-1]}", text)

    def _name_replacement(self, prefix: str) -> Callable[[re.Match[str]], str]:
        def replaced(match: re.Match[str]) -> str:
            place = _place(next(group for group in match.groups() if group).lower())
            if place is None or not -1 <= place < len(self.letters):
                return match[0]
            return f"{prefix}{self.letters[place]}"

        return replaced


_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
"""Characters of scripts without spaces between words."""
_SHORT = 300
"""Maximum number of characters of a text that is compared with the options."""
_MOST, _FEW = 0.85, 0.75
"""Shares of an option that are nearly all of it, and no more than common words."""
_NEGATION = re.compile(r"\b(?:not|never|no|nobody|nothing|cannot)\b|n't|[不没無无非未]")
_NO_WORD = re.compile(r"[\W_]+")
_NEGATION_BEFORE = re.compile(
    r"(?:\b(?:not|n t|never|no)\b(?: \w+){0,3} ?|不是|并非|不意味着)$"
)


def _squeeze(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())


def _place(word: str) -> int | None:
    """Return the index of a number word; -1 for the last; None for any other word."""
    if word == "last":
        return -1
    for words in (
        ordinals.ENGLISH_ORDINALS,
        ordinals.ENGLISH_NUMBERS,
        ordinals.CHINESE_NUMBERS,
    ):
        if word in words:
            return words.index(word)
    return int(word) - 1 if word.isdigit() and int(word) > 0 else None
