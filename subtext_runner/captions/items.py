"""Items of open tasks as questions."""

from collections.abc import Sequence

from core.domain.texts import _
from subtext_protocol.publication import OpenTask
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import ReleaseError
from subtext_runner.questions import Question


def describe_then_ask(
    benchmark: Benchmark, task: OpenTask, splits: Sequence[str]
) -> tuple[Question, ...]:
    """Return the items of an open task in these splits as questions, with their ids.

    Raises ReleaseError where an item has no reference for its response.
    """
    questions = []
    for item in benchmark.items_in_splits(splits):
        if not item.has_choices(task.only):
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
            item.as_question(
                language=benchmark.protocol.language,
                question_format="open",
                answer=reference,
            )
        )
    return tuple(questions)
