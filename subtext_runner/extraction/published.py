"""Extraction rules of published benchmarks, for comparison with their results.

They fill a second column next to Subtext's rule and are never the score: they count
letters instead of reading the answer. These are independent implementations of their
descriptions, for any number of options; with six options they give the same letters as
the published code. The protocol names the rule.
"""

import re
from collections import Counter
from collections.abc import Sequence

from subtext_protocol.publication import PublishedRule
from subtext_runner.questions import LETTERS

_CII_LETTERS = "ABCDEFGH"
_CII_CUES = ("\n答案", "\n**答案：")


def published_letter(
    response: str | None, *, options: Sequence[str], rule: PublishedRule = "ii-bench"
) -> str | None:
    """Return the letter that the published rule reads; None is a miss.

    The published code gives an empty response no status, which counts as incorrect.
    """
    if not response:
        return None
    if rule == "cii-bench":
        return _cii_bench(response, options)
    return _ii_bench(response, options)


def _ii_bench(response: str, options: Sequence[str]) -> str | None:
    """Return the most frequent bracketed letter, else bare letter, else quoted option.

    Of equally frequent letters, the one that first appeared last wins. Of several
    options whose text is in the response (or that contain the response), the last one
    wins.
    """
    last = LETTERS[len(options) - 1]
    letters = re.findall(rf"\(([A-{last}])\)", response) or re.findall(
        rf"\b([A-{last}])\b", response
    )
    if letters:
        counts: Counter[str] = Counter(letters)
        most = max(counts.values())
        # A Counter keeps the order in which its keys were first seen.
        return [letter for letter, count in counts.items() if count == most][-1]
    quoted = [
        letter
        for letter, option in zip(LETTERS, options, strict=False)
        if option.strip() in response or response in option
    ]
    return quoted[-1] if quoted else None


def _cii_bench(response: str, options: Sequence[str]) -> str | None:
    """Return a bare letter, else the first letter after 答案, else by II-Bench's rule.

    答案 counts at its last occurrence at the beginning of a line. "First" is the first in
    the *alphabet* that occurs anywhere after it. The rule looks for A to H, regardless
    of the options.
    """
    text = response.strip()
    if len(text) == 1 and text in _CII_LETTERS:
        return text
    for cue in _CII_CUES:
        if cue in text:
            after = text.rsplit(cue, 1)[1]
            letter = next((letter for letter in _CII_LETTERS if letter in after), None)
            if letter is not None:
                return letter
    return _ii_bench(text, options)
