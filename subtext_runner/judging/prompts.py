"""Prompts of a judge model: its instruction, then the response to rate."""

from collections.abc import Mapping

from core.domain.texts import _
from subtext_protocol.rating import REPLY, Judge
from subtext_runner.benchmark import Benchmark
from subtext_runner.errors import SpecError
from subtext_runner.prompts import Prompt
from subtext_runner.questions import Question


def responses_to_judge(
    benchmark: Benchmark, replies: Mapping[str, str]
) -> tuple[Question, ...]:
    """Return every item with a response as a question, in the order of the release.

    Raises SpecError for an item that the release does not have.
    """
    items_by_id = {item.id: item for item in benchmark.items}
    for item_id in replies:
        if item_id not in items_by_id:
            raise SpecError(
                _(
                    "judged.replies.{item_id}: the release has no such item",
                    item_id=item_id,
                )
            )
    return tuple(
        item.as_question(
            language=benchmark.protocol.language, question_format="judged", answer=None
        )
        for item in items_by_id.values()
        if item.id in replies
    )


def judge_prompt(
    benchmark: Benchmark, item: Question, judge: Judge, reply: str
) -> Prompt:
    """Return the judge's prompt about an item; texts that the item lacks are empty."""
    texts = next(
        released_item.written
        for released_item in benchmark.items
        if released_item.id == item.id
    )
    values = {name: texts.get(name, "") for name in judge.placeholder_names} | {
        REPLY: reply
    }
    return Prompt(
        images=item.images if judge.images else (),
        text=f"{judge.instruction.strip()}\n{judge.fill_prompt(values).strip()}",
        language=item.language,
    )
