"""How CMMMU reads answers (its §4.1 and published evaluation), for a second column.

It counts letters, looks for key words at the ends of sentences and for the answer within
them. Where it finds nothing it guesses; what is drawn then is the caller's. Written from
what it does, for any number of options.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from evaluation.runner.questions import LETTERS

_EDGES = ",.!?;:'"
_TRIVIAL = frozenset(":,.!?;'")
_JUDGING = ("是", "为", "所以", "判断", "陈述", "说法", "表达", "答案", "结果")
_FILLING = (
    *("是", "为", "所以", "等于", "方案", "选择"),
    *("正确答案", "因此", "最后", "答案", "结果"),
)
_TRUE = ("正确", "对", "准确", "肯定")
_FALSE = ("不对", "错误", "不正确", "不准确", "不合适", "否定", "错的", "错")
_UNDECIDED = ("对错", "是否正确", "否正确", "或者", "是否", "正确性", "对不")
_NUMBERS = (
    re.compile(r"-?\d{1,3}(?:，\d{3})+"),
    # From where a number begins: tried from each digit, a long one takes its square.
    re.compile(r"(?:-|(?<!\d))\d+(?:\.\d+)?[eE][+-]?\d+"),
    re.compile(r"-?(?:\d+\.\d+|\.\d+|\d+)(?![eE][+-]?\d+)(?!，\d)"),
)
_SENTENCE_END = re.compile(r"。|\n")
_LATIN = re.compile(r"[A-Za-z]")
_LONGER_BY = 20
_LETTERS_MORE = 2


def most_named(response: str, options: Sequence[str]) -> str:
    """The letters that are named most often, in order; empty where none is.

    Counted in brackets, else bare, else by the words of the options.
    """
    for edge in _EDGES:
        response = response.strip(edge)
    letters = LETTERS[: len(options)]
    texts = dict(zip(letters, options, strict=True))
    for wanted in (
        {letter: f"({letter})" for letter in letters},
        {letter: letter for letter in letters},
        texts,
    ):
        counts = Counter(
            {letter: response.count(said) for letter, said in wanted.items() if said}
        )
        most = max(counts.values(), default=0)
        if most:
            return "".join(letter for letter in letters if counts[letter] == most)
    return ""


def called_true(response: str) -> bool | None:
    """Whether more ends of sentences hold a word for true than one for false.

    None where it is undecided: the published code then draws.
    """
    balance = 0
    for segment in set(_segments(response, _JUDGING)):
        if any(word in segment for word in _UNDECIDED):
            continue
        # A word for true counts first: 不正确 holds one, and so counts as true.
        if any(word in segment for word in _TRUE):
            balance += 1
        elif any(word in segment for word in _FALSE):
            balance -= 1
    return None if balance == 0 else balance > 0


def fills_blank(response: str, answer: str) -> bool:
    """Whether the answer stands in the end of a sentence, or is a number in it.

    Numbers are rounded to two places. A segment that is much longer than the answer does
    not count.
    """
    wanted = _number(answer)
    for segment in _segments(response, _FILLING, equations=True):
        for said in (segment, *(n for one in _NUMBERS for n in one.findall(segment))):
            number = _number(said)
            if number is not None:
                if number == wanted:
                    return True
            elif wanted is None and _is_short(said, answer) and answer.strip() in said:
                return True
    return False


def _is_short(said: str, answer: str) -> bool:
    return (
        len(said) <= len(answer) + _LONGER_BY
        and _latin(said) <= _latin(answer) + _LETTERS_MORE
    )


def _latin(text: str) -> int:
    return len(_LATIN.findall(text))


def _number(text: str) -> float | None:
    try:
        return round(float(text.strip().replace(",", "")), 2)
    except (ValueError, OverflowError):
        return None


def _segments(
    response: str, cues: Sequence[str], *, equations: bool = False
) -> Iterator[str]:
    """Of every sentence what follows its last cue, the shortest; else all of it."""
    response = response.strip("。").strip()
    sentences = _SENTENCE_END.split(response)
    found = False
    for at, sentence in enumerate(sentences):
        last = equations and at == len(sentences) - 1
        ends = [
            sentence.split(cue)[-1].strip()
            for cue in (*cues, *(["="] if last else []))
            if cue in sentence
        ]
        shortest = min(ends, key=len, default="")
        if shortest and shortest not in _TRIVIAL:
            found = True
            yield shortest
    if not found:
        yield response
