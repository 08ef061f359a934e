"""Reading the option that a response names: rule ``subtext-3``, English and Chinese.

A response yields one letter or a miss with its reason, never a guess: a wrong letter is
worse than a miss. Evidence is taken in this order, strongest first:

1. the whole response is a letter, or only letters;
2. the last explicit statement ("the answer is …", "I choose …", 答案是…, a box, or a
   correction of an earlier one), by letter or by quoting an option;
3. a verdict on one option ("C fits best", C项最符合);
4. a last line that is only a letter; a label at the beginning of the response;
5. one option, and only one, quoted in full;
6. one option, and only one, mentioned at all ("option C", "(C)", "C.").

Mentions that are negated, hedged or in a further, invented question do not count.
Refusals and responses cut off by the token limit need evidence of the first kinds.
"""

import re
from collections.abc import Sequence

from evaluation.runner.extraction import evidence, patterns
from evaluation.runner.extraction.choices import Choices
from evaluation.runner.extraction.mentions import (
    Mention,
    letters_of,
    mentions_in,
    merge_joint_mentions,
)
from evaluation.runner.extraction.plain_text import plain_text
from evaluation.runner.extraction.reading import Reading, miss_reason

_OPENING = re.compile(r"\W*(?:(?:option|choice)\s+|选项)?", re.IGNORECASE)
_JOINING = re.compile(r"\b(?:and|or)\b|[和或与及]")
_LATIN = re.compile(r"[A-Za-z]+")
_NOT_LATIN = re.compile(r"[^\W_A-Za-z]")


def extract(
    response: str | None,
    *,
    options: Sequence[str],
    language: str,
    finish_reason: str | None = None,
    several: bool = False,
) -> Reading:
    """Read the answer to a question with these options from a response.

    ``finish_reason`` is the server's: ``length`` marks a response as cut off,
    ``refusal`` and ``content_filter`` as refused. With ``several`` the answer may name
    several options, such as "AC", and all chosen options count.
    """
    text = plain_text(response or "")
    if reason := miss_reason(text, finish_reason):
        return Reading(None, reason)
    choices = Choices(options, language=language)
    reader = _Reader(choices, truncated=finish_reason == "length", several=several)
    run_on = patterns.NEXT_QUESTION.search(text)
    if run_on and text[: run_on.start()].strip():
        head = reader.read(text[: run_on.start()].strip())
        if head.answer is not None or text[run_on.start()] == "<":
            return head
    return reader.read(text)


class _Reader:
    """Reader for one list of options."""

    def __init__(self, choices: Choices, *, truncated: bool, several: bool) -> None:
        self._choices = choices
        self._letters = {*choices.letters}
        self._truncated = truncated
        self._several = several

    def read(self, text: str) -> Reading:
        bare_letters = self._read_bare_letters(text)
        if bare_letters is not None:
            return bare_letters
        text = self._choices.with_letters_for_ordinals(text)
        groups = merge_joint_mentions(
            text,
            [
                mention
                for mention in mentions_in(
                    text, self._choices, truncated=self._truncated
                )
                if not evidence.is_turned_down(text, mention)
            ],
        )
        stated = [m for m in groups if evidence.is_stated(text, m)]
        if stated:
            return self._decide(stated[-1])
        letter_mentions = [
            m for m in groups if m.shape == "letter" and m.letters <= self._letters
        ]
        if not self._truncated:
            for is_evidence in (evidence.has_verdict, evidence.is_weakly_stated):
                verdicts = [m for m in letter_mentions if is_evidence(text, m)]
                if verdicts:
                    return self._decide(self._combine_verdicts(verdicts))
            last_line = self._read_bare_letters(text.rsplit("\n", 1)[-1])
            if last_line is not None and last_line.answer is not None:
                return last_line
        label = self._leading_label(text, letter_mentions)
        if label is not None:
            return label
        if patterns.REFUSAL.search(text):
            return Reading(None, "refusal")
        if self._truncated:
            return Reading(None, "truncated")
        return self._only_one(text, letter_mentions)

    def _decide(self, mention: Mention) -> Reading:
        if len(mention.letters) > 1 and not self._several:
            return Reading(None, "several")
        if not mention.letters <= self._letters:
            return Reading(None, "no_letter")
        return Reading("".join(sorted(mention.letters)), None)

    def _combine_verdicts(self, verdicts: Sequence[Mention]) -> Mention:
        """Return the last verdict; all of them if the question has several answers."""
        if not self._several:
            return verdicts[-1]
        return Mention(0, 0, frozenset(letters_of(verdicts)))

    def _read_bare_letters(self, text: str) -> Reading | None:
        """Read a response of nothing but letters; None if there is anything else."""
        separated = _JOINING.sub(" ", text)
        words = _LATIN.findall(separated)
        if not words or _NOT_LATIN.search(separated):
            return None
        for word in words:
            if len(set(word)) > 1 and not set(word) <= self._letters:
                return None
        if len(words) > 1 and any(word in {"a", "i"} for word in words):
            return None
        letters = {letter.upper() for word in words for letter in word}
        return self._decide(Mention(0, 0, frozenset(letters)))

    def _leading_label(
        self, text: str, letter_mentions: Sequence[Mention]
    ) -> Reading | None:
        """Read "C. …" or "(C) …" at the start, unless several are discussed."""
        labels = [
            m for m in letter_mentions if evidence.is_label(text, m, self._choices)
        ]
        if not labels or _OPENING.fullmatch(text[: labels[0].start]) is None:
            return None
        if len(letters_of(labels)) > 1:
            return (
                None
                if not self._several
                else self._decide(self._combine_verdicts(labels))
            )
        # A response that begins with A and is cut off may have continued with B.
        if self._truncated and labels[0].letters == {"A"}:
            return None
        return self._decide(labels[0])

    def _only_one(self, text: str, letter_mentions: Sequence[Mention]) -> Reading:
        quoted = self._choices.in_words(text)
        if self._several and quoted and letters_of(letter_mentions) <= quoted:
            return Reading("".join(sorted(quoted)), None)
        if len(quoted) == 1 and letters_of(letter_mentions) <= quoted:
            return Reading(next(iter(quoted)), None)
        if patterns.NONE_OF_THEM.search(text):
            return Reading(None, "no_letter")
        pointed = letters_of(
            [m for m in letter_mentions if evidence.is_pointed_at(text, m)]
        )
        if len(pointed) == 1 or (self._several and pointed):
            return Reading("".join(sorted(pointed)), None)
        if len(letters_of(letter_mentions)) > 1:
            return self._decide(Mention(0, 0, frozenset(letters_of(letter_mentions))))
        for mention in letter_mentions:
            if evidence.stands_alone(text, mention):
                return self._decide(mention)
        return Reading(None, "several" if quoted else "no_letter")
