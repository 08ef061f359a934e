"""What the words around a mention say: chosen, turned down, found best, a label.

Each function looks at one mention and its clause; which kind of evidence outweighs which
is for ``rule`` to say.
"""

import re

from evaluation.runner.extraction import patterns
from evaluation.runner.extraction.choices import Choices
from evaluation.runner.extraction.mentions import LETTER, Mention
from evaluation.runner.extraction.windows import after, before

_SENTENCE_START = re.compile(r"(?:^|[.;!?。\n])\W*(?:option\s+|选项)?$", re.IGNORECASE)
_BRACKETED_LABEL = re.compile(r"\s*(?:$|[.,:;、。\n-]|[^\Wa-z_])")
_BARE_LABEL = re.compile(r"\s*(?:$|[.):、,;。\n]|[-–—]\s|because\b|since\b)")


def is_turned_down(text: str, mention: Mention) -> bool:
    """Whether the option is rejected, or somebody else's or an imagined choice."""
    clause = _clause_before(text, mention.start)
    return bool(
        patterns.NEGATED.search(clause)
        or patterns.NEGATED_AFTER.match(after(text, mention.end))
        or (patterns.HEDGED.search(clause) and _is_chosen(text, mention))
    )


def is_stated(text: str, mention: Mention) -> bool:
    """The answer is …, I choose …, on reflection …"""
    said = before(text, mention.start)
    if patterns.CONDITION.search(_clause_before(text, mention.start)):
        return False
    if _is_chosen(text, mention) or patterns.ANSWER_BEFORE.search(said):
        return True
    return mention.shape == "letter" and bool(patterns.CORRECTION_BEFORE.search(said))


def has_verdict(text: str, mention: Mention) -> bool:
    """… fits best, before the next option is named."""
    # With the letter itself, which tells whether what follows it is one.
    said = after(text, mention.end - 1)
    options = (m.start() for m in LETTER.finditer(said, 1) if m["letter"].isupper())
    clause = _clause_before(text, mention.start)
    return bool(
        patterns.VERDICT_AFTER.match(said[1 : next(options, None)])
    ) and not patterns.CONDITION.search(clause)


def is_weakly_stated(text: str, mention: Mention) -> bool:
    """It's …, this leaves …, so …"""
    said = before(text, mention.start)
    ends = bool(patterns.ENDS_AFTER.match(after(text, mention.end)))
    if patterns.WEAKER_BEFORE.search(said):
        return mention.bracketed or ends
    return bool(patterns.THEREFORE_BEFORE.search(said)) and ends


def is_label(text: str, mention: Mention, choices: Choices) -> bool:
    """ "C. …" or "(C) …" at the start of a sentence."""
    if not _SENTENCE_START.search(before(text, mention.start)):
        return False
    letter = min(mention.letters)
    if len(mention.letters) == 1 and choices.begin_at(text, mention.end, letter):
        return True
    label = _BRACKETED_LABEL if mention.bracketed else _BARE_LABEL
    return bool(label.match(after(text, mention.end)))


def is_pointed_at(text: str, mention: Mention) -> bool:
    """ "(C)", "option C": certainly an option, if not chosen."""
    return mention.bracketed or bool(
        patterns.OPTION_BEFORE.search(before(text, mention.start))
    )


def stands_alone(text: str, mention: Mention) -> bool:
    """A bare letter that ends its clause and belongs to no other noun (plan B)."""
    return bool(
        patterns.ENDS_AFTER.match(after(text, mention.end))
    ) and not patterns.OTHER_NOUN_BEFORE.search(before(text, mention.start))


def _is_chosen(text: str, mention: Mention) -> bool:
    said = before(text, mention.start)
    return bool(
        patterns.CHOICE_BEFORE.search(said) or patterns.ZH_ANSWER_BEFORE.search(said)
    )


def _clause_before(text: str, position: int) -> str:
    clause = before(text, position)
    ends = [match.end() for match in patterns.CLAUSE_END.finditer(clause)]
    return clause[ends[-1] :] if ends else clause
