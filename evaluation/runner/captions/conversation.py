"""Conversations of open tasks: the same prompts for every item, turn by turn."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from evaluation.runner.backends.base import Request
from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import ReleaseError
from evaluation.runner.prompts import Prompt, Turn
from evaluation.runner.questions import Question
from evaluation.runner.records import Response
from projects.domain.protocol.publication import OpenTask
from workflow.domain.texts import _

_AT_ONCE = 64
"""Number of parallel conversations; at most these are lost if a worker dies."""


def describe_then_ask(
    benchmark: Benchmark, task: OpenTask, splits: Sequence[str]
) -> tuple[Question, ...]:
    """Return the items of an open task in these splits as questions, with their ids.

    Raises ReleaseError where an item has no reference for its response.
    """
    questions = []
    for item in benchmark.items_in(splits):
        if not item.within(task.only):
            continue
        reference = item.written.get(task.reference)
        if reference is None:
            reason = _(
                "{id} has no {reference}, the reference of {task}",
                id=item.id,
                reference=task.reference,
                task=task.id,
            )
            raise ReleaseError(benchmark.files.uri, reason)
        questions.append(
            Question(
                id=item.id,
                item_id=item.id,
                split=item.split,
                images=item.images,
                language=benchmark.protocol.language,
                stem="",
                options=(),
                answer=reference,
                labels=item.labels,
                format="open",
            )
        )
    return tuple(questions)


def run_conversation(
    items: Sequence[Question],
    task: OpenTask,
    ask: Callable[[Sequence[Request]], Iterator[Response]],
    keep: Callable[[Response], None],
    opened: Callable[[Question], Prompt],
) -> Iterator[Response]:
    """Yield the last response of each conversation, whose prompt has all earlier turns.

    ``opened`` returns the first prompt about an item. Each response becomes part of the
    next turn's history. A failed call ends its conversation with that error. Where
    ``ask`` stops, unfinished conversations have no response.
    """
    for first in range(0, len(items), _AT_ONCE):
        open_items = {item.id: item for item in items[first : first + _AT_ONCE]}
        history: dict[str, tuple[Turn, ...]] = dict.fromkeys(open_items, ())
        first_prompts = {item.id: opened(item) for item in open_items.values()}
        for number, words in enumerate(task.prompts, start=1):
            requests = [
                Request(
                    item,
                    first_prompts[item.id]
                    if number == 1
                    else replace(
                        first_prompts[item.id], text=words, earlier=history[item.id]
                    ),
                )
                for item in open_items.values()
            ]
            open_items = {}
            for response in ask(requests):
                name = response.question_id
                if response.error is not None or number == len(task.prompts):
                    keep(response)
                    yield response
                else:
                    prompt_text = words if number > 1 else first_prompts[name].text
                    turn = Turn(prompt_text, response.text or "")
                    history[name] = (*history[name], turn)
                    open_items[name] = next(
                        r.question for r in requests if r.question.id == name
                    )
