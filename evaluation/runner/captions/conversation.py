"""An open task: the same words said of every item, one turn after the other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from evaluation.runner.backends.base import Request
from evaluation.runner.benchmark import Benchmark
from evaluation.runner.errors import ReleaseError
from evaluation.runner.prompts import Prompt, Turn
from evaluation.runner.questions import Question
from evaluation.runner.records import Response
from projects.domain.protocol.publication import OpenTask

_AT_ONCE = 64
"""Conversations that are run_conversation side by side; a worker that dies loses these at most."""


def described(
    benchmark: Benchmark, task: OpenTask, splits: Sequence[str]
) -> tuple[Question, ...]:
    """Every item of the splits that the task is about as something to be asked; its id is the item's.

    Raises ReleaseError where the release does not say what the reply is scored against.
    """
    asked = []
    for item in benchmark.items_in(splits):
        if not item.within(task.only):
            continue
        reference = item.written.get(task.reference)
        if reference is None:
            reason = f"{item.id} has no {task.reference}, the reference of {task.id}"
            raise ReleaseError(benchmark.files.uri, reason)
        asked.append(
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
    return tuple(asked)


def run_conversation(
    items: Sequence[Question],
    task: OpenTask,
    ask: Callable[[Sequence[Request]], Iterator[Response]],
    keep: Callable[[Response], None],
    opened: Callable[[Question], Prompt],
) -> Iterator[Response]:
    """The last reply of each conversation; its prompt holds all that was said before.

    ``opened`` says what opens the conversation about an item.
    Each reply is the next turn's history. A call that fails ends its conversation with
    that error. Where ``ask`` stops, conversations that are not over have no response.
    """
    for first in range(0, len(items), _AT_ONCE):
        going = {item.id: item for item in items[first : first + _AT_ONCE]}
        said: dict[str, tuple[Turn, ...]] = dict.fromkeys(going, ())
        begun = {item.id: opened(item) for item in going.values()}
        for number, words in enumerate(task.prompts, start=1):
            requests = [
                Request(
                    item,
                    begun[item.id]
                    if number == 1
                    else replace(begun[item.id], text=words, earlier=said[item.id]),
                )
                for item in going.values()
            ]
            going = {}
            for response in ask(requests):
                name = response.question_id
                if response.error is not None or number == len(task.prompts):
                    keep(response)
                    yield response
                else:
                    asked = words if number > 1 else begun[name].text
                    turn = Turn(asked, response.text or "")
                    said[name] = (*said[name], turn)
                    going[name] = next(
                        r.question for r in requests if r.question.id == name
                    )
