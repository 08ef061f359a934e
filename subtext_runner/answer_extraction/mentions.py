"""Places where a response names an option by its letter or quotes it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from . import patterns
from .choices import Choices
from .windows import text_after, text_before

LETTER = re.compile(
    r"(?P<open>[(\[{<]\s*)?(?<![A-Za-z0-9])(?<![A-Za-z0-9]['’-])(?<![A-Za-z]\.)"
    r"(?P<letter>[A-Za-z])(?![A-Za-z0-9+#])(?!['’][A-Za-z])(?!-[A-Za-z])(?!\.[A-Z](?![a-z]))"
    r"(?P<close>\s*[)\]}>])?"
)
_RUN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2,6}(?![A-Za-z0-9])")
_COMMA = re.compile(r"[)\s]*[,、](?!\s*(?:and|or)\b)")
_ENDS_LOWER = re.compile(r"^\s*(?:[.。)\],;!]|$)")
_ENDS_WORD = re.compile(r"^\s*[.)\]]")
"""Ends after a small a or i, which are also words."""
_COLON_BEFORE = re.compile(r"[:=]\s*$")
_WORD_AFTER = re.compile(r" +[A-Za-z]")


@dataclass(frozen=True)
class OptionMention:
    """Place where the text names an option, or several together."""

    start: int
    end: int
    letters: frozenset[str]
    bracketed: bool = False
    shape: Literal["letter", "lower", "run", "quote"] = "letter"


def find_option_mentions(
    text: str, choices: Choices, *, truncated: bool
) -> list[OptionMention]:
    """Return all mentions in order, including letters that are not options."""
    mentions = [
        mention
        for match in LETTER.finditer(text)
        if (mention := _read_letter(text, match, choices, truncated)) is not None
    ]
    mentions += [
        OptionMention(match.start(), match.end(), frozenset(match[0]), shape="run")
        for match in _RUN.finditer(text)
        if len(set(match[0])) > 1 and set(match[0]) <= {*choices.letters}
    ]
    mentions += [
        OptionMention(quote.start, quote.end, quote.letters, shape="quote")
        for quote in choices.find_quotes(text)
    ]
    return sorted(mentions, key=lambda mention: mention.start)


def merge_joint_mentions(
    text: str, mentions: Sequence[OptionMention]
) -> list[OptionMention]:
    """Merge letters that are named together ("A or C", "(B)(C)") into one mention."""
    groups: list[OptionMention] = []
    for mention in mentions:
        last = groups[-1] if groups else None
        if last is not None and last.shape == mention.shape == "letter":
            between = text[last.end : mention.start]
            fresh = patterns.NEW_SUBJECT_AFTER.match(text_after(text, mention.end))
            comma = _COMMA.match(between)
            separate = (comma and fresh) or (
                not between.strip("() \n") and "\n" in between
            )
            if patterns.LINK.match(between) and not separate:
                groups[-1] = OptionMention(
                    last.start, mention.end, last.letters | mention.letters
                )
                continue
        groups.append(mention)
    return groups


def mentioned_letters(mentions: Sequence[OptionMention]) -> set[str]:
    return {letter for mention in mentions for letter in mention.letters}


def _read_letter(
    text: str, match: re.Match[str], choices: Choices, truncated: bool
) -> OptionMention | None:
    letter_text = match["letter"]
    letter = letter_text.upper()
    bracketed = bool(match["open"]) and bool(match["close"])
    end = match.end("letter")
    preceding, following = text_before(text, match.start()), text_after(text, end)
    if patterns.OTHER_NOUN_AFTER.match(following):
        return None
    ends = patterns.ENDS_AFTER.match(following)
    if letter_text.islower() and ends and patterns.OPTION_BEFORE.search(preceding):
        letter_text = letter  # "option b." names an option as "option B" does
    if letter_text.islower() and not bracketed:
        strict = _ENDS_WORD if letter in "AI" else _ENDS_LOWER
        last = not following.strip() and _COLON_BEFORE.search(preceding)
        if not last and not strict.match(following):
            return None
    elif (
        letter in "AI"
        and not bracketed
        and not _is_no_word(text, end, letter, choices, truncated)
    ):
        return None
    if letter not in choices.letters and not ends:
        return None
    return OptionMention(
        match.start() if bracketed else match.start("letter"),
        match.end() if bracketed else match.end("letter"),
        frozenset(letter),
        bracketed=bracketed,
        shape="lower" if letter_text.islower() and not bracketed else "letter",
    )


def _is_no_word(
    text: str, end: int, letter: str, choices: Choices, truncated: bool
) -> bool:
    """Return whether a capital A or I is a letter, not an article or a pronoun."""
    following = text_after(text, end)
    if truncated and not following:
        return False
    if letter == "I":
        return bool(patterns.ENDS_AFTER.match(following))
    if patterns.GOES_ON_AFTER.match(following):
        return True
    return not _WORD_AFTER.match(following) or choices.option_begins_at(text, end, "A")
