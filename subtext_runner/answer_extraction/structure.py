"""What the lines of a response show: fields of JSON, marked options, lists of options.

A list that walks through the options names each of them and chooses none; what follows
the list may choose one.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from string import ascii_uppercase
from typing import NamedTuple

_ADJECTIVE = r"(?:(?:final|predicted|correct|selected|chosen|best|my|your|the|model)"
_NOUN = r"(?:answer|option|choice|prediction|letter|label|result|output)"
_FIELD = re.compile(
    rf"[\"']{_ADJECTIVE}[_\s-]?)?{_NOUN}(?:[_\s-]?(?:letter|choice|option|label|key))?[\"']"
    r"\s*[:=]\s*"
    r"|[\"'](?:正确|最终|最佳|我的)?(?:答案|选项|选择)[\"']\s*:\s*"
    rf"|\b{_ADJECTIVE}_){_NOUN}\b\s*[:=]\s*",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?<=Answer: )\[?\s?[\"']\(?([A-Za-z])[).]{0,2}[\"']")
_SCORE = re.compile(r"[\"']([A-Z])[\"']\s*:\s*(\d{1,9}(?:\.\d{1,17})?|true|false)\b")
_PLACEHOLDER = re.compile(
    r"[(\[]\s*(?:[A-Z]\s*(?:,|/|\||-|–|~|、|或|\bor\b|\bto\b)?\s*){1,25}[A-Z]\s*[)\]](?=\s*:)"
)
"""A copy of the choice that the prompt gave, as in "Answer (A-F): C"."""
_NUMBERED = re.compile(
    r"^\W{0,8}(?:q(?:uestion)?\s*|问题\s*|第\s*)?\d{1,3}\s*[题问]?\s*[.:)、]\s*"
    r"(?:answer\s*:?\s*)?[(\[]?([A-Z])[)\]]?[ .。]*$",
    re.IGNORECASE | re.MULTILINE,
)
_LABEL = re.compile(
    r"^[^\w\n]{0,12}(?:\[[xX]\] ?)?(?:\d{1,2}\s*[.)|]\s*\|?\s*)?(?:(?i:option|choice)\s+|选项\s*)?"
    r"[(\[]?[^\S\n]*(?P<letter>[A-Z])(?![A-Za-z0-9'])"
    r"(?P<end>[^\S\n]*[)\]]|选项|项|(?=[^\S\n]*(?:[.:、|]|$|[-–—✓✔✅☑√✗✘❌✕×☒❎])))",
    re.MULTILINE,
)
_CHECKED = re.compile(r"[✓✔✅☑√]|\[[xX]\]")
_CROSSED = re.compile(r"[✗✘❌✕×☒❎☐⬜]|\[ ?\]")
_LETTER_MARK = re.compile(
    r"(?<![A-Za-z])(?P<letter>[A-Z])[^\S\n]*(?:[)\]]|选?项)?[^\S\n]*[.:=?(\[–—-]?[^\S\n]*"
    r"(?P<mark>[✓✔✅☑√✗✘❌✕×☒❎]"
    r"|(?i:(?P<good>yes|true|correct|right|fits|match(?:es)?|best|是|对|正确|最?符合|合适|相符|成立)"
    r"|no(?:t\s+(?:correct|relevant|supported)|\s+match)?|false|incorrect|wrong"
    r"|(?:ruled\s+)?out|excluded|eliminated|rejected|irrelevant|unrelated|unlikely|does(?:n't|\s+not)\s+(?:fit|match)"
    r"|否|错误?|不对|不正确|不符合?|不是|不成立|不合适|无关|排除)"
    r"(?=\s*(?:[,.;!)\]、。\n\d]|$|[(\[]?[A-Z](?![A-Za-z]))))"
)
_LABEL_IN_LINE = re.compile(
    r"(?<![A-Za-z])(?P<letter>[A-Z])[)\]]?[^\S\n]*[:=–—-][^\S\n]"
)
_MARK_LETTER = re.compile(
    r"(?P<mark>[✓✔✅☑√✗✘❌✕×☒❎])[^\S\n]*\(?(?P<letter>[A-Z])(?![A-Za-z])"
)
_CORRECT = frozenset(
    (
        *("yes", "y", "true", "correct", "right", "best", "the best", "match", "✓"),
        *("correct answer", "best answer", "best match", "best fit"),
        *("是", "对", "正确", "符合", "最符合", "最佳", "正确答案"),
    )
)
_INCORRECT = frozenset(
    (
        *("no", "n", "false", "incorrect", "wrong", "not correct", "no match", "maybe"),
        *("partial", "partially", "partly", "partially correct"),
        *("否", "不是", "错", "错误", "不正确", "不符合", "部分符合", "无关"),
    )
)
_BEGINS = re.compile(
    r"[\s.:)–—-]*(?:(?P<correct>correct|正确)|incorrect|wrong|错误)\s*[,.;:(,。;–—-]",
    re.IGNORECASE,
)
_ENDS_CORRECT = re.compile(
    r"(?:[:,;.(–—-]|is|→)\s*(?:the\s+)?(?:correct|right)(?:\s+(?:answer|choice|option))?"
    r"[\s.!)]*$"
    r"|(?<![不否])(?:正确|最符合|最贴切|最恰当)[。.!)\s]*$",
    re.IGNORECASE,
)
_INTRODUCES_REST = re.compile(
    r"\n[^\n]{0,60}(?:\bother|\breason|\bwrong|incorrect|explanation|eliminat|\bwhy\b"
    r"|justification|analysis|其他|其它|其余|排除|理由|解析|分析|错误)[^\n]{0,40}:[^\S\n]*\n"
    r"|\n\W*(?:explanation|reasons?|reasoning|analysis|解析|分析|理由)\W*\n",
    re.IGNORECASE,
)
"""A line between the answer and a list of the options that it was preferred to."""
_INTRODUCES_LIST = re.compile(
    r"(?:\b(?:each|every|all|following|given|available|possible|answer)\s+(?:\w+\s+){0,2}"
    r"(?:options?|choices?|answers?)"
    r"|\boptions(?:\s+(?:are|one\s+by\s+one))?|\bone\s+by\s+one|\bin\s+turn"
    r"|逐[一个项条]|各个?(?:选项|答案)|每一?个?(?:选项|答案)|(?:分析|比较|评估|来看|看)[^。\n]{0,4}选项)"
    r"[^\n]{0,30}\s*$",
    re.IGNORECASE,
)


class ListedOptions(NamedTuple):
    """Options that a list names, and where their letters are."""

    letters: str
    places: tuple[int, ...]


def with_answers_for_fields(text: str) -> str:
    """Replace names of fields: ``"final_answer": "B"`` becomes ``Answer: "B"``."""
    text = _PLACEHOLDER.sub("", _FIELD.sub("\nAnswer: ", text))
    return _QUOTED.sub(lambda match: match[1].upper(), text)


def answers_several_questions(text: str) -> bool:
    """Return whether the lines answer several numbered questions differently."""
    return len({letter.upper() for letter in _NUMBERED.findall(text)}) > 1


def best_scored(text: str) -> str | None:
    """Return the letter with the highest number in ``{"A": 0.1, "B": 0.9}``, if any."""
    scores = {
        letter: 1.0 if value == "true" else 0.0 if value == "false" else float(value)
        for letter, value in _SCORE.findall(text)
    }
    best = [letter for letter, score in scores.items() if score == max(scores.values())]
    return best[0] if len(scores) > 1 and len(best) == 1 else None


def marked_correct(text: str, options: Mapping[str, str]) -> frozenset[str]:
    """Return the options that a list or table marks as correct, with ✓ or in words.

    ``options`` are the texts by letter; a word that is one of them marks nothing.
    """
    texts = {option.casefold() for option in options.values()}
    marks: dict[str, bool] = {}
    symbols = False
    for match in _LABEL.finditer(text):
        end = text.find("\n", match.start("letter"))
        line = text[match.start() : end if end >= 0 else len(text)]
        checked, crossed = _CHECKED.search(line), _CROSSED.search(line)
        symbols = symbols or bool(checked)
        if checked or crossed:
            marks[match["letter"]] = bool(checked) and not crossed
        elif (
            verdict := _verdict(line[match.end() - match.start() :], texts)
        ) is not None:
            marks[match["letter"]] = verdict
    if _MARK_LETTER.match(text):
        inline = {
            m["letter"]: bool(_CHECKED.match(m["mark"]))
            for m in _MARK_LETTER.finditer(text)
        }
    else:
        inline = {
            m["letter"]: bool(m["good"] or _CHECKED.match(m["mark"]))
            for m in _judged_in_line(text)
        }
    if len(inline) > len(marks):
        marks = inline
    correct = frozenset(letter for letter, mark in marks.items() if mark)
    if correct <= {*options} and (symbols or len(marks) > 1):
        return correct
    return frozenset()


def _verdict(rest: str, options: Collection[str]) -> bool | None:
    """Return what a line says of its option, if it says so in so many words."""
    cells = {cell.strip(" .。:()-–—").casefold() for cell in rest.split("|")}
    cells -= {*options}
    if any(cell in _CORRECT for cell in cells):
        return True
    if any(cell in _INCORRECT for cell in cells):
        return False
    if begins := _BEGINS.match(rest):
        return begins["correct"] is not None
    return True if _ENDS_CORRECT.search(rest[-40:]) else None


def lists_of_options(text: str) -> Iterator[ListedOptions]:
    """Yield the lists that walk through options, a line or a verdict for each."""
    for described in (_judged_in_line(text), _described_in_line(text)):
        if described:
            yield ListedOptions(
                "".join(match["letter"] for match in described),
                tuple(match.start("letter") for match in described),
            )
    run: list[re.Match[str]] = []
    end = len(text.rstrip(" .)"))
    for match in _LABEL.finditer(text):
        if match.end() >= end:
            break  # A last line that is only a letter belongs to no list.
        if run and (
            match["letter"] <= run[-1]["letter"]
            or _INTRODUCES_REST.search(text[run[-1].end() : match.start() + 1])
        ):
            yield from _walk(text, run)
            run = []
        run.append(match)
    yield from _walk(text, run)


def _judged_in_line(text: str) -> list[re.Match[str]]:
    """Return the letters with a mark or verdict each, where they are the first options."""
    judged = [*_LETTER_MARK.finditer(text)]
    letters = "".join(sorted({match["letter"] for match in judged}))
    return judged if len(letters) > 1 and ascii_uppercase.startswith(letters) else []


def _described_in_line(text: str) -> list[re.Match[str]]:
    """Return the labels of a list in running text: "A: …, B: …, C: …"."""
    labels: list[re.Match[str]] = []
    for label in _LABEL_IN_LINE.finditer(text):
        if label["letter"] == ascii_uppercase[len(labels) % len(ascii_uppercase)]:
            labels.append(label)
    return labels if len(labels) > 2 else []


def _walk(text: str, run: list[re.Match[str]]) -> Iterator[ListedOptions]:
    if not run:
        return
    before = text[max(0, run[0].start() - 80) : run[0].start()]
    if len(run) > 1 or _INTRODUCES_LIST.search(before):
        yield ListedOptions(
            "".join(match["letter"] for match in run),
            tuple(match.start("letter") for match in run),
        )
