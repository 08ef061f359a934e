"""A response as plain text: what answer extraction reads."""

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
    """Plain characters only: no thinking, no markup, full-width forms folded."""
    text = _WHITESPACE.sub(_space, unicodedata.normalize("NFKC", text))
    text = _THINKING.sub(" ", text)
    text = _THOUGHT.sub(" ", text)
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    text = text.replace("’", "'").replace("“", '"').replace("”", '"')
    return _WHITESPACE.sub(_space, text).strip()


def _space(found: re.Match[str]) -> str:
    """One blank, one end of a line or one empty line: patterns meet no long runs."""
    ends = found[0].count("\n")
    return "\n" * min(ends, 2) or " "
