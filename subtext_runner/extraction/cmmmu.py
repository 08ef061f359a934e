"""CMMMU's reading of answers (its §4.1 and published evaluation), for comparison.

It counts letters, or looks for key words at the ends of sentences and for the answer in
those ends. Where it finds nothing, it guesses; the caller draws the guess. This is an
independent implementation of its behaviour, for any number of options.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from subtext_runner.questions import LETTERS

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
    # Begin only where a number begins: trying each digit takes quadratic time.
    re.compile(r"(?:-|(?<!\d))\d+(?:\.\d+)?[eE][+-]?\d+"),
    re.compile(r"-?(?:\d+\.\d+|\.\d+|\d+)(?![eE][+-]?\d+)(?!，\d)"),
)
_SENTENCE_END = re.compile(r"。|\n")
_LATIN = re.compile(r"[A-Za-z]")
_LONGER_BY = 20
_LETTERS_MORE = 2


def most_named(response: str, options: Sequence[str]) -> str:
    """Return the letters that are named most often, in order; empty without any.

    Letters in brackets are counted, else bare letters, else the options' words.
    """
    for edge in _EDGES:
        response = response.strip(edge)
    letters = LETTERS[: len(options)]
    texts = dict(zip(letters, options, strict=True))
    for search_texts in (
        {letter: f"({letter})" for letter in letters},
        {letter: letter for letter in letters},
        texts,
    ):
        counts = Counter(
            {
                letter: response.count(search_text)
                for letter, search_text in search_texts.items()
                if search_text
            }
        )
        most = max(counts.values(), default=0)
        if most:
            return "".join(letter for letter in letters if counts[letter] == most)
    return ""


def called_true(response: str) -> bool | None:
    """Return whether more ends of sentences have a word for true than for false.

    None where they are equal: the published code then draws.
    """
    balance = 0
    for segment in set(_segments(response, _JUDGING)):
        if any(word in segment for word in _UNDECIDED):
            continue
        # A word for true counts first: 不正确 contains one, and so counts as true.
        if any(word in segment for word in _TRUE):
            balance += 1
        elif any(word in segment for word in _FALSE):
            balance -= 1
    return None if balance == 0 else balance > 0


def fills_blank(response: str, answer: str) -> bool:
    """Return whether the end of a sentence contains the answer, or its number.

    Numbers are rounded to two decimals. A segment much longer than the answer does not
    count.
    """
    answer_number = _number(answer)
    for segment in _segments(response, _FILLING, equations=True):
        for candidate in (
            segment,
            *(n for pattern in _NUMBERS for n in pattern.findall(segment)),
        ):
            number = _number(candidate)
            if number is not None:
                if number == answer_number:
                    return True
            elif (
                answer_number is None
                and _is_short(candidate, answer)
                and answer.strip() in candidate
            ):
                return True
    return False


def _is_short(candidate: str, answer: str) -> bool:
    return (
        len(candidate) <= len(answer) + _LONGER_BY
        and _count_latin_letters(candidate)
        <= _count_latin_letters(answer) + _LETTERS_MORE
    )


def _count_latin_letters(text: str) -> int:
    return len(_LATIN.findall(text))


def _number(text: str) -> float | None:
    try:
        return round(float(text.strip().replace(",", "")), 2)
    except (ValueError, OverflowError):
        return None


def _segments(
    response: str, cues: Sequence[str], *, equations: bool = False
) -> Iterator[str]:
    """Yield the shortest end of each sentence after a cue, else the whole response."""
    response = response.strip("。").strip()
    sentences = _SENTENCE_END.split(response)
    has_segment = False
    for at, sentence in enumerate(sentences):
        last = equations and at == len(sentences) - 1
        ends = [
            sentence.split(cue)[-1].strip()
            for cue in (*cues, *(["="] if last else []))
            if cue in sentence
        ]
        shortest = min(ends, key=len, default="")
        if shortest and shortest not in _TRIVIAL:
            has_segment = True
            yield shortest
    if not has_segment:
        yield response
