"""What the words around a mention say: chosen, turned down, found best, a label.

Each function looks at one mention and its clause; which kind of evidence outweighs which
is for ``rule`` to say.
"""

import re

from evaluation.runner.extraction import wording
from evaluation.runner.extraction.choices import Choices
from evaluation.runner.extraction.mentions import LETTER, Mention

_REACH = 120
"""How many characters before a mention are looked at."""


def is_turned_down(text: str, mention: Mention) -> bool:
    """Whether the option is rejected, or somebody else's or an imagined choice."""
    clause = _clause_before(text, mention.start)
    return bool(
        wording.NEGATED.search(clause)
        or wording.NEGATED_AFTER.match(text[mention.end : mention.end + 80])
        or (wording.HEDGED.search(clause) and _is_chosen(text, mention))
    )


def is_stated(text: str, mention: Mention) -> bool:
    """The answer is …, I choose …, on reflection …"""
    before = _before(text, mention)
    if wording.CONDITION.search(_clause_before(text, mention.start)):
        return False
    if _is_chosen(text, mention) or wording.ANSWER_BEFORE.search(before):
        return True
    return mention.shape == "letter" and bool(wording.CORRECTION_BEFORE.search(before))


def has_verdict(text: str, mention: Mention) -> bool:
    """… fits best, before the next option is named."""
    following = LETTER.search(text, mention.end)
    while following and not following["letter"].isupper():
        following = LETTER.search(text, following.end())
    end = following.start() if following else len(text)
    clause = _clause_before(text, mention.start)
    return bool(
        wording.VERDICT_AFTER.match(text[mention.end : end])
    ) and not wording.CONDITION.search(clause)


def is_weakly_stated(text: str, mention: Mention) -> bool:
    """It's …, this leaves …, so …"""
    before = _before(text, mention)
    ends = bool(wording.ENDS_AFTER.match(text[mention.end :]))
    if wording.WEAKER_BEFORE.search(before):
        return mention.bracketed or ends
    return bool(wording.THEREFORE_BEFORE.search(before)) and ends


def is_label(text: str, mention: Mention, choices: Choices) -> bool:
    """ "C. …" or "(C) …" at the start of a sentence."""
    if not re.search(
        r"(?:^|[.;!?。\n])\W*(?:option\s+|选项)?$",
        text[: mention.start],
        re.IGNORECASE,
    ):
        return False
    after = text[mention.end :]
    letter = min(mention.letters)
    if len(mention.letters) == 1 and choices.begins(after, letter):
        return True
    if mention.bracketed:
        return bool(re.match(r"\s*(?:$|[.,:;、。\n-]|[^\Wa-z_])", after))
    return bool(re.match(r"\s*(?:$|[.):、,;。\n]|[-–—]\s|because\b|since\b)", after))


def is_pointed_at(text: str, mention: Mention) -> bool:
    """ "(C)", "option C": certainly an option, if not chosen."""
    return mention.bracketed or bool(
        wording.OPTION_BEFORE.search(text[: mention.start])
    )


def stands_alone(text: str, mention: Mention) -> bool:
    """A bare letter that ends its clause and belongs to no other noun (plan B)."""
    return bool(
        wording.ENDS_AFTER.match(text[mention.end :])
    ) and not wording.OTHER_NOUN_BEFORE.search(text[: mention.start])


def _is_chosen(text: str, mention: Mention) -> bool:
    before = _before(text, mention)
    return bool(
        wording.CHOICE_BEFORE.search(before) or wording.ZH_ANSWER_BEFORE.search(before)
    )


def _before(text: str, mention: Mention) -> str:
    return text[max(0, mention.start - _REACH) : mention.start]


def _clause_before(text: str, position: int) -> str:
    clause = text[max(0, position - _REACH) : position]
    ends = [match.end() for match in wording.CLAUSE_END.finditer(clause)]
    return clause[ends[-1] :] if ends else clause
