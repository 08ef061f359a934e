"""The published benchmarks' own extraction rules, so that numbers compare with theirs.

A second column beside Subtext's rule, never the score: they count letters instead of
reading the answer. Written from their description for any number of options; with six
they give the same letters as the published code. A protocol names the one it wants.
"""

import re
from collections import Counter
from collections.abc import Sequence

from evaluation.runner.questions import LETTERS
from projects.domain.protocol.publication import PublishedRule

_CII_LETTERS = "ABCDEFGH"
_CII_CUES = ("\n答案", "\n**答案：")


def published_letter(
    response: str | None, *, options: Sequence[str], rule: PublishedRule = "ii-bench"
) -> str | None:
    """The letter that the published rule reads; None is a miss.

    The published code gives an empty response no status at all, which counts as wrong.
    """
    if not response:
        return None
    if rule == "cii-bench":
        return _cii_bench(response, options)
    return _ii_bench(response, options)


def _ii_bench(response: str, options: Sequence[str]) -> str | None:
    """The most frequent bracketed letter, else bare letter, else quoted option.

    Of equally frequent letters the one that turned up last wins; of several options
    whose text is in the response (or the other way round) the last.
    """
    last = LETTERS[len(options) - 1]
    found = re.findall(rf"\(([A-{last}])\)", response) or re.findall(
        rf"\b([A-{last}])\b", response
    )
    if found:
        counts: Counter[str] = Counter(found)
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
    """A bare letter; else, after the last 答案 that begins a line, the first letter *of
    the alphabet* that stands anywhere; else II-Bench's rule.

    It looks for A to H whatever the options are.
    """
    text = response.strip()
    if len(text) == 1 and text in _CII_LETTERS:
        return text
    for cue in _CII_CUES:
        if cue in text:
            after = text.rsplit(cue, 1)[1]
            found = next((letter for letter in _CII_LETTERS if letter in after), None)
            if found is not None:
                return found
    return _ii_bench(text, options)
