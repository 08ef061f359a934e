"""Plain text of a response, as answer extraction reads it."""

import re
import unicodedata

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|$)", re.S | re.I)
_THOUGHT = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.S | re.I)
_WHITESPACE = re.compile(r"\s+")
_MARKUP = (
    (
        re.compile(
            r"\\(?:text|textbf|mathrm|mathbf|textit|mathit|bf|rm)\s*\{([^{}]*)\}"
        ),
        r"\1",
    ),
    (re.compile(r"\\boxed\s*\{([^{}]*)\}"), r" Answer: \1\n"),
    (re.compile(r"\\[()\[\]]|\*+|__|`+|\$|~~|(?m:^ ?#+\s+)|</?answer>"), " "),
)


def plain_text(text: str) -> str:
    """Return the text without reasoning and markup, with full-width forms folded."""
    text = _WHITESPACE.sub(_collapse_space, unicodedata.normalize("NFKC", text))
    text = _THINKING.sub(" ", text)
    text = _THOUGHT.sub(" ", text)
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    text = text.replace("’", "'").replace("“", '"').replace("”", '"')
    return _WHITESPACE.sub(_collapse_space, text).strip()


def _collapse_space(match: re.Match[str]) -> str:
    """Return one space, newline or empty line: patterns never meet long runs."""
    ends = match[0].count("\n")
    return "\n" * min(ends, 2) or " "
