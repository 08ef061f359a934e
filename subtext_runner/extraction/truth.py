"""Reading whether a response calls a statement true; never a guess.

Languages: English and Chinese. Evidence, strongest first: the whole response is one
word; what follows the last statement of an answer (答案是…, the answer is …); the first
word of the response; the only verdict in it. A negated word for true counts as false.
"""

import re
import unicodedata
from typing import NamedTuple

from subtext_runner.answer_extraction import patterns
from subtext_runner.answer_extraction.plain_text import plain_text
from subtext_runner.answer_extraction.reading import MissReason, miss_reason
from subtext_runner.answer_extraction.windows import text_after

_ASKING = re.compile(
    r"(?:是否|是不是|对不对|对错|正误|对还是错|对或错|正确还是错误|正确或错误|正确与否|真假|判断题"
    r"|\btrue\s*(?:or|/)\s*false\b|\bwhether\s+(?:\w+\s+){0,8}(?:true|false|correct)\b)"
    r"(?:正确|准确|成立)?",
    re.IGNORECASE,
)
_FALSE = re.compile(
    r"(?:不|并非|并不|未必|没有|非)(?:是|太|完全|够)?(?:正确|对|准确|成立|符合|属实|真)"
    r"|错误|错|[×✗✘❌]|不能成立|有误"
    r"|\b(?:not|isn't|n't|never)\s+(?:\w+\s+)?(?:true|correct|right|accurate)\b"
    r"|\b(?:false|incorrect|untrue|wrong|inaccurate)\b",
    re.IGNORECASE,
)
_TRUE = re.compile(
    r"正确(?!答案)|(?<![面相应针反比配核校绝])对(?=的|[。,.;!:)\s]|$)|准确|成立|属实|[√✓✔✅]"
    r"|\b(?:true|correct|right|accurate)\b",
    re.IGNORECASE,
)
_BARE_TRUE = frozenset(("对", "对的", "是", "是的", "真", "t", "true", "yes", "y"))
_BARE_FALSE = frozenset(
    ("错", "错的", "否", "不是", "不对", "假", "f", "false", "no", "n", "x")
)
_STATED = re.compile(
    r"(?:(?:答案|判断|结论|判断结果|结果)(?:应该|应当|应)?(?:是|为|:)"
    r"|\b(?:answer|verdict|conclusion)\s*(?:is|:)|(?:statement|claim)\s+is"
    r"|(?:陈述|说法|表述|命题|描述|该题|题干)(?:应该|应当)?是?"
    r"|\b(?:therefore|thus|hence|so)\b|所以|因此|综上)",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[。\n;!]")
_PHRASE_END = re.compile(r"[,。\n;]")
_FIRST_END = re.compile(r"[,。.\n:;!]")
_PUNCTUATION = re.compile(r"[\s\"'“”。.,!:;()*]+")


class TruthReading(NamedTuple):
    """True, false, or the reason of a miss."""

    truth: bool | None
    reason: MissReason | None


def read_truth(
    response: str | None, *, finish_reason: str | None = None
) -> TruthReading:
    """Read the answer to a statement; ``finish_reason`` is the server's."""
    text = unicodedata.normalize("NFKC", plain_text(response or "")).strip()
    if reason := miss_reason(text, finish_reason):
        return TruthReading(None, reason)
    bare_answer = _read_bare_truth(text)
    if bare_answer is not None:
        return TruthReading(bare_answer, None)
    text = _ASKING.sub(" ", text)
    for cue in reversed([*_STATED.finditer(text)]):
        clause = _CLAUSE_END.split(text_after(text, cue.end()), maxsplit=1)[0]
        first = _PHRASE_END.split(clause.strip(" :\"'“「("), maxsplit=1)[0]
        verdicts = _verdicts(clause)
        phrase_answer = _read_bare_truth(first)
        if phrase_answer is not None:
            return TruthReading(phrase_answer, None)
        if len(verdicts) == 1:
            return TruthReading(verdicts.pop(), None)
    first_answer = _read_bare_truth(_FIRST_END.split(text, maxsplit=1)[0])
    if first_answer is not None:
        return TruthReading(first_answer, None)
    if patterns.REFUSAL.search(text):
        return TruthReading(None, "refusal")
    if finish_reason == "length":
        return TruthReading(None, "truncated")
    verdicts = _verdicts(text)
    if len(verdicts) == 1:
        return TruthReading(verdicts.pop(), None)
    return TruthReading(None, "several" if verdicts else "no_answer")


def _read_bare_truth(text: str) -> bool | None:
    """Return the verdict of a text that is nothing else, or None."""
    word = _PUNCTUATION.sub("", text).casefold()
    word = word if word in _BARE_FALSE else word.removesuffix("的")
    if word in _BARE_TRUE or (_TRUE.fullmatch(word) and not _FALSE.search(word)):
        return True
    if word in _BARE_FALSE or _FALSE.fullmatch(word):
        return False
    return None


def _verdicts(text: str) -> set[bool]:
    """Return all verdicts in a text; negative ones are removed first."""
    rest, negative = _FALSE.subn(" ", text)
    return {*([False] if negative else []), *([True] if _TRUE.search(rest) else [])}
