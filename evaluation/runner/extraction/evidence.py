"""Evidence in the words around a mention: chosen, rejected, found best, a label.

Each function looks at one mention and its clause; ``rule`` ranks the kinds of evidence.
"""

import re

from evaluation.runner.extraction import patterns
from evaluation.runner.extraction.choices import Choices
from evaluation.runner.extraction.mentions import LETTER, Mention
from evaluation.runner.extraction.windows import text_after, text_before

_SENTENCE_START = re.compile(r"(?:^|[.;!?。\n])\W*(?:option\s+|选项)?$", re.IGNORECASE)
_BRACKETED_LABEL = re.compile(r"\s*(?:$|[.,:;、。\n-]|[^\Wa-z_])")
_BARE_LABEL = re.compile(r"\s*(?:$|[.):、,;。\n]|[-–—]\s|because\b|since\b)")


def is_turned_down(text: str, mention: Mention) -> bool:
    """Return whether the option is rejected, or chosen by others or hypothetically."""
    clause = _clause_before(text, mention.start)
    return bool(
        patterns.NEGATED.search(clause)
        or patterns.NEGATED_AFTER.match(text_after(text, mention.end))
        or (patterns.HEDGED.search(clause) and _is_chosen(text, mention))
    )


def is_stated(text: str, mention: Mention) -> bool:
    """Return whether an answer is stated: the answer is …, I choose …"""
    context = text_before(text, mention.start)
    if patterns.CONDITION.search(_clause_before(text, mention.start)):
        return False
    if _is_chosen(text, mention) or patterns.ANSWER_BEFORE.search(context):
        return True
    return mention.shape == "letter" and bool(
        patterns.CORRECTION_BEFORE.search(context)
    )


def has_verdict(text: str, mention: Mention) -> bool:
    """Return whether the option is found best before another one is named."""
    # Includes the letter itself, which tells whether the next character is an option.
    context = text_after(text, mention.end - 1)
    options = (m.start() for m in LETTER.finditer(context, 1) if m["letter"].isupper())
    clause = _clause_before(text, mention.start)
    return bool(
        patterns.VERDICT_AFTER.match(context[1 : next(options, None)])
    ) and not patterns.CONDITION.search(clause)


def is_weakly_stated(text: str, mention: Mention) -> bool:
    """Return whether an answer is implied: it's …, this leaves …, so …"""
    context = text_before(text, mention.start)
    ends = bool(patterns.ENDS_AFTER.match(text_after(text, mention.end)))
    if patterns.WEAKER_BEFORE.search(context):
        return mention.bracketed or ends
    return bool(patterns.THEREFORE_BEFORE.search(context)) and ends


def is_label(text: str, mention: Mention, choices: Choices) -> bool:
    """Return whether a sentence begins with the label, as in "C. …" or "(C) …"."""
    if not _SENTENCE_START.search(text_before(text, mention.start)):
        return False
    letter = min(mention.letters)
    if len(mention.letters) == 1 and choices.begin_at(text, mention.end, letter):
        return True
    label = _BRACKETED_LABEL if mention.bracketed else _BARE_LABEL
    return bool(label.match(text_after(text, mention.end)))


def is_pointed_at(text: str, mention: Mention) -> bool:
    """Return whether an option is meant, if not chosen, as in "(C)" or "option C"."""
    return mention.bracketed or bool(
        patterns.OPTION_BEFORE.search(text_before(text, mention.start))
    )


def stands_alone(text: str, mention: Mention) -> bool:
    """Return whether a bare letter ends its clause without another noun (plan B)."""
    return bool(
        patterns.ENDS_AFTER.match(text_after(text, mention.end))
    ) and not patterns.OTHER_NOUN_BEFORE.search(text_before(text, mention.start))


def _is_chosen(text: str, mention: Mention) -> bool:
    context = text_before(text, mention.start)
    return bool(
        patterns.CHOICE_BEFORE.search(context)
        or patterns.ZH_ANSWER_BEFORE.search(context)
    )


def _clause_before(text: str, position: int) -> str:
    clause = text_before(text, position)
    ends = [match.end() for match in patterns.CLAUSE_END.finditer(clause)]
    return clause[ends[-1] :] if ends else clause
