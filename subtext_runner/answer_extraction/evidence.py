"""Evidence in the words around a mention: chosen, rejected, found best, a label.

Each function looks at one mention and its clause; ``rule`` ranks the kinds of evidence.
"""

import re

from . import patterns
from .choices import Choices
from .mentions import LETTER, OptionMention
from .windows import text_after, text_before

_SENTENCE_START = re.compile(r"(?:^|[.;!?。\n])\W*(?:option\s+|选项)?$", re.IGNORECASE)
_PUNCTUATION = re.compile(r"\s*(?:$|[.,;!。])")
_BRACKETED_LABEL = re.compile(r"\s*(?:$|[.,:;、。\n-]|[^\Wa-z_])")
_BARE_LABEL = re.compile(
    r"\s*(?:$|[.):、,;。\n]|[-–—]\s"
    r"|(?:because|since|as|rather\s+than|instead\s+of|not|and\s+not|over)\b)"
)


def is_rejected_or_hypothetical(text: str, mention: OptionMention) -> bool:
    """Return whether the option is rejected, or chosen by others or hypothetically."""
    clause = _clause_before(text, mention.start)
    return bool(
        patterns.NEGATED.search(clause)
        or patterns.COMPARED_BEFORE.search(text_before(text, mention.start))
        or is_rejected_afterwards(text, mention)
        or (patterns.HEDGED.search(clause) and _is_chosen(text, mention))
    )


def is_rejected_afterwards(text: str, mention: OptionMention) -> bool:
    """Return whether what follows rejects the option: … are all wrong."""
    return bool(patterns.NEGATED_AFTER.match(text_after(text, mention.end)))


def is_stated_as_answer(text: str, mention: OptionMention) -> bool:
    """Return whether an answer is stated: the answer is …, I choose …"""
    context = text_before(text, mention.start)
    if patterns.CONDITION.search(_clause_before(text, mention.start)):
        return False
    if patterns.QUANTIFIED_BEFORE.search(context):
        return False
    if (
        _is_chosen(text, mention)
        or patterns.ANSWER_BEFORE.search(context)
        or patterns.OTHER_LANGUAGE_BEFORE.search(context)
    ):
        return True
    return mention.shape == "letter" and bool(
        patterns.CORRECTION_BEFORE.search(context)
    )


def has_verdict(text: str, mention: OptionMention) -> bool:
    """Return whether the option is found best before another one is named."""
    # Includes the letter itself, which tells whether the next character is an option.
    context = text_after(text, mention.end - 1)
    options = (m.start() for m in LETTER.finditer(context, 1) if m["letter"].isupper())
    clause = _clause_before(text, mention.start)
    return bool(
        patterns.VERDICT_AFTER.match(context[1 : next(options, None)])
    ) and not (
        patterns.CONDITION.search(clause)
        or patterns.CONDITIONAL_BEFORE.search(text_before(text, mention.start))
    )


def is_implied_as_answer(text: str, mention: OptionMention) -> bool:
    """Return whether an answer is implied: it's …, this leaves …, so …"""
    context, following = text_before(text, mention.start), text_after(text, mention.end)
    ends = bool(patterns.ENDS_AFTER.match(following))
    if patterns.ONLY_BEFORE.search(context):
        return (
            ends
            or is_called_plausible(text, mention)
            or bool(patterns.REMAINS_AFTER.match(following))
        )
    if patterns.WEAKER_BEFORE.search(context):
        return mention.bracketed or ends
    return ends and bool(
        patterns.THEREFORE_BEFORE.search(context)
        or patterns.CONCLUDED_BEFORE.search(context)
        or (
            patterns.ZH_THEREFORE_BEFORE.search(context)
            and not patterns.NEW_SUBJECT_AFTER.match(following)
        )
    )


def is_hedged(text: str, mention: OptionMention) -> bool:
    """Return whether the option may be the answer: it might be …"""
    return bool(patterns.POSSIBLE_BEFORE.search(text_before(text, mention.start)))


def is_retracted(text: str, mention: OptionMention) -> bool:
    """Return whether a statement is called wrong at once."""
    return bool(patterns.RETRACTED_AFTER.match(text_after(text, mention.end)))


def is_in_interrogative_sentence(text: str, mention: OptionMention) -> bool:
    """Return whether the sentence is a question, which states nothing."""
    end = patterns.SENTENCE_END.search(text_after(text, mention.end))
    return end is not None and end[0] in "?吗"


def is_called_plausible(text: str, mention: OptionMention) -> bool:
    """Return whether the option is found good, though not the best: B fits …"""
    clause = _clause_before(text, mention.start)
    return bool(
        patterns.POSITIVE_AFTER.match(text_after(text, mention.end))
        and not patterns.CONDITION.search(clause)
        and not patterns.CONCEDED.search(clause)
    )


def is_named_as_meaning(text: str, mention: OptionMention) -> bool:
    """Return whether an option in words is what the image means."""
    context = text_before(text, mention.start)
    return (
        mention.shape == "quote"
        and bool(
            patterns.MEANING_BEFORE.search(context)
            or (not context and _PUNCTUATION.match(text_after(text, mention.end)))
        )
        and not patterns.CONDITION.search(_clause_before(text, mention.start))
    )


def is_conceded_in_passing(text: str, mention: OptionMention) -> bool:
    """Return whether an option is granted something in passing, and not chosen."""
    following = patterns.SENTENCE_END.split(text_after(text, mention.end), maxsplit=1)
    return bool(
        patterns.CONCEDED.search(_clause_before(text, mention.start))
        or patterns.ONLY_PARTLY.search(following[0])
    )


def begins_with_label(text: str, mention: OptionMention, choices: Choices) -> bool:
    """Return whether a sentence begins with the label, as in "C. …" or "(C) …"."""
    if not _SENTENCE_START.search(text_before(text, mention.start)):
        return False
    letter = min(mention.letters)
    if len(mention.letters) == 1 and choices.option_begins_at(
        text, mention.end, letter
    ):
        return True
    label = _BRACKETED_LABEL if mention.bracketed else _BARE_LABEL
    return bool(label.match(text_after(text, mention.end)))


def is_explicitly_referenced(text: str, mention: OptionMention) -> bool:
    """Return whether an option is meant, if not chosen, as in "(C)" or "option C"."""
    return mention.bracketed or bool(
        patterns.OPTION_BEFORE.search(text_before(text, mention.start))
    )


def stands_alone(text: str, mention: OptionMention) -> bool:
    """Return whether a bare letter ends its clause without another noun (plan B)."""
    return bool(
        patterns.ENDS_AFTER.match(text_after(text, mention.end))
    ) and not patterns.OTHER_NOUN_BEFORE.search(text_before(text, mention.start))


def _is_chosen(text: str, mention: OptionMention) -> bool:
    context = text_before(text, mention.start)
    return bool(
        patterns.CHOICE_BEFORE.search(context)
        or patterns.ZH_ANSWER_BEFORE.search(context)
    )


def _clause_before(text: str, position: int) -> str:
    clause = text_before(text, position)
    ends = [match.end() for match in patterns.CLAUSE_END.finditer(clause)]
    return clause[ends[-1] :] if ends else clause
