"""Reading the phrase that a response puts into a blank; never a guess.

Languages: English and Chinese. The phrase is what follows the last statement of the
answer (答案是…, the answer is …, a box). Otherwise it is what follows the last conclusion
(所以…为, therefore … is). Otherwise it is the last line, or the right side of an equation
in it, if that is short. The rule that applies to people's answers decides if the phrase
is accepted.
"""

import re
import unicodedata

from subtext_runner.answer_extraction import patterns
from subtext_runner.answer_extraction.plain_text import plain_text
from subtext_runner.answer_extraction.reading import (
    ExtractedAnswer,
    MissReason,
    miss_reason,
)

LONGEST = 120
"""Maximum number of characters of an answer; a longer phrase is an essay."""

_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]+)\}\s*\{([^{}]+)\}")
_STATED = re.compile(
    r"(?:(?:正确)?答案(?:应该|应当|应)?(?:是|为|:|=)+|(?:应该|应当|应)?填(?:写|入)?(?:的是|:)?"
    r"|(?:空格|空白|横线)(?:处|上)?(?:应该|应当|应)?(?:是|为|填)"
    r"|\banswer\s*(?:is|:|=)|\bblank\s+(?:is|should\s+be))\s*:?",
    re.IGNORECASE,
)
_CONCLUDED = re.compile(
    r"(?:所以|因此|综上|故|最终|得到|得出|得|\btherefore\b|\bthus\b|\bhence\b)[^。\n]{0,120}?"
    r"(?:是|为|等于|=|≈|\bis\b|\bequals\b)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[。\n;!?]|\.(?=\s|$)|,(?=\s*(?:因为|because|since|so)\b)")
_ABOUT = re.compile(
    r"^(?:(?:大约|大概|约为|约|近似|是|为|等于|about|approximately|roughly|≈|=|:)\s*)+",
    re.IGNORECASE,
)


def read_blank(
    response: str | None, *, finish_reason: str | None = None
) -> ExtractedAnswer:
    """Read the phrase for a blank; ``finish_reason`` is the server's."""
    text = unicodedata.normalize(
        "NFKC", plain_text(_FRACTION.sub(r"\1/\2", response or ""))
    ).strip()
    if reason := miss_reason(text, finish_reason):
        return ExtractedAnswer(None, reason)
    for pattern in (_STATED, _CONCLUDED):
        cues = [*pattern.finditer(text)]
        if cues:
            after = text[cues[-1].end() :].lstrip(" \n:")
            reading = _phrase(_SENTENCE_END.split(after, maxsplit=1)[0], "no_answer")
            if reading.answer is not None:
                return reading
    if patterns.REFUSAL.search(text):
        return ExtractedAnswer(None, "refusal")
    if finish_reason == "length":
        return ExtractedAnswer(None, "truncated")
    last = text.rstrip("。.").rsplit("\n", 1)[-1]
    return _phrase(last.rsplit("=", 1)[-1], "no_answer")


def _phrase(text: str, miss_reason: MissReason) -> ExtractedAnswer:
    """Return the phrase without surrounding words, if it is short enough."""
    phrase = text.strip().strip("\"'“”‘’「」 ").rstrip("。.,;:!?、")
    phrase = _ABOUT.sub("", phrase).strip()
    if not phrase or len(phrase) > LONGEST:
        return ExtractedAnswer(None, miss_reason)
    return ExtractedAnswer(phrase, None)
