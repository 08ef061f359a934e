"""Literal captions of images, whose adjectives become distractors (ImageMet, §4.1).

"First, we generate a verbose literal caption for the image and extract all adjectives from
it." A model writes the captions elsewhere: requests and answers are lines of OpenAI's
batch format.
"""

import base64
from typing import Any

from core.domain.batch_files import answer_text, chat_request
from review.question_generation.domain.lexicon import distinct_adjectives
from subtext_protocol.document import Protocol

_PREFIX = "item-"


def literal_prompt(protocol: Protocol) -> str:
    """Return the prompt of the first question that has one; empty without any."""
    prompts = (
        fixed.made.literal_prompt for fixed in protocol.questions.fixed if fixed.made
    )
    return next(filter(None, prompts), "")


def caption_request(
    *, item: int, image: bytes, media_type: str, prompt: str, model: str
) -> dict[str, Any]:
    """Return the request for the literal caption of an item's image."""
    address = f"data:{media_type};base64,{base64.b64encode(image).decode('ascii')}"
    content = [
        {"type": "image_url", "image_url": {"url": address}},
        {"type": "text", "text": prompt},
    ]
    message = {"role": "user", "content": content}
    return chat_request(f"{_PREFIX}{item}", [message], model=model)


def words_of_answer(line: dict[str, Any]) -> tuple[int, list[str]]:
    """Return the item number and the adjectives of a line with a literal caption.

    The line is an answer in the batch format, or ``{"item": number, "caption": text}``.
    Raises KeyError, IndexError, TypeError or ValueError for any other.
    """
    if "caption" in line:
        return int(line["item"]), distinct_adjectives(line["caption"])
    number = int(line["custom_id"].removeprefix(_PREFIX))
    return number, distinct_adjectives(answer_text(line))
