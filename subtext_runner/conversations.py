"""Conversations about an item or a question, turn by turn (ImageMet, Figure 2)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from subtext_runner.backends.base import PromptRequest
from subtext_runner.prompts import Exchange, Prompt
from subtext_runner.questions import Question
from subtext_runner.records import Response

_AT_ONCE = 64
"""Number of parallel conversations."""


def run_conversations(
    questions: Sequence[Question],
    ask: Callable[[Sequence[PromptRequest]], Iterator[Response]],
    keep: Callable[[Response], None],
    opened: Callable[[Question], Prompt],
) -> Iterator[Response]:
    """Yield the last response of each conversation, whose prompt has all earlier turns.

    ``opened`` returns the first prompt about a question, with the texts of the turns
    that follow. Each response becomes part of the next turn's history. A failed call
    ends its conversation with that error. Where ``ask`` stops, unfinished conversations
    have no response.
    """
    for first in range(0, len(questions), _AT_ONCE):
        turns = {
            question.id: PromptRequest(question, opened(question))
            for question in questions[first : first + _AT_ONCE]
        }
        while turns:
            next_turns = {}
            for response in ask([*turns.values()]):
                request = turns[response.question_id]
                if response.error is not None or not request.prompt.follow_ups:
                    keep(response)
                    yield response
                else:
                    prompt = _next_prompt(request.prompt, response.text or "")
                    next_turns[response.question_id] = PromptRequest(
                        request.question, prompt
                    )
            turns = next_turns


def _next_prompt(prompt: Prompt, reply: str) -> Prompt:
    text, *later = prompt.follow_ups
    return replace(
        prompt,
        text=text,
        earlier=(*prompt.earlier, Exchange(prompt.text, reply)),
        follow_ups=tuple(later),
    )
