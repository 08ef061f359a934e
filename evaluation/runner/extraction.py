"""Which option a response names: rule ``subtext-1``, English and Chinese.

A response yields one letter or a miss with its reason, never a guess: a wrong letter is
worse than a miss. Evidence is taken in this order, strongest first:

1. the whole response is a letter, or nothing but letters;
2. the last explicit statement ("the answer is …", "I choose …", 答案是…, a box, or a
   correction of an earlier one), by letter or by quoting an option;
3. a verdict on one option ("C fits best", C项最符合);
4. a last line that is only a letter; a label with which the response begins;
5. one option, and only one, quoted in full;
6. one option, and only one, mentioned at all ("option C", "(C)", "C.").

Whatever is negated, hedged or belongs to a later, invented question does not count.
Refusals and responses cut off by the token limit need evidence of the first kinds.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from evaluation.runner import wording
from evaluation.runner.benchmark import LETTERS
from evaluation.runner.plain_text import plain_text

RULE = "subtext-1"

MissReason = Literal["no_letter", "several", "refusal", "empty", "truncated"]


class Extraction(NamedTuple):
    """A letter, or the reason why there is none."""

    letter: str | None
    reason: MissReason | None


@dataclass(frozen=True)
class _Mention:
    """A place where the text names an option, or several in one breath."""

    start: int
    end: int
    letters: frozenset[str]
    bracketed: bool = False
    shape: Literal["letter", "lower", "run", "quote"] = "letter"


def extract(
    response: str | None,
    *,
    options: Sequence[str],
    language: str,
    finish_reason: str | None = None,
) -> Extraction:
    """Read the answer to a single-choice question with these options from a response.

    ``finish_reason`` is the server's: ``length`` marks a response as cut off,
    ``refusal`` and ``content_filter`` as refused.
    """
    truncated = finish_reason == "length"
    text = plain_text(response or "")
    if not text:
        return Extraction(None, "truncated" if truncated else "empty")
    if finish_reason in {"refusal", "content_filter"}:
        return Extraction(None, "refusal")
    reader = _Reader(options=options, language=language, truncated=truncated)
    run_on = wording.NEXT_QUESTION.search(text)
    if run_on and text[: run_on.start()].strip():
        head = reader.read(text[: run_on.start()].strip())
        if head.letter is not None or text[run_on.start()] == "<":
            return head
    return reader.read(text)


class _Reader:
    """The rules for one list of options."""

    def __init__(
        self, *, options: Sequence[str], language: str, truncated: bool
    ) -> None:
        self._letters = LETTERS[: len(options)]
        self._space = "" if language == "zh" else " "
        self._truncated = truncated
        self._options = [plain_text(option).rstrip(".。!?") for option in options]

    def read(self, text: str) -> Extraction:
        whole = self._whole(text)
        if whole is not None:
            return whole
        text = self._with_letters_for_ordinals(text)
        mentions = [m for m in self._mentions(text) if not self._turned_down(text, m)]
        # From here on only letters of options and linked letters count.
        groups = _grouped(text, mentions)
        stated = [m for m in groups if self._is_stated(text, m)]
        if stated:
            return self._decided(stated[-1])
        named = [
            m for m in groups if m.shape == "letter" and m.letters <= {*self._letters}
        ]
        if not self._truncated:
            for is_evidence in (self._has_verdict, self._is_weakly_stated):
                found = [m for m in named if is_evidence(text, m)]
                if found:
                    return self._decided(found[-1])
            last_line = self._whole(text.rsplit("\n", 1)[-1])
            if last_line is not None and last_line.letter is not None:
                return last_line
        label = self._leading_label(text, named)
        if label is not None:
            return label
        if wording.REFUSAL.search(text):
            return Extraction(None, "refusal")
        if self._truncated:
            return Extraction(None, "truncated")
        return self._only_one(text, named)

    def _decided(self, mention: _Mention) -> Extraction:
        if len(mention.letters) > 1:
            return Extraction(None, "several")
        (letter,) = mention.letters
        if letter not in self._letters:
            return Extraction(None, "no_letter")
        return Extraction(letter, None)

    def _whole(self, text: str) -> Extraction | None:
        """A response of nothing but letters; None when there is more to it."""
        bare = re.sub(r"\b(?:and|or)\b|[和或与及]", " ", text)
        found = re.findall(r"[A-Za-z]+", bare)
        if not found or re.search(r"[^\W_A-Za-z]", bare):
            return None
        for word in found:
            if len(set(word)) > 1 and not set(word) <= {*self._letters}:
                return None
        if len(found) > 1 and any(word in {"a", "i"} for word in found):
            return None
        letters = {letter.upper() for word in found for letter in word}
        if len(letters) > 1:
            return Extraction(None, "several")
        return self._decided(_Mention(0, 0, frozenset(letters)))

    def _with_letters_for_ordinals(self, text: str) -> str:
        """ "the third option" becomes "option C"."""

        def named(index: int | None, prefix: str) -> Callable[[re.Match[str]], str]:
            def replaced(match: re.Match[str]) -> str:
                word = next(g for g in (*match.groups(), "last") if g).lower()
                place = _place(word) if index is None else index
                if place is None or not -1 <= place < len(self._letters):
                    return match[0]
                return f"{prefix}{self._letters[place]}"

            return replaced

        text = wording.ENGLISH_ORDINAL.sub(named(None, "option "), text)
        text = wording.ENGLISH_NUMBER.sub(named(None, "option "), text)
        text = wording.CHINESE_ORDINAL.sub(named(None, "选项"), text)
        return wording.LAST_CHINESE.sub(named(-1, "选项"), text)

    def _mentions(self, text: str) -> list[_Mention]:
        found = [
            mention
            for match in _LETTER.finditer(text)
            if (mention := self._letter_mention(text, match)) is not None
        ]
        found += [
            _Mention(match.start(), match.end(), frozenset(match[0]), shape="run")
            for match in _RUN.finditer(text)
            if len(set(match[0])) > 1 and set(match[0]) <= {*self._letters}
        ]
        found += self._quotes(text)
        return sorted(found, key=lambda mention: mention.start)

    def _letter_mention(self, text: str, match: re.Match[str]) -> _Mention | None:
        written = match["letter"]
        letter = written.upper()
        bracketed = bool(match["open"]) and bool(match["close"])
        after = text[match.end("letter") :]
        if written.islower() and not bracketed:
            strict = r"^\s*[.)\]]" if letter in "AI" else r"^\s*(?:[.。)\],;!]|$)"
            colon = re.search(r"[:=]\s*$", text[: match.start()])
            if not re.match(strict, after) and not (colon and not after.strip()):
                return None
        elif letter in "AI" and not bracketed and not self._is_no_word(after, letter):
            return None
        if letter not in self._letters and not wording.ENDS_AFTER.match(after):
            return None
        return _Mention(
            match.start() if bracketed else match.start("letter"),
            match.end() if bracketed else match.end("letter"),
            frozenset(letter),
            bracketed=bracketed,
            shape="lower" if written.islower() and not bracketed else "letter",
        )

    def _is_no_word(self, after: str, letter: str) -> bool:
        """Whether a capital A or I is a letter rather than an article or a pronoun."""
        if self._truncated and not after:
            return False
        if letter == "I":
            return bool(wording.ENDS_AFTER.match(after))
        if wording.GOES_ON_AFTER.match(after):
            return True
        return not re.match(r" +[A-Za-z]", after) or _begins_with(
            after, self._options[0]
        )

    def _quotes(self, text: str) -> list[_Mention]:
        """Options quoted to the letter; equal options count as several."""
        folded = text.casefold()
        found: dict[int, _Mention] = {}
        for option in sorted({o.casefold() for o in self._options if o}, key=len):
            letters = frozenset(
                letter
                for letter, text_of in zip(self._letters, self._options, strict=True)
                if text_of.casefold() == option
            )
            start = folded.find(option)
            while start >= 0:
                end = start + len(option)
                if wording.ENDS_AFTER.match(text[end:]):
                    # A longer option that begins here replaces a shorter one.
                    found[start] = _Mention(start, end, letters, shape="quote")
                start = folded.find(option, end)
        return list(found.values())

    def _turned_down(self, text: str, mention: _Mention) -> bool:
        """Whether the option is rejected, or somebody else's or an imagined choice."""
        clause = _clause_before(text, mention.start)
        return bool(
            wording.NEGATED.search(clause)
            or wording.NEGATED_AFTER.match(text[mention.end : mention.end + 80])
            or (wording.HEDGED.search(clause) and self._is_chosen(text, mention))
        )

    def _is_chosen(self, text: str, mention: _Mention) -> bool:
        before = text[max(0, mention.start - 120) : mention.start]
        return bool(
            wording.CHOICE_BEFORE.search(before)
            or wording.ZH_ANSWER_BEFORE.search(before)
        )

    def _is_stated(self, text: str, mention: _Mention) -> bool:
        before = text[max(0, mention.start - 120) : mention.start]
        if wording.CONDITION.search(_clause_before(text, mention.start)):
            return False
        if self._is_chosen(text, mention) or wording.ANSWER_BEFORE.search(before):
            return True
        return mention.shape == "letter" and bool(
            wording.CORRECTION_BEFORE.search(before)
        )

    def _has_verdict(self, text: str, mention: _Mention) -> bool:
        following = _LETTER.search(text, mention.end)
        while following and not following["letter"].isupper():
            following = _LETTER.search(text, following.end())
        end = following.start() if following else len(text)
        clause = _clause_before(text, mention.start)
        return bool(
            wording.VERDICT_AFTER.match(text[mention.end : end])
        ) and not wording.CONDITION.search(clause)

    def _is_weakly_stated(self, text: str, mention: _Mention) -> bool:
        before = text[max(0, mention.start - 80) : mention.start]
        if wording.WEAKER_BEFORE.search(before):
            return mention.bracketed or bool(
                wording.ENDS_AFTER.match(text[mention.end :])
            )
        return bool(
            wording.THEREFORE_BEFORE.search(before)
            and wording.ENDS_AFTER.match(text[mention.end :])
        )

    def _leading_label(self, text: str, named: Sequence[_Mention]) -> Extraction | None:
        """ "C. …" or "(C) …" at the start, unless the response goes through several."""
        labels = [m for m in named if self._is_label(text, m)]
        if not labels or _OPENING.fullmatch(text[: labels[0].start]) is None:
            return None
        if len(_letters_of(labels)) > 1:
            return None
        # Cut off, a response that begins with A may have meant to go on to B.
        if self._truncated and labels[0].letters == {"A"}:
            return None
        return self._decided(labels[0])

    def _is_label(self, text: str, mention: _Mention) -> bool:
        if not re.search(
            r"(?:^|[.;!?。\n])\W*(?:option\s+|选项)?$",
            text[: mention.start],
            re.IGNORECASE,
        ):
            return False
        after = text[mention.end :]
        letter = min(mention.letters)
        if len(mention.letters) == 1 and _begins_with(
            after, self._options[self._letters.index(letter)]
        ):
            return True
        if mention.bracketed:
            return bool(re.match(r"\s*(?:$|[.,:;、。\n-]|[^\Wa-z_])", after))
        return bool(
            re.match(r"\s*(?:$|[.):、,;。\n]|[-–—]\s|because\b|since\b)", after)
        )

    def _only_one(self, text: str, named: Sequence[_Mention]) -> Extraction:
        quoted = self._quoted_options(text)
        if len(quoted) == 1 and _letters_of(named) <= quoted:
            return Extraction(next(iter(quoted)), None)
        if wording.NONE_OF_THEM.search(text):
            return Extraction(None, "no_letter")
        pointed = [
            m
            for m in named
            if m.bracketed or wording.OPTION_BEFORE.search(text[: m.start])
        ]
        if len(_letters_of(pointed)) == 1:
            return Extraction(min(_letters_of(pointed)), None)
        if len(_letters_of(named)) > 1:
            return Extraction(None, "several")
        for m in named:
            if wording.ENDS_AFTER.match(
                text[m.end :]
            ) and not wording.OTHER_NOUN_BEFORE.search(text[: m.start]):
                return self._decided(m)
        return Extraction(None, "several" if quoted else "no_letter")

    def _quoted_options(self, text: str) -> set[str]:
        """Letters of the options whose words stand in the text, whatever the dots."""
        said = f"{self._space}{self._folded(text)}{self._space}"
        found: dict[str, str] = {}
        for letter, option in zip(self._letters, self._options, strict=True):
            folded = self._folded(option)
            whole = said.strip() == folded
            wordy = len(folded.split()) >= 3 or (not self._space and len(folded) >= 4)
            place = said.find(f"{self._space}{folded}{self._space}")
            if not folded or place < 0 or not (whole or wordy):
                continue
            if not _SAID_NOT.search(said[:place]):
                found[letter] = folded
        return {
            letter
            for letter, folded in found.items()
            if not any(folded != other and folded in other for other in found.values())
        }

    def _folded(self, text: str) -> str:
        return re.sub(r"[\W_]+", self._space, text.casefold()).strip()


