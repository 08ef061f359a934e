"""Requests to a model and its answers, as lines of OpenAI's batch files.

Servers with that API, vLLM among them, read and write such files.
"""

from collections.abc import Mapping, Sequence
from typing import Any


def chat_request(
    custom_id: str,
    messages: Sequence[Mapping[str, Any]],
    *,
    model: str,
    **options: Any,
) -> dict[str, Any]:
    """Return the line of a chat request; ``options`` are those of the API."""
    return {
        "custom_id": custom_id,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": model, "messages": [*messages], **options},
    }


def answer_choices(answer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the choices of an answer. Raises KeyError or TypeError for another line."""
    return [*answer["response"]["body"]["choices"]]


def answer_text(answer: Mapping[str, Any]) -> str:
    """Return the text of an answer's first choice.

    Raises KeyError, IndexError or TypeError for another line.
    """
    return str(answer_choices(answer)[0]["message"]["content"])
