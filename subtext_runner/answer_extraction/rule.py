"""Reading the option that a response names: rule ``subtext-4``, English and Chinese.

A response yields one letter or a miss with its reason, never a guess: a wrong letter is
worse than a miss. Reasoning is left out. Evidence is taken in this order, strongest
first:

1. the whole response is a letter, or only letters;
2. the last explicit statement ("the answer is …", "I choose …", 答案是…, a box, a field
   of JSON, or a correction of an earlier one), by letter or by quoting an option;
3. a last line or sentence that is only a letter;
4. a list or table that marks one option as correct (✓, "yes", 正确);
5. a verdict on one option ("C fits best", C项最符合);
6. a label at the beginning of the response;
7. one option, and only one, said to be the meaning, quoted in full or nearly so;
8. one option, and only one, mentioned at all ("option C", "(C)", "C."), or found good.

Mentions that are negated, hedged, asked about or in a further, invented question do not
count, and neither do the labels of a list that walks through the options. After a
statement, a verdict on another option replaces it where the response corrects itself,
and otherwise makes it a miss. Refusals and responses cut off by the token limit need
evidence of the first kinds.

Releases ship the modules of this package, so that other tools read the same letters.
"""

import re
from collections.abc import Sequence

from . import evidence, patterns
from .choices import Choices
from .mentions import (
    OptionMention,
    find_option_mentions,
    mentioned_letters,
    merge_joint_mentions,
)
from .plain_text import plain_text
from .reading import ExtractedAnswer, miss_reason
from .scripts import fold_scripts
from .structure import (
    answers_several_questions,
    best_scored,
    lists_of_options,
    marked_correct,
    with_answers_for_fields,
)

_OPENING = re.compile(r"\W*(?:(?:option|choice)\s+|选项)?", re.IGNORECASE)
_JOINING = re.compile(r"\b(?:and|or)\b|[和或与及]")
_LATIN = re.compile(r"[A-Za-z]+")
_NOT_LATIN = re.compile(r"[^\W_A-Za-z]")
_LAST_LETTER = re.compile(
    r"(?:\A|[.!?。:\n])[^\w.!?。:\n]*([A-Z])[)\]\"']*[.。]?[^\w.?!+#]*\Z"
)
_GOES_ON = re.compile(r"\W*(?:\b(?:or|and|but)\b|或|还是|和|但)[^.。]*\Z")
_FAR = 120


def extract_answer(
    response: str | None,
    *,
    options: Sequence[str],
    finish_reason: str | None = None,
    several: bool = False,
) -> ExtractedAnswer:
    """Read the answer to a question with these options from a response.

    ``finish_reason`` is the server's: ``length`` marks a response as cut off,
    ``refusal`` and ``content_filter`` as refused. With ``several`` the answer may name
    several options, such as "AC", and all chosen options count.
    """
    text = fold_scripts(plain_text(response or ""))
    if reason := miss_reason(text, finish_reason):
        return ExtractedAnswer(None, reason)
    reader = _Reader(
        Choices(options), truncated=finish_reason == "length", several=several
    )
    if answers_several_questions(text):
        return ExtractedAnswer(None, "several")
    if letter := best_scored(text):
        return reader.decide(OptionMention(0, 0, frozenset(letter)))
    text = with_answers_for_fields(text)
    run_on = patterns.NEXT_QUESTION.search(text)
    if run_on and text[: run_on.start()].strip():
        head = reader.read(text[: run_on.start()].strip())
        if head.answer is not None or text[run_on.start()] == "<":
            return head
    return reader.read(text.strip())


