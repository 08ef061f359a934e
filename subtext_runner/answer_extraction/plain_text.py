"""Plain text of a response, as answer extraction reads it."""

import re
import unicodedata

_THOUGHTS = (
    "think|thinking|thoughts?|reason|reasoning|analysis|scratchpad|reflection|rationale"
    "|seed:think|cot"
)
_SHORT = "answer|final|final_?answer|box|choice|option|result|prediction"
_ANSWERS = f"{_SHORT}|solution|conclusion|response"
_DELIMITER = re.compile(
    r"(?P<close>(?:<\|?|◁)(?:/|end_of_|end_)(?P<ended>NAMES)(?:\|?>|▷)"
    r"|<\|(?P<past>NAMES)_end\|>|\[/THINK\]|<unused95>)"
    r"|(?:<\|?|◁)(?:(?:begin_of|start_of|begin|start)_)?(?P<begun>NAMES)"
    r"(?:_start)?(?:\|?>|▷)|\[THINK\]|<unused94>(?:thought)?".replace(
        "NAMES", f"{_THOUGHTS}|{_ANSWERS}"
    ),
    re.IGNORECASE,
)
"""Delimiters of reasoning and of the answer, as models write them: ``<think>``,
``<|start_thinking|>``, ``◁think▷``, ``[THINK]``, ``<|begin_of_box|>``, ``<answer>``."""
_SHORT_ANSWER = re.compile(_SHORT, re.IGNORECASE)
_THOUGHT = re.compile(_THOUGHTS, re.IGNORECASE)
_CHANNEL, _MESSAGE = "<|channel|>", "<|message|>"
_FINAL_CHANNELS = ("<|channel|>final", "assistantfinal", "Here is my response:")
"""Where the answer begins after reasoning in a channel of its own (Harmony, with its
special tokens or without them, and Granite)."""
_THOUGHT_CHANNEL = re.compile(
    r"\s*(?:<\|start\|>assistant)?(?:<\|channel\|>|analysis(?=[A-Z])"
    r"|Here is my thought process:)"
)
_MESSAGE_END = re.compile(r"<\|(?:end|return|call|start)\|>")
_ROLE = re.compile(
    r"\A(?:\s*(?:<\|[^>\n|]{0,40}\|>|<s>|<bos>|<start_of_turn>))*"
    r"\s*(?:assistant|model|助手)?(?:\s*<\|[^>\n|]{0,40}\|>)*\s*(?::|(?=\n))",
    re.IGNORECASE,
)
_WHITESPACE = re.compile(r"\s+")
_BLOCK_TAG = re.compile(
    r"</?(?:p|br|div|li|ul|ol|h[1-6]|tr|table|tbody|thead|hr|pre|blockquote|center"
    r"|summary|caption)\b[^<>]{0,200}>",
    re.IGNORECASE,
)
_CELL_TAG = re.compile(r"</?t[dh]\b[^<>]{0,200}>", re.IGNORECASE)
_INLINE_TAG = re.compile(
    r"</?(?:strong|em|span|mark|font|code|small|big|ins|sup|sub|u|i(?=>)|kbd)"
    r"\b[^<>]{0,200}>",
    re.IGNORECASE,
)
_STYLE = re.compile(
    r"\\(?:text|textbf|mathrm|mathbf|mathsf|mathtt|textit|mathit|textrm|textsf|texttt"
    r"|bf|rm|bm|boldsymbol|operatorname|large|Large|displaystyle|emph|underline)"
    r"\s*\{([^{}]*)\}"
)
_MARKUP = (
    (re.compile(r"~~(?=\S)[^~\n]{1,400}(?<=\S)~~"), " "),
    (re.compile(r"<(s|del|strike)>[^<>\n]{0,400}</\1>", re.IGNORECASE), " "),
    (_BLOCK_TAG, "\n"),
    (_CELL_TAG, " | "),
    (_INLINE_TAG, " "),
    (_STYLE, r"\1"),
    (_STYLE, r"\1"),
    (_STYLE, r"\1"),
    (re.compile(r"\\(?:boxed|fbox|framebox)\s*\{+([^{}]*)\}+"), r" Answer: \1\n"),
    (re.compile(r"\\(?:boxed|fbox|framebox)\b"), " Answer: "),
    (
        re.compile(r"\\[()\[\]]|\*+|__|`+|\$|~~|(?m:^ ?#+\s+)|[\ufe0e\ufe0f]"),
        " ",
    ),
    (re.compile(r"(?<!\w)_(?=\w)|(?<=[^\W_])_(?!\w)"), " "),
)


def plain_text(text: str) -> str:
    """Return the text without reasoning and markup, with full-width forms folded."""
    text = _WHITESPACE.sub(_collapse_space, unicodedata.normalize("NFKC", text))
    text = _ROLE.sub("", _without_reasoning(_final_channel(text)), count=1)
    if "</b>" in text:
        text = text.replace("<b>", " ").replace("</b>", " ")
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    text = text.replace("’", "'").replace("“", '"').replace("”", '"')
    return _WHITESPACE.sub(_collapse_space, text).strip()


def _final_channel(text: str) -> str:
    """Return what is in the channel of the answer, where the text has channels."""
    for final in _FINAL_CHANNELS:
        if final in text:
            answer = text.rsplit(final, 1)[1].removeprefix(_MESSAGE)
            return _MESSAGE_END.split(answer, maxsplit=1)[0]
    return "" if _THOUGHT_CHANNEL.match(text) else text


def _without_reasoning(text: str) -> str:
    """Remove reasoning, and put "Answer:" in place of the delimiters of an answer.

    Reasoning ends with its delimiter, where an answer begins, or with the text. A
    delimiter that ends reasoning which nothing began ends it from the start of the text.
    """
    answer_parts: list[str] = []
    place = 0
    reasoning = False
    for delimiter in _DELIMITER.finditer(text):
        name = delimiter["ended"] or delimiter["past"] or delimiter["begun"] or "think"
        closes = bool(delimiter["close"])
        if _THOUGHT.fullmatch(name):
            if closes and not reasoning:
                answer_parts.clear()
            elif not closes and not reasoning:
                answer_parts.append(text[place : delimiter.start()])
            reasoning = not closes
        elif not reasoning or not closes:
            if not reasoning:
                answer_parts.append(text[place : delimiter.start()])
            reasoning = False
            short = not closes and _SHORT_ANSWER.fullmatch(name)
            answer_parts.append("\nAnswer: " if short else "\n")
        place = delimiter.end()
    if not reasoning:
        answer_parts.append(text[place:])
    return "".join(answer_parts)


def _collapse_space(match: re.Match[str]) -> str:
    """Return one space, newline or empty line: patterns never meet long runs."""
    ends = match[0].count("\n")
    return "\n" * min(ends, 2) or " "