_LETTER = re.compile(
    r"(?P<open>[(\[{<]\s*)?(?<![A-Za-z0-9])(?<![A-Za-z0-9]['’-])(?<![A-Za-z]\.)"
    r"(?P<letter>[A-Za-z])(?![A-Za-z0-9+#])(?!['’][a-z])(?!-[A-Za-z])(?!\.[A-Z](?![a-z]))"
    r"(?P<close>\s*[)\]}>])?"
)
_RUN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2,6}(?![A-Za-z0-9])")
_OPENING = re.compile(r"\W*(?:(?:option|choice)\s+|选项)?", re.IGNORECASE)
_SAID_NOT = re.compile(
    r"(?:\b(?:not|n t|never|no)\b(?: \w+){0,3} ?|不是|并非|不意味着)$"
)


def _begins_with(after: str, option: str) -> bool:
    def folded(text: str) -> str:
        return re.sub(r"[\W_]+", "", text.casefold())

    return bool(option) and folded(after).startswith(folded(option))


def _clause_before(text: str, position: int) -> str:
    start = max(0, position - 120)
    clause = text[start:position]
    ends = [match.end() for match in wording.CLAUSE_END.finditer(clause)]
    return clause[ends[-1] :] if ends else clause


def _letters_of(mentions: Sequence[_Mention]) -> set[str]:
    return {letter for mention in mentions for letter in mention.letters}


def _grouped(text: str, mentions: Sequence[_Mention]) -> list[_Mention]:
    """Letters named in one breath ("A or C", "(B)(C)") become one mention."""
    groups: list[_Mention] = []
    for mention in mentions:
        last = groups[-1] if groups else None
        if last is not None and last.shape == mention.shape == "letter":
            between = text[last.end : mention.start]
            fresh = wording.NEW_SUBJECT_AFTER.match(text[mention.end :])
            comma = re.match(r"[)\s]*[,、](?!\s*(?:and|or)\b)", between)
            separate = (comma and fresh) or (
                not between.strip("() ") and "\n" in between
            )
            if wording.LINK.match(between) and not separate:
                groups[-1] = _Mention(
                    last.start, mention.end, last.letters | mention.letters
                )
                continue
        groups.append(mention)
    return groups


def _place(word: str) -> int | None:
    """Index of an ordinal or number word; -1 for the last; None for no such word."""
    if word == "last":
        return -1
    for words in (
        wording.ENGLISH_ORDINALS,
        wording.ENGLISH_NUMBERS,
        wording.CHINESE_NUMBERS,
    ):
        if word in words:
            return words.index(word)
    return int(word) - 1 if word.isdigit() and int(word) > 0 else None
