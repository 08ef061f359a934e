"""A response as plain text: what answer extraction reads."""

import re
import unicodedata

_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|$)", re.S | re.I)
_THOUGHT = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.S | re.I)
_MARKUP = (
    (
        re.compile(
            r"\\(?:text|textbf|mathrm|mathbf|textit|mathit|bf|rm)\s*\{([^{}]*)\}"
        ),
        r"\1",
    ),
    (re.compile(r"\\boxed\s*\{([^{}]*)\}"), r" Answer: \1\n"),
    (re.compile(r"\\[()\[\]]|\*+|__|`+|\$|~~|(?m:^\s*#+\s+)|</?answer>"), " "),
)


def plain_text(text: str) -> str:
    """Plain characters only: no thinking, no markup, full-width forms folded."""
    text = unicodedata.normalize("NFKC", text)
    text = _THINKING.sub(" ", text)
    text = _THOUGHT.sub(" ", text)
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    text = text.replace("’", "'").replace("“", '"').replace("”", '"')
    return re.sub(r"[ \t]+", " ", text).strip()
