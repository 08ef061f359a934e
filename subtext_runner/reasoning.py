"""Responses in which a model reasoned and gave no answer."""

import re
from typing import Literal

from subtext_runner.answer_extraction.plain_text import plain_text
from subtext_runner.records import Response

_TAG = re.compile(r"[<\[◁][^>\]▷]*[>\]▷]")

ONLY_REASONING: Literal["only_reasoning"] = "only_reasoning"
"""Reason of a miss: reasoning, apart or in the text, and nothing after it."""


def has_only_reasoning(response: Response) -> bool:
    """Return whether a response is empty but for the model's reasoning."""
    text = response.text or ""
    if plain_text(text):
        return False
    reasoning = (response.reasoning or "") + _TAG.sub("", text)
    return any(character.isalnum() for character in reasoning)