class _Reader:
    """Reader for one list of options."""

    def __init__(self, choices: Choices, *, truncated: bool, several: bool) -> None:
        self._choices = choices
        self._letters = {*choices.letters}
        self._truncated = truncated
        self._several = several

    def read(self, text: str) -> ExtractedAnswer:
        marked = marked_correct(text, self._choices.by_letter)
        if not marked:
            bare_letters = self._read_bare_letters(text)
            if bare_letters is not None:
                return bare_letters
        text = self._choices.with_letters_for_ordinals(text)
        mentions = self._mentions(text)
        stated = [m for m in mentions if evidence.is_stated_as_answer(text, m)]
        letter_mentions = [
            m for m in mentions if m.shape == "letter" and m.letters <= self._letters
        ]
        if stated:
            return self._decide_stated(text, stated[-1], letter_mentions)
        if not self._truncated:
            conclusion = self._conclusion(text, letter_mentions, marked)
            if conclusion is not None:
                return self.decide(conclusion)
        label = self._leading_label(text, letter_mentions)
        if label is not None:
            return label
        if patterns.REFUSAL.search(text):
            return ExtractedAnswer(None, "refusal")
        if self._truncated:
            return ExtractedAnswer(None, "truncated")
        return self._only_one(text, mentions, letter_mentions)

    def _mentions(self, text: str) -> list[OptionMention]:
        """Return what names options, without the labels of lists and without questions."""
        listed: set[int] = set()
        groups = []
        for labels in lists_of_options(text):
            listed.update(labels.places)
            group = OptionMention(
                labels.places[0], labels.places[0], frozenset(labels.letters)
            )
            if self._several and evidence.is_stated_as_answer(text, group):
                groups.append(group)
        unlisted = [
            mention
            for mention in find_option_mentions(
                text, self._choices, truncated=self._truncated
            )
            if listed.isdisjoint(range(mention.start, mention.end))
        ]
        rejected: set[int] = set()
        for group in merge_joint_mentions(text, unlisted):
            if len(group.letters) > 1 and evidence.is_rejected_afterwards(text, group):
                rejected.update(range(group.start, group.end))
        mentions = [
            mention
            for mention in unlisted
            if (
                mention.start not in rejected
                or evidence.is_stated_as_answer(text, mention)
            )
            and not evidence.is_rejected_or_hypothetical(text, mention)
            and not evidence.is_in_interrogative_sentence(text, mention)
        ]
        groups += merge_joint_mentions(text, mentions)
        return sorted(groups, key=lambda mention: mention.start)

    def _decide_stated(
        self, text: str, stated: OptionMention, letter_mentions: Sequence[OptionMention]
    ) -> ExtractedAnswer:
        """Decide for a statement, unless another option is found best after it."""
        taken_back = evidence.is_retracted(text, stated)
        goes_on = _GOES_ON.match(text[stated.end : stated.end + _FAR])
        if self._truncated and (taken_back or goes_on):
            return ExtractedAnswer(None, "truncated")
        if self._several or self._truncated:
            return self.decide(stated)
        several = len(stated.letters) > 1
        later = [
            m
            for m in letter_mentions
            if m.start > stated.end
            and (several or not m.letters & stated.letters)
            and not evidence.is_conceded_in_passing(text, m)
            and (
                evidence.has_verdict(text, m) or evidence.is_implied_as_answer(text, m)
            )
        ]
        last = self._last_letter(text)
        if (
            last
            and last.start > stated.end
            and (several or not last.letters & stated.letters)
        ):
            later.append(last)
        if not later and (taken_back or self._rethinks(text, stated, letter_mentions)):
            return ExtractedAnswer(None, "no_letter")
        if not later:
            return self.decide(stated)
        between = text[stated.end : stated.end + _FAR] + text[: later[-1].start][-_FAR:]
        if several or patterns.CORRECTED.search(between):
            return self.decide(later[-1])
        return ExtractedAnswer(None, "several")

    def _rethinks(
        self, text: str, stated: OptionMention, letter_mentions: Sequence[OptionMention]
    ) -> bool:
        """Return whether another option may be the answer after all."""
        return any(
            mention.start > stated.end
            and not mention.letters & stated.letters
            and evidence.is_hedged(text, mention)
            and patterns.RETHOUGHT.search(
                text[stated.end : stated.end + _FAR][: mention.start - stated.end]
            )
            for mention in letter_mentions
        )

    def _conclusion(
        self,
        text: str,
        letter_mentions: Sequence[OptionMention],
        marked: frozenset[str],
    ) -> OptionMention | None:
        """Return the option that a last line, a mark or a verdict decides for."""
        if len(marked) == 1 or (self._several and marked):
            return OptionMention(0, 0, marked)
        if last := self._last_letter(text):
            return last
        for is_evidence in (evidence.has_verdict, evidence.is_implied_as_answer):
            verdicts = [m for m in letter_mentions if is_evidence(text, m)]
            if verdicts:
                return self._combine_verdicts(verdicts)
        return None

    def _last_letter(self, text: str) -> OptionMention | None:
        """Return the letter that is alone in the last line or sentence."""
        match = _LAST_LETTER.search(text[-_FAR:])
        if match is None or match[1] not in self._letters:
            return None
        place = max(0, len(text) - _FAR) + match.start(1)
        mention = OptionMention(place, place + 1, frozenset(match[1]))
        return None if evidence.is_rejected_or_hypothetical(text, mention) else mention

    def decide(self, mention: OptionMention) -> ExtractedAnswer:
        if len(mention.letters) > 1 and not self._several:
            return ExtractedAnswer(None, "several")
        if not mention.letters <= self._letters:
            return ExtractedAnswer(None, "no_letter")
        return ExtractedAnswer("".join(sorted(mention.letters)), None)

    def _combine_verdicts(self, verdicts: Sequence[OptionMention]) -> OptionMention:
        """Return the last verdict; all of them if the question has several answers."""
        if not self._several:
            return verdicts[-1]
        return OptionMention(0, 0, frozenset(mentioned_letters(verdicts)))

    def _read_bare_letters(self, text: str) -> ExtractedAnswer | None:
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
        return self.decide(OptionMention(0, 0, frozenset(letters)))

    def _leading_label(
        self, text: str, letter_mentions: Sequence[OptionMention]
    ) -> ExtractedAnswer | None:
        """Read "C. …" or "(C) …" at the start, unless several are discussed."""
        labels = [
            m
            for m in letter_mentions
            if evidence.begins_with_label(text, m, self._choices)
        ]
        if not labels or _OPENING.fullmatch(text[: labels[0].start]) is None:
            return None
        if len(mentioned_letters(labels)) > 1:
            return (
                None
                if not self._several
                else self.decide(self._combine_verdicts(labels))
            )
        # A response that begins with A and is cut off may have continued with B.
        if self._truncated and labels[0].letters == {"A"}:
            return None
        return self.decide(labels[0])

    def _only_one(
        self,
        text: str,
        mentions: Sequence[OptionMention],
        letter_mentions: Sequence[OptionMention],
    ) -> ExtractedAnswer:
        named = mentioned_letters(letter_mentions)
        meant = mentioned_letters(
            [m for m in mentions if evidence.is_named_as_meaning(text, m)]
        )
        quoted = self._choices.options_in_words(text)
        nearly = quoted or self._choices.options_nearly_quoted(text)
        for letters in (quoted, meant, nearly):
            single = len(letters) == 1 or (self._several and letters)
            if single and named <= letters:
                return ExtractedAnswer("".join(sorted(letters)), None)
        if patterns.NONE_OF_THEM.search(text):
            return ExtractedAnswer(None, "no_letter")
        pointed = mentioned_letters(
            [m for m in letter_mentions if evidence.is_explicitly_referenced(text, m)]
        )
        if len(pointed) == 1 or (self._several and pointed):
            return ExtractedAnswer("".join(sorted(pointed)), None)
        good = [
            m
            for m in letter_mentions
            if len(m.letters) == 1 and evidence.is_called_plausible(text, m)
        ]
        if len(mentioned_letters(good)) == 1:
            return self.decide(good[0])
        if len(named) > 1:
            return self.decide(OptionMention(0, 0, frozenset(named)))
        for mention in letter_mentions:
            if evidence.stands_alone(text, mention):
                return self.decide(mention)
        return ExtractedAnswer(None, "several" if quoted else "no_letter")
