"""II-Bench's own extraction rule, so that numbers compare with the paper's.

A second column beside ``subtext-1``, never the score: it counts letters instead of
reading the answer. Written from its description for any number of options; with six it
gives the same letters as the published code.
"""

import re
from collections import Counter
from collections.abc import Sequence

from evaluation.runner.benchmark import LETTERS

RULE = "ii-bench-published"


def published_letter(response: str | None, *, options: Sequence[str]) -> str | None:
    """The most frequent bracketed letter, else bare letter, else quoted option.

    Of equally frequent letters the one that turned up last wins; of several options
    whose text is in the response (or the other way round) the last. None is a miss;
    the published code gives an empty response no status at all, which counts as wrong.
    """
    if not response:
        return None
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
